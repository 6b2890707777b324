//! How many columns a character takes, and whether it belongs to the one before it.
//!
//! The table is made from Unicode's East Asian Width, general categories and grapheme properties, as the crates
//! `unicode-width` and `unicode-segmentation` have them; a test compares it with them, character by character.

/// Runs of characters of one class: each a number in base 128, low digits first, the high bit set on all but its last
/// digit. The number is four times the length of the run, plus the class.
const RUNS: &[u8] = include_bytes!("columns.bin");

/// What a character does to the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// One column.
    Narrow = 0,
    /// Two columns.
    Wide = 1,
    /// Belongs to the character before it, and takes no column there.
    Mark = 2,
    /// Belongs to the character before it, and takes a column.
    SpacingMark = 3,
}

/// The class of a character that can stand in an error line.
pub(super) fn class(c: char) -> Class {
    let mut before = c as u32;
    if before < 0x300 {
        return Class::Narrow;
    }
    let mut run = 0;
    let mut shift = 0;
    for byte in RUNS {
        run |= u32::from(byte & 0x7f) << shift;
        shift += 7;
        if byte & 0x80 == 0 {
            if before < run >> 2 {
                return match run & 3 {
                    0 => Class::Narrow,
                    1 => Class::Wide,
                    2 => Class::Mark,
                    _ => Class::SpacingMark,
                };
            }
            before -= run >> 2;
            run = 0;
            shift = 0;
        }
    }
    Class::Narrow
}

#[cfg(test)]
mod tests {
    use super::super::clean::clean;
    use super::*;
    use unicode_segmentation::UnicodeSegmentation;
    use unicode_width::UnicodeWidthChar;

    fn expected(c: char) -> Option<Class> {
        // What is never left in an error line may have any class.
        if !clean(&format!("a{c}b")).contains(c) {
            return None;
        }
        let joined = format!("a{c}").graphemes(true).count() == 1;
        Some(match (joined, c.width()) {
            (_, Some(0)) => Class::Mark,
            // The tones of skin.
            (true, Some(2)) => Class::Mark,
            (true, _) => Class::SpacingMark,
            (false, Some(2)) => Class::Wide,
            (false, _) => Class::Narrow,
        })
    }

    fn runs() -> Vec<u8> {
        let mut bytes = Vec::new();
        let (mut length, mut current) = (0_u32, Class::Narrow);
        let mut flush = |length: u32, class: Class| {
            let mut number = length * 4 + class as u32;
            while number > 0x7f {
                bytes.push(number as u8 | 0x80);
                number >>= 7;
            }
            bytes.push(number as u8);
        };
        for code in 0..=0x10_ffff {
            let class = char::from_u32(code).and_then(expected).unwrap_or(current);
            if class != current {
                flush(length, current);
                (length, current) = (0, class);
            }
            length += 1;
        }
        if current != Class::Narrow {
            flush(length, current);
        }
        bytes
    }

    /// With `UPDATE_COLUMNS=1`, writes the table anew.
    #[test]
    fn the_table_is_that_of_unicode() {
        let expected = runs();
        if std::env::var_os("UPDATE_COLUMNS").is_some() {
            std::fs::write("src/timeline/error_line/columns.bin", &expected).unwrap();
        } else {
            assert!(RUNS == expected);
        }
    }

    #[test]
    fn every_character_has_its_class() {
        for (c, class) in ['\0'..='\u{10ffff}'].into_iter().flatten().filter_map(|c| Some((c, expected(c)?))) {
            assert_eq!(super::class(c), class, "{c:?}");
        }
    }
}

use super::columns::{Class, class};
use crate::prelude::*;

/// Makes a wide one of the character before it.
const EMOJI_VARIATION: char = '\u{fe0f}';

/// Cuts a line at `max_width` display columns, on a grapheme boundary. What is cut ends in `…`, one column.
pub(super) fn cut(line: &str, max_width: f64) -> String {
    let mut width = 0.0;
    let mut fits = 0; // bytes of what fits beside the ellipsis
    let mut chars = line.char_indices().peekable();
    while let Some((_, first)) = chars.next() {
        let mut columns = if class(first) == Class::Wide { 2.0 } else { 1.0 };
        if is_flag_half(first) && chars.next_if(|(_, c)| is_flag_half(*c)).is_some() {
            columns = 2.0;
        }
        while let Some((_, mark)) = chars.next_if(|(_, c)| matches!(class(*c), Class::Mark | Class::SpacingMark)) {
            if class(mark) == Class::SpacingMark {
                columns += 1.0;
            } else if mark == EMOJI_VARIATION {
                columns = 2.0;
            }
        }
        width += columns;
        if width > max_width {
            let kept = line.get(..fits).unwrap_or_default().trim_end();
            return String::from(kept) + "…";
        }
        if width + 1.0 <= max_width {
            fits = chars.peek().map_or(line.len(), |(next, _)| *next);
        }
    }
    line.into()
}

/// Two of these are the letters of a country, and so a flag.
fn is_flag_half(c: char) -> bool {
    matches!(c, '\u{1f1e6}'..='\u{1f1ff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_at_columns_and_between_graphemes() {
        for (line, max_width, expected) in [
            ("", 5.0, ""),
            ("hello", 5.0, "hello"),
            ("hello!", 5.0, "hell…"),
            ("hello", 1.0, "…"),
            ("hello", f64::INFINITY, "hello"),
            ("four words are here", 11.0, "four words…"),
            ("速度制限", 8.0, "速度制限"),
            ("速度制限", 7.0, "速度制…"),
            ("速度制限", 6.0, "速度…"),
            ("e\u{301}e\u{301}e\u{301}", 2.0, "e\u{301}…"),
            ("👍🏽👍🏽👍🏽", 5.0, "👍🏽👍🏽…"),
            ("🇩🇪🇫🇷", 3.0, "🇩🇪…"),
            ("❤️❤️", 3.0, "❤️…"),
            ("किकिकि", 3.0, "कि…"),
            ("각각", 3.0, "각…"),
        ] {
            assert_eq!(cut(line, max_width), expected, "{line} at {max_width}");
        }
    }
}

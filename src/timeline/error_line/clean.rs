//! Takes out what a person cannot see, or must not be shown.

use crate::prelude::*;
use core::iter::Peekable;
use core::str::Chars;

use super::columns::{Class, class};

/// Beyond this many, marks on one character are left out (the limit of Unicode's stream-safe text format).
const MAX_MARKS: usize = 30;

/// Removes terminal escape sequences, control, zero-width and bidirectional characters. Lines stay lines, each
/// ended by `\n`; other white space becomes a space each.
pub(super) fn clean(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    let mut marks = 0;
    while let Some(c) = chars.next() {
        match c {
            ' '..='~' => {
                marks = 0;
                out.push(c);
            }
            '\u{1b}' => skip_escape(&mut chars),
            '\u{9b}' => skip_control_sequence(&mut chars),
            '\u{90}' | '\u{98}' | '\u{9d}'..='\u{9f}' => skip_control_string(&mut chars),
            '\r' if chars.peek() == Some(&'\n') => {}
            '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}' => out.push('\n'),
            _ if c.is_whitespace() => out.push(' '),
            _ if c.is_control() || is_invisible(c) => {}
            _ => {
                marks = if class(c) == Class::Mark { marks + 1 } else { 0 };
                if marks <= MAX_MARKS {
                    out.push(c);
                }
            }
        }
    }
    out
}

/// The white space of a clean text folded to single spaces, none at the ends.
pub(super) fn fold(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut pending = false;
    for c in text.chars() {
        if c == ' ' || c == '\n' {
            pending = !out.is_empty();
        } else {
            if pending {
                out.push(' ');
            }
            pending = false;
            out.push(c);
        }
    }
    out
}

/// A text from outside as part of a line: nothing in it can start another.
pub(crate) fn one_line(text: &str) -> String {
    fold(&clean(text))
}

/// Characters with no shape of their own that are neither white space nor control characters: zero-width and
/// bidirectional ones, and the rest of Unicode's Default_Ignorable_Code_Point and invisible format
/// characters. Variation selectors stay, because emoji need them.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{70f}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{13430}'..='\u{1345f}'
        | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// After ESC (ECMA-48): a control sequence, a control string, or a short sequence.
fn skip_escape(chars: &mut Peekable<Chars<'_>>) {
    match chars.peek() {
        Some('[') => {
            chars.next();
            skip_control_sequence(chars);
        }
        Some(']' | 'P' | 'X' | '^' | '_') => {
            chars.next();
            skip_control_string(chars);
        }
        _ => {
            while chars.next_if(|c| matches!(c, ' '..='/')).is_some() {}
            chars.next_if(|c| matches!(c, '0'..='~'));
        }
    }
}

/// Parameters, intermediates, and the final character.
fn skip_control_sequence(chars: &mut Peekable<Chars<'_>>) {
    while chars.next_if(|c| matches!(c, ' '..='?')).is_some() {}
    chars.next_if(|c| matches!(c, '@'..='~'));
}

/// Up to its terminator: BEL, ST or ESC \. One that is not terminated before the next control character hides
/// nothing: only its introducer goes.
fn skip_control_string(chars: &mut Peekable<Chars<'_>>) {
    let mut ahead = chars.clone();
    while ahead.next_if(|c| !c.is_control()).is_some() {}
    let terminated = match ahead.next() {
        Some('\u{7}' | '\u{9c}') => true,
        Some('\u{1b}') => ahead.next() == Some('\\'),
        _ => false,
    };
    if terminated {
        *chars = ahead;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escape_sequences_go_and_text_stays() {
        for (text, expected) in [
            ("\u{1b}[1;31mred\u{1b}[0m", "red"),
            ("\u{9b}31mred", "red"),
            ("\u{1b}]8;;https://example.com\u{7}link\u{1b}]8;;\u{1b}\\", "link"),
            ("\u{1b}]0;title\u{9c}text", "text"),
            ("\u{1b}Pq#0\u{1b}\\text", "text"),
            ("\u{1b}(Btext\u{1b}c", "text"),
            ("\u{1b}]never ended", "never ended"),
            ("\u{1b}]a\u{1b}]b\u{1b}[", "ab"),
            ("end\u{1b}", "end"),
            ("a\r\nb\rc\u{2028}d\te", "a\nb\nc\nd e"),
        ] {
            assert_eq!(clean(text), expected, "{text:?}");
        }
    }

    #[test]
    fn no_control_and_no_invisible_character_is_left() {
        for c in '\0'..=char::MAX {
            let cleaned = clean(&format!("a{c}b"));
            if c.is_control() || is_invisible(c) {
                assert!(matches!(&*cleaned, "ab" | "a b" | "a\nb" | "a"), "{c:?} gives {cleaned:?}");
            }
        }
    }

    #[test]
    fn marks_do_not_pile_up() {
        let zalgo = format!("a{}b", "\u{301}".repeat(10_000));
        assert_eq!(clean(&zalgo).chars().count(), 2 + MAX_MARKS);
    }
}

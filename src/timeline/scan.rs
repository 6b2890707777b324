//! Small searches. Those of the standard library are made for long needles, and take more room than all that is
//! searched for here.

use crate::prelude::*;

/// Where `part` stands in `text`, from `from` on. What is empty stands nowhere.
pub(super) fn find(text: &str, part: &str, from: usize) -> Option<usize> {
    let rest = text.as_bytes().get(from..)?;
    rest.windows(part.len().max(1)).position(|found| is(found, part)).map(|at| from + at)
}

/// Where `part` stands last in `text`.
pub(super) fn rfind(text: &str, part: &str) -> Option<usize> {
    text.as_bytes().windows(part.len().max(1)).rposition(|found| is(found, part))
}

/// The first byte tells most of them apart.
fn is(found: &[u8], part: &str) -> bool {
    found.first() == part.as_bytes().first() && found == part.as_bytes()
}

/// Before and after a place that is `len` bytes long.
pub(super) fn split(text: &str, at: usize, len: usize) -> (&str, &str) {
    (text.get(..at).unwrap_or_default(), text.get(at + len..).unwrap_or_default())
}

/// Each `part` of the text replaced.
pub(super) fn replace(text: &str, part: &str, by: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = find(rest, part, 0).filter(|_| !part.is_empty()) {
        let (before, after) = split(rest, at, part.len());
        out.push_str(before);
        out.push_str(by);
        rest = after;
    }
    out.push_str(rest);
    out
}

/// Without the bytes at its end that are meant; those are ASCII.
pub(super) fn trim_end(text: &str, meant: fn(u8) -> bool) -> &str {
    let end = text.bytes().rposition(|byte| !meant(byte)).map_or(0, |last| last + 1);
    text.get(..end).unwrap_or(text)
}

/// The bytes at its start that are meant; those are ASCII.
pub(super) fn run(text: &str, meant: fn(u8) -> bool) -> &str {
    let end = text.bytes().position(|byte| !meant(byte)).unwrap_or(text.len());
    text.get(..end).unwrap_or_default()
}

/// What follows them.
pub(super) fn trim_start(text: &str, meant: fn(u8) -> bool) -> &str {
    text.get(run(text, meant).len()..).unwrap_or_default()
}

/// What follows `start` in the text, whatever the case of its letters.
pub(super) fn strip_ignoring_case<'a>(text: &'a str, start: &str) -> Option<&'a str> {
    let found = text.as_bytes().get(..start.len())?;
    found.eq_ignore_ascii_case(start.as_bytes()).then(|| text.get(start.len()..))?
}

/// A number of digits to that base, and nothing else; too large a one is as large as can be.
pub(super) fn number(digits: &str, base: u32) -> Option<u32> {
    let mut number = 0_u32;
    for digit in digits.bytes() {
        number = number.saturating_mul(base).saturating_add(char::from(digit).to_digit(base)?);
    }
    (!digits.is_empty()).then_some(number)
}

/// White space, as it is left in a text that was cleaned.
pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n')
}

/// A number as text.
pub(super) fn decimal(mut number: u64) -> String {
    let mut digits = Vec::new();
    loop {
        digits.insert(0, b'0' + (number % 10) as u8);
        number /= 10;
        if number == 0 {
            return String::from_utf8(digits).unwrap_or_default();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches() {
        assert_eq!((find("abcabc", "bc", 2), find("abc", "d", 0), find("é", "", 9)), (Some(4), None, None));
        assert_eq!(rfind("a: b: c", ": "), Some(4));
        assert_eq!(replace("{n} of {n}", "{n}", "é"), "é of é");
        assert_eq!(replace("abc", "", "x"), "abc");
        assert_eq!(
            (trim_end("é. \n", is_space), trim_end("  ", is_space), trim_start(" \né", is_space)),
            ("é.", "", "é")
        );
        assert_eq!((strip_ignoring_case("ERROR: é", "error:"), strip_ignoring_case("éx", "e")), (Some(" é"), None));
        assert_eq!(
            [number("429", 10), number("2014", 16), number("", 10), number("4x", 10)],
            [Some(429), Some(0x2014), None, None]
        );
        assert_eq!(number("99999999999", 10), Some(u32::MAX));
        assert_eq!([decimal(0), decimal(10), decimal(u64::MAX)], ["0", "10", "18446744073709551615"]);
    }
}

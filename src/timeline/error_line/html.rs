//! The title of an error page.

use super::super::scan::{self, split, strip_ignoring_case};
use super::clean::fold;
use super::dig::Dug;
use crate::prelude::*;

const PAGE_STARTS: [&str; 5] = ["<html", "<!doctype html", "<head", "<title", "<body"];

/// The first HTML page in a text: its title, else its first heading, else its words.
pub(super) fn find(text: &str) -> Option<Dug> {
    let start = find_any(text, 0, &PAGE_STARTS)?;
    let whole = text.get(start..);
    for inner in [element(text, start, "<title", "</title"), element(text, start, "<h1", "</h1"), whole] {
        let message = fold(&decode(&without_tags(inner.unwrap_or_default())));
        if !message.is_empty() {
            return Some(Dug { start, end: text.len(), message, code: None });
        }
    }
    None
}

/// Where one of the openings stands, from `from` on; letter case does not matter.
fn find_any(text: &str, from: usize, openings: &[&str]) -> Option<usize> {
    let mut at = from;
    loop {
        at = scan::find(text, "<", at)?;
        let rest = text.get(at..)?;
        if openings.iter().any(|opening| strip_ignoring_case(rest, opening).is_some()) {
            return Some(at);
        }
        at += 1;
    }
}

/// What stands in the first element that opens like that.
fn element<'a>(text: &'a str, from: usize, opening: &str, closing: &str) -> Option<&'a str> {
    let inner = scan::find(text, ">", find_any(text, from, &[opening])?)? + 1;
    text.get(inner..find_any(text, inner, &[closing]).unwrap_or(text.len()))
}

/// A space for each tag; scripts and styles are passed over whole.
fn without_tags(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = scan::find(rest, "<", 0) {
        let (words, tag) = split(rest, at, 1);
        out.push_str(words);
        out.push(' ');
        let mut close = Some(0);
        for (name, closing) in [("script", "</script"), ("style", "</style")] {
            if strip_ignoring_case(tag, name).is_some() {
                close = find_any(tag, 0, &[closing]);
            }
        }
        let end = close.and_then(|close| scan::find(tag, ">", close));
        rest = end.map_or("", |end| split(tag, end, 1).1);
    }
    out.push_str(rest);
    out
}

/// The character references that error pages use.
fn decode(text: &str) -> String {
    const NAMED: [(&str, char); 6] =
        [("amp", '&'), ("lt", '<'), ("gt", '>'), ("quot", '"'), ("apos", '\''), ("nbsp", ' ')];
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = scan::find(rest, "&", 0) {
        let (before, reference) = split(rest, at, 1);
        out.push_str(before);
        let end = reference.bytes().take(10).position(|byte| byte == b';').unwrap_or_default();
        let (name, after) = split(reference, end, 1);
        let c = match name.strip_prefix('#') {
            Some(code) => match code.strip_prefix(['x', 'X']) {
                Some(hex) => scan::number(hex, 16),
                None => scan::number(code, 10),
            }
            .and_then(char::from_u32),
            None => NAMED.iter().find(|(known, _)| *known == name).map(|(_, c)| *c),
        };
        out.push(c.unwrap_or('&'));
        rest = if c.is_some() { after } else { reference };
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_a_page_says() {
        for (text, expected) in [
            ("<HTML><HEAD><TITLE>502 Bad Gateway</TITLE></HEAD>", Some("502 Bad Gateway")),
            (
                "<!DOCTYPE html><title data-x='1'>\n A &amp; B&#39;s &#x2019; &unknown; &</title>",
                Some("A & B's ’ &unknown; &"),
            ),
            ("<html><title></title><h1>Access <b>denied</b></h1>", Some("Access denied")),
            ("<html><script>var a = '<p>no</p>'</script><style>p{}</style><p>Blocked</p>", Some("Blocked")),
            ("<html><title>cut off", Some("cut off")),
            ("<html><script>never ended", None),
            ("<html>", None),
            ("a < b, <list>", None),
        ] {
            assert_eq!(find(text).map(|dug| dug.message).as_deref(), expected, "{text}");
        }
    }
}

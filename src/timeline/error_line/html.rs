//! The title of an error page.

use crate::prelude::*;
use super::clean::fold;
use super::dig::Dug;

const PAGE_STARTS: [&str; 5] = ["<html", "<!doctype html", "<head", "<title", "<body"];

/// The first HTML page in a text: its title, else its first heading, else its words.
pub(super) fn find(text: &str) -> Option<Dug> {
    let start = find_any(text, 0, &PAGE_STARTS)?;
    let message = ["title", "h1"]
        .into_iter()
        .filter_map(|name| element(text, start, name))
        .chain([text.get(start..).unwrap_or_default()])
        .map(|inner| fold(&decode(&without_tags(inner))))
        .find(|words| !words.is_empty())?;
    Some(Dug { start, end: text.len(), message, code: None })
}

/// Where one of the openings stands, from `from` on; letter case does not matter.
fn find_any(text: &str, from: usize, openings: &[&str]) -> Option<usize> {
    let starts_with = |at: usize, opening: &str| {
        text.as_bytes().get(at..at + opening.len()).is_some_and(|found| found.eq_ignore_ascii_case(opening.as_bytes()))
    };
    let tags = text.match_indices('<').map(|(at, _)| at).skip_while(|at| *at < from);
    tags.into_iter().find(|at| openings.iter().any(|opening| starts_with(*at, opening)))
}

/// What stands in the first element of that name.
fn element<'a>(text: &'a str, from: usize, name: &str) -> Option<&'a str> {
    let open = find_any(text, from, &[&["<", name].concat()])?;
    let inner = open + text.get(open..)?.find('>')? + 1;
    let close = find_any(text, inner, &[&["</", name].concat()]).unwrap_or(text.len());
    text.get(inner..close)
}

/// A space for each tag; scripts and styles are passed over whole.
fn without_tags(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((words, tag)) = rest.split_once('<') {
        out.push_str(words);
        out.push(' ');
        let is = |name: &str| tag.as_bytes().get(..name.len()).is_some_and(|t| t.eq_ignore_ascii_case(name.as_bytes()));
        let close = match (is("script"), is("style")) {
            (true, _) => find_any(tag, 0, &["</script"]),
            (_, true) => find_any(tag, 0, &["</style"]),
            _ => Some(0),
        };
        rest = close.and_then(|close| tag.get(close..)?.split_once('>')).map_or("", |(_, after)| after);
    }
    out + rest
}

/// The character references that error pages use.
fn decode(text: &str) -> String {
    const NAMED: [(&str, char); 6] =
        [("amp", '&'), ("lt", '<'), ("gt", '>'), ("quot", '"'), ("apos", '\''), ("nbsp", ' ')];
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, reference)) = rest.split_once('&') {
        out.push_str(before);
        let decoded = reference.bytes().take(10).position(|b| b == b';').and_then(|end| {
            let name = reference.get(..end)?;
            let c = match name.strip_prefix('#') {
                Some(hex) if hex.starts_with(['x', 'X']) => {
                    char::from_u32(u32::from_str_radix(hex.get(1..)?, 16).ok()?)
                }
                Some(number) => char::from_u32(number.parse().ok()?),
                None => NAMED.iter().find(|(known, _)| *known == name).map(|(_, c)| *c),
            };
            Some((c?, reference.get(end + 1..)?))
        });
        match decoded {
            Some((c, after)) => {
                out.push(c);
                rest = after;
            }
            None => {
                out.push('&');
                rest = reference;
            }
        }
    }
    out + rest
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

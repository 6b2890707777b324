//! The message in JSON, also where it is broken, cut off, or written by Python.
//!
//! One pass, with a stack of its own: how deep it is nested does not matter.

use super::super::scan::{is_space, number, run, split, trim_end, trim_start};
use super::dig::{Dug, says_nothing};
use crate::prelude::*;

/// The first JSON in a text that has a message. JSON that is all of the text, or its end, and says nothing
/// gives an empty message.
pub(super) fn find(text: &str) -> Option<Dug> {
    if let Some(message) = quoted(trim_start(trim_end(text, is_space), is_space)) {
        return Some(Dug { start: 0, end: text.len(), message, code: None });
    }
    let is_blank = |text: &str| trim_end(text, is_space).is_empty();
    let mut from = 0;
    while let Some(start) = next_start(text, from) {
        let scan = Scan::run(text, start);
        let (_, rest) = split(text, scan.at, 0);
        let at_end = is_blank(rest);
        let whole = at_end && is_blank(split(text, start, 0).0);
        let says_nothing = at_end && !scan.says_something || whole && scan.code.is_some();
        let message = scan.best.filter(|best| whole || best.rank < Rank::Unnamed).map(|best| best.text);
        if let Some(message) = message.or(says_nothing.then(String::new)) {
            return Some(Dug { start, end: scan.at, message, code: scan.code.map(|(_, code)| code) });
        }
        from = scan.at;
    }
    None
}

/// A text that is one JSON string.
fn quoted(text: &str) -> Option<String> {
    if !text.starts_with('"') || text.len() < 2 {
        return None;
    }
    let mut scan = Scan::new(text, 0);
    let inner = scan.string(b'"');
    (scan.at == text.len() && text.ends_with('"')).then(|| unescape(inner))
}

/// Where something that looks like JSON starts.
fn next_start(text: &str, from: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    (from..bytes.len()).find(|at| {
        let opening = bytes.get(*at).copied();
        if opening != Some(b'{') && opening != Some(b'[') {
            return false;
        }
        let next = bytes.iter().skip(at + 1).find(|byte| !is_space(**byte));
        match opening {
            Some(b'{') => matches!(next, Some(b'"' | b'\'' | b'}')),
            _ => matches!(next, Some(b'"' | b'{' | b'[' | b']')),
        }
    })
}

/// How likely a member is to hold the message; the first is the likeliest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Message,
    Detail,
    Error,
    Title,
    Code,
    /// A text in an array, where the JSON is all there is.
    Unnamed,
}

fn rank(key: &str) -> Option<Rank> {
    const KEYS: [(Rank, &[&str]); 5] = [
        (Rank::Message, &["message", "errorMessage", "error_message"]),
        (Rank::Detail, &["error_description", "detail", "details", "description", "msg"]),
        (Rank::Error, &["error", "errors", "cause"]),
        (Rank::Title, &["title", "reason", "statusText", "status_text"]),
        (Rank::Code, &["status", "code", "type", "name"]),
    ];
    KEYS.iter().find(|(_, keys)| is_one_of(key, keys)).map(|(rank, _)| *rank)
}

fn is_status_key(key: &str) -> bool {
    is_one_of(key, &["status", "code", "statusCode", "status_code", "http_code", "http_status"])
}

fn is_one_of(key: &str, known: &[&str]) -> bool {
    known.iter().any(|known| known.eq_ignore_ascii_case(key))
}

/// An HTTP status that tells of an error.
fn status_code(token: &str) -> Option<u32> {
    number(token, 10).filter(|code| (400..600).contains(code))
}

struct Best {
    rank: Rank,
    depth: usize,
    text: String,
}

/// An array or an object that is open.
#[derive(Clone, Copy)]
struct Open {
    is_object: bool,
    /// In an object, until the colon.
    expects_key: bool,
    /// Of the member being read; an array has that of the member it stands in.
    rank: Option<Rank>,
    is_status: bool,
}

struct Scan<'a> {
    text: &'a str,
    at: usize,
    open: Vec<Open>,
    best: Option<Best>,
    /// With its depth.
    code: Option<(usize, u32)>,
    says_something: bool,
}

impl<'a> Scan<'a> {
    fn new(text: &'a str, at: usize) -> Self {
        Self { text, at, open: Vec::new(), best: None, code: None, says_something: false }
    }

    /// Reads one array or object, or up to the end of the text.
    fn run(text: &'a str, start: usize) -> Self {
        let mut scan = Self::new(text, start);
        while let Some(byte) = scan.byte() {
            match byte {
                b'{' | b'[' => {
                    scan.at += 1;
                    let rank = scan.open.last().map_or(Some(Rank::Unnamed), |outer| outer.rank);
                    let is_object = byte == b'{';
                    let rank = if is_object { None } else { rank };
                    scan.open.push(Open { is_object, expects_key: is_object, rank, is_status: false });
                }
                b'}' | b']' => {
                    scan.at += 1;
                    scan.open.pop();
                    if scan.open.is_empty() {
                        break;
                    }
                }
                b'"' | b'\'' => {
                    let inner = scan.string(byte);
                    scan.text_token(inner);
                }
                b',' => {
                    scan.at += 1;
                    if let Some(open) = scan.open.last_mut().filter(|open| open.is_object) {
                        *open = Open { expects_key: true, rank: None, is_status: false, ..*open };
                    }
                }
                b':' => {
                    scan.at += 1;
                    if let Some(open) = scan.open.last_mut() {
                        open.expects_key = false;
                    }
                }
                b' ' | b'\n' => scan.at += 1,
                _ => {
                    let word = scan.word();
                    scan.word_token(word);
                }
            }
        }
        scan
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// What stands between quotes, still escaped. One that is never closed ends with the text.
    fn string(&mut self, quote: u8) -> &'a str {
        self.at += 1;
        let start = self.at;
        while let Some(byte) = self.byte() {
            if byte == quote {
                let inner = self.text.get(start..self.at);
                self.at += 1;
                return inner.unwrap_or_default();
            }
            self.at += if byte == b'\\' { 2 } else { 1 };
        }
        self.at = self.text.len();
        self.text.get(start..).unwrap_or_default()
    }

    /// A number, `true`, `null`, or whatever else stands without quotes.
    fn word(&mut self) -> &'a str {
        let (_, rest) = split(self.text, self.at, 0);
        let word = run(rest, |byte| !b"{}[]\"',: \n".contains(&byte));
        self.at += word.len();
        word
    }

    fn text_token(&mut self, inner: &str) {
        let depth = self.open.len();
        let Some(open) = self.open.last_mut() else { return };
        if open.expects_key {
            open.rank = rank(inner);
            open.is_status = is_status_key(inner);
            return;
        }
        let Some(rank) = open.rank else {
            self.says_something |= !says_nothing(inner);
            return;
        };
        if open.is_status && self.note_code(inner, depth) {
            return;
        }
        let better = self.best.as_ref().is_none_or(|best| (rank, depth) < (best.rank, best.depth));
        let number = rank == Rank::Code && inner.bytes().all(|b| b.is_ascii_digit());
        if better && !number {
            let text = unescape(inner);
            if !says_nothing(&text) {
                self.says_something = true;
                self.best = Some(Best { rank, depth, text });
            }
        }
    }

    fn word_token(&mut self, word: &str) {
        let depth = self.open.len();
        if self.open.last().is_some_and(|open| open.is_status && !open.expects_key) && self.note_code(word, depth) {
            return;
        }
        self.says_something |= word.bytes().any(|b| b.is_ascii_digit());
    }

    /// Keeps the outermost status code.
    fn note_code(&mut self, token: &str, depth: usize) -> bool {
        let code = status_code(token);
        if let Some(code) = code
            && self.code.is_none_or(|(known, _)| depth < known)
        {
            self.code = Some((depth, code));
        }
        code.is_some()
    }
}

/// The text of a JSON string. What is escaped in another way stays as it is.
fn unescape(inner: &str) -> String {
    let mut out = String::with_capacity(inner.len());
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match chars.next() {
            Some('n' | 'r') => out.push('\n'),
            Some('t') => out.push(' '),
            Some('b' | 'f') | None => {}
            Some('u') => match unicode(chars.as_str()) {
                Some((c, after)) => {
                    out.push(c);
                    chars = after.chars();
                }
                None => out.push_str("\\u"),
            },
            Some(c) => out.push(c),
        }
    }
    out
}

/// After `\u`: one or two escapes that make a character; a lone surrogate makes U+FFFD.
fn unicode(rest: &str) -> Option<(char, &str)> {
    let unit = |text: &str| number(text.get(..4)?, 16);
    let first = unit(rest)?;
    let (_, after) = split(rest, 4, 0);
    let second = after.strip_prefix("\\u").and_then(unit).filter(|second| second & 0xfc00 == 0xdc00);
    match second {
        Some(second) if first & 0xfc00 == 0xd800 => {
            let c = char::from_u32(0x10000 + ((first & 0x3ff) << 10) + (second & 0x3ff))?;
            Some((c, split(after, 6, 0).1))
        }
        _ => Some((char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER), after)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_message() {
        for (text, expected) in [
            (r#"{"error":{"message":"deep","type":"x"}}"#, Some("deep")),
            (r#"[{"error":{"code":"x","message":"in an array"}}]"#, Some("in an array")),
            (r#"{"detail":[{"loc":["body","model"],"msg":"field required"}]}"#, Some("field required")),
            (r#"{"error":"invalid_grant","error_description":"Token expired"}"#, Some("Token expired")),
            (r#"{"errors":["first","second"]}"#, Some("first")),
            (r#"{"Message":"as some clouds write it"}"#, Some("as some clouds write it")),
            (r#"{"error":{"message":"","metadata":{"message":"inner"}}}"#, Some("inner")),
            (r#"{"message":"outer","cause":{"message":"inner"}}"#, Some("outer")),
            ("Error code: 429 - {'error': {'message': \"it's too much\", 'param': None}}", Some("it's too much")),
            (r#"{"code":"ECONNREFUSED","errno":-111}"#, Some("ECONNREFUSED")),
            (r#"{"error":{"message":"cut o"#, Some("cut o")),
            (r#"{"message":"caf\u00e9 \ud83d\ude00 \ud83d \u12 \q\/"}"#, Some("café 😀 \u{fffd} \\u12 q/")),
            (r#"["only this"]"#, Some("only this")),
            (r#""quoted""#, Some("quoted")),
            (r#"{"message":"","x":null}"#, Some("")),
            (r#"{"message":"","status":503}"#, Some("")),
            (r#"tool said {} "#, Some("")),
            (r#"expected one of ["a","b"], got c"#, None),
            (r#"{"foo":"bar"}"#, None),
            (r#"Invalid argument {"a":1}: expected a string"#, None),
            ("[retrying in 5s] {not json} [object Object]", None),
        ] {
            assert_eq!(find(text).map(|dug| dug.message).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn finds_the_status_code_beside_it() {
        for (text, expected) in [
            (r#"{"error":{"code":429,"message":"m"}}"#, Some(429)),
            (r#"{"status":"503","message":"m"}"#, Some(503)),
            (r#"{"error":{"message":"m","code":1302}}"#, None),
            (r#"{"status":500,"error":{"status":429,"message":"m"}}"#, Some(500)),
            (r#"{"code":200,"message":"m"}"#, None),
        ] {
            assert_eq!(find(text).and_then(|dug| dug.code), expected, "{text}");
        }
    }
}

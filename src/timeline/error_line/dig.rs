//! Finds the message in a text that wraps it.

use super::super::scan::{decimal, find, is_space, rfind, split, strip_ignoring_case, trim_end, trim_start};
use super::UNKNOWN_ERROR;
use super::clean::{clean, fold};
use super::{html, json};
use crate::prelude::*;

/// How many wrappings are taken off: each costs a pass over the text.
const MAX_WRAPPINGS: usize = 8;

/// How many bytes of two texts are compared, at most.
const LOOKED_AT: usize = 1024;

const TRACEBACK: &str = "Traceback (most recent call last)";

/// A message, and what stood around it.
pub(super) struct Dug {
    /// Where in the text the wrapping starts.
    pub(super) start: usize,
    /// Where it ends.
    pub(super) end: usize,
    /// What it says: raw, may be wrapped again.
    pub(super) message: String,
    /// A status code that stands beside the message.
    pub(super) code: Option<u32>,
}

/// The message of a clean text. `None` if there is nothing in it.
pub(super) fn message(text: &str) -> Option<String> {
    if trim_start(text, is_space).is_empty() {
        return None;
    }
    let mut wrappings = Vec::new();
    let mut code = None;
    let mut inner = text.to_owned();
    while wrappings.len() < MAX_WRAPPINGS {
        let Some(dug) = dig(&inner) else { break };
        code = code.or(dug.code);
        let (before, rest) = split(&inner, dug.start, dug.end - dug.start);
        wrappings.push((headline(&without_frames(before)), headline(&without_frames(rest))));
        inner = clean(&dug.message);
    }
    let mut line = headline(&without_frames(&inner));
    if line.is_empty() {
        line = headline(&inner);
    }
    while let Some((before, after)) = wrappings.pop() {
        line = join(&before, line);
        if after.bytes().any(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii()) {
            line.push(' ');
            line.push_str(&after);
        }
    }
    if says_nothing(&line) {
        line = UNKNOWN_ERROR.into();
    }
    if let Some(code) = code.map(|code| decimal(code.into()))
        && find(&line, &code, 0).is_none()
    {
        line = code + ": " + &line;
    }
    Some(line)
}

/// Takes off the outermost wrapping.
fn dig(text: &str) -> Option<Dug> {
    let mut first: Option<Dug> = None;
    for find in [json::find, html::find, traceback] {
        if let Some(dug) = find(text)
            && first.as_ref().is_none_or(|first| dug.start < first.start)
        {
            first = Some(dug);
        }
    }
    first
}

/// The last line of a traceback says what was raised.
fn traceback(text: &str) -> Option<Dug> {
    let start = find(text, TRACEBACK, 0)?;
    let lines = trim_end(text.get(start + TRACEBACK.len()..)?, is_space);
    let (_, last) = split(lines, rfind(lines, "\n")?, 1);
    Some(Dug { start, end: text.len(), message: last.to_owned(), code: None })
}

/// Text as one line, without the word that every error starts with.
fn headline(text: &str) -> String {
    let line = fold(text);
    let mut rest = &*line;
    while let Some(after) = strip_ignoring_case(rest, "error:") {
        rest = trim_start(after, is_space);
    }
    rest.to_owned()
}

fn without_frames(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let (line, after) = split(rest, find(rest, "\n", 0).unwrap_or(rest.len()), 1);
        if !is_stack_frame(line) {
            out.push_str(line);
            out.push('\n');
        }
        rest = after;
    }
    out
}

/// A line as JavaScript and Java print a frame: `    at name (file:1:2)`.
fn is_stack_frame(line: &str) -> bool {
    let frame = trim_start(line, is_space);
    frame.len() < line.len() && frame.starts_with("at ") && frame.bytes().any(|byte| byte == b':' || byte == b'(')
}

/// What stood before a message, and the message; only one of them if it says what the other does.
fn join(before: &str, message: String) -> String {
    let mut before = before;
    loop {
        let trimmed = trim_end(before, |byte| b" .:,;-=('\"`".contains(&byte));
        let trimmed = trimmed.strip_suffix('–').or(trimmed.strip_suffix('—')).unwrap_or(trimmed);
        if trimmed.len() == before.len() {
            break;
        }
        before = trimmed;
    }
    // `ApiError: Not found` and `Not found: x`: said once is enough.
    if let Some(at) = rfind(before, ": ") {
        let (head, tail) = split(before, at, 2);
        if strip_ignoring_case(&message, tail).is_some() {
            before = head;
        }
    }
    if before.is_empty() || contains_ignoring_case(&message, before) {
        message
    } else if message.is_empty() || contains_ignoring_case(before, &message) {
        before.to_owned()
    } else {
        [before, ": ", &message].concat()
    }
}

/// Whether it says the part, too. Of long texts, only the beginning is looked at: nobody reads them whole.
fn contains_ignoring_case(text: &str, part: &str) -> bool {
    let text = text.as_bytes().get(..LOOKED_AT).unwrap_or(text.as_bytes());
    part.len() <= LOOKED_AT && text.windows(part.len()).any(|found| found.eq_ignore_ascii_case(part.as_bytes()))
}

/// What programs print when there was no message to print.
pub(super) fn says_nothing(text: &str) -> bool {
    const NOTHING: [&str; 11] =
        ["", "error", "[object object]", "undefined", "null", "none", "nan", "{}", "[]", "\"\"", "unknown error"];
    let text = trim_start(trim_end(text, is_space), is_space);
    NOTHING.iter().any(|nothing| text.eq_ignore_ascii_case(nothing))
}

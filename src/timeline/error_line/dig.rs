//! Finds the message in a text that wraps it.

use crate::prelude::*;
use super::UNKNOWN_ERROR;
use super::clean::{clean, fold};
use super::{html, json};

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
    pub(super) code: Option<u16>,
}

/// The message of a clean text. `None` if there is nothing in it.
pub(super) fn message(text: &str) -> Option<String> {
    if text.trim().is_empty() {
        return None;
    }
    let mut wrappings = Vec::new();
    let mut code = None;
    let mut inner = text.to_owned();
    while wrappings.len() < MAX_WRAPPINGS {
        let Some(dug) = dig(&inner) else { break };
        code = code.or(dug.code);
        let around = |range: Option<&str>| headline(&without_frames(range.unwrap_or_default()));
        wrappings.push((around(inner.get(..dug.start)), around(inner.get(dug.end..))));
        inner = clean(&dug.message);
    }
    let mut line = headline(&without_frames(&inner));
    if line.is_empty() {
        line = headline(&inner);
    }
    for (before, after) in wrappings.into_iter().rev() {
        line = join(&before, line);
        if after.contains(char::is_alphanumeric) {
            line.push(' ');
            line.push_str(&after);
        }
    }
    if says_nothing(&line) {
        line = UNKNOWN_ERROR.into();
    }
    if let Some(code) = code.map(|code| code.to_string())
        && !line.contains(&code)
    {
        line = code + ": " + &line;
    }
    Some(line)
}

/// Takes off the outermost wrapping.
fn dig(text: &str) -> Option<Dug> {
    let found = [json::find(text), html::find(text), traceback(text)];
    found.into_iter().flatten().min_by_key(|dug| dug.start)
}

/// The last line of a traceback says what was raised.
fn traceback(text: &str) -> Option<Dug> {
    let start = text.find(TRACEBACK)?;
    let last = text.get(start + TRACEBACK.len()..)?.trim_end().rsplit_once('\n')?.1;
    Some(Dug { start, end: text.len(), message: last.to_owned(), code: None })
}

/// Text as one line, without the word that every error starts with.
fn headline(text: &str) -> String {
    let line = fold(text);
    let mut rest = &*line;
    while let Some((_, after)) =
        rest.split_at_checked("error:".len()).filter(|(word, _)| word.eq_ignore_ascii_case("error:"))
    {
        rest = after.trim_start();
    }
    rest.to_owned()
}

fn without_frames(text: &str) -> String {
    text.lines().filter(|line| !is_stack_frame(line)).collect::<Vec<_>>().join("\n")
}

/// A line as JavaScript and Java print a frame: `    at name (file:1:2)`.
fn is_stack_frame(line: &str) -> bool {
    line.starts_with(' ') && line.trim_start().starts_with("at ") && line.contains([':', '('])
}

/// What stood before a message, and the message; only one of them if it says what the other does.
fn join(before: &str, message: String) -> String {
    let before = before.trim_end_matches(|c: char| c.is_whitespace() || ".:,;-–—=('\"`".contains(c));
    // `ApiError: Not found` and `Not found: x`: said once is enough.
    let before = match before.rsplit_once(": ") {
        Some((head, tail)) if starts_with_ignoring_case(&message, tail) => head,
        _ => before,
    };
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

fn starts_with_ignoring_case(text: &str, start: &str) -> bool {
    text.get(..start.len()).is_some_and(|found| found.eq_ignore_ascii_case(start))
}

/// What programs print when there was no message to print.
pub(super) fn says_nothing(text: &str) -> bool {
    const NOTHING: [&str; 11] =
        ["", "error", "[object object]", "undefined", "null", "none", "nan", "{}", "[]", "\"\"", "unknown error"];
    let text = text.trim();
    text.len() <= 16 && NOTHING.iter().any(|nothing| text.eq_ignore_ascii_case(nothing))
}

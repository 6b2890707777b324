//! The texts of a task come as one, with the length of each; the first is that of handle 1.

use wasm_bindgen::prelude::*;

use super::memory::{bytes, give_text, numbers, out};
use crate::attempt::{Attempt, BackgroundTask, Notice};
use crate::prelude::*;
use crate::timeline::{self, ErrorLineOptions, Label, Labels, Style, Texts, TimelineOptions, TimelineRow};
use crate::wire::{Kind, Reader, Wire};

/// Takes a task and options. Gives text.
#[wasm_bindgen]
pub fn format_timeline() {
    let (mut from, texts) = input();
    let task = BackgroundTask::read(&mut from);
    give_text(timeline::format_timeline(&task, &texts, &options(&mut from, &texts)));
}

/// Takes a notice and options. Gives text.
#[wasm_bindgen]
pub fn format_notice() {
    let (mut from, texts) = input();
    let notice = Notice::read(&mut from);
    give_text(timeline::format_notice(&notice, &texts, &options(&mut from, &texts)));
}

/// Takes attempts. Gives the model, the error line and the whole error of each: a text, and the length of each part,
/// NaN where there is none.
#[wasm_bindgen]
pub fn timeline_rows() {
    let (mut from, texts) = input();
    let out = out();
    let mut all = String::new();
    for attempt in from.list::<Attempt>() {
        let TimelineRow { model, error, full_error, .. } = TimelineRow::of(attempt, &texts);
        for part in [Some(model), error, full_error] {
            let length = part.as_ref().map_or(f64::NAN, |part| part.encode_utf16().count() as f64);
            out.number(length);
            all.push_str(&part.unwrap_or_default());
        }
    }
    give_text(all);
}

/// Takes text. Gives a line, or `false`.
#[wasm_bindgen]
pub fn error_line(max_width: f64, redact: bool) -> bool {
    let line = timeline::error_line(text(), ErrorLineOptions { max_width, redact });
    let is_some = line.is_some();
    give_text(line.unwrap_or_default());
    is_some
}

/// Gives text.
#[wasm_bindgen]
pub fn format_duration(ms: f64) {
    give_text(timeline::format_duration(ms));
}

/// The text that was put in. Its writer makes nothing but UTF-8.
fn text() -> &'static str {
    core::str::from_utf8(bytes()).unwrap_or_default()
}

fn input() -> (Reader<'static>, Texts<'static>) {
    let numbers = numbers();
    let count = numbers.first().copied().unwrap_or_default() as usize;
    let (lengths, rest) = numbers.split_at_checked(count + 1).unwrap_or_default();
    (Reader::new(rest), Texts::split(text(), lengths.get(1..).unwrap_or_default()))
}

fn options<'a>(from: &mut Reader<'_>, texts: &Texts<'a>) -> TimelineOptions<'a> {
    let style = from.needed_word(Style::Balanced);
    let header = from.number();
    let indent = from.count() as usize;
    let markdown = from.flag();
    let durations = from.flag();
    let collapse_after = from.some_count().map(|from| from as usize);
    let error_max_width = from.number();
    let mut labels = Labels::default();
    for label in Label::ALL {
        if let Some(text) = from.handle(Kind::Text) {
            labels = labels.with(*label, texts.get(text));
        }
    }
    let header = (!header.is_nan()).then_some(header == 1.0);
    TimelineOptions { style, header, indent, markdown, durations, collapse_after, error_max_width, labels }
}

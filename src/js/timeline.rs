//! The texts of a task come as one, with the length of each; the first is that of handle 1.

use crate::prelude::*;
use wasm_bindgen::prelude::*;

use super::memory::{give, give_text, take_numbers, take_text};
use crate::attempt::{Attempt, BackgroundTask, Notice};
use crate::id::Handle;
use crate::timeline::{self, ErrorLineOptions, Label, Labels, Style, Texts, TimelineOptions, TimelineRow};
use crate::wire::{Kind, Reader, Wire};

/// Takes a task and options. Gives text.
#[wasm_bindgen]
pub fn format_timeline() {
    with_texts(&mut |from, texts| {
        let task = BackgroundTask::read(from);
        give_text(&timeline::format_timeline(&task, texts, &options(from, texts)));
    });
}

/// Takes a notice and options. Gives text.
#[wasm_bindgen]
pub fn format_notice() {
    with_texts(&mut |from, texts| {
        let notice = Notice::read(from);
        give_text(&timeline::format_notice(&notice, texts, &options(from, texts)));
    });
}

/// Takes attempts. Gives the model, the error line and the whole error of each: a text, and the length of each part,
/// NaN where there is none.
#[wasm_bindgen]
pub fn timeline_rows() {
    with_texts(&mut |from, texts| {
        let attempts: Vec<Attempt> = from.list();
        let mut all = String::new();
        give(&mut |out| {
            for attempt in &attempts {
                let TimelineRow { model, error, full_error, .. } = TimelineRow::of(*attempt, texts);
                for part in [Some(model), error, full_error] {
                    let length = |part: &String| part.encode_utf16().count() as f64;
                    out.number(part.as_ref().map_or(f64::NAN, length));
                    all.push_str(&part.unwrap_or_default());
                }
            }
        });
        give_text(&all);
    });
}

/// Takes text. Gives a line, or `false`.
#[wasm_bindgen]
pub fn error_line(max_width: f64, redact: bool) -> bool {
    let line = timeline::error_line(&take_text(), ErrorLineOptions { max_width, redact });
    let is_some = line.is_some();
    give_text(&line.unwrap_or_default());
    is_some
}

/// Gives text.
#[wasm_bindgen]
pub fn format_duration(ms: f64) {
    give_text(&timeline::format_duration(ms));
}

fn with_texts(call: &mut dyn FnMut(&mut Reader<'_>, &Texts<'_>)) {
    let (numbers, all) = (take_numbers(), take_text());
    let count = numbers.first().copied().unwrap_or_default() as usize;
    let (lengths, rest) = numbers.split_at_checked(count + 1).unwrap_or_default();
    let texts = Texts::split(&all, lengths.get(1..).unwrap_or_default());
    call(&mut Reader::new(rest), &texts);
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
            labels = labels.with(*label, text_of(texts, text));
        }
    }
    let header = (!header.is_nan()).then_some(header == 1.0);
    TimelineOptions { style, header, indent, markdown, durations, collapse_after, error_max_width, labels }
}

fn text_of<'a>(texts: &Texts<'a>, text: Handle) -> &'a str {
    texts.get(text)
}

//! A view as it was saved, for `restoreState`. It may be anything.

use js_sys::Array;
use wasm_bindgen::prelude::*;

use super::error::Invalid;
use super::message::{attempt_message, background_info, history_item};
use super::read::{snapshot, task_id};
use super::throttler::Update;
use super::value::{Fields, Key, boolean, list, time, whole, word};
use super::view::{Messages, Payload};
use crate::id::TaskId;
use crate::progress::{Delivered, SavedThrottler, Stats, TaskProgress};
use crate::view::{Mode, Replay, SavedView, Selection, Sequence, TaskEntry};

pub(super) fn saved_view(value: &JsValue) -> Result<SavedView<Payload, Messages>, Invalid> {
    let fields = Fields::of(value, "state")?;
    Ok(SavedView {
        form: fields.required(Key::Form, count)?,
        version: fields.required(Key::Version, count)?,
        tab_open: fields.required(Key::TabOpen, boolean)?,
        hidden: fields.required(Key::Hidden, boolean)?,
        next_serial: fields.required(Key::NextSerial, count)?,
        selection: fields.optional(Key::Selection, selection)?,
        ledger: fields.required(Key::Ledger, |value, _| snapshot(value))?,
        tasks: fields.required(Key::Tasks, |value, what| list(value, what, |value, what| pair(value, what, entry)))?,
        throttler: fields.required(Key::Throttler, throttler)?,
    })
}

fn count(value: &JsValue, what: &str) -> Result<u32, Invalid> {
    whole(value, what, 0, u32::MAX)
}

/// A task, and what is said of it.
fn pair<T>(
    value: &JsValue,
    what: &str,
    read: impl FnOnce(&JsValue, &str) -> Result<T, Invalid>,
) -> Result<(TaskId, T), Invalid> {
    if !Array::is_array(value) {
        return Err(Invalid::new(what, "a pair"));
    }
    let pair: &Array = value.unchecked_ref();
    Ok((task_id(&pair.get(0), what)?, read(&pair.get(1), what)?))
}

fn selection(value: &JsValue, what: &str) -> Result<Selection<Messages>, Invalid> {
    let fields = Fields::of(value, what)?;
    Ok(Selection {
        task_id: fields.required(Key::TaskId, task_id)?,
        mode: fields.required(Key::Mode, |value, what| word(value, what, Mode::parse))?,
        subscribed: fields.required(Key::Subscribed, boolean)?,
        dropped: fields.required(Key::Dropped, count)?,
        replay: fields.required(Key::Replay, replay)?,
    })
}

/// One word, or `{ ready: [the messages] }`.
fn replay(value: &JsValue, what: &str) -> Result<Replay<Messages>, Invalid> {
    if value.is_object() {
        let messages = Fields::of(value, what)?.get(Key::Ready)?.filter(Array::is_array);
        return messages
            .map(|messages| Replay::Ready(Messages(messages)))
            .ok_or_else(|| Invalid::new(what, "a replay"));
    }
    let parse = |word: &str| match word {
        "loading" => Some(Replay::Loading),
        "empty" => Some(Replay::Empty),
        "unreadable" => Some(Replay::Unreadable),
        _ => None,
    };
    word(value, what, parse)
}

fn entry(value: &JsValue, what: &str) -> Result<TaskEntry, Invalid> {
    let fields = Fields::of(value, what)?;
    let known = |item: Option<_>, what: &str| item.ok_or_else(|| Invalid::new(what, "an item of a history"));
    let mut entry = TaskEntry::new(fields.required(Key::Serial, count)?);
    entry.launched_at = fields.optional(Key::LaunchedAt, time)?;
    entry.history = fields.optional(Key::History, |value, what| known(history_item(value), what))?;
    entry.background = fields.optional(Key::Background, |value, what| {
        background_info(value).ok_or_else(|| Invalid::new(what, "an item of a list"))
    })?;
    entry.has_progress = fields.required(Key::HasProgress, boolean)?;
    entry.has_unseen_error = fields.required(Key::HasUnseenError, boolean)?;
    entry.sequence = Sequence {
        last: fields.optional(Key::Last, count)?,
        waiting: fields.optional(Key::Waiting, |value, what| list(value, what, attempt_message))?,
    };
    Ok(entry)
}

fn throttler(value: &JsValue, what: &str) -> Result<SavedThrottler<Payload>, Invalid> {
    let fields = Fields::of(value, what)?;
    Ok(SavedThrottler {
        last_at: fields.optional(Key::LastAt, time)?,
        opened_at: fields.optional(Key::OpenedAt, time)?,
        tasks: fields
            .required(Key::Tasks, |value, what| list(value, what, |value, what| pair(value, what, progress)))?,
        waiting: fields.required(Key::Waiting, |value, what| list(value, what, task_id))?,
        totals: fields.required(Key::Totals, stats)?,
    })
}

fn progress(value: &JsValue, what: &str) -> Result<TaskProgress<Payload>, Invalid> {
    let fields = Fields::of(value, what)?;
    Ok(TaskProgress {
        buffer: fields.required(Key::Buffer, |value, what| list(value, what, update))?.into(),
        recent: fields.required(Key::Recent, |value, what| list(value, what, update))?.into(),
        counts: fields.required(Key::Counts, stats)?,
        dropped_before_last_batch: fields.required(Key::DroppedBeforeLastBatch, count)?,
    })
}

fn stats(value: &JsValue, what: &str) -> Result<Stats, Invalid> {
    let fields = Fields::of(value, what)?;
    Ok(Stats {
        pushed: fields.required(Key::Pushed, count)?,
        delivered: fields.required(Key::Delivered, count)?,
        dropped: fields.required(Key::Dropped, count)?,
        buffered: fields.required(Key::Buffered, count)?,
        rejected: fields.required(Key::Rejected, count)?,
    })
}

fn update(value: &JsValue, what: &str) -> Result<Delivered<Payload>, Invalid> {
    let seq = Fields::of(value, what)?.required(Key::Seq, count)?;
    let update = Update::read(value)?;
    Ok(Delivered { seq, kind: update.kind, payload: Payload(update.numbered(seq)) })
}

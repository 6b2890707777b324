use wasm_bindgen::prelude::*;

use super::ledger::{id, refusal, time};
use super::memory::{bytes, numbers, out, view};
use super::throttler::some_task;
use crate::attempt::BackgroundTask;
use crate::id::{Handle, TaskId};
use crate::prelude::*;
use crate::progress::UpdateKind;
use crate::view::{AttemptMessage, BackgroundInfo, HistoryItem, NotApplied, Replay, Request, Update, View};
use crate::wire::{Reader, Wire, Word};

/// Takes a message of an attempt.
#[wasm_bindgen]
pub fn view_attempt(number: usize) -> i32 {
    let message = AttemptMessage::read(&mut Reader::new(numbers()));
    view(number).map_or(0, |view| code(view.attempt(message)))
}

/// Takes a sequence number and a task.
#[wasm_bindgen]
pub fn view_snapshot(number: usize, now: f64) -> i32 {
    let from = &mut Reader::new(numbers());
    let seq = from.some_count();
    let task = BackgroundTask::read(from);
    view(number).map_or(0, |view| code(view.task_snapshot(task, seq, time(now))))
}

/// Gives the number of the update within its task, from 1.
#[wasm_bindgen]
pub fn view_progress(number: usize, task: u32, kind: u8, now: f64, payload: u32) -> i32 {
    let (Some(view), Some(kind)) = (view(number), UpdateKind::of(kind)) else { return 0 };
    match view.progress(TaskId::new(id(task)), kind, time(now), id(payload)) {
        Ok(pushed) => pushed.seq as i32,
        Err(why) => not_applied(why),
    }
}

/// A list of messages, or none, or (`NaN`) what is no list of messages.
#[wasm_bindgen]
pub fn view_messages(number: usize, task: u32, length: f64, messages: u32) -> i32 {
    let replay = match Handle::new(messages) {
        Some(_) if length == 0.0 => Replay::Empty,
        Some(messages) if !length.is_nan() => Replay::Ready(messages),
        _ => Replay::Unreadable,
    };
    view(number).map_or(0, |view| code(view.messages(TaskId::new(id(task)), replay)))
}

/// Takes a list of items.
#[wasm_bindgen]
pub fn view_history(number: usize) {
    let items: Vec<HistoryItem> = Reader::new(numbers()).list();
    if let Some(view) = view(number) {
        view.history(&items);
    }
}

/// Takes a list of items, of which each is changed alone.
#[wasm_bindgen]
pub fn view_history_items(number: usize) {
    let items: Vec<HistoryItem> = Reader::new(numbers()).list();
    if let Some(view) = view(number) {
        items.iter().for_each(|item| view.history_item(*item));
    }
}

/// Takes a list of running tasks.
#[wasm_bindgen]
pub fn view_background(number: usize) {
    let listed: Vec<BackgroundInfo> = Reader::new(numbers()).list();
    if let Some(view) = view(number) {
        view.background_tasks(&listed);
    }
}

#[wasm_bindgen]
pub fn view_select(number: usize, task: u32) {
    if let Some(view) = view(number) {
        view.select(some_task(task));
    }
}

#[wasm_bindgen]
pub fn view_open(number: usize) {
    if let Some(view) = view(number) {
        view.open_tab();
    }
}

#[wasm_bindgen]
pub fn view_close(number: usize) {
    if let Some(view) = view(number) {
        view.close_tab();
    }
}

#[wasm_bindgen]
pub fn view_cancel(number: usize, task: u32) {
    if let Some(view) = view(number) {
        view.cancel(TaskId::new(id(task)));
    }
}

#[wasm_bindgen]
pub fn view_dispose(number: usize) {
    if let Some(view) = view(number) {
        view.dispose();
    }
}

#[wasm_bindgen]
pub fn view_flush(number: usize, now: f64) {
    if let Some(view) = view(number) {
        view.flush(time(now));
    }
}

#[wasm_bindgen]
pub fn view_version(number: usize) -> u32 {
    view(number).map_or(0, |view| view.version())
}

/// Gives the kind and the task of each request.
#[wasm_bindgen]
pub fn view_requests(number: usize) -> bool {
    let requests = view(number).map(View::take_requests).unwrap_or_default();
    let out = out();
    for request in &requests {
        let (kind, task_id) = match request {
            Request::Messages(task_id) => (0, task_id),
            Request::Subscribe(task_id) => (1, task_id),
            Request::Unsubscribe(task_id) => (2, task_id),
            Request::Cancel(task_id) => (3, task_id),
            Request::Snapshot(task_id) => (4, task_id),
        };
        out.count(kind);
        task_id.write(out);
    }
    !requests.is_empty()
}

/// Gives what changed since the last call.
#[wasm_bindgen]
pub fn view_state(number: usize) {
    let out = out();
    let Some(view) = view(number) else { return };
    view.link();
    let (all_changed, changed) = view.take_changed();
    out.count(view.is_tab_open().into());
    out.list(view.selection().copied().as_slice());
    out.count(view.badge().running);
    out.count(view.badge().errors);
    out.count(all_changed.into());
    let lists = view.take_lists();
    out.count(lists.is_some().into());
    if let Some(lists) = lists {
        out.list(&lists.active);
        out.list(&lists.finished);
    }
    for task_id in &changed {
        task_id.write(out);
        let summary = view.summary(*task_id);
        out.count(summary.is_some().into());
        if let Some((summary, parent)) = summary {
            out.handle(parent.map(TaskId::handle));
            summary.write(out);
        }
    }
}

/// Gives the last updates of the selected task.
#[wasm_bindgen]
pub fn view_recent(number: usize) {
    let out = out();
    if let Some(view) = view(number) {
        out.list(&view.recent());
    }
}

/// Takes these updates in full. Gives the status, the number of the update that says it in other words, and the
/// activity; nothing if no task is shown live.
#[wasm_bindgen]
pub fn view_live(number: usize) {
    let out = out();
    let updates: Vec<Update> = Reader::new(numbers()).list();
    if let Some(live) = view(number).and_then(|view| view.live(&updates)) {
        out.word(Some(live.status));
        out.count(live.said_by.unwrap_or_default());
        live.activity.iter().for_each(|row| row.write(out));
    }
}

/// Gives all of it.
#[wasm_bindgen]
pub fn view_save(number: usize) {
    let out = out();
    if let Some(view) = view(number) {
        view.save(out);
    }
}

/// Takes all of it, and the kind of the value of each handle.
#[wasm_bindgen]
pub fn view_restore(number: usize) -> bool {
    view(number).is_some_and(|view| view.restore(&mut Reader::checked(numbers(), bytes())).is_ok())
}

fn code(outcome: Result<(), NotApplied>) -> i32 {
    outcome.err().map_or(0, not_applied)
}

/// Below 0: as the ledger refuses, or from -21 down.
fn not_applied(why: NotApplied) -> i32 {
    match why {
        NotApplied::Ignored(ignored) => refusal(ignored),
        NotApplied::Stale => -21,
        NotApplied::Waiting => -22,
        NotApplied::NotSelected => -23,
        NotApplied::NotRequested => -24,
        NotApplied::Conflict => -25,
    }
}

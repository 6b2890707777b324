use wasm_bindgen::prelude::*;

use super::ledger::{id, time};
use super::memory::{give_of, with};
use crate::id::{Handle, TaskId};
use crate::progress::{Batch, UpdateKind};
use crate::time::Millis;
use crate::wire::{Wire, Word, Writer};

/// Gives the number of the update within its task.
#[wasm_bindgen]
pub fn throttler_push(number: usize, task: u32, kind: u8, now: f64, payload: u32) -> u32 {
    let kind = UpdateKind::of(kind).unwrap_or(UpdateKind::Error);
    with(number, |view| view.throttler.push(TaskId::new(id(task)), kind, time(now), id(payload)).seq)
}

#[wasm_bindgen]
pub fn throttler_reject(number: usize, task: u32) {
    with(number, |view| view.throttler.reject(TaskId::new(id(task))));
}

/// NaN if there is none.
#[wasm_bindgen]
pub fn throttler_deadline(number: usize) -> f64 {
    with(number, |view| view.throttler.next_deadline()).map_or(f64::NAN, Millis::get)
}

/// Gives batches.
#[wasm_bindgen]
pub fn throttler_flush(number: usize, now: f64) {
    give_of(number, |view, out| write_batches(&view.throttler.flush(time(now)), out));
}

/// Gives batches, of one task or of all.
#[wasm_bindgen]
pub fn throttler_drain(number: usize, task: u32) {
    give_of(number, |view, out| write_batches(&view.throttler.drain(some_task(task)), out));
}

/// Gives updates.
#[wasm_bindgen]
pub fn throttler_recent(number: usize, task: u32) {
    give_of(number, |view, out| out.list(&view.throttler.recent(TaskId::new(id(task)))));
}

#[wasm_bindgen]
pub fn throttler_discard(number: usize, task: u32) {
    with(number, |view| view.throttler.discard(TaskId::new(id(task))));
}

/// Gives the counts of one task, or of all.
#[wasm_bindgen]
pub fn throttler_stats(number: usize, task: u32) {
    give_of(number, |view, out| view.throttler.stats(some_task(task)).write(out));
}

/// Gives all of it.
#[wasm_bindgen]
pub fn throttler_save(number: usize) {
    give_of(number, |view, out| view.throttler.save(out));
}

pub(super) fn some_task(task: u32) -> Option<TaskId> {
    Handle::new(task).map(TaskId::new)
}

fn write_batches(batches: &[Batch], out: &mut Writer) {
    out.count(batches.len() as u32);
    for batch in batches {
        batch.task_id.write(out);
        out.list(&batch.updates);
        out.count(batch.dropped);
    }
}

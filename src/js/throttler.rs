use wasm_bindgen::prelude::*;

use super::ledger::{id, time};
use super::memory::{out, view};
use crate::id::{Handle, TaskId};
use crate::progress::{Batch, Throttler, UpdateKind};
use crate::time::Millis;
use crate::wire::{Wire, Word};

fn throttler(number: usize) -> Option<&'static mut Throttler> {
    view(number).map(|view| &mut view.throttler)
}

/// Gives the number of the update within its task.
#[wasm_bindgen]
pub fn throttler_push(number: usize, task: u32, kind: u8, now: f64, payload: u32) -> u32 {
    let (Some(throttler), Some(kind)) = (throttler(number), UpdateKind::of(kind)) else { return 0 };
    throttler.push(TaskId::new(id(task)), kind, time(now), id(payload)).seq
}

#[wasm_bindgen]
pub fn throttler_reject(number: usize, task: u32) {
    if let Some(throttler) = throttler(number) {
        throttler.reject(TaskId::new(id(task)));
    }
}

/// NaN if there is none.
#[wasm_bindgen]
pub fn throttler_deadline(number: usize) -> f64 {
    throttler(number).and_then(|throttler| throttler.next_deadline()).map_or(f64::NAN, Millis::get)
}

/// Gives batches.
#[wasm_bindgen]
pub fn throttler_flush(number: usize, now: f64) {
    if let Some(throttler) = throttler(number) {
        give_batches(&throttler.flush(time(now)));
    }
}

/// Gives batches, of one task or of all.
#[wasm_bindgen]
pub fn throttler_drain(number: usize, task: u32) {
    if let Some(throttler) = throttler(number) {
        give_batches(&throttler.drain(some_task(task)));
    }
}

/// Gives updates.
#[wasm_bindgen]
pub fn throttler_recent(number: usize, task: u32) {
    let out = out();
    if let Some(throttler) = throttler(number) {
        out.list(&throttler.recent(TaskId::new(id(task))));
    }
}

#[wasm_bindgen]
pub fn throttler_discard(number: usize, task: u32) {
    if let Some(throttler) = throttler(number) {
        throttler.discard(TaskId::new(id(task)));
    }
}

/// Gives the counts of one task, or of all.
#[wasm_bindgen]
pub fn throttler_stats(number: usize, task: u32) {
    let out = out();
    if let Some(throttler) = throttler(number) {
        throttler.stats(some_task(task)).write(out);
    }
}

/// Gives all of it.
#[wasm_bindgen]
pub fn throttler_save(number: usize) {
    let out = out();
    if let Some(throttler) = throttler(number) {
        throttler.save(out);
    }
}

pub(super) fn some_task(task: u32) -> Option<TaskId> {
    Handle::new(task).map(TaskId::new)
}

fn give_batches(batches: &[Batch]) {
    let out = out();
    out.count(batches.len() as u32);
    for batch in batches {
        batch.task_id.write(out);
        out.list(&batch.updates);
        out.count(batch.dropped);
    }
}

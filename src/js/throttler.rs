use alloc::boxed::Box;

use wasm_bindgen::prelude::*;

use super::ledger::{id, time};
use super::memory::{Objects, give};
use crate::id::{Handle, TaskId};
use crate::prelude::*;
use crate::progress::{Batch, Limits, Throttler, UpdateKind};
use crate::time::Millis;
use crate::wire::{Wire, Word, Writer};

static THROTTLERS: Objects<Throttler> = Objects::new(Vec::new());

/// What `call` gives of a throttler; nothing if it is gone.
fn with<R: Default>(throttler: usize, call: impl Fn(&mut Throttler) -> R) -> R {
    let mut gives = R::default();
    THROTTLERS.call(throttler, &mut |throttler| gives = call(throttler));
    gives
}

pub(super) fn limits(window_ms: f64, max_per_batch: usize, keep_last: usize) -> Limits {
    Limits { window_ms, max_per_batch, keep_last }
}

#[wasm_bindgen]
pub fn throttler_new(window_ms: f64, max_per_batch: usize, keep_last: usize) -> usize {
    THROTTLERS.add(Box::new(Throttler::new(limits(window_ms, max_per_batch, keep_last))))
}

#[wasm_bindgen]
pub fn throttler_free(throttler: usize) {
    THROTTLERS.remove(throttler);
}

/// Gives the number of the update within its task.
#[wasm_bindgen]
pub fn throttler_push(throttler: usize, task: u32, kind: u8, now: f64, payload: u32) -> u32 {
    let kind = UpdateKind::of(kind).unwrap_or(UpdateKind::Error);
    with(throttler, |throttler| {
        throttler.push(TaskId::new(id(task)), kind, time(now), id(payload)).seq
    })
}

#[wasm_bindgen]
pub fn throttler_reject(throttler: usize, task: u32) {
    with(throttler, |throttler| throttler.reject(TaskId::new(id(task))));
}

/// NaN if there is none.
#[wasm_bindgen]
pub fn throttler_deadline(throttler: usize) -> f64 {
    let deadline = with(throttler, |throttler| throttler.next_deadline());
    deadline.map_or(f64::NAN, Millis::get)
}

/// Gives batches.
#[wasm_bindgen]
pub fn throttler_flush(throttler: usize, now: f64) {
    with(throttler, |throttler| give_batches(&throttler.flush(time(now))));
}

/// Gives batches, of one task or of all.
#[wasm_bindgen]
pub fn throttler_drain(throttler: usize, task: u32) {
    with(throttler, |throttler| give_batches(&throttler.drain(some_task(task))));
}

/// Gives updates.
#[wasm_bindgen]
pub fn throttler_recent(throttler: usize, task: u32) {
    with(throttler, |throttler| {
        give(&mut |out| out.list(&throttler.recent(TaskId::new(id(task)))));
    });
}

#[wasm_bindgen]
pub fn throttler_discard(throttler: usize, task: u32) {
    with(throttler, |throttler| throttler.discard(TaskId::new(id(task))));
}

/// Gives the counts of one task, or of all.
#[wasm_bindgen]
pub fn throttler_stats(throttler: usize, task: u32) {
    with(throttler, |throttler| give(&mut |out| throttler.stats(some_task(task)).write(out)));
}

/// Gives all of it.
#[wasm_bindgen]
pub fn throttler_save(throttler: usize) {
    with(throttler, |throttler| give(&mut |out| throttler.save().write(out)));
}

pub(super) fn some_task(task: u32) -> Option<TaskId> {
    Handle::new(task).map(TaskId::new)
}

fn give_batches(batches: &[Batch]) {
    give(&mut |out| out.list(batches));
}

impl Wire for Batch {
    fn write(&self, out: &mut Writer) {
        self.task_id.write(out);
        out.list(&self.updates);
        out.count(self.dropped);
    }

    fn read(from: &mut crate::wire::Reader<'_>) -> Self {
        Self { task_id: from.task_id(), updates: from.list(), dropped: from.count() }
    }
}

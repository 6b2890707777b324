use wasm_bindgen::prelude::*;

use super::memory::{give_of, give_text, take_numbers, with};
use crate::attempt::{AttemptEvent, AttemptRef, Ignored, Ledger};
use crate::id::{AttemptId, Handle, SessionId, TaskId, random_attempt_id};
use crate::time::Millis;
use crate::wire::{Reader, Wire, Word};

/// Takes the time and an event. Gives the attempt, or below 0 why not.
#[wasm_bindgen]
pub fn ledger_event(number: usize) -> i32 {
    let numbers = take_numbers();
    let from = &mut Reader::new(&numbers);
    let (at, event) = (from.needed_time(), AttemptEvent::read(from));
    with(number, |view| match view.ledger.handle(at, event) {
        Ok(attempt_id) => attempt_id.handle().get() as i32,
        Err(ignored) => refusal(ignored),
    })
}

/// Gives the task, the attempt, its number, and whether it is current.
#[wasm_bindgen]
pub fn ledger_resolve(number: usize, session: u32) {
    give_of(number, |view, out| {
        if let Some(located) = view.ledger.resolve_session(SessionId::new(id(session))) {
            out.handle(Some(located.task_id.handle()));
            out.handle(Some(located.attempt_id.handle()));
            out.count(located.attempt_number);
            out.count(located.is_current.into());
        }
    });
}

/// Gives the task, if there is one.
#[wasm_bindgen]
pub fn ledger_task(number: usize, task: u32) {
    give_of(number, |view, out| {
        if let Some(task) = view.ledger.task(TaskId::new(id(task))) {
            task.write(out);
        }
    });
}

/// Gives the tasks.
#[wasm_bindgen]
pub fn ledger_tasks(number: usize) {
    give_of(number, |view, out| view.ledger.tasks().for_each(|task| task.task_id.write(out)));
}

/// Gives the notices.
#[wasm_bindgen]
pub fn ledger_notices(number: usize) {
    give_of(number, |view, out| out.list(&view.ledger.take_notices()));
}

#[wasm_bindgen]
pub fn ledger_forget(number: usize, task: u32) -> bool {
    with(number, |view| view.ledger.forget_task(TaskId::new(id(task))))
}

/// Whether an attempt has that id.
#[wasm_bindgen]
pub fn ledger_knows(number: usize, attempt: u32) -> bool {
    with(number, |view| view.ledger.owner(AttemptRef::Attempt(AttemptId::new(id(attempt)))).is_some())
}

/// Gives all of it.
#[wasm_bindgen]
pub fn ledger_save(number: usize) {
    give_of(number, |view, out| view.ledger.save(out));
}

/// Takes all of it. If it breaks a rule, gives the rule as text.
#[wasm_bindgen]
pub fn ledger_restore(number: usize) -> bool {
    let numbers = take_numbers();
    with(number, |view| match Ledger::restored(&mut Reader::new(&numbers)) {
        Ok(restored) => {
            view.ledger = restored;
            true
        }
        Err(corrupt) => {
            give_text(corrupt.0);
            false
        }
    })
}

/// Gives the id of a new attempt, of 128 random bits.
#[wasm_bindgen]
pub fn random_id(a: u32, b: u32, c: u32, d: u32) {
    let bits = [a, b, c, d].map(u128::from).into_iter().fold(0, |bits, word| bits << 32 | word);
    give_text(&random_attempt_id(bits.to_le_bytes()));
}

/// Below 0: the number of the reason, from -1 down; 100 less if the session is to be aborted.
pub(super) fn refusal(Ignored { reason, abort_session }: Ignored) -> i32 {
    -1 - i32::from(reason.number()) - if abort_session { 100 } else { 0 }
}

/// An id that is there: JavaScript gives handles from 1.
pub(super) fn id(number: u32) -> Handle {
    Handle::new(number).unwrap_or(Handle::FIRST)
}

pub(super) fn time(ms: f64) -> Millis {
    Millis::new(ms).unwrap_or_default()
}

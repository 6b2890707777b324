use wasm_bindgen::prelude::*;

use super::memory::{give_text, numbers, out, view};
use crate::attempt::{AttemptEvent, AttemptRef, Ignored, Ledger};
use crate::id::{AttemptId, Handle, SessionId, TaskId, random_attempt_id};
use crate::time::Millis;
use crate::wire::{Reader, Wire, Word};

fn ledger(number: usize) -> Option<&'static mut Ledger> {
    view(number).map(|view| &mut view.ledger)
}

/// Takes the time and an event. Gives the attempt, or below 0 why not.
#[wasm_bindgen]
pub fn ledger_event(number: usize) -> i32 {
    let from = &mut Reader::new(numbers());
    let (at, event) = (from.needed_time(), AttemptEvent::read(from));
    match ledger(number).map(|ledger| ledger.handle(at, event)) {
        Some(Ok(attempt_id)) => attempt_id.handle().get() as i32,
        Some(Err(ignored)) => refusal(ignored),
        None => 0,
    }
}

/// Gives the task, the attempt, its number, and whether it is current.
#[wasm_bindgen]
pub fn ledger_resolve(number: usize, session: u32) {
    let out = out();
    if let Some(located) = ledger(number).and_then(|ledger| ledger.resolve_session(SessionId::new(id(session)))) {
        out.handle(Some(located.task_id.handle()));
        out.handle(Some(located.attempt_id.handle()));
        out.count(located.attempt_number);
        out.count(located.is_current.into());
    }
}

/// Gives the task, if there is one.
#[wasm_bindgen]
pub fn ledger_task(number: usize, task: u32) {
    let out = out();
    if let Some(task) = ledger(number).and_then(|ledger| ledger.task(TaskId::new(id(task)))) {
        task.write(out);
    }
}

/// Gives the tasks.
#[wasm_bindgen]
pub fn ledger_tasks(number: usize) {
    let out = out();
    for task in ledger(number).into_iter().flat_map(|ledger| ledger.tasks()) {
        task.task_id.write(out);
    }
}

/// Gives the notices.
#[wasm_bindgen]
pub fn ledger_notices(number: usize) {
    let notices = ledger(number).map(Ledger::take_notices).unwrap_or_default();
    out().list(&notices);
}

#[wasm_bindgen]
pub fn ledger_forget(number: usize, task: u32) -> bool {
    ledger(number).is_some_and(|ledger| ledger.forget_task(TaskId::new(id(task))))
}

/// Whether an attempt has that id.
#[wasm_bindgen]
pub fn ledger_knows(number: usize, attempt: u32) -> bool {
    let attempt = AttemptRef::Attempt(AttemptId::new(id(attempt)));
    ledger(number).is_some_and(|ledger| ledger.owner(attempt).is_some())
}

/// Gives all of it.
#[wasm_bindgen]
pub fn ledger_save(number: usize) {
    let out = out();
    if let Some(ledger) = ledger(number) {
        ledger.save(out);
    }
}

/// Takes all of it. If it breaks a rule, gives the rule as text.
#[wasm_bindgen]
pub fn ledger_restore(number: usize) -> bool {
    match (Ledger::restored(&mut Reader::new(numbers())), ledger(number)) {
        (Ok(restored), Some(ledger)) => {
            *ledger = restored;
            true
        }
        (Err(corrupt), _) => {
            give_text(corrupt.0.into());
            false
        }
        (Ok(_), None) => false,
    }
}

/// Gives the id of a new attempt, of 128 random bits.
#[wasm_bindgen]
pub fn random_id(a: u32, b: u32, c: u32, d: u32) {
    let bits = [a, b, c, d].map(u128::from).into_iter().fold(0, |bits, word| bits << 32 | word);
    give_text(random_attempt_id(bits.to_le_bytes()));
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

use alloc::boxed::Box;

use wasm_bindgen::prelude::*;

use super::memory::{Objects, give, give_text, take_numbers};
use crate::attempt::{
    AttemptRef, Bind, Ignored, Ledger, LedgerSnapshot, ModelRef, Outcome, Retry, Start, TerminalStatus,
};
use crate::prelude::*;
use crate::id::{AttemptId, Handle, SessionId, TaskId, random_attempt_id};
use crate::time::Millis;
use crate::wire::{Reader, Wire, Word};

static LEDGERS: Objects<Ledger> = Objects::new(Vec::new());

/// What `call` gives of a ledger; nothing if it is gone.
fn with<R: Default>(ledger: usize, call: impl Fn(&mut Ledger) -> R) -> R {
    let mut gives = R::default();
    LEDGERS.call(ledger, &mut |ledger| gives = call(ledger));
    gives
}

#[wasm_bindgen]
pub fn ledger_new() -> usize {
    LEDGERS.add(Box::default())
}

#[wasm_bindgen]
pub fn ledger_free(ledger: usize) {
    LEDGERS.remove(ledger);
}

#[wasm_bindgen]
#[allow(clippy::too_many_arguments, reason = "numbers are what crosses")]
pub fn ledger_start(
    ledger: usize,
    task: u32,
    at: f64,
    provider: u32,
    model: u32,
    variant: u32,
    attempt: u32,
    description: u32,
    parent: u32,
) -> i32 {
    let start = Start {
        at: time(at),
        model: model_of(provider, model, variant),
        attempt_id: AttemptId::new(id(attempt)),
        description: Handle::new(description),
        parent_task_id: Handle::new(parent).map(TaskId::new),
    };
    change(ledger, |ledger| ledger.start_attempt(TaskId::new(id(task)), start))
}

#[wasm_bindgen]
pub fn ledger_bind(
    ledger: usize,
    attempt: u32,
    session: u32,
    at: f64,
    provider: u32,
    model: u32,
    variant: u32,
) -> i32 {
    // A model of which nothing is said is none.
    let model = Some(model_of(provider, model, variant)).filter(|model| !model.is_empty());
    let bind = Bind { at: time(at), model };
    change(ledger, |ledger| ledger.bind_session(AttemptId::new(id(attempt)), SessionId::new(id(session)), bind))
}

#[wasm_bindgen]
pub fn ledger_session_failed(ledger: usize, attempt: u32, at: f64, error: u32) -> i32 {
    change(ledger, |ledger| ledger.session_failed(AttemptId::new(id(attempt)), time(at), Handle::new(error)))
}

#[wasm_bindgen]
#[allow(clippy::too_many_arguments, reason = "numbers are what crosses")]
pub fn ledger_retry(
    ledger: usize,
    attempt: u32,
    session: u32,
    at: f64,
    provider: u32,
    model: u32,
    variant: u32,
    error: u32,
    next: u32,
) -> i32 {
    let retry = Retry {
        at: time(at),
        next_model: model_of(provider, model, variant),
        error: Handle::new(error),
        attempt_id: AttemptId::new(id(next)),
    };
    change(ledger, |ledger| ledger.schedule_retry(reference(attempt, session), retry))
}

#[wasm_bindgen]
pub fn ledger_finalize(ledger: usize, attempt: u32, session: u32, status: u8, at: f64, error: u32) -> i32 {
    let status = TerminalStatus::of(status).unwrap_or(TerminalStatus::Error);
    let reference = reference(attempt, session);
    change(ledger, |ledger| ledger.finalize_attempt(reference, status, time(at), Handle::new(error)))
}

/// Gives the task, the attempt, its number, and whether it is current.
#[wasm_bindgen]
pub fn ledger_resolve(ledger: usize, session: u32) -> bool {
    let session = SessionId::new(id(session));
    let located = with(ledger, |ledger| ledger.resolve_session(session));
    give(&mut |out| {
        if let Some(located) = located {
            out.handle(Some(located.task_id.handle()));
            out.handle(Some(located.attempt_id.handle()));
            out.count(located.attempt_number);
            out.count(located.is_current.into());
        }
    });
    located.is_some()
}

/// Gives the task, if there is one.
#[wasm_bindgen]
pub fn ledger_task(ledger: usize, task: u32) -> bool {
    with(ledger, |ledger| {
        let task = ledger.task(TaskId::new(id(task)));
        give(&mut |out| {
            if let Some(task) = task {
                task.write(out);
            }
        });
        task.is_some()
    })
}

/// Gives the tasks.
#[wasm_bindgen]
pub fn ledger_tasks(ledger: usize) {
    with(ledger, |ledger| {
        give(&mut |out| ledger.tasks().for_each(|task| task.task_id.write(out)));
    });
}

/// Gives the notices.
#[wasm_bindgen]
pub fn ledger_notices(ledger: usize) {
    with(ledger, |ledger| give(&mut |out| out.list(&ledger.take_notices())));
}

#[wasm_bindgen]
pub fn ledger_forget(ledger: usize, task: u32) -> bool {
    with(ledger, |ledger| ledger.forget_task(TaskId::new(id(task))))
}

/// Whether an attempt has that id.
#[wasm_bindgen]
pub fn ledger_knows(ledger: usize, attempt: u32) -> bool {
    let attempt = AttemptRef::Attempt(AttemptId::new(id(attempt)));
    with(ledger, |ledger| ledger.owner(attempt).is_some())
}

/// Gives all of it.
#[wasm_bindgen]
pub fn ledger_snapshot(ledger: usize) {
    with(ledger, |ledger| give(&mut |out| ledger.snapshot().write(out)));
}

/// Takes all of it. If it breaks a rule, gives the rule as text.
#[wasm_bindgen]
pub fn ledger_restore(ledger: usize) -> bool {
    let numbers = take_numbers();
    with(ledger, |ledger| match Ledger::restored(LedgerSnapshot::read(&mut Reader::new(&numbers))) {
        Ok(restored) => {
            *ledger = restored;
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

fn change(ledger: usize, change: impl Fn(&mut Ledger) -> Outcome) -> i32 {
    with(ledger, |ledger| outcome(change(ledger)))
}

/// The attempt, or why not.
#[inline(never)]
fn outcome(outcome: Outcome) -> i32 {
    match outcome {
        Ok(attempt_id) => attempt_id.handle().get() as i32,
        Err(ignored) => refusal(ignored),
    }
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

fn model_of(provider: u32, model: u32, variant: u32) -> ModelRef {
    ModelRef { provider_id: Handle::new(provider), model_id: Handle::new(model), variant: Handle::new(variant) }
}

fn reference(attempt: u32, session: u32) -> AttemptRef {
    match Handle::new(attempt) {
        Some(attempt) => AttemptRef::Attempt(AttemptId::new(attempt)),
        None => AttemptRef::Session(SessionId::new(id(session))),
    }
}

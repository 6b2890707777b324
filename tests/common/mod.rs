//! What the integration tests share.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

pub mod names;
pub mod plain;

use names::{attempt_id, handle, session_id, some_handle, task_id, text};
use serde_json::{Value, json};
use tasklight::attempt::{AttemptRef, Bind, Ledger, ModelRef, Outcome, Retry, Start, TerminalStatus};
use tasklight::id::TaskId;
use tasklight::time::Millis;
use tasklight::wire::Reader;

/// SplitMix64: the same numbers natively and in wasm.
pub struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    /// True so many times in a hundred.
    pub fn percent(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    pub fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.below(choices.len() as u64) as usize]
    }
}

pub fn ms(ms: f64) -> Millis {
    Millis::new(ms).unwrap()
}

/// A ledger with sequential ids that is told what happens in the words of the JavaScript API, so that a history
/// can be played on both.
pub struct Player {
    pub ledger: Ledger,
    next_attempt: u32,
}

impl Player {
    pub fn new() -> Self {
        Self { ledger: Ledger::default(), next_attempt: 1 }
    }

    /// Plays calls of which only the outcome matters: all must be applied.
    pub fn of(calls: &[(&str, Value)]) -> Self {
        let mut player = Self::new();
        for (call, args) in calls {
            let gives = player.call(call, args);
            assert_eq!(gives["applied"], json!(true), "{call} {args}: {gives}");
        }
        player
    }

    /// One call, and what it gives; `null` stands for `undefined`.
    pub fn call(&mut self, call: &str, args: &Value) -> Value {
        let word = |index: usize| args[index].as_str().unwrap();
        match call {
            "startAttempt" => {
                let options = &args[1];
                let (attempt_id, next) = self.new_attempt(&options["attemptID"]);
                let start = Start {
                    at: time(options),
                    model: model(&options["model"]),
                    attempt_id,
                    description: some_handle(&options["description"]),
                    parent_task_id: some_handle(&options["parentTaskId"]).map(TaskId::new),
                };
                let outcome = self.ledger.start_attempt(task_id(word(0)), start);
                self.applied(outcome, next)
            }
            "bindAttemptSession" => {
                let given = &args[2]["model"];
                let bind = Bind { at: time(&args[2]), model: (!given.is_null()).then(|| model(given)) };
                outcome(self.ledger.bind_session(attempt_id(word(0)), session_id(word(1)), bind))
            }
            "sessionFailed" => {
                outcome(self.ledger.session_failed(attempt_id(word(0)), time(&args[1]), some_handle(&args[1]["error"])))
            }
            "scheduleRetry" => {
                let options = &args[1];
                let (attempt_id, next) = self.new_attempt(&options["attemptID"]);
                let retry = Retry {
                    at: time(options),
                    next_model: model(&options["nextModel"]),
                    error: some_handle(&options["error"]),
                    attempt_id,
                };
                let outcome = self.ledger.schedule_retry(reference(&args[0]), retry);
                self.applied(outcome, next)
            }
            "finalizeAttempt" => {
                let status = TerminalStatus::parse(word(1)).unwrap();
                let (at, error) = (time(&args[2]), some_handle(&args[2]["error"]));
                outcome(self.ledger.finalize_attempt(reference(&args[0]), status, at, error))
            }
            "resolveSession" => self.ledger.resolve_session(session_id(word(0))).map_or(Value::Null, |found| {
                json!({
                    "taskId": text(found.task_id.handle()), "attemptID": text(found.attempt_id.handle()),
                    "attemptNumber": found.attempt_number, "isCurrent": found.is_current,
                })
            }),
            "task" => self.task(word(0)),
            "taskIds" => self.ledger.tasks().map(|task| text(task.task_id.handle())).collect(),
            "takeNotices" => self.ledger.take_notices().iter().map(plain::notice).collect(),
            "forgetTask" => json!(self.ledger.forget_task(task_id(word(0)))),
            "snapshotRestore" => {
                let saved = self.saved();
                *self = Self::new();
                self.restore(&saved).unwrap();
                assert_eq!(self.saved(), saved, "a restored ledger saves the same");
                Value::Null
            }
            _ => panic!("no such call: {call}"),
        }
    }

    pub fn task(&self, id: &str) -> Value {
        self.ledger.task(task_id(id)).map_or(Value::Null, plain::task)
    }

    /// All that the ledger holds.
    pub fn saved(&self) -> Value {
        let mut saved = plain::snapshot(&self.ledger);
        saved["nextAttempt"] = json!(self.next_attempt);
        saved
    }

    /// Becomes what was saved.
    pub fn restore(&mut self, saved: &Value) -> Result<(), String> {
        let snapshot = plain::read_snapshot(saved).ok_or("no snapshot at all")?;
        let next_attempt = saved["nextAttempt"].as_u64().filter(|next| *next > 0).ok_or("no nextAttempt")?;
        self.ledger = Ledger::restored(&mut Reader::new(&snapshot.0)).map_err(|error| error.to_string())?;
        self.next_attempt = next_attempt as u32;
        Ok(())
    }

    /// The id that is given, or the next that is free, and which comes after it.
    fn new_attempt(&self, given: &Value) -> (tasklight::id::AttemptId, u32) {
        if let Some(given) = given.as_str() {
            return (attempt_id(given), self.next_attempt);
        }
        let is_free = |n: &u32| self.ledger.owner(AttemptRef::Attempt(attempt_id(&format!("att_{n}")))).is_none();
        let next = (self.next_attempt..).find(is_free).unwrap();
        (attempt_id(&format!("att_{next}")), next + 1)
    }

    fn applied(&mut self, gives: Outcome, next: u32) -> Value {
        if gives.is_ok() {
            self.next_attempt = next;
        }
        outcome(gives)
    }
}

fn time(options: &Value) -> Millis {
    ms(options["at"].as_f64().unwrap())
}

pub fn model(value: &Value) -> ModelRef {
    let part = |key: &str| value[key].as_str().filter(|part| !part.is_empty()).map(handle);
    ModelRef { provider_id: part("providerID"), model_id: part("modelID"), variant: part("variant") }
}

fn reference(reference: &Value) -> AttemptRef {
    match reference["sessionID"].as_str() {
        Some(session) => AttemptRef::Session(session_id(session)),
        None => AttemptRef::Attempt(attempt_id(reference.as_str().unwrap())),
    }
}

fn outcome(outcome: Outcome) -> Value {
    match outcome {
        Ok(attempt_id) => json!({ "applied": true, "attemptID": text(attempt_id.handle()) }),
        Err(ignored) if ignored.abort_session => {
            json!({ "applied": false, "reason": ignored.reason.as_str(), "abortSession": true })
        }
        Err(ignored) => json!({ "applied": false, "reason": ignored.reason.as_str() }),
    }
}

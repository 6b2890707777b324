//! What the integration tests share.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use serde_json::{Value, json};
use tasklight::attempt::{AttemptRef, Bind, Ledger, LedgerSnapshot, ModelRef, Outcome, Retry, Start, TerminalStatus};
use tasklight::id::{AttemptId, IdSource, SessionId, TaskId};
use tasklight::time::Millis;

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

pub fn task_id(text: &str) -> TaskId {
    TaskId::new(text).unwrap()
}

pub fn session_id(text: &str) -> SessionId {
    SessionId::new(text).unwrap()
}

pub fn json_of(value: &impl serde::Serialize) -> Value {
    serde_json::to_value(value).unwrap()
}

/// A ledger with sequential ids that is told what happens in the words of the JavaScript API, so that a history
/// can be played on both.
pub struct Player {
    pub ledger: Ledger,
}

impl Player {
    pub fn new() -> Self {
        Self { ledger: Ledger::new(IdSource::Sequential) }
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
        let text = |index: usize| args[index].as_str().unwrap();
        let ledger = &mut self.ledger;
        match call {
            "startAttempt" => {
                let options = &args[1];
                let start = Start {
                    at: time(options),
                    model: model(&options["model"]).unwrap_or_default(),
                    attempt_id: options["attemptID"].as_str().and_then(AttemptId::new),
                    description: options["description"].as_str(),
                    parent_task_id: options["parentTaskId"].as_str().and_then(TaskId::new),
                };
                outcome(ledger.start_attempt(&task_id(text(0)), start))
            }
            "bindAttemptSession" => {
                let bind = Bind { at: time(&args[2]), model: model(&args[2]["model"]) };
                outcome(ledger.bind_session(&attempt_id(text(0)), &session_id(text(1)), bind))
            }
            "sessionFailed" => {
                outcome(ledger.session_failed(&attempt_id(text(0)), time(&args[1]), args[1]["error"].as_str()))
            }
            "scheduleRetry" => {
                let options = &args[1];
                let retry = Retry {
                    at: time(options),
                    next_model: model(&options["nextModel"]).unwrap_or_default(),
                    error: options["error"].as_str(),
                    attempt_id: options["attemptID"].as_str().and_then(AttemptId::new),
                };
                outcome(with_reference(&args[0], |reference| ledger.schedule_retry(reference, retry)))
            }
            "finalizeAttempt" => {
                let status = TerminalStatus::parse(text(1)).unwrap();
                let (at, error) = (time(&args[2]), args[2]["error"].as_str());
                outcome(with_reference(&args[0], |reference| ledger.finalize_attempt(reference, status, at, error)))
            }
            "resolveSession" => ledger.resolve_session(&session_id(text(0))).map_or(Value::Null, |found| {
                json!({
                    "taskId": found.task_id, "attemptID": found.attempt_id,
                    "attemptNumber": found.attempt_number, "isCurrent": found.is_current,
                })
            }),
            "task" => self.task(text(0)),
            "taskIds" => json_of(&ledger.task_ids().collect::<Vec<_>>()),
            "takeNotices" => json_of(&ledger.take_notices()),
            "forgetTask" => json!(ledger.forget_task(&task_id(text(0)))),
            "snapshotRestore" => {
                let saved = serde_json::to_string(&ledger.snapshot()).unwrap();
                let read: LedgerSnapshot = serde_json::from_str(&saved).unwrap();
                *self = Self::new();
                self.ledger.restore(read).unwrap();
                assert_eq!(
                    serde_json::to_string(&self.ledger.snapshot()).unwrap(),
                    saved,
                    "a restored ledger saves the same"
                );
                Value::Null
            }
            _ => panic!("no such call: {call}"),
        }
    }

    pub fn task(&self, id: &str) -> Value {
        self.ledger.task(&task_id(id)).map_or(Value::Null, json_of)
    }

    /// All that the ledger holds.
    pub fn saved(&self) -> Value {
        json_of(&self.ledger.snapshot())
    }
}

fn attempt_id(text: &str) -> AttemptId {
    AttemptId::new(text).unwrap()
}

fn time(options: &Value) -> Millis {
    ms(options["at"].as_f64().unwrap())
}

pub fn model(value: &Value) -> Option<ModelRef> {
    (!value.is_null()).then(|| serde_json::from_value(value.clone()).unwrap())
}

fn with_reference<T>(reference: &Value, then: impl FnOnce(AttemptRef<'_>) -> T) -> T {
    match reference["sessionID"].as_str() {
        Some(session) => then(AttemptRef::Session(&session_id(session))),
        None => then(AttemptRef::Attempt(&attempt_id(reference.as_str().unwrap()))),
    }
}

fn outcome(outcome: Outcome) -> Value {
    match outcome {
        Ok(attempt_id) => json!({ "applied": true, "attemptID": attempt_id }),
        Err(ignored) if ignored.abort_session => {
            json!({ "applied": false, "reason": ignored.reason, "abortSession": true })
        }
        Err(ignored) => json!({ "applied": false, "reason": ignored.reason }),
    }
}

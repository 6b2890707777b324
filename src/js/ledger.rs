use std::cell::{Cell, RefCell};
use std::rc::Rc;

use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::error::{Invalid, corrupt_snapshot};
use super::read::{attempt_id, kept_text, model, session_id, snapshot, task_id, terminal_status};
use super::value::{Fields, Key, time, to_js, word};
use crate::attempt::{AttemptRef, Bind, IgnoredReason, Ledger, Outcome, Retry, Start};
use crate::id::{AttemptId, IdSource, SessionId, TaskId};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = crypto, js_name = getRandomValues)]
    fn get_random_values(bytes: &mut [u8]) -> Result<JsValue, JsValue>;
}

/// The attempts of all tasks: who runs, who failed and why, who comes next.
///
/// Every event names the attempt it belongs to, by id or by child session. A late event of a superseded session,
/// a duplicate, an event of what is unknown: each is ignored, with the reason, and changes nothing.
///
/// ```js
/// const ledger = new AttemptLedger();
/// const { attemptID } = ledger.startAttempt("task", { at: Date.now(), model: { modelID: "m1" } });
/// ledger.bindAttemptSession(attemptID, "ses_1", { at: Date.now() });
/// ledger.finalizeAttempt({ sessionID: "ses_1" }, "completed", { at: Date.now() });
/// formatTimeline(ledger.task("task"));
/// ```
#[wasm_bindgen]
#[derive(Debug)]
pub struct AttemptLedger {
    ledger: RefCell<Ledger>,
    /// Random bytes for the next id: drawn before the ledger is borrowed.
    random: Option<Rc<Cell<[u8; 16]>>>,
}

#[wasm_bindgen]
impl AttemptLedger {
    /// An empty ledger. `ids`: `"uuid"` (the default) makes ids of `att_` and a version 4 UUID, `"sequential"`
    /// makes `att_1`, `att_2` … for tests and replays.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_optional_param_type = "LedgerOptions")] options: &JsValue,
    ) -> Result<AttemptLedger, JsValue> {
        let fields = Fields::given(options, "options")?;
        let ids =
            fields.map(|fields| fields.optional(Key::Ids, |value, what| word(value, what, parse_ids))).transpose()?;
        let sequential = ids.flatten().unwrap_or_default();
        if sequential {
            return Ok(Self { ledger: Ledger::new(IdSource::Sequential).into(), random: None });
        }
        let random = Rc::new(Cell::new([0; 16]));
        let drawn = random.clone();
        let source = IdSource::Random(Box::new(move || drawn.get()));
        Ok(Self { ledger: Ledger::new(source).into(), random: Some(random) })
    }

    /// Launches a task: attempt 1, pending, queued. Resumes a task that has ended: the next attempt.
    #[wasm_bindgen(js_name = startAttempt, unchecked_return_type = "Outcome")]
    pub fn start_attempt(
        &self,
        #[wasm_bindgen(js_name = taskId, unchecked_param_type = "string")] task: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "StartOptions")] options: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let task = task_id(task, "taskId")?;
        let fields = Fields::of(options, "options")?;
        let description = fields.optional(Key::Description, kept_text)?;
        let start = Start {
            at: fields.required(Key::At, time)?,
            model: fields.optional(Key::Model, model)?.unwrap_or_default(),
            attempt_id: fields.optional(Key::AttemptId, attempt_id)?,
            description: description.as_deref(),
            parent_task_id: fields.optional(Key::ParentTaskId, task_id)?,
        };
        self.draw_random();
        let outcome = self.ledger.borrow_mut().start_attempt(&task, start);
        outcome_to_js(outcome)
    }

    /// The child session of exactly this attempt exists: it runs now. If the outcome says `abortSession`, the
    /// session belongs to no attempt, and you must abort it.
    #[wasm_bindgen(js_name = bindAttemptSession, unchecked_return_type = "Outcome")]
    pub fn bind_attempt_session(
        &self,
        #[wasm_bindgen(js_name = attemptID, unchecked_param_type = "string")] attempt: &JsValue,
        #[wasm_bindgen(js_name = sessionID, unchecked_param_type = "string")] session: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "BindOptions")] options: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let attempt = attempt_id(attempt, "attemptID")?;
        let session = session_id(session, "sessionID")?;
        let fields = Fields::of(options, "options")?;
        let bind = Bind {
            at: fields.required(Key::At, time)?,
            // A model of which nothing is said is none.
            model: fields.optional(Key::Model, model)?.filter(|model| !model.is_empty()),
        };
        let outcome = self.ledger.borrow_mut().bind_session(&attempt, &session, bind);
        outcome_to_js(outcome)
    }

    /// The session of a pending attempt could not be created. The attempt stays pending.
    #[wasm_bindgen(js_name = sessionFailed, unchecked_return_type = "Outcome")]
    pub fn session_failed(
        &self,
        #[wasm_bindgen(js_name = attemptID, unchecked_param_type = "string")] attempt: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "FailOptions")] options: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let attempt = attempt_id(attempt, "attemptID")?;
        let fields = Fields::of(options, "options")?;
        let at = fields.required(Key::At, time)?;
        let error = fields.optional(Key::Error, kept_text)?;
        let outcome = self.ledger.borrow_mut().session_failed(&attempt, at, error.as_deref());
        outcome_to_js(outcome)
    }

    /// The attempt failed, and another one follows. The outcome names the new attempt: pass its id on to
    /// whatever creates the session.
    #[wasm_bindgen(js_name = scheduleRetry, unchecked_return_type = "Outcome")]
    pub fn schedule_retry(
        &self,
        #[wasm_bindgen(js_name = ref, unchecked_param_type = "AttemptRef")] reference: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "RetryOptions")] options: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let reference = Reference::read(reference)?;
        let fields = Fields::of(options, "options")?;
        let error = fields.optional(Key::Error, kept_text)?;
        let retry = Retry {
            at: fields.required(Key::At, time)?,
            next_model: fields.optional(Key::NextModel, model)?.unwrap_or_default(),
            error: error.as_deref(),
            attempt_id: fields.optional(Key::AttemptId, attempt_id)?,
        };
        self.draw_random();
        let outcome = self.ledger.borrow_mut().schedule_retry(reference.as_ref(), retry);
        outcome_to_js(outcome)
    }

    /// The attempt has ended, and with it the task.
    #[wasm_bindgen(js_name = finalizeAttempt, unchecked_return_type = "Outcome")]
    pub fn finalize_attempt(
        &self,
        #[wasm_bindgen(js_name = ref, unchecked_param_type = "AttemptRef")] reference: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "TerminalStatus")] status: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "FailOptions")] options: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let reference = Reference::read(reference)?;
        let status = terminal_status(status, "status")?;
        let fields = Fields::of(options, "options")?;
        let at = fields.required(Key::At, time)?;
        let error = fields.optional(Key::Error, kept_text)?;
        let outcome = self.ledger.borrow_mut().finalize_attempt(reference.as_ref(), status, at, error.as_deref());
        outcome_to_js(outcome)
    }

    /// Which attempt a child session belongs to, whether it is still the current one or not.
    #[wasm_bindgen(js_name = resolveSession, unchecked_return_type = "ResolvedSession | undefined")]
    pub fn resolve_session(
        &self,
        #[wasm_bindgen(js_name = sessionID, unchecked_param_type = "string")] session: &JsValue,
    ) -> Result<JsValue, JsValue> {
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct ResolvedSession {
            task_id: TaskId,
            #[serde(rename = "attemptID")]
            attempt_id: AttemptId,
            attempt_number: u32,
            is_current: bool,
        }
        let located = self.ledger.borrow().resolve_session(&session_id(session, "sessionID")?);
        located.map_or(Ok(JsValue::UNDEFINED), |located| {
            to_js(&ResolvedSession {
                task_id: located.task_id,
                attempt_id: located.attempt_id,
                attempt_number: located.attempt_number,
                is_current: located.is_current,
            })
        })
    }

    /// A task with all its attempts, or `undefined`.
    #[wasm_bindgen(unchecked_return_type = "BackgroundTask | undefined")]
    pub fn task(
        &self,
        #[wasm_bindgen(js_name = taskId, unchecked_param_type = "string")] task: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let task = self.ledger.borrow().task(&task_id(task, "taskId")?).cloned();
        task.map_or(Ok(JsValue::UNDEFINED), |task| to_js(&task))
    }

    /// All tasks, in the order of their creation.
    #[wasm_bindgen(js_name = taskIds, unchecked_return_type = "string[]")]
    pub fn task_ids(&self) -> Result<JsValue, JsValue> {
        let ids: Vec<TaskId> = self.ledger.borrow().task_ids().cloned().collect();
        to_js(&ids)
    }

    /// What the parent is to be told, in the order of the causes; each notice once.
    #[wasm_bindgen(js_name = takeNotices, unchecked_return_type = "Notice[]")]
    pub fn take_notices(&self) -> Result<JsValue, JsValue> {
        let notices = self.ledger.borrow_mut().take_notices();
        to_js(&notices)
    }

    /// Drops a task with its attempts and sessions. Notices that were not taken yet stay. `false` if there is no
    /// such task.
    #[wasm_bindgen(js_name = forgetTask)]
    pub fn forget_task(
        &self,
        #[wasm_bindgen(js_name = taskId, unchecked_param_type = "string")] task: &JsValue,
    ) -> Result<bool, JsValue> {
        let task = task_id(task, "taskId")?;
        Ok(self.ledger.borrow_mut().forget_task(&task))
    }

    /// All that the ledger knows, as plain JSON.
    #[wasm_bindgen(unchecked_return_type = "LedgerSnapshot")]
    pub fn snapshot(&self) -> Result<JsValue, JsValue> {
        let snapshot = self.ledger.borrow().snapshot();
        to_js(&snapshot)
    }

    /// Becomes what a snapshot says. Throws `corrupt_snapshot`, and changes nothing, if it is not one.
    pub fn restore(
        &self,
        #[wasm_bindgen(js_name = snapshot, unchecked_param_type = "LedgerSnapshot")] value: &JsValue,
    ) -> Result<(), JsValue> {
        let snapshot = snapshot(value).map_err(|Invalid(message)| corrupt_snapshot(&message))?;
        Ok(self.ledger.borrow_mut().restore(snapshot)?)
    }

    fn draw_random(&self) {
        let Some(random) = &self.random else { return };
        let mut bytes = [0; 16];
        if get_random_values(&mut bytes).is_err() {
            // No Web Crypto here. The ids must differ, not be secret.
            bytes = std::array::from_fn(|_| (js_sys::Math::random() * 256.0) as u8);
        }
        random.set(bytes);
    }
}

/// Whether ids are sequential.
fn parse_ids(word: &str) -> Option<bool> {
    match word {
        "uuid" => Some(false),
        "sequential" => Some(true),
        _ => None,
    }
}

/// An attempt as the caller names it.
enum Reference {
    Attempt(AttemptId),
    Session(SessionId),
}

impl Reference {
    fn read(value: &JsValue) -> Result<Self, Invalid> {
        if value.is_object() {
            Ok(Self::Session(Fields::of(value, "ref")?.required(Key::SessionId, session_id)?))
        } else {
            Ok(Self::Attempt(attempt_id(value, "ref")?))
        }
    }

    fn as_ref(&self) -> AttemptRef<'_> {
        match self {
            Self::Attempt(id) => AttemptRef::Attempt(id),
            Self::Session(id) => AttemptRef::Session(id),
        }
    }
}

fn outcome_to_js(outcome: Outcome) -> Result<JsValue, JsValue> {
    #[derive(Serialize)]
    struct Applied {
        applied: bool,
        #[serde(rename = "attemptID")]
        attempt_id: AttemptId,
    }
    #[derive(Serialize)]
    struct Ignored {
        applied: bool,
        reason: IgnoredReason,
        #[serde(rename = "abortSession", skip_serializing_if = "std::ops::Not::not")]
        abort_session: bool,
    }
    match outcome {
        Ok(attempt_id) => to_js(&Applied { applied: true, attempt_id }),
        Err(ignored) => {
            to_js(&Ignored { applied: false, reason: ignored.reason, abort_session: ignored.abort_session })
        }
    }
}

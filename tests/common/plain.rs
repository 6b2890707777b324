//! The core's data as the JSON of the contract, and back.

use serde_json::{Map, Value, json};
use tasklight::attempt::{
    Attempt, AttemptStatus, BackgroundTask, Ledger, ModelRef, Notice, PendingReason, TerminalStatus,
};
use tasklight::id::{AttemptId, Handle, SessionId, TaskId};
use tasklight::time::Millis;
use tasklight::wire::{Reader, Wire, Writer};

use super::names::{handle, text};

fn set(object: &mut Map<String, Value>, key: &str, value: Option<impl Into<Value>>) {
    if let Some(value) = value {
        object.insert(key.into(), value.into());
    }
}

fn model(model: &ModelRef) -> Map<String, Value> {
    let mut object = Map::new();
    set(&mut object, "providerID", model.provider_id.map(text));
    set(&mut object, "modelID", model.model_id.map(text));
    set(&mut object, "variant", model.variant.map(text));
    object
}

fn some_model(of: &ModelRef) -> Option<Value> {
    (!of.is_empty()).then(|| model(of).into())
}

pub fn attempt(attempt: &Attempt) -> Value {
    let mut object = model(&attempt.model);
    set(&mut object, "attemptID", Some(text(attempt.attempt_id.handle())));
    set(&mut object, "attemptNumber", Some(attempt.attempt_number));
    set(&mut object, "sessionID", attempt.session_id.map(|id| text(id.handle())));
    set(&mut object, "status", Some(attempt.status.as_str()));
    set(&mut object, "pendingReason", attempt.pending_reason.map(PendingReason::as_str));
    set(&mut object, "error", attempt.error.map(text));
    set(&mut object, "startedAt", attempt.started_at.map(Millis::get));
    set(&mut object, "completedAt", attempt.completed_at.map(Millis::get));
    object.into()
}

fn stored(task: &BackgroundTask) -> Map<String, Value> {
    let mut object = Map::new();
    set(&mut object, "taskId", Some(text(task.task_id.handle())));
    set(&mut object, "description", task.description.map(text));
    set(&mut object, "parentTaskId", task.parent_task_id.map(|id| text(id.handle())));
    set(&mut object, "attempts", Some(task.attempts.iter().map(attempt).collect::<Value>()));
    object
}

pub fn task(task: &BackgroundTask) -> Value {
    let mut object = stored(task);
    if let Some(current) = task.current() {
        set(&mut object, "status", Some(current.status.as_str()));
        set(&mut object, "sessionID", current.session_id.map(|id| text(id.handle())));
        set(&mut object, "model", some_model(&current.model));
        set(&mut object, "error", current.error.map(text));
        set(&mut object, "startedAt", current.started_at.map(Millis::get));
        set(&mut object, "completedAt", current.completed_at.map(Millis::get));
        set(&mut object, "currentAttemptID", Some(text(current.attempt_id.handle())));
    }
    object.into()
}

pub fn notice(notice: &Notice) -> Value {
    let mut object = Map::new();
    match notice {
        Notice::RetryScheduled {
            task_id,
            failed_attempt_id,
            failed_session_id,
            failed_model,
            failed_error,
            attempt_id,
            next_model,
            at,
        } => {
            set(&mut object, "kind", Some("retry_scheduled"));
            set(&mut object, "taskId", Some(text(task_id.handle())));
            set(&mut object, "failedAttemptID", Some(text(failed_attempt_id.handle())));
            set(&mut object, "failedSessionID", failed_session_id.map(|id| text(id.handle())));
            set(&mut object, "failedModel", some_model(failed_model));
            set(&mut object, "failedError", failed_error.map(text));
            set(&mut object, "attemptID", Some(text(attempt_id.handle())));
            set(&mut object, "nextModel", some_model(next_model));
            set(&mut object, "at", Some(at.get()));
        }
        Notice::RetrySessionReady { task_id, attempt_id, attempt_number, session_id, model, at } => {
            set(&mut object, "kind", Some("retry_session_ready"));
            set(&mut object, "taskId", Some(text(task_id.handle())));
            set(&mut object, "attemptID", Some(text(attempt_id.handle())));
            set(&mut object, "attemptNumber", Some(*attempt_number));
            set(&mut object, "sessionID", Some(text(session_id.handle())));
            set(&mut object, "model", some_model(model));
            set(&mut object, "at", Some(at.get()));
        }
        Notice::FinalSummary { status, task: of, at } => {
            set(&mut object, "kind", Some("final_summary"));
            set(&mut object, "taskId", Some(text(of.task_id.handle())));
            set(&mut object, "status", Some(status.as_str()));
            set(&mut object, "task", Some(task(of)));
            set(&mut object, "at", Some(at.get()));
        }
    }
    object.into()
}

pub fn snapshot(ledger: &Ledger) -> Value {
    let mut numbers = Writer::default();
    ledger.save(&mut numbers);
    let from = &mut Reader::new(&numbers.0);
    let record = |from: &mut Reader<'_>| {
        let last_at = from.needed_time().get();
        let mut object = stored(&BackgroundTask::read(from));
        set(&mut object, "lastAt", Some(last_at));
        Value::from(object)
    };
    let tasks: Value = (0..from.count()).map(|_| record(from)).collect();
    let notices: Value = from.list::<Notice>().iter().map(notice).collect();
    assert!(from.is_done());
    json!({ "version": 1, "tasks": tasks, "notices": notices })
}

// ---------------------------------------------------------------- and back; `None` for what is not of its type

/// `Some(None)` where it is missing.
fn some<T>(value: &Value, key: &str, read: impl Fn(&Value) -> Option<T>) -> Option<Option<T>> {
    match &value[key] {
        Value::Null => Some(None),
        present => read(present).map(Some),
    }
}

fn any_text(value: &Value) -> Option<Handle> {
    value.as_str().filter(|text| text.len() <= 64 * 1024).map(handle)
}

fn id_text(value: &Value) -> Option<Handle> {
    value.as_str().filter(|text| !text.is_empty()).map(handle)
}

fn id(value: &Value, key: &str) -> Option<Handle> {
    id_text(&value[key])
}

fn time(value: &Value) -> Option<Millis> {
    value.as_f64().and_then(Millis::new)
}

fn read_model(value: &Value) -> Option<ModelRef> {
    let part = |key| some(value, key, any_text);
    Some(ModelRef { provider_id: part("providerID")?, model_id: part("modelID")?, variant: part("variant")? })
}

fn read_attempt(value: &Value) -> Option<Attempt> {
    Some(Attempt {
        attempt_id: AttemptId::new(id(value, "attemptID")?),
        attempt_number: value["attemptNumber"].as_f64().filter(|n| n.fract() == 0.0 && *n > 0.0)? as u32,
        session_id: some(value, "sessionID", id_text)?.map(SessionId::new),
        model: read_model(value)?,
        status: AttemptStatus::parse(value["status"].as_str()?)?,
        pending_reason: some(value, "pendingReason", |word| PendingReason::parse(word.as_str()?))?,
        error: some(value, "error", any_text)?,
        started_at: some(value, "startedAt", time)?,
        completed_at: some(value, "completedAt", time)?,
    })
}

pub fn read_task(value: &Value) -> Option<BackgroundTask> {
    Some(BackgroundTask {
        task_id: TaskId::new(id(value, "taskId")?),
        description: some(value, "description", any_text)?,
        parent_task_id: some(value, "parentTaskId", id_text)?.map(TaskId::new),
        attempts: value["attempts"].as_array()?.iter().map(read_attempt).collect::<Option<_>>()?,
    })
}

pub fn read_notice(value: &Value) -> Option<Notice> {
    let task_id = TaskId::new(id(value, "taskId")?);
    let at = time(&value["at"])?;
    let model = |key: &str| match &value[key] {
        Value::Null => Some(ModelRef::default()),
        model => read_model(model),
    };
    Some(match value["kind"].as_str()? {
        "retry_scheduled" => Notice::RetryScheduled {
            task_id,
            failed_attempt_id: AttemptId::new(id(value, "failedAttemptID")?),
            failed_session_id: some(value, "failedSessionID", id_text)?.map(SessionId::new),
            failed_model: model("failedModel")?,
            failed_error: some(value, "failedError", any_text)?,
            attempt_id: AttemptId::new(id(value, "attemptID")?),
            next_model: model("nextModel")?,
            at,
        },
        "retry_session_ready" => Notice::RetrySessionReady {
            task_id,
            attempt_id: AttemptId::new(id(value, "attemptID")?),
            attempt_number: value["attemptNumber"].as_u64()? as u32,
            session_id: SessionId::new(id(value, "sessionID")?),
            model: model("model")?,
            at,
        },
        "final_summary" => {
            let task = read_task(&value["task"])?;
            let status = TerminalStatus::parse(value["status"].as_str()?)?;
            if task.task_id != task_id {
                return None;
            }
            Notice::FinalSummary { status, task, at }
        }
        _ => return None,
    })
}

/// As a ledger reads it.
pub fn read_snapshot(value: &Value) -> Option<Writer> {
    let mut out = Writer::default();
    let tasks = value["tasks"].as_array().filter(|_| value["version"] == json!(1))?;
    out.count(tasks.len() as u32);
    for record in tasks {
        out.time(Some(time(&record["lastAt"])?));
        read_task(record)?.write(&mut out);
    }
    let notices: Vec<Notice> = value["notices"].as_array()?.iter().map(read_notice).collect::<Option<_>>()?;
    out.list(&notices);
    Some(out)
}

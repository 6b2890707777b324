//! The data of the contract, as JavaScript passes it.

use std::rc::Rc;

use wasm_bindgen::prelude::*;

use super::error::Invalid;
use super::value::{Fields, Key, MAX_TEXT_UNITS, boolean, display, id, list, number, text, time, whole, word};
use crate::attempt::{
    Attempt, AttemptStatus, BackgroundTask, LedgerSnapshot, MAX_TEXT_BYTES, ModelRef, Notice, PendingReason,
    TaskRecord, TerminalStatus, bounded,
};
use crate::id::{AttemptId, SessionId, TaskId};
use crate::timeline::{Label, Labels, Style, TimelineOptions, UNKNOWN_ERROR};

/// The most spaces that are put before a line.
const MAX_INDENT: u32 = 1000;

pub(super) fn task_id(value: &JsValue, what: &str) -> Result<TaskId, Invalid> {
    id(value, what, TaskId::new)
}

pub(super) fn attempt_id(value: &JsValue, what: &str) -> Result<AttemptId, Invalid> {
    id(value, what, AttemptId::new)
}

pub(super) fn session_id(value: &JsValue, what: &str) -> Result<SessionId, Invalid> {
    id(value, what, SessionId::new)
}

pub(super) fn terminal_status(value: &JsValue, what: &str) -> Result<TerminalStatus, Invalid> {
    word(value, what, TerminalStatus::parse)
}

/// A text of which no more is kept than of an error.
pub(super) fn kept_text(value: &JsValue, what: &str) -> Result<String, Invalid> {
    text(value, what, MAX_TEXT_BYTES as u32)
}

fn shared_text(value: &JsValue, what: &str) -> Result<Rc<str>, Invalid> {
    kept_text(value, what).map(|text| bounded(&text))
}

/// Half of a model's name: empty is the same as missing.
fn model_part(fields: &Fields<'_>, key: Key) -> Result<Option<Rc<str>>, Invalid> {
    let part = fields.optional(key, |value, what| id(value, what, |text| Some(Rc::<str>::from(text))))?;
    Ok(part.filter(|part| !part.is_empty()))
}

fn model_fields(fields: &Fields<'_>) -> Result<ModelRef, Invalid> {
    Ok(ModelRef {
        provider_id: model_part(fields, Key::ProviderId)?,
        model_id: model_part(fields, Key::ModelId)?,
        variant: model_part(fields, Key::Variant)?,
    })
}

pub(super) fn model(value: &JsValue, what: &str) -> Result<ModelRef, Invalid> {
    model_fields(&Fields::of(value, what)?)
}

fn attempt(value: &JsValue, what: &str) -> Result<Rc<Attempt>, Invalid> {
    let fields = Fields::of(value, what)?;
    Ok(Rc::new(Attempt {
        attempt_id: fields.required(Key::AttemptId, attempt_id)?,
        attempt_number: fields.required(Key::AttemptNumber, |value, what| whole(value, what, 1, u32::MAX))?,
        session_id: fields.optional(Key::SessionId, session_id)?,
        model: model_fields(&fields)?,
        status: fields.required(Key::Status, |value, what| word(value, what, AttemptStatus::parse))?,
        pending_reason: fields.optional(Key::PendingReason, |value, what| word(value, what, PendingReason::parse))?,
        error: fields.optional(Key::Error, shared_text)?,
        started_at: fields.optional(Key::StartedAt, time)?,
        completed_at: fields.optional(Key::CompletedAt, time)?,
    }))
}

pub(super) fn task(value: &JsValue, what: &str) -> Result<BackgroundTask, Invalid> {
    let fields = Fields::of(value, what)?;
    Ok(BackgroundTask {
        task_id: fields.required(Key::TaskId, task_id)?,
        description: fields.optional(Key::Description, shared_text)?,
        parent_task_id: fields.optional(Key::ParentTaskId, task_id)?,
        attempts: fields.required(Key::Attempts, |value, what| list(value, what, attempt))?,
    })
}

pub(super) fn notice(value: &JsValue, what: &str) -> Result<Notice, Invalid> {
    let fields = Fields::of(value, what)?;
    let kind = fields.required(Key::Kind, |value, what| word(value, what, |word| Some(word.to_owned())))?;
    let task_id = fields.required(Key::TaskId, task_id)?;
    let at = fields.required(Key::At, time)?;
    Ok(match &*kind {
        "retry_scheduled" => Notice::RetryScheduled {
            task_id,
            failed_attempt_id: fields.required(Key::FailedAttemptId, attempt_id)?,
            failed_session_id: fields.optional(Key::FailedSessionId, session_id)?,
            failed_model: fields.optional(Key::FailedModel, model)?,
            failed_error: fields.optional(Key::FailedError, shared_text)?,
            attempt_id: fields.required(Key::AttemptId, attempt_id)?,
            next_model: fields.optional(Key::NextModel, model)?,
            at,
        },
        "retry_session_ready" => Notice::RetrySessionReady {
            task_id,
            attempt_id: fields.required(Key::AttemptId, attempt_id)?,
            attempt_number: fields.required(Key::AttemptNumber, |value, what| whole(value, what, 1, u32::MAX))?,
            session_id: fields.required(Key::SessionId, session_id)?,
            model: fields.optional(Key::Model, model)?,
            at,
        },
        "final_summary" => Notice::FinalSummary {
            task_id,
            status: fields.required(Key::Status, terminal_status)?,
            task: fields.required(Key::Task, task)?,
            at,
        },
        _ => return Err(Invalid::new(&[what, ".kind"].concat(), "the kind of a notice")),
    })
}

pub(super) fn snapshot(value: &JsValue) -> Result<LedgerSnapshot, Invalid> {
    let fields = Fields::of(value, "snapshot")?;
    Ok(LedgerSnapshot {
        version: fields.required(Key::Version, |value, what| whole(value, what, 0, u32::MAX))?,
        next_attempt: fields.required(Key::NextAttempt, number)?,
        tasks: fields.required(Key::Tasks, |value, what| list(value, what, task_record))?,
        notices: fields.required(Key::Notices, |value, what| list(value, what, notice))?,
    })
}

fn task_record(value: &JsValue, what: &str) -> Result<TaskRecord, Invalid> {
    let BackgroundTask { task_id, description, parent_task_id, attempts } = task(value, what)?;
    let last_at = Fields::of(value, what)?.required(Key::LastAt, time)?;
    Ok(TaskRecord { task_id, description, parent_task_id, last_at, attempts })
}

/// A width in columns; `Infinity` is none.
pub(super) fn width(value: &JsValue, what: &str) -> Result<f64, Invalid> {
    let width = number(value, what)?;
    if width >= 1.0 { Ok(width) } else { Err(Invalid::new(what, "1 or more")) }
}

pub(super) fn timeline_options(value: &JsValue) -> Result<TimelineOptions, Invalid> {
    let mut options = TimelineOptions::default();
    let Some(fields) = Fields::given(value, "options")? else { return Ok(options) };
    let flag = |key| fields.optional(key, boolean);
    options.style =
        fields.optional(Key::Style, |value, what| word(value, what, Style::parse))?.unwrap_or(options.style);
    options.header = flag(Key::Header)?;
    options.markdown = flag(Key::Markdown)?.unwrap_or_default();
    options.durations = flag(Key::Durations)?.unwrap_or_default();
    let indent = fields.optional(Key::Indent, |value, what| whole(value, what, 0, MAX_INDENT))?;
    options.indent = indent.unwrap_or_default() as usize;
    let collapse_after = fields.optional(Key::CollapseAfter, |value, what| whole(value, what, 1, u32::MAX))?;
    options.collapse_after = collapse_after.map(|from| from as usize);
    options.error_max_width = fields.optional(Key::ErrorMaxWidth, width)?.unwrap_or(options.error_max_width);
    options.labels = fields.optional(Key::Labels, labels)?.unwrap_or_default();
    Ok(options)
}

fn labels(value: &JsValue, what: &str) -> Result<Labels, Invalid> {
    let fields = Fields::of(value, what)?;
    Label::ALL.iter().try_fold(Labels::default(), |labels, label| {
        Ok(match fields.text(label.key())? {
            Some(text) => labels.with(*label, text),
            None => labels,
        })
    })
}

/// What an error of any type says, as text. `None` if there is none.
pub(super) fn error_text(error: &JsValue) -> Option<String> {
    let as_text = |value: &JsValue| text(value, "error", MAX_TEXT_UNITS).ok();
    if error.is_undefined() || error.is_null() {
        return None;
    }
    if let Some(text) = as_text(error) {
        return Some(text);
    }
    if !error.is_object() {
        return Some(if error.is_function() { UNKNOWN_ERROR.into() } else { display(error) });
    }
    let fields = Fields::of(error, "error").ok()?;
    let member = |key| fields.get(key).ok().flatten().and_then(|value| as_text(&value));
    let json = || js_sys::JSON::stringify(error).ok().and_then(|json| as_text(&json));
    if !error.is_instance_of::<js_sys::Error>()
        && let Some(json) = json().filter(|json| json != "{}")
    {
        return Some(json);
    }
    let name = member(Key::Name).filter(|name| !name.is_empty()).unwrap_or_else(|| "Error".into());
    Some([&name, ": ", &member(Key::Message).unwrap_or_default()].concat())
}

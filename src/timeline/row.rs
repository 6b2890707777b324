use std::rc::Rc;

use serde::Serialize;

use super::Label;
use super::error_line::{ErrorLineOptions, error_line, one_line, redact};
use crate::attempt::{Attempt, AttemptStatus, BackgroundTask, ModelRef, PendingReason};
use crate::id::{AttemptId, SessionId};
use crate::time::Millis;

/// An attempt as a row of a timeline.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TimelineRow {
    /// The attempt.
    #[serde(rename = "attemptID")]
    pub attempt_id: AttemptId,
    /// Its number.
    pub attempt_number: u32,
    /// Where it stands.
    pub status: AttemptStatus,
    /// Why it is pending.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pending_reason: Option<PendingReason>,
    /// `provider/model (variant)`, or what is known of it.
    pub model: String,
    /// Its session.
    #[serde(rename = "sessionID", skip_serializing_if = "Option::is_none")]
    pub session_id: Option<SessionId>,
    /// Its error in one line, unless it completed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Its error as it came, but for secrets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub full_error: Option<Rc<str>>,
    /// When its session was bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub started_at: Option<Millis>,
    /// When it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub completed_at: Option<Millis>,
    /// How long it ran, once it has ended, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration_ms: Option<f64>,
}

/// The rows of a task's timeline, in the order of its attempts. The last is the outcome.
pub fn timeline_rows(task: &BackgroundTask) -> Vec<TimelineRow> {
    let row = |attempt: &Rc<Attempt>| TimelineRow {
        attempt_id: attempt.attempt_id.clone(),
        attempt_number: attempt.attempt_number,
        status: attempt.status,
        pending_reason: attempt.pending_reason,
        model: model_label(&attempt.model, Label::UnknownModel.default_text()),
        session_id: attempt.session_id.clone(),
        error: shown_error(attempt, ErrorLineOptions::default().max_width),
        full_error: attempt.error.as_deref().filter(|error| !error.is_empty()).map(|error| redact(error).into()),
        started_at: attempt.started_at,
        completed_at: attempt.completed_at,
        duration_ms: duration_ms(attempt),
    };
    task.attempts.iter().map(row).collect()
}

/// The error line of an attempt that did not complete.
pub(super) fn shown_error(attempt: &Attempt, max_width: f64) -> Option<String> {
    let error = attempt.error.as_deref().filter(|_| attempt.status != AttemptStatus::Completed)?;
    error_line(error, ErrorLineOptions { max_width, ..ErrorLineOptions::default() })
}

/// `provider/model (variant)`, or what is known of it, or `unknown`.
pub(crate) fn model_label(model: &ModelRef, unknown: &str) -> String {
    let part = |part: &Option<Rc<str>>| part.as_deref().map(one_line).filter(|part| !part.is_empty());
    let name = match (part(&model.provider_id), part(&model.model_id)) {
        (Some(provider), Some(model)) => [&provider, "/", &model].concat(),
        (provider, model) => provider.or(model).unwrap_or_else(|| unknown.into()),
    };
    match part(&model.variant) {
        Some(variant) => [&name, " (", &variant, ")"].concat(),
        None => name,
    }
}

pub(super) fn duration_ms(attempt: &Attempt) -> Option<f64> {
    Some(attempt.completed_at?.since(attempt.started_at?))
}

use super::Label;
use super::error_line::{ErrorLineOptions, error_line, one_line, redact};
use super::texts::Texts;
use crate::attempt::{Attempt, AttemptStatus, BackgroundTask, ModelRef};
use crate::id::Handle;
use crate::prelude::*;

/// An attempt as a row of a timeline.
#[derive(Debug, Clone, PartialEq)]
pub struct TimelineRow {
    /// The attempt.
    pub attempt: Attempt,
    /// `provider/model (variant)`, or what is known of it.
    pub model: String,
    /// Its error in one line, unless it completed.
    pub error: Option<String>,
    /// Its error as it came, but for secrets.
    pub full_error: Option<String>,
}

impl TimelineRow {
    /// The row of an attempt.
    pub fn of(attempt: Attempt, texts: &Texts<'_>) -> Self {
        let full_error = attempt.error.map(|error| texts.get(error)).filter(|error| !error.is_empty());
        Self {
            attempt,
            model: model_label(&attempt.model, texts, Label::UnknownModel.default_text()),
            error: shown_error(&attempt, texts, ErrorLineOptions::default().max_width),
            full_error: full_error.map(redact),
        }
    }

    /// How long it ran, once it has ended, in milliseconds.
    pub fn duration_ms(&self) -> Option<f64> {
        duration_ms(&self.attempt)
    }
}

/// The rows of a task's timeline, in the order of its attempts. The last is the outcome.
pub fn timeline_rows(task: &BackgroundTask, texts: &Texts<'_>) -> Vec<TimelineRow> {
    task.attempts.iter().map(|attempt| TimelineRow::of(*attempt, texts)).collect()
}

/// The error line of an attempt that did not complete.
pub(super) fn shown_error(attempt: &Attempt, texts: &Texts<'_>, max_width: f64) -> Option<String> {
    let error = attempt.error.filter(|_| attempt.status != AttemptStatus::Completed)?;
    error_line(texts.get(error), ErrorLineOptions { max_width, ..ErrorLineOptions::default() })
}

/// `provider/model (variant)`, or what is known of it, or `unknown`.
pub fn model_label(model: &ModelRef, texts: &Texts<'_>, unknown: &str) -> String {
    let part = |part: Option<Handle>| one_line(texts.some(part));
    let (mut name, model_id, variant) = (part(model.provider_id), part(model.model_id), part(model.variant));
    if !name.is_empty() && !model_id.is_empty() {
        name.push('/');
    }
    name.push_str(&model_id);
    if name.is_empty() {
        name.push_str(unknown);
    }
    if !variant.is_empty() {
        name = [&name, " (", &variant, ")"].concat();
    }
    name
}

pub(super) fn duration_ms(attempt: &Attempt) -> Option<f64> {
    Some(attempt.completed_at?.since(attempt.started_at?))
}

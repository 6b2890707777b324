use super::error_line::{ErrorLineOptions, error_line};
use super::labels::Label;
use super::scan::{decimal, replace};
use super::text::{Printer, TimelineOptions, status_label};
use super::texts::Texts;
use crate::attempt::Notice;
use crate::prelude::*;

/// A notice as text: a heading and short fields for a retry; for the end of a task, the outcome first, then the
/// timeline.
pub fn format_notice(notice: &Notice, texts: &Texts<'_>, options: &TimelineOptions<'_>) -> String {
    let mut printer = Printer::new(options, texts);
    match notice {
        Notice::RetryScheduled { failed_session_id, failed_model, failed_error, next_model, .. } => {
            printer.heading(Label::RetryNotice);
            let session = printer.session_or_none(*failed_session_id);
            printer.field(Label::FailedSession, &session);
            let model = printer.model(failed_model);
            printer.field(Label::FailedModel, &model);
            let width = ErrorLineOptions { max_width: options.error_max_width, ..ErrorLineOptions::default() };
            if let Some(error) = failed_error.and_then(|error| error_line(texts.get(error), width)) {
                let error = printer.error(&error);
                printer.field(Label::Error, &error);
            }
            let model = printer.model(next_model);
            printer.field(Label::NextModel, &model);
        }
        Notice::RetrySessionReady { attempt_number, session_id, model, .. } => {
            printer.heading(Label::SessionNotice);
            printer.field(Label::Attempt, &decimal((*attempt_number).into()));
            let session = printer.session_or_none(Some(*session_id));
            printer.field(Label::SessionField, &session);
            let model = printer.model(model);
            printer.field(Label::Model, &model);
        }
        Notice::FinalSummary { status, task, .. } => {
            let attempts = match task.attempts.len() {
                1 => printer.label(Label::OneAttempt).to_owned(),
                n => replace(printer.label(Label::ManyAttempts), "{n}", &decimal(n as u64)),
            };
            let status = printer.label(status_label((*status).into()));
            let summary = replace(printer.label(Label::Summary), "{status}", status);
            printer.line(&replace(&summary, "{attempts}", &attempts));
            printer.timeline(task);
        }
    }
    printer.finish()
}

impl Printer<'_> {
    fn field(&mut self, label: Label, text: &str) {
        let label = self.label(label);
        self.item();
        self.push(label);
        self.push(": ");
        self.push(text);
    }
}

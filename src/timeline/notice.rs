use super::error_line::{ErrorLineOptions, error_line};
use super::labels::Label;
use super::text::{Printer, TimelineOptions, fill, status_label};
use crate::attempt::Notice;

/// A notice as text: a heading and short fields for a retry; for the end of a task, the outcome first, then the
/// timeline.
pub fn format_notice(notice: &Notice, options: &TimelineOptions) -> String {
    let mut printer = Printer::new(options);
    match notice {
        Notice::RetryScheduled { failed_session_id, failed_model, failed_error, next_model, .. } => {
            printer.heading([printer.label(Label::RetryNotice), ":"].concat());
            let session = printer.session_id(failed_session_id.as_ref());
            printer.field(Label::FailedSession, session.unwrap_or_else(|| printer.label(Label::NoSession).into()));
            printer.field(Label::FailedModel, printer.model(&failed_model.clone().unwrap_or_default()));
            let width = ErrorLineOptions { max_width: options.error_max_width, ..ErrorLineOptions::default() };
            if let Some(error) = failed_error.as_deref().and_then(|error| error_line(error, width)) {
                printer.field(Label::Error, printer.error(&error));
            }
            printer.field(Label::NextModel, printer.model(&next_model.clone().unwrap_or_default()));
        }
        Notice::RetrySessionReady { attempt_number, session_id, model, .. } => {
            printer.heading([printer.label(Label::SessionNotice), ":"].concat());
            printer.field(Label::Attempt, attempt_number.to_string());
            let session = printer.session_id(Some(session_id));
            printer.field(Label::SessionField, session.unwrap_or_else(|| printer.label(Label::NoSession).into()));
            printer.field(Label::Model, printer.model(&model.clone().unwrap_or_default()));
        }
        Notice::FinalSummary { status, task, .. } => {
            let attempts = match task.attempts.len() {
                1 => printer.label(Label::OneAttempt).to_owned(),
                n => fill(printer.label(Label::ManyAttempts), "{n}", &n.to_string()),
            };
            let summary =
                fill(printer.label(Label::Summary), "{status}", printer.label(status_label((*status).into())));
            printer.heading(fill(&summary, "{attempts}", &attempts));
            printer.timeline(task);
        }
    }
    printer.finish()
}

impl Printer<'_> {
    fn field(&mut self, label: Label, text: String) {
        let field = [self.label(label), ": ", &text].concat();
        self.item(&[field]);
    }
}

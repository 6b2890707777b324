use std::collections::HashSet;
use std::rc::Rc;

use super::duration::duration;
use super::error_line::{ErrorLineOptions, UNKNOWN_ERROR, one_line};
use super::fold::{Run, runs};
use super::labels::{Label, Labels};
use super::markdown;
use super::row::{duration_ms, model_label, shown_error};
use crate::attempt::{Attempt, AttemptStatus, BackgroundTask, ModelRef, PendingReason};
use crate::id::SessionId;
use crate::words::words;

words!(
    /// How a timeline looks.
    Style {
        /// Two lines for an attempt that failed: what happened, and the error.
        Balanced = "balanced",
        /// One line an attempt.
        Compact = "compact",
    }
);

/// How a timeline or a notice is printed.
#[derive(Debug, Clone, PartialEq)]
pub struct TimelineOptions {
    /// Balanced, unless said otherwise.
    pub style: Style,
    /// Whether the heading is printed; unless said otherwise, in the balanced style.
    pub header: Option<bool>,
    /// Spaces before every line but the heading.
    pub indent: usize,
    /// Escapes what Markdown would read as markup.
    pub markdown: bool,
    /// How long each attempt ran.
    pub durations: bool,
    /// From this many attempts on, runs of equal outcomes are folded to a line each.
    pub collapse_after: Option<usize>,
    /// Display columns of an error at most.
    pub error_max_width: f64,
    /// Every word.
    pub labels: Labels,
}

impl Default for TimelineOptions {
    fn default() -> Self {
        Self {
            style: Style::Balanced,
            header: None,
            indent: 0,
            markdown: false,
            durations: false,
            collapse_after: None,
            error_max_width: ErrorLineOptions::default().max_width,
            labels: Labels::default(),
        }
    }
}

/// The timeline of a task as text, without a line break at its end: contract, section 4.
pub fn format_timeline(task: &BackgroundTask, options: &TimelineOptions) -> String {
    let mut printer = Printer::new(options);
    printer.timeline(task);
    printer.finish()
}

pub(super) struct Printer<'a> {
    options: &'a TimelineOptions,
    lines: Vec<String>,
}

impl<'a> Printer<'a> {
    pub(super) fn new(options: &'a TimelineOptions) -> Self {
        Self { options, lines: Vec::new() }
    }

    pub(super) fn finish(self) -> String {
        self.lines.join("\n")
    }

    /// A line of its own, not indented.
    pub(super) fn heading(&mut self, text: String) {
        self.lines.push(text);
    }

    pub(super) fn label(&self, label: Label) -> &'a str {
        self.options.labels.get(label)
    }

    pub(super) fn timeline(&mut self, task: &BackgroundTask) {
        if self.options.header.unwrap_or(self.options.style == Style::Balanced) {
            self.heading([self.label(Label::Header), ":"].concat());
        }
        let folds = self.options.collapse_after.is_some_and(|from| task.attempts.len() >= from);
        if !folds {
            task.attempts.iter().for_each(|attempt| self.attempt(attempt));
            return;
        }
        for run in runs(&task.attempts, self.options.error_max_width) {
            match run {
                Run::Single(attempt) => self.attempt(attempt),
                Run::Folded { attempts, error } => self.folded(attempts, error),
            }
        }
    }

    fn attempt(&mut self, attempt: &Attempt) {
        let mut session = self.session(attempt.session_id.as_ref());
        if let Some(reason) = attempt.pending_reason {
            session = [&session, " (", self.label(reason_label(reason)), ")"].concat();
        }
        let name = [self.label(Label::Attempt), " ", &attempt.attempt_number.to_string()].concat();
        let mut fields = vec![name, self.status(attempt.status).into(), self.model(&attempt.model), session];
        if self.options.durations
            && let Some(ms) = duration_ms(attempt)
        {
            fields.push(duration(ms, &self.options.labels));
        }
        self.item(&fields);
        if self.options.style == Style::Balanced
            && let Some(error) = shown_error(attempt, self.options.error_max_width)
        {
            let error = self.error(&error);
            self.indented(["  ", self.label(Label::Error), ": ", &error].concat());
        }
    }

    fn folded(&mut self, attempts: &[Rc<Attempt>], error: Option<String>) {
        let (Some(first), Some(last)) = (attempts.first(), attempts.last()) else { return };
        let models: HashSet<&ModelRef> = attempts.iter().map(|attempt| &attempt.model).collect();
        let model = match models.len() {
            1 => self.model(&first.model),
            n => fill(self.label(Label::Models), "{n}", &n.to_string()),
        };
        let numbers = [first.attempt_number, last.attempt_number].map(|number| number.to_string()).join("–");
        let name = [self.label(Label::Attempts), " ", &numbers].concat();
        let mut fields = vec![name, self.status(first.status).into(), model];
        fields.extend(error.map(|error| self.error(&error)));
        self.item(&fields);
    }

    /// A line of fields with a bullet.
    pub(super) fn item(&mut self, fields: &[String]) {
        let bullet = match self.options.style {
            Style::Balanced => "- ",
            Style::Compact => "• ",
        };
        self.indented(bullet.to_owned() + &fields.join(" — "));
    }

    fn indented(&mut self, line: String) {
        self.lines.push(" ".repeat(self.options.indent) + &line);
    }

    fn status(&self, status: AttemptStatus) -> &'a str {
        self.label(match self.options.style {
            Style::Balanced => match status {
                AttemptStatus::Pending => Label::TagPending,
                AttemptStatus::Running => Label::TagRunning,
                AttemptStatus::Completed => Label::TagCompleted,
                AttemptStatus::Error => Label::TagError,
                AttemptStatus::Cancelled => Label::TagCancelled,
                AttemptStatus::Interrupt => Label::TagInterrupt,
            },
            Style::Compact => status_label(status),
        })
    }

    pub(super) fn model(&self, model: &ModelRef) -> String {
        self.escape(model_label(model, self.label(Label::UnknownModel)))
    }

    /// The session as the style prints it in a row.
    fn session(&self, session: Option<&SessionId>) -> String {
        match (self.session_id(session), self.options.style) {
            (Some(id), Style::Compact) => [self.label(Label::Session), " ", &id].concat(),
            (Some(id), Style::Balanced) => id,
            (None, _) => self.label(Label::NoSession).into(),
        }
    }

    pub(super) fn session_id(&self, session: Option<&SessionId>) -> Option<String> {
        let id = one_line(session?.as_str());
        (!id.is_empty()).then(|| self.escape(id))
    }

    pub(super) fn error(&self, line: &str) -> String {
        if line == UNKNOWN_ERROR { self.label(Label::UnknownError).into() } else { self.escape(line.into()) }
    }

    fn escape(&self, text: String) -> String {
        if self.options.markdown { markdown::escape(&text) } else { text }
    }
}

/// A label with its place filled in.
pub(super) fn fill(label: &str, place: &str, text: &str) -> String {
    label.replace(place, text)
}

pub(super) fn status_label(status: AttemptStatus) -> Label {
    match status {
        AttemptStatus::Pending => Label::Pending,
        AttemptStatus::Running => Label::Running,
        AttemptStatus::Completed => Label::Completed,
        AttemptStatus::Error => Label::Failed,
        AttemptStatus::Cancelled => Label::Cancelled,
        AttemptStatus::Interrupt => Label::Interrupted,
    }
}

fn reason_label(reason: PendingReason) -> Label {
    match reason {
        PendingReason::Queued => Label::Queued,
        PendingReason::RetryScheduled => Label::RetryScheduled,
        PendingReason::SessionFailed => Label::SessionFailed,
    }
}

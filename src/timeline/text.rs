use super::duration::duration;
use super::error_line::{ErrorLineOptions, UNKNOWN_ERROR, one_line};
use super::fold::{Run, runs};
use super::labels::{Label, Labels};
use super::markdown;
use super::row::{duration_ms, model_label, shown_error};
use super::scan::{decimal, replace};
use super::texts::Texts;
use crate::attempt::{Attempt, AttemptStatus, BackgroundTask, ModelRef, PendingReason};
use crate::id::SessionId;
use crate::prelude::*;
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
pub struct TimelineOptions<'a> {
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
    pub labels: Labels<'a>,
}

impl Default for TimelineOptions<'_> {
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
pub fn format_timeline(task: &BackgroundTask, texts: &Texts<'_>, options: &TimelineOptions<'_>) -> String {
    let mut printer = Printer::new(options, texts);
    printer.timeline(task);
    printer.finish()
}

const SEPARATOR: &str = " — ";

pub(super) struct Printer<'a> {
    options: &'a TimelineOptions<'a>,
    texts: &'a Texts<'a>,
    out: String,
    is_first: bool,
}

impl<'a> Printer<'a> {
    pub(super) fn new(options: &'a TimelineOptions<'_>, texts: &'a Texts<'_>) -> Self {
        Self { options, texts, out: String::new(), is_first: true }
    }

    pub(super) fn finish(self) -> String {
        self.out
    }

    pub(super) fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// A line of its own, not indented.
    pub(super) fn line(&mut self, text: &str) {
        if !self.is_first {
            self.push("\n");
        }
        self.is_first = false;
        self.push(text);
    }

    pub(super) fn heading(&mut self, label: Label) {
        self.line(self.label(label));
        self.push(":");
    }

    fn indented(&mut self) {
        self.line("");
        for _ in 0..self.options.indent {
            self.push(" ");
        }
    }

    /// Begins a line with a bullet.
    pub(super) fn item(&mut self) {
        self.indented();
        self.push(match self.options.style {
            Style::Balanced => "- ",
            Style::Compact => "• ",
        });
    }

    pub(super) fn label(&self, label: Label) -> &'a str {
        self.options.labels.get(label)
    }

    pub(super) fn timeline(&mut self, task: &BackgroundTask) {
        if self.options.header.unwrap_or(self.options.style == Style::Balanced) {
            self.heading(Label::Header);
        }
        let folds = self.options.collapse_after.is_some_and(|from| task.attempts.len() >= from);
        if !folds {
            task.attempts.iter().for_each(|attempt| self.attempt(attempt));
            return;
        }
        for run in runs(&task.attempts, self.texts, self.options.error_max_width) {
            match run {
                Run::Single(attempt) => self.attempt(attempt),
                Run::Folded { attempts, error } => self.folded(attempts, error),
            }
        }
    }

    fn attempt(&mut self, attempt: &Attempt) {
        self.start(Label::Attempt, &decimal(attempt.attempt_number.into()), attempt.status);
        let model = self.model(&attempt.model);
        self.push(&model);
        self.push(SEPARATOR);
        let session = self.session_id(attempt.session_id);
        if session.is_some() && self.options.style == Style::Compact {
            self.push(self.label(Label::Session));
            self.push(" ");
        }
        self.push(session.as_deref().unwrap_or(self.label(Label::NoSession)));
        if let Some(reason) = attempt.pending_reason {
            self.push(" (");
            self.push(self.label(reason_label(reason)));
            self.push(")");
        }
        if self.options.durations
            && let Some(ms) = duration_ms(attempt)
        {
            self.push(SEPARATOR);
            self.push(&duration(ms, &self.options.labels));
        }
        if self.options.style == Style::Balanced
            && let Some(error) = shown_error(attempt, self.texts, self.options.error_max_width)
        {
            self.indented();
            self.push("  ");
            self.push(self.label(Label::Error));
            self.push(": ");
            let error = self.error(&error);
            self.push(&error);
        }
    }

    fn folded(&mut self, attempts: &[Attempt], error: Option<String>) {
        let (Some(first), Some(last)) = (attempts.first(), attempts.last()) else { return };
        let mut models: Vec<ModelRef> = Vec::new();
        for attempt in attempts {
            if !models.contains(&attempt.model) {
                models.push(attempt.model);
            }
        }
        let numbers = [&decimal(first.attempt_number.into()), "–", &decimal(last.attempt_number.into())].concat();
        self.start(Label::Attempts, &numbers, first.status);
        let model = match models.len() {
            1 => self.model(&first.model),
            n => replace(self.label(Label::Models), "{n}", &decimal(n as u64)),
        };
        self.push(&model);
        if let Some(error) = error {
            self.push(SEPARATOR);
            let error = self.error(&error);
            self.push(&error);
        }
    }

    /// A line up to where the model comes.
    fn start(&mut self, label: Label, numbers: &str, status: AttemptStatus) {
        self.item();
        self.push(self.label(label));
        self.push(" ");
        self.push(numbers);
        self.push(SEPARATOR);
        self.push(self.status(status));
        self.push(SEPARATOR);
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
        self.escape(model_label(model, self.texts, self.label(Label::UnknownModel)))
    }

    pub(super) fn session_or_none(&self, session: Option<SessionId>) -> String {
        self.session_id(session).unwrap_or_else(|| self.label(Label::NoSession).to_owned())
    }

    fn session_id(&self, session: Option<SessionId>) -> Option<String> {
        let id = one_line(self.texts.get(session?.handle()));
        (!id.is_empty()).then(|| self.escape(id))
    }

    /// An error line, in the words of the labels where it says nothing itself.
    pub(super) fn error(&self, line: &str) -> String {
        let code = line.strip_suffix(UNKNOWN_ERROR).filter(|code| {
            let digits = code.strip_suffix(": ").unwrap_or(code);
            digits.bytes().all(|b| b.is_ascii_digit())
        });
        match code {
            Some(code) => [code, self.label(Label::UnknownError)].concat(),
            None => self.escape(line.to_owned()),
        }
    }

    fn escape(&self, text: String) -> String {
        if self.options.markdown { markdown::escape(&text) } else { text }
    }
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

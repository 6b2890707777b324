//! Every word that a timeline or a notice prints.

use crate::prelude::*;

/// Declares the labels: variant, key in JavaScript, text.
macro_rules! labels {
    ($($(#[$doc:meta])* $variant:ident = $key:literal: $text:literal,)+) => {
        /// A word, or a sentence with a place to fill in.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Label { $($(#[$doc])* $variant,)+ }

        impl Label {
            /// All labels.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// Its name in a table of labels.
            pub fn key(self) -> &'static str {
                match self { $(Self::$variant => $key),+ }
            }

            /// What it says in English.
            pub fn default_text(self) -> &'static str {
                match self { $(Self::$variant => $text),+ }
            }
        }
    };
}

labels! {
    /// The heading of the balanced style.
    Header = "header": "Background task attempts",
    /// One attempt, before its number.
    Attempt = "attempt": "Attempt",
    /// Several attempts that are folded to a line, before their numbers.
    Attempts = "attempts": "Attempts",
    /// Status in the balanced style.
    TagPending = "tagPending": "PENDING",
    /// Status in the balanced style.
    TagRunning = "tagRunning": "RUNNING",
    /// Status in the balanced style.
    TagCompleted = "tagCompleted": "COMPLETED",
    /// Status in the balanced style.
    TagError = "tagError": "ERROR",
    /// Status in the balanced style.
    TagCancelled = "tagCancelled": "CANCELLED",
    /// Status in the balanced style.
    TagInterrupt = "tagInterrupt": "INTERRUPT",
    /// Status in the compact style.
    Pending = "pending": "pending",
    /// Status in the compact style.
    Running = "running": "running",
    /// Status in the compact style, and in the first sentence of a final summary.
    Completed = "completed": "completed",
    /// Status in the compact style, and in the first sentence of a final summary.
    Failed = "failed": "failed",
    /// Status in the compact style, and in the first sentence of a final summary.
    Cancelled = "cancelled": "cancelled",
    /// Status in the compact style, and in the first sentence of a final summary.
    Interrupted = "interrupted": "interrupted",
    /// Why an attempt is pending.
    Queued = "queued": "queued",
    /// Why an attempt is pending.
    RetryScheduled = "retryScheduled": "retry scheduled",
    /// Why an attempt is pending.
    SessionFailed = "sessionFailed": "session failed",
    /// Before a session id in the compact style.
    Session = "session": "session",
    /// Where there is no session.
    NoSession = "noSession": "no session",
    /// Where no model is known.
    UnknownModel = "unknownModel": "unknown model",
    /// How many models there are in a fold; `{n}` is the number, 2 or more.
    Models = "models": "{n} models",
    /// Before an error.
    Error = "error": "Error",
    /// For an error that says nothing.
    UnknownError = "unknownError": "Unknown error",
    /// A unit of time.
    Seconds = "seconds": "s",
    /// A unit of time.
    Minutes = "minutes": "m",
    /// A unit of time.
    Hours = "hours": "h",
    /// A unit of time.
    Days = "days": "d",
    /// The heading of the notice.
    RetryNotice = "retryNotice": "Background task failed, and its next attempt is queued",
    /// A field of that notice.
    FailedSession = "failedSession": "Failed session",
    /// A field of that notice.
    FailedModel = "failedModel": "Failed model",
    /// A field of that notice.
    NextModel = "nextModel": "Next model",
    /// The heading of the notice.
    SessionNotice = "sessionNotice": "Background task retry has its session",
    /// A field of that notice.
    SessionField = "sessionField": "Session",
    /// A field of that notice.
    Model = "model": "Model",
    /// The first sentence of a final summary: `{status}` is a status of the compact style, `{attempts}` one of
    /// the two below.
    Summary = "summary": "Background task {status} after {attempts}.",
    /// In that sentence.
    OneAttempt = "oneAttempt": "1 attempt",
    /// In that sentence; `{n}` is the number, 2 or more.
    ManyAttempts = "manyAttempts": "{n} attempts",
}

/// A table of labels: English, but for what is replaced.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Labels<'a> {
    replaced: Vec<(Label, &'a str)>,
}

impl<'a> Labels<'a> {
    /// Replaces a label.
    #[must_use]
    pub fn with(mut self, label: Label, text: &'a str) -> Self {
        self.replaced.push((label, text));
        self
    }

    /// The label's text.
    pub fn get(&self, label: Label) -> &'a str {
        let replaced = self.replaced.iter().rfind(|(replaced, _)| *replaced == label);
        replaced.map_or(label.default_text(), |(_, text)| text)
    }
}

//! The data: attempts, tasks and notices, as the contract names them. Nothing here acts.

use std::rc::Rc;

use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};

use crate::id::{AttemptId, SessionId, TaskId};
use crate::time::Millis;
use crate::words::words;

/// Errors and descriptions are kept up to this many bytes of UTF-8.
pub const MAX_TEXT_BYTES: usize = 64 * 1024;

/// Cuts a text at [`MAX_TEXT_BYTES`], on a character boundary.
pub(crate) fn bounded(text: &str) -> Rc<str> {
    let mut end = text.len().min(MAX_TEXT_BYTES);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or(text).into()
}

words!(
    /// Where an attempt stands.
    AttemptStatus {
        /// Not started: see [`PendingReason`].
        Pending = "pending",
        /// A session works on it.
        Running = "running",
        /// Ended well.
        Completed = "completed",
        /// Ended in an error.
        Error = "error",
        /// Ended by the user.
        Cancelled = "cancelled",
        /// Ended from outside: a crash, a shutdown, an abort.
        Interrupt = "interrupt",
    }
);

words!(
    /// How an attempt ended.
    TerminalStatus {
        /// Ended well.
        Completed = "completed",
        /// Ended in an error.
        Error = "error",
        /// Ended by the user.
        Cancelled = "cancelled",
        /// Ended from outside.
        Interrupt = "interrupt",
    }
);

words!(
    /// Why an attempt is pending.
    PendingReason {
        /// It waits for its turn.
        Queued = "queued",
        /// It was chosen as the fallback of a failed one, and has no session yet.
        RetryScheduled = "retry_scheduled",
        /// Its session could not be created.
        SessionFailed = "session_failed",
    }
);

words!(
    /// Why a call was ignored. An ignored call changed nothing.
    IgnoredReason {
        /// No such task.
        UnknownTask = "unknown_task",
        /// No such attempt.
        UnknownAttempt = "unknown_attempt",
        /// No attempt owns the session.
        UnknownSession = "unknown_session",
        /// A later attempt is the current one.
        Superseded = "superseded",
        /// The attempt has ended.
        AlreadyTerminal = "already_terminal",
        /// The attempt has another session, or has one at all.
        AlreadyBound = "already_bound",
        /// Another attempt owns the session.
        SessionInUse = "session_in_use",
        /// The id given for a new attempt is taken.
        AttemptInUse = "attempt_in_use",
        /// The task has an attempt that has not ended.
        TaskActive = "task_active",
        /// The same thing was said before.
        Duplicate = "duplicate",
    }
);

impl AttemptStatus {
    /// `None` while pending or running.
    pub fn terminal(self) -> Option<TerminalStatus> {
        match self {
            Self::Pending | Self::Running => None,
            Self::Completed => Some(TerminalStatus::Completed),
            Self::Error => Some(TerminalStatus::Error),
            Self::Cancelled => Some(TerminalStatus::Cancelled),
            Self::Interrupt => Some(TerminalStatus::Interrupt),
        }
    }
}

impl From<TerminalStatus> for AttemptStatus {
    fn from(status: TerminalStatus) -> Self {
        match status {
            TerminalStatus::Completed => Self::Completed,
            TerminalStatus::Error => Self::Error,
            TerminalStatus::Cancelled => Self::Cancelled,
            TerminalStatus::Interrupt => Self::Interrupt,
        }
    }
}

/// A call that was ignored, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ignored {
    /// Why.
    pub reason: IgnoredReason,
    /// A session was created for nothing, and no attempt owns it: the caller must abort it.
    pub abort_session: bool,
}

impl From<IgnoredReason> for Ignored {
    fn from(reason: IgnoredReason) -> Self {
        Self { reason, abort_session: false }
    }
}

/// The attempt that a call changed or created, or why the call was ignored.
pub type Outcome = Result<AttemptId, Ignored>;

/// A model as the provider names it. Empty where nothing is known.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ModelRef {
    /// The provider's id.
    #[serde(rename = "providerID", skip_serializing_if = "Option::is_none")]
    pub provider_id: Option<Rc<str>>,
    /// The model's id at that provider.
    #[serde(rename = "modelID", skip_serializing_if = "Option::is_none")]
    pub model_id: Option<Rc<str>>,
    /// A variant of the model, such as a thinking level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<Rc<str>>,
}

impl ModelRef {
    /// Whether nothing at all is known of the model.
    pub fn is_empty(&self) -> bool {
        self.provider_id.is_none() && self.model_id.is_none() && self.variant.is_none()
    }

    /// The model, unless nothing is known of it.
    pub fn known(&self) -> Option<&Self> {
        (!self.is_empty()).then_some(self)
    }
}

/// One try at a task: its own identity, model, session and outcome.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Attempt {
    /// Its identity.
    #[serde(rename = "attemptID")]
    pub attempt_id: AttemptId,
    /// Its number within the task, from 1, without gaps.
    pub attempt_number: u32,
    /// The session that carries it out, once there is one.
    #[serde(rename = "sessionID", skip_serializing_if = "Option::is_none")]
    pub session_id: Option<SessionId>,
    /// The model it runs on, or is to run on.
    #[serde(flatten)]
    pub model: ModelRef,
    /// Where it stands.
    pub status: AttemptStatus,
    /// Why it is pending; only while it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pending_reason: Option<PendingReason>,
    /// What went wrong, as the provider said it, up to [`MAX_TEXT_BYTES`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Rc<str>>,
    /// When its session was bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub started_at: Option<Millis>,
    /// When it ended. Never before `started_at`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub completed_at: Option<Millis>,
}

/// A task with all its attempts.
///
/// What the task itself shows (status, session, model, error, times) is computed from the current
/// attempt, the last one, and stored nowhere: it cannot drift.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BackgroundTask {
    /// Its identity.
    pub task_id: TaskId,
    /// What the task is about.
    pub description: Option<Rc<str>>,
    /// The task that launched it.
    pub parent_task_id: Option<TaskId>,
    /// In the order of their numbers. Shared, because what has ended never changes.
    pub attempts: Vec<Rc<Attempt>>,
}

impl BackgroundTask {
    /// The only attempt that may still change.
    pub fn current(&self) -> Option<&Attempt> {
        self.attempts.last().map(|attempt| &**attempt)
    }
}

impl Serialize for BackgroundTask {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("BackgroundTask", 11)?;
        let mut optional = |key, value: Option<&str>| match value {
            Some(value) => out.serialize_field(key, value),
            None => Ok(()),
        };
        optional("taskId", Some(self.task_id.as_str()))?;
        optional("description", self.description.as_deref())?;
        optional("parentTaskId", self.parent_task_id.as_ref().map(TaskId::as_str))?;
        if let Some(current) = self.current() {
            optional("status", Some(current.status.as_str()))?;
            optional("sessionID", current.session_id.as_ref().map(SessionId::as_str))?;
            optional("error", current.error.as_deref())?;
            optional("currentAttemptID", Some(current.attempt_id.as_str()))?;
            if let Some(model) = current.model.known() {
                out.serialize_field("model", model)?;
            }
            if let Some(at) = current.started_at {
                out.serialize_field("startedAt", &at)?;
            }
            if let Some(at) = current.completed_at {
                out.serialize_field("completedAt", &at)?;
            }
        }
        out.serialize_field("attempts", &self.attempts)?;
        out.end()
    }
}

/// What the parent of a task is to be told. Each comes out once, in the order of the causes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Notice {
    /// An attempt failed, and the next one is queued.
    RetryScheduled {
        /// The task.
        task_id: TaskId,
        /// The attempt that failed.
        #[serde(rename = "failedAttemptID")]
        failed_attempt_id: AttemptId,
        /// Its session, if it had one.
        #[serde(rename = "failedSessionID", skip_serializing_if = "Option::is_none")]
        failed_session_id: Option<SessionId>,
        /// Its model, if known.
        #[serde(skip_serializing_if = "Option::is_none")]
        failed_model: Option<ModelRef>,
        /// Its error.
        #[serde(skip_serializing_if = "Option::is_none")]
        failed_error: Option<Rc<str>>,
        /// The new attempt.
        #[serde(rename = "attemptID")]
        attempt_id: AttemptId,
        /// The model it is to run on, if known.
        #[serde(skip_serializing_if = "Option::is_none")]
        next_model: Option<ModelRef>,
        /// When.
        at: Millis,
    },
    /// An attempt after the first has its session.
    RetrySessionReady {
        /// The task.
        task_id: TaskId,
        /// The attempt.
        #[serde(rename = "attemptID")]
        attempt_id: AttemptId,
        /// Its number: 2 or more.
        attempt_number: u32,
        /// Its session.
        #[serde(rename = "sessionID")]
        session_id: SessionId,
        /// Its model, if known.
        #[serde(skip_serializing_if = "Option::is_none")]
        model: Option<ModelRef>,
        /// When.
        at: Millis,
    },
    /// The task has ended.
    FinalSummary {
        /// The task.
        task_id: TaskId,
        /// How it ended.
        status: TerminalStatus,
        /// The whole task, as it was then.
        task: BackgroundTask,
        /// When.
        at: Millis,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_the_contract() {
        let words = |all: &[AttemptStatus]| all.iter().map(|s| s.as_str()).collect::<Vec<_>>();
        assert_eq!(words(AttemptStatus::ALL), ["pending", "running", "completed", "error", "cancelled", "interrupt"]);
        for status in TerminalStatus::ALL {
            assert_eq!(AttemptStatus::from(*status).terminal(), Some(*status));
            assert_eq!(AttemptStatus::from(*status).as_str(), status.as_str());
        }
        assert_eq!(TerminalStatus::parse("running"), None);
    }

    #[test]
    fn texts_are_cut_on_a_character_boundary() {
        assert_eq!(&*bounded("short"), "short");
        let long = "é".repeat(MAX_TEXT_BYTES);
        let with_odd_start = format!("x{long}");
        assert_eq!(bounded(&long).len(), MAX_TEXT_BYTES);
        assert_eq!(bounded(&with_odd_start).len(), MAX_TEXT_BYTES - 1);
    }
}

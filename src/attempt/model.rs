//! The data: attempts, tasks and notices, as the contract names them. Nothing here acts.

use crate::id::{AttemptId, Handle, SessionId, TaskId};
use crate::prelude::*;
use crate::time::Millis;
use crate::wire::{Kind, Reader, Wire, Writer};
use crate::words::words;

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
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ModelRef {
    /// The provider's id.
    pub provider_id: Option<Handle>,
    /// The model's id at that provider.
    pub model_id: Option<Handle>,
    /// A variant of the model, such as a thinking level.
    pub variant: Option<Handle>,
}

impl ModelRef {
    /// Whether nothing at all is known of the model.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// One try at a task: its own identity, model, session and outcome.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Attempt {
    /// Its identity.
    pub attempt_id: AttemptId,
    /// Its number within the task, from 1, without gaps.
    pub attempt_number: u32,
    /// The session that carries it out, once there is one.
    pub session_id: Option<SessionId>,
    /// The model it runs on, or is to run on.
    pub model: ModelRef,
    /// Where it stands.
    pub status: AttemptStatus,
    /// Why it is pending; only while it is.
    pub pending_reason: Option<PendingReason>,
    /// What went wrong, as the provider said it.
    pub error: Option<Handle>,
    /// When its session was bound.
    pub started_at: Option<Millis>,
    /// When it ended. Never before `started_at`.
    pub completed_at: Option<Millis>,
}

impl Attempt {
    /// How it ended, if it has.
    pub fn outcome(&self) -> Option<TerminalStatus> {
        self.status.terminal()
    }
}

/// A task with all its attempts.
///
/// What the task itself shows (status, session, model, error, times) is that of the current attempt, the last one,
/// and stored nowhere: it cannot drift.
#[derive(Debug, Clone, PartialEq)]
pub struct BackgroundTask {
    /// Its identity.
    pub task_id: TaskId,
    /// What the task is about.
    pub description: Option<Handle>,
    /// The task that launched it.
    pub parent_task_id: Option<TaskId>,
    /// In the order of their numbers.
    pub attempts: Vec<Attempt>,
}

impl BackgroundTask {
    /// The only attempt that may still change.
    pub fn current(&self) -> Option<&Attempt> {
        self.attempts.last()
    }
}

/// What the parent of a task is to be told. Each comes out once, in the order of the causes.
#[derive(Debug, Clone, PartialEq)]
pub enum Notice {
    /// An attempt failed, and the next one is queued.
    RetryScheduled {
        /// The task.
        task_id: TaskId,
        /// The attempt that failed.
        failed_attempt_id: AttemptId,
        /// Its session, if it had one.
        failed_session_id: Option<SessionId>,
        /// Its model.
        failed_model: ModelRef,
        /// Its error.
        failed_error: Option<Handle>,
        /// The new attempt.
        attempt_id: AttemptId,
        /// The model it is to run on.
        next_model: ModelRef,
        /// When.
        at: Millis,
    },
    /// An attempt after the first has its session.
    RetrySessionReady {
        /// The task.
        task_id: TaskId,
        /// The attempt.
        attempt_id: AttemptId,
        /// Its number: 2 or more.
        attempt_number: u32,
        /// Its session.
        session_id: SessionId,
        /// Its model.
        model: ModelRef,
        /// When.
        at: Millis,
    },
    /// The task has ended.
    FinalSummary {
        /// How it ended.
        status: TerminalStatus,
        /// The whole task, as it was then.
        task: BackgroundTask,
        /// When.
        at: Millis,
    },
}

impl Wire for ModelRef {
    #[inline(never)]
    fn write(&self, out: &mut Writer) {
        out.handle(self.provider_id);
        out.handle(self.model_id);
        out.handle(self.variant);
    }

    #[inline(never)]
    fn read(from: &mut Reader<'_>) -> Self {
        let mut part = || from.handle(Kind::Text);
        Self { provider_id: part(), model_id: part(), variant: part() }
    }
}

impl Wire for Attempt {
    fn write(&self, out: &mut Writer) {
        out.handle(Some(self.attempt_id.handle()));
        out.count(self.attempt_number);
        out.handle(self.session_id.map(SessionId::handle));
        self.model.write(out);
        out.word(Some(self.status));
        out.word(self.pending_reason);
        out.handle(self.error);
        out.time(self.started_at);
        out.time(self.completed_at);
    }

    fn read(from: &mut Reader<'_>) -> Self {
        Self {
            attempt_id: from.attempt_id(),
            attempt_number: from.count(),
            session_id: from.handle(Kind::Id).map(SessionId::new),
            model: ModelRef::read(from),
            status: from.needed_word(AttemptStatus::Pending),
            pending_reason: from.word(),
            error: from.handle(Kind::Text),
            started_at: from.time(),
            completed_at: from.time(),
        }
    }
}

impl Wire for BackgroundTask {
    #[inline(never)]
    fn write(&self, out: &mut Writer) {
        out.handle(Some(self.task_id.handle()));
        out.handle(self.description);
        out.handle(self.parent_task_id.map(TaskId::handle));
        out.list(&self.attempts);
    }

    #[inline(never)]
    fn read(from: &mut Reader<'_>) -> Self {
        Self {
            task_id: from.task_id(),
            description: from.handle(Kind::Text),
            parent_task_id: from.some_task_id(),
            attempts: from.list(),
        }
    }
}

impl Wire for Notice {
    #[inline(never)]
    fn write(&self, out: &mut Writer) {
        match self {
            Self::RetryScheduled {
                task_id,
                failed_attempt_id,
                failed_session_id,
                failed_model,
                failed_error,
                attempt_id,
                next_model,
                at,
            } => {
                out.count(0);
                out.handle(Some(task_id.handle()));
                out.handle(Some(failed_attempt_id.handle()));
                out.handle(failed_session_id.map(SessionId::handle));
                failed_model.write(out);
                out.handle(*failed_error);
                out.handle(Some(attempt_id.handle()));
                next_model.write(out);
                out.time(Some(*at));
            }
            Self::RetrySessionReady { task_id, attempt_id, attempt_number, session_id, model, at } => {
                out.count(1);
                out.handle(Some(task_id.handle()));
                out.handle(Some(attempt_id.handle()));
                out.count(*attempt_number);
                out.handle(Some(session_id.handle()));
                model.write(out);
                out.time(Some(*at));
            }
            Self::FinalSummary { status, task, at } => {
                out.count(2);
                out.word(Some(*status));
                task.write(out);
                out.time(Some(*at));
            }
        }
    }

    #[inline(never)]
    fn read(from: &mut Reader<'_>) -> Self {
        match from.count() {
            0 => Self::RetryScheduled {
                task_id: from.task_id(),
                failed_attempt_id: from.attempt_id(),
                failed_session_id: from.handle(Kind::Id).map(SessionId::new),
                failed_model: ModelRef::read(from),
                failed_error: from.handle(Kind::Text),
                attempt_id: from.attempt_id(),
                next_model: ModelRef::read(from),
                at: from.needed_time(),
            },
            1 => Self::RetrySessionReady {
                task_id: from.task_id(),
                attempt_id: from.attempt_id(),
                attempt_number: from.count(),
                session_id: from.session_id(),
                model: ModelRef::read(from),
                at: from.needed_time(),
            },
            kind => {
                from.check(kind == 2);
                Self::FinalSummary {
                    status: from.needed_word(TerminalStatus::Error),
                    task: BackgroundTask::read(from),
                    at: from.needed_time(),
                }
            }
        }
    }
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
}

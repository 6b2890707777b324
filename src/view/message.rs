//! What goes in and out.

use super::status::Claim;
use crate::attempt::{AttemptRef, Ignored, ModelRef, TerminalStatus};
use crate::id::{AttemptId, Handle, SessionId, TaskId};
use crate::time::Millis;
use crate::wire::{Kind, Reader, Wire, Writer};

/// `backgroundTaskAttempt`: something happened to an attempt of a task.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AttemptMessage {
    /// The task.
    pub task_id: TaskId,
    /// When.
    pub at: Millis,
    /// Its number among the messages of the task.
    pub seq: Option<u32>,
    /// What happened.
    pub event: AttemptEvent,
}

/// What happened to an attempt.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum AttemptEvent {
    /// The task was launched or resumed.
    Launched {
        /// The new attempt.
        attempt_id: AttemptId,
        /// Its model.
        model: ModelRef,
        /// What the task is about.
        description: Option<Handle>,
        /// The task that launched it.
        parent_task_id: Option<TaskId>,
    },
    /// The attempt has its session.
    SessionReady {
        /// The attempt.
        attempt_id: AttemptId,
        /// Its session.
        session_id: SessionId,
        /// The session's model, if it is said.
        model: Option<ModelRef>,
    },
    /// The session could not be created.
    SessionFailed {
        /// The attempt.
        attempt_id: AttemptId,
        /// Why.
        error: Option<Handle>,
    },
    /// The attempt failed, and another follows.
    RetryScheduled {
        /// The attempt that failed, or its session.
        of: AttemptRef,
        /// Why.
        error: Option<Handle>,
        /// The new attempt.
        next_attempt_id: AttemptId,
        /// The new attempt's model.
        next_model: ModelRef,
    },
    /// The attempt ended, and with it the task.
    Finished {
        /// The attempt, or its session.
        of: AttemptRef,
        /// How.
        status: TerminalStatus,
        /// Why.
        error: Option<Handle>,
    },
}

/// A task in a history: as far as a list shows it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HistoryItem {
    /// The task.
    pub task_id: TaskId,
    /// The task that launched it. A task without one is not a background task.
    pub parent_task_id: Option<TaskId>,
    /// The time of the task's last message.
    pub ts: Millis,
    /// What the task is about.
    pub description: Handle,
    /// What the history says of its status.
    pub claim: Claim,
}

/// A task as the extension's own list of running tasks has it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BackgroundInfo {
    /// The task.
    pub task_id: TaskId,
    /// The task that launched it.
    pub parent_task_id: Option<TaskId>,
    /// What the list says of its status.
    pub claim: Claim,
    /// When it was started.
    pub started_at: Option<Millis>,
    /// When it ended.
    pub completed_at: Option<Millis>,
}

impl Wire for AttemptMessage {
    fn write(&self, out: &mut Writer) {
        out.handle(Some(self.task_id.handle()));
        out.time(Some(self.at));
        out.number(self.seq.map_or(f64::NAN, f64::from));
        match &self.event {
            AttemptEvent::Launched { attempt_id, model, description, parent_task_id } => {
                out.count(0);
                out.handle(Some(attempt_id.handle()));
                model.write(out);
                out.handle(*description);
                out.handle(parent_task_id.map(TaskId::handle));
            }
            AttemptEvent::SessionReady { attempt_id, session_id, model } => {
                out.count(1);
                out.handle(Some(attempt_id.handle()));
                out.handle(Some(session_id.handle()));
                model.unwrap_or_default().write(out);
            }
            AttemptEvent::SessionFailed { attempt_id, error } => {
                out.count(2);
                out.handle(Some(attempt_id.handle()));
                out.handle(*error);
            }
            AttemptEvent::RetryScheduled { of, error, next_attempt_id, next_model } => {
                out.count(3);
                of.write(out);
                out.handle(*error);
                out.handle(Some(next_attempt_id.handle()));
                next_model.write(out);
            }
            AttemptEvent::Finished { of, status, error } => {
                out.count(4);
                of.write(out);
                out.word(Some(*status));
                out.handle(*error);
            }
        }
    }

    fn read(from: &mut Reader<'_>) -> Self {
        Self { task_id: from.task_id(), at: from.needed_time(), seq: from.some_count(), event: event(from) }
    }
}

fn event(from: &mut Reader<'_>) -> AttemptEvent {
    match from.count() {
        0 => AttemptEvent::Launched {
            attempt_id: from.attempt_id(),
            model: ModelRef::read(from),
            description: from.handle(Kind::Text),
            parent_task_id: from.some_task_id(),
        },
        1 => AttemptEvent::SessionReady {
            attempt_id: from.attempt_id(),
            session_id: from.session_id(),
            model: Some(ModelRef::read(from)).filter(|model| !model.is_empty()),
        },
        2 => AttemptEvent::SessionFailed { attempt_id: from.attempt_id(), error: from.handle(Kind::Text) },
        3 => AttemptEvent::RetryScheduled {
            of: AttemptRef::read(from),
            error: from.handle(Kind::Text),
            next_attempt_id: from.attempt_id(),
            next_model: ModelRef::read(from),
        },
        event => {
            from.check(event == 4);
            AttemptEvent::Finished {
                of: AttemptRef::read(from),
                status: from.needed_word(TerminalStatus::Error),
                error: from.handle(Kind::Text),
            }
        }
    }
}

impl Wire for HistoryItem {
    fn write(&self, out: &mut Writer) {
        out.handle(Some(self.task_id.handle()));
        out.handle(self.parent_task_id.map(TaskId::handle));
        out.time(Some(self.ts));
        out.handle(Some(self.description));
        out.word(Some(self.claim));
    }

    fn read(from: &mut Reader<'_>) -> Self {
        Self {
            task_id: from.task_id(),
            parent_task_id: from.some_task_id(),
            ts: from.needed_time(),
            description: from.needed(Kind::Text),
            claim: from.needed_word(Claim::Active),
        }
    }
}

impl Wire for BackgroundInfo {
    fn write(&self, out: &mut Writer) {
        out.handle(Some(self.task_id.handle()));
        out.handle(self.parent_task_id.map(TaskId::handle));
        out.word(Some(self.claim));
        out.time(self.started_at);
        out.time(self.completed_at);
    }

    fn read(from: &mut Reader<'_>) -> Self {
        Self {
            task_id: from.task_id(),
            parent_task_id: from.some_task_id(),
            claim: from.needed_word(Claim::Active),
            started_at: from.time(),
            completed_at: from.time(),
        }
    }
}

/// Why a message that was understood changed nothing, or nothing yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotApplied {
    /// The ledger ignored it.
    Ignored(Ignored),
    /// A newer one of the task came before.
    Stale,
    /// One of the task is missing: this one waits for a snapshot.
    Waiting,
    /// Nobody looks at the task.
    NotSelected,
    /// Nobody asked for it.
    NotRequested,
    /// A snapshot of a task that contradicts what is known of others.
    Conflict,
}

impl NotApplied {
    /// Whether a session was created for nothing: see [`Ignored::abort_session`].
    pub fn abort_session(self) -> bool {
        matches!(self, Self::Ignored(Ignored { abort_session: true, .. }))
    }

    /// A stable code.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ignored(ignored) => ignored.reason.as_str(),
            Self::Stale => "stale",
            Self::Waiting => "waiting_for_snapshot",
            Self::NotSelected => "not_selected",
            Self::NotRequested => "not_requested",
            Self::Conflict => "conflict",
        }
    }
}

/// What the extension is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Request {
    /// The messages of a task, for its replay.
    Messages(TaskId),
    /// Progress of a task, from now on.
    Subscribe(TaskId),
    /// No more progress of it.
    Unsubscribe(TaskId),
    /// To stop a task.
    Cancel(TaskId),
    /// A task with all its attempts.
    Snapshot(TaskId),
}

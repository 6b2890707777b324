//! What the owners of the sessions say of an attempt.

use super::ledger::{AttemptRef, Bind, Ledger, Retry, Start};
use super::model::{ModelRef, Outcome, TerminalStatus};
use crate::id::{AttemptId, Handle, SessionId, TaskId};
use crate::time::Millis;
use crate::wire::{Kind, Reader, Wire, Writer};

/// What happened to an attempt.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum AttemptEvent {
    /// The task was launched or resumed.
    Launched {
        /// The task.
        task_id: TaskId,
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

impl AttemptEvent {
    /// The attempt that it belongs to, if that is one that must be known.
    pub fn subject(&self) -> Option<AttemptRef> {
        match *self {
            Self::Launched { .. } => None,
            Self::SessionReady { attempt_id, .. } | Self::SessionFailed { attempt_id, .. } => {
                Some(AttemptRef::Attempt(attempt_id))
            }
            Self::RetryScheduled { of, .. } | Self::Finished { of, .. } => Some(of),
        }
    }
}

impl Ledger {
    /// Takes an event, by the method that is for it.
    ///
    /// # Errors
    /// As that method says.
    pub fn handle(&mut self, at: Millis, event: AttemptEvent) -> Outcome {
        match event {
            AttemptEvent::Launched { task_id, attempt_id, model, description, parent_task_id } => {
                self.start_attempt(task_id, Start { at, model, attempt_id, description, parent_task_id })
            }
            AttemptEvent::SessionReady { attempt_id, session_id, model } => {
                self.bind_session(attempt_id, session_id, Bind { at, model })
            }
            AttemptEvent::SessionFailed { attempt_id, error } => self.session_failed(attempt_id, at, error),
            AttemptEvent::RetryScheduled { of, error, next_attempt_id, next_model } => {
                self.schedule_retry(of, Retry { at, next_model, error, attempt_id: next_attempt_id })
            }
            AttemptEvent::Finished { of, status, error } => self.finalize_attempt(of, status, at, error),
        }
    }
}

impl Wire for AttemptEvent {
    fn write(&self, out: &mut Writer) {
        match self {
            Self::Launched { task_id, attempt_id, model, description, parent_task_id } => {
                out.count(0);
                task_id.write(out);
                out.handle(Some(attempt_id.handle()));
                model.write(out);
                out.handle(*description);
                out.handle(parent_task_id.map(TaskId::handle));
            }
            Self::SessionReady { attempt_id, session_id, model } => {
                out.count(1);
                out.handle(Some(attempt_id.handle()));
                out.handle(Some(session_id.handle()));
                model.unwrap_or_default().write(out);
            }
            Self::SessionFailed { attempt_id, error } => {
                out.count(2);
                out.handle(Some(attempt_id.handle()));
                out.handle(*error);
            }
            Self::RetryScheduled { of, error, next_attempt_id, next_model } => {
                out.count(3);
                of.write(out);
                out.handle(*error);
                out.handle(Some(next_attempt_id.handle()));
                next_model.write(out);
            }
            Self::Finished { of, status, error } => {
                out.count(4);
                of.write(out);
                out.word(Some(*status));
                out.handle(*error);
            }
        }
    }

    fn read(from: &mut Reader<'_>) -> Self {
        match from.count() {
            0 => Self::Launched {
                task_id: from.task_id(),
                attempt_id: from.attempt_id(),
                model: ModelRef::read(from),
                description: from.handle(Kind::Text),
                parent_task_id: from.some_task_id(),
            },
            1 => Self::SessionReady {
                attempt_id: from.attempt_id(),
                session_id: from.session_id(),
                model: Some(ModelRef::read(from)).filter(|model| !model.is_empty()),
            },
            2 => Self::SessionFailed { attempt_id: from.attempt_id(), error: from.handle(Kind::Text) },
            3 => Self::RetryScheduled {
                of: AttemptRef::read(from),
                error: from.handle(Kind::Text),
                next_attempt_id: from.attempt_id(),
                next_model: ModelRef::read(from),
            },
            event => {
                from.check(event == 4);
                Self::Finished {
                    of: AttemptRef::read(from),
                    status: from.needed_word(TerminalStatus::Error),
                    error: from.handle(Kind::Text),
                }
            }
        }
    }
}

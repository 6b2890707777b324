//! What goes in and out.

use std::rc::Rc;

use serde::Serialize;

use super::status::Claim;
use crate::attempt::{IgnoredReason, ModelRef, TerminalStatus};
use crate::id::{AttemptId, SessionId, TaskId};
use crate::time::Millis;

/// `backgroundTaskAttempt`: something happened to an attempt of a task.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AttemptMessage {
    /// The task.
    pub task_id: TaskId,
    /// When.
    pub at: Millis,
    /// Its number among the messages of the task.
    pub seq: Option<u32>,
    /// What happened.
    #[serde(flatten)]
    pub event: AttemptEvent,
}

/// What happened to an attempt.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum AttemptEvent {
    /// The task was launched or resumed.
    Launched {
        /// The new attempt.
        #[serde(rename = "attemptID")]
        attempt_id: AttemptId,
        /// Its model.
        model: ModelRef,
        /// What the task is about.
        description: Option<Rc<str>>,
        /// The task that launched it.
        parent_task_id: Option<TaskId>,
    },
    /// The attempt has its session.
    SessionReady {
        /// The attempt.
        #[serde(rename = "attemptID")]
        attempt_id: AttemptId,
        /// Its session.
        #[serde(rename = "sessionID")]
        session_id: SessionId,
        /// The session's model, if it is said.
        model: Option<ModelRef>,
    },
    /// The session could not be created.
    SessionFailed {
        /// The attempt.
        #[serde(rename = "attemptID")]
        attempt_id: AttemptId,
        /// Why.
        error: Option<Rc<str>>,
    },
    /// The attempt failed, and another follows.
    RetryScheduled {
        /// The attempt that failed, or its session.
        #[serde(flatten)]
        of: Subject,
        /// Why.
        error: Option<Rc<str>>,
        /// The new attempt.
        #[serde(rename = "nextAttemptID")]
        next_attempt_id: AttemptId,
        /// The new attempt's model.
        next_model: ModelRef,
    },
    /// The attempt ended, and with it the task.
    Finished {
        /// The attempt, or its session.
        #[serde(flatten)]
        of: Subject,
        /// How.
        status: TerminalStatus,
        /// Why.
        error: Option<Rc<str>>,
    },
}

/// An attempt, or the session of one.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum Subject {
    /// The attempt.
    #[serde(rename = "attemptID")]
    Attempt(AttemptId),
    /// The session.
    #[serde(rename = "sessionID")]
    Session(SessionId),
}

/// A task in a history: as far as a list shows it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HistoryItem {
    /// The task.
    #[serde(rename = "id")]
    pub task_id: TaskId,
    /// The task that launched it. A task without one is not a background task.
    pub parent_task_id: Option<TaskId>,
    /// The time of the task's last message.
    pub ts: Millis,
    /// What the task is about.
    #[serde(rename = "task")]
    pub description: Rc<str>,
    /// What the history says of its status.
    #[serde(rename = "status")]
    pub claim: Claim,
}

/// A task as the extension's own list of running tasks has it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BackgroundInfo {
    /// The task.
    pub task_id: TaskId,
    /// The task that launched it.
    pub parent_task_id: Option<TaskId>,
    /// What the list says of its status.
    #[serde(rename = "status")]
    pub claim: Claim,
    /// When it was started.
    pub started_at: Option<Millis>,
    /// When it ended.
    pub completed_at: Option<Millis>,
}

/// Why a message that was understood changed nothing, or nothing yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotApplied {
    /// The ledger ignored it.
    Ignored(IgnoredReason),
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
    /// A stable code.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ignored(reason) => reason.as_str(),
            Self::Stale => "stale",
            Self::Waiting => "waiting_for_snapshot",
            Self::NotSelected => "not_selected",
            Self::NotRequested => "not_requested",
            Self::Conflict => "conflict",
        }
    }
}

/// What the extension is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
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

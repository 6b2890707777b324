//! What goes in and out.

use super::status::Claim;
use crate::attempt::{AttemptEvent, Ignored};
use crate::id::{Handle, TaskId};
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
        self.task_id.write(out);
        out.number(self.seq.map_or(f64::NAN, f64::from));
        out.time(Some(self.at));
        self.event.write(out);
    }

    fn read(from: &mut Reader<'_>) -> Self {
        Self {
            task_id: from.task_id(),
            seq: from.some_count(),
            at: from.needed_time(),
            event: AttemptEvent::read(from),
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

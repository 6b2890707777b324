use super::message::{BackgroundInfo, HistoryItem};
use super::sequence::Sequence;
use super::status::{Claim, TaskStatus};
use crate::attempt::{BackgroundTask, ModelRef, PendingReason};
use crate::id::{Handle, TaskId};
use crate::time::Millis;
use crate::wire::{Reader, Wire, Writer};

/// A task as a list shows it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TaskSummary {
    /// The task that launched it, as far as anybody said.
    pub parent_task_id: Option<TaskId>,
    /// What the task is about, if anybody said.
    pub description: Option<Handle>,
    /// Where it stands.
    pub status: TaskStatus,
    /// Why it is pending.
    pub pending_reason: Option<PendingReason>,
    /// How many attempts are known.
    pub attempts: u32,
    /// The model of the current attempt.
    pub model: ModelRef,
    /// When the current attempt started.
    pub started_at: Option<Millis>,
    /// When it ended.
    pub completed_at: Option<Millis>,
    /// It ended in an error, and nobody looked at it since.
    pub has_unseen_error: bool,
}

impl TaskSummary {
    /// As a row of numbers.
    pub fn write(&self, out: &mut Writer) {
        out.handle(self.description);
        out.word(Some(self.status));
        out.word(self.pending_reason);
        out.count(self.attempts);
        self.model.write(out);
        out.time(self.started_at);
        out.time(self.completed_at);
        out.count(u32::from(self.has_unseen_error));
    }
}

/// What is known of a task, beside its attempts.
#[derive(Debug, Clone, PartialEq)]
pub struct TaskEntry {
    /// The task.
    pub task_id: TaskId,
    /// Which task came first.
    pub serial: u32,
    /// When it was launched, as far as known.
    pub launched_at: Option<Millis>,
    /// What the history says.
    pub history: Option<HistoryItem>,
    /// What the list of running tasks says.
    pub background: Option<BackgroundInfo>,
    /// Progress came: somebody works on it.
    pub has_progress: bool,
    /// It ended in an error, and nobody looked at it since.
    pub has_unseen_error: bool,
    /// The order of its messages.
    pub sequence: Sequence,
    /// Follows from the sources: what is known of, to see that it changes.
    pub(super) known: Known,
}

/// What follows from all that is said of a task.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Known {
    pub(super) status: Option<TaskStatus>,
    /// `None` if it is not listed.
    pub(super) summary: Option<TaskSummary>,
    /// Where it is listed.
    pub(super) place: Option<Place>,
    /// Its parent, if that is known and not below this one.
    pub(super) parent: Option<TaskId>,
}

/// Where a task is listed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Place {
    pub(super) is_active: bool,
    /// The time that counts; what has none comes last.
    pub(super) at: f64,
    pub(super) serial: u32,
}

impl Place {
    /// Newest first.
    pub(super) fn is_before(&self, other: &Self) -> bool {
        self.at > other.at || self.at == other.at && self.serial > other.serial
    }
}

impl Wire for TaskEntry {
    fn write(&self, out: &mut Writer) {
        out.handle(Some(self.task_id.handle()));
        out.count(self.serial);
        out.time(self.launched_at);
        out.list(self.history.as_slice());
        out.list(self.background.as_slice());
        out.count(u32::from(self.has_progress));
        out.count(u32::from(self.has_unseen_error));
        self.sequence.write(out);
    }

    fn read(from: &mut Reader<'_>) -> Self {
        Self {
            task_id: from.task_id(),
            serial: from.count(),
            launched_at: from.time(),
            history: from.list().pop(),
            background: from.list().pop(),
            has_progress: from.flag(),
            has_unseen_error: from.flag(),
            sequence: Sequence::read(from),
            known: Known::default(),
        }
    }
}

impl TaskEntry {
    /// A task of which nothing is said yet.
    pub fn new(task_id: TaskId, serial: u32) -> Self {
        Self {
            task_id,
            serial,
            launched_at: None,
            history: None,
            background: None,
            has_progress: false,
            has_unseen_error: false,
            sequence: Sequence::default(),
            known: Known::default(),
        }
    }

    /// Takes what a history says now. An ended task stays ended unless the item is newer.
    pub(super) fn take_history(&mut self, item: HistoryItem) {
        let reopens = self.history.as_ref().is_some_and(|known| {
            known.claim.status(false).is_terminal() && !item.claim.status(false).is_terminal() && item.ts <= known.ts
        });
        if !reopens {
            self.history = Some(item);
        }
    }

    /// The list of running tasks no longer has it: it does not run.
    pub(super) fn leave_background(&mut self) {
        if let Some(info) = &mut self.background
            && !info.claim.status(true).is_terminal()
        {
            info.claim = Claim::Is(TaskStatus::Unknown);
        }
    }

    pub(super) fn parent(&self, known: Option<&BackgroundTask>) -> Option<TaskId> {
        let background = || self.background.as_ref().and_then(|info| info.parent_task_id);
        let history = || self.history.as_ref().and_then(|item| item.parent_task_id);
        known.and_then(|task| task.parent_task_id).or_else(background).or_else(history)
    }

    /// Whether any source beside the ledger has named the task.
    pub(super) fn is_known(&self) -> bool {
        self.history.is_some() || self.background.is_some()
    }

    /// Whether nothing is left to remember.
    pub(super) fn is_empty(&self) -> bool {
        !self.is_known() && !self.has_progress && self.sequence == Sequence::default()
    }

    /// The task's status, or `None` if it is not a background task as far as anybody knows.
    pub(super) fn status(&self, known: Option<&BackgroundTask>) -> Option<TaskStatus> {
        if let Some(current) = known.and_then(BackgroundTask::current) {
            return Some(current.status.into());
        }
        let background = self.background.as_ref().map(|info| info.claim.status(true));
        let history = self.history.as_ref().filter(|item| item.parent_task_id.is_some());
        let history = history.map(|item| item.claim.status(self.has_progress));
        match background {
            Some(TaskStatus::Unknown) | None => history.or(background),
            listed => listed,
        }
    }

    /// `None` if it is not listed.
    pub(super) fn summary(&self, known: Option<&BackgroundTask>) -> Option<TaskSummary> {
        let status = self.status(known)?;
        let current = known.and_then(BackgroundTask::current);
        let background = self.background.as_ref();
        let history = self.history.as_ref();
        let ended = history.filter(|_| status.is_terminal()).map(|item| item.ts);
        Some(TaskSummary {
            parent_task_id: self.parent(known),
            description: known.and_then(|task| task.description).or_else(|| history.map(|item| item.description)),
            status,
            pending_reason: current.and_then(|attempt| attempt.pending_reason),
            attempts: known.map_or(0, |task| task.attempts.len() as u32),
            model: current.map(|attempt| attempt.model).unwrap_or_default(),
            started_at: match current {
                Some(attempt) => attempt.started_at,
                None => background.and_then(|info| info.started_at),
            },
            completed_at: match current {
                Some(attempt) => attempt.completed_at,
                None => background.and_then(|info| info.completed_at).or(ended),
            },
            has_unseen_error: self.has_unseen_error,
        })
    }

    /// Active ones by their launch, the others by their end.
    pub(super) fn place(&self, summary: &TaskSummary) -> Place {
        let is_active = summary.status.is_active();
        let begun = self.launched_at.or(summary.started_at).or_else(|| self.history.as_ref().map(|item| item.ts));
        let at = if is_active { begun } else { summary.completed_at.or(begun) };
        Place { is_active, at: at.map_or(f64::NEG_INFINITY, Millis::get), serial: self.serial }
    }
}

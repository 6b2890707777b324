use std::rc::Rc;

use serde::Serialize;

use super::message::{BackgroundInfo, HistoryItem};
use super::sequence::Sequence;
use super::status::{Claim, TaskStatus};
use crate::attempt::BackgroundTask;
use crate::id::TaskId;
use crate::time::Millis;
use crate::timeline::model_label;

/// A task as a list shows it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TaskSummary {
    /// The task.
    pub task_id: TaskId,
    /// The task that launched it, if it is known and not below this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent_task_id: Option<TaskId>,
    /// What the task is about; its id where nobody said.
    pub description: Rc<str>,
    /// Where it stands.
    pub status: TaskStatus,
    /// How many attempts are known.
    pub attempts: u32,
    /// The model of the current attempt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// When the current attempt started.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub started_at: Option<Millis>,
    /// When it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub completed_at: Option<Millis>,
    /// It ended in an error, and nobody looked at it since.
    pub has_unseen_error: bool,
}

/// What the sources beside the ledger say of a task.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TaskEntry {
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
    /// The order of its messages.
    #[serde(flatten)]
    pub sequence: Sequence,
    /// Follows from the sources: the one that is known of, to see that it changes.
    #[serde(skip)]
    pub(super) status: Option<TaskStatus>,
    /// It ended in an error, and nobody looked at it since.
    pub has_unseen_error: bool,
}

impl TaskEntry {
    /// A task of which nothing is said yet.
    pub fn new(serial: u32) -> Self {
        Self {
            serial,
            launched_at: None,
            history: None,
            background: None,
            has_progress: false,
            sequence: Sequence::default(),
            status: None,
            has_unseen_error: false,
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

    pub(super) fn parent<'a>(&'a self, known: Option<&'a BackgroundTask>) -> Option<&'a TaskId> {
        let background = || self.background.as_ref().and_then(|info| info.parent_task_id.as_ref());
        let history = || self.history.as_ref().and_then(|item| item.parent_task_id.as_ref());
        known.and_then(|task| task.parent_task_id.as_ref()).or_else(background).or_else(history)
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

    /// `None` if it is not listed. Whether the parent may be shown, only the list of all tasks can tell.
    pub(super) fn summary(&self, task_id: &TaskId, known: Option<&BackgroundTask>) -> Option<TaskSummary> {
        let status = self.status(known)?;
        let current = known.and_then(BackgroundTask::current);
        let background = self.background.as_ref();
        let history = self.history.as_ref();
        let description = known.and_then(|task| task.description.clone());
        let ended = history.filter(|_| status.is_terminal()).map(|item| item.ts);
        Some(TaskSummary {
            task_id: task_id.clone(),
            parent_task_id: self.parent(known).cloned(),
            description: description
                .or_else(|| history.map(|item| item.description.clone()))
                .unwrap_or_else(|| task_id.as_str().into()),
            status,
            attempts: known.map_or(0, |task| task.attempts.len() as u32),
            model: current.and_then(|attempt| attempt.model.known()).map(|model| model_label(model, "unknown model")),
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

    /// When the task was last begun, for the order of the lists.
    pub(super) fn begun_at(&self, summary: &TaskSummary) -> Option<Millis> {
        self.launched_at.or(summary.started_at).or_else(|| self.history.as_ref().map(|item| item.ts))
    }
}

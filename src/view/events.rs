//! What the extension says.

use super::message::{AttemptMessage, BackgroundInfo, HistoryItem, NotApplied, Request};
use super::sequence::Arrival;
use super::state::{Mode, Replay, View};
use crate::attempt::{AttemptEvent, AttemptRef, BackgroundTask, Ignored, IgnoredReason, ImportRefused};
use crate::id::{Handle, Index, TaskId};
use crate::prelude::*;
use crate::progress::{Pushed, UpdateKind};
use crate::time::Millis;

impl View {
    /// `backgroundTaskAttempt`.
    ///
    /// # Errors
    /// Why it changed nothing, or nothing yet.
    pub fn attempt(&mut self, message: AttemptMessage) -> Result<(), NotApplied> {
        let task_id = message.task_id;
        let first = self.ledger.task(task_id).is_none() && matches!(message.event, AttemptEvent::Launched { .. });
        match self.entry(task_id).map(|entry| entry.sequence.arrive(message, first)) {
            Some(Arrival::InOrder(message)) => self.apply(&message),
            Some(Arrival::Waits(asks)) => {
                if asks {
                    self.requests.push(Request::Snapshot(task_id));
                }
                Err(NotApplied::Waiting)
            }
            Some(Arrival::Stale) | None => Err(NotApplied::Stale),
        }
    }

    /// `backgroundTaskSnapshot`: the task as the extension has it.
    ///
    /// # Errors
    /// If it is older than what is known, or contradicts it.
    pub fn task_snapshot(&mut self, task: BackgroundTask, seq: Option<u32>, now: Millis) -> Result<(), NotApplied> {
        let task_id = task.task_id;
        if self.entry(task_id).is_some_and(|entry| entry.sequence.is_stale(seq)) {
            return Err(NotApplied::Stale);
        }
        let imported = match self.ledger.import(task, now) {
            Ok(()) => Ok(()),
            Err(ImportRefused::Outdated) => return Err(NotApplied::Stale),
            Err(ImportRefused::Conflict) => Err(NotApplied::Conflict),
        };
        // Also after one that is of no use: what waits for it must not wait for ever.
        let seq = seq.filter(|_| imported.is_ok());
        let waiting = self.entry(task_id).map(|entry| entry.sequence.resume(seq)).unwrap_or_default();
        for message in waiting {
            // Each is judged anew; one behind a further gap asks for the next snapshot.
            let _ = self.attempt(message);
        }
        self.refresh(task_id);
        if imported.is_ok() {
            self.changed();
        }
        imported
    }

    /// `backgroundTaskProgress`, of the selected task only.
    ///
    /// # Errors
    /// If nobody looks at the task.
    pub fn progress(
        &mut self,
        task_id: TaskId,
        kind: UpdateKind,
        now: Millis,
        payload: Handle,
    ) -> Result<Pushed, NotApplied> {
        let selection = self.selection.filter(|selection| selection.task_id == task_id && !self.hidden);
        let mode = selection.ok_or(NotApplied::NotSelected)?.mode;
        let current = self.ledger.task(task_id).and_then(BackgroundTask::current);
        if current.is_some_and(|attempt| attempt.outcome().is_some()) {
            return Err(NotApplied::Ignored(IgnoredReason::AlreadyTerminal.into()));
        }
        let is_news = self.entry(task_id).is_some_and(|entry| !core::mem::replace(&mut entry.has_progress, true));
        if is_news {
            self.refresh(task_id);
        }
        if mode == Mode::Replay {
            return Err(NotApplied::NotSelected);
        }
        Ok(self.throttler.push(task_id, kind, now, payload))
    }

    /// `backgroundTaskMessages`: what was asked for with [`Request::Messages`].
    ///
    /// # Errors
    /// If nobody asked.
    pub fn messages(&mut self, task_id: TaskId, replay: Replay) -> Result<(), NotApplied> {
        let selection = self.selection.as_mut().filter(|selection| {
            let waits = selection.replay == Replay::Loading;
            selection.task_id == task_id && selection.mode == Mode::Replay && waits
        });
        selection.ok_or(NotApplied::NotRequested)?.replay = replay;
        self.changed();
        Ok(())
    }

    /// `taskHistoryUpdated`: the whole history. What is no longer in it is gone from it.
    pub fn history(&mut self, items: &[HistoryItem]) {
        let listed = set(items.iter().map(|item| item.task_id));
        for task_id in self.ids() {
            let is_gone = listed.get(task_id.handle()).is_none();
            if is_gone && self.entry(task_id).is_some_and(|entry| entry.history.take().is_some()) {
                self.refresh(task_id);
                self.unlinked = true;
                self.changed();
            }
        }
        items.iter().for_each(|item| self.history_item(*item));
    }

    /// `taskHistoryItemUpdated`: one item of the history.
    pub fn history_item(&mut self, item: HistoryItem) {
        let Some(entry) = self.entry(item.task_id) else { return };
        let was_known = entry.is_known();
        entry.take_history(item);
        self.refresh(item.task_id);
        if !was_known {
            // It may be the parent of one that is listed.
            self.unlinked = true;
            self.changed();
        }
    }

    /// The extension's own list of running tasks. What it lists is alive; what it no longer lists does not run.
    pub fn background_tasks(&mut self, listed: &[BackgroundInfo]) {
        let ids = set(listed.iter().map(|info| info.task_id));
        for task_id in self.ids() {
            let is_gone = ids.get(task_id.handle()).is_none();
            let entry = self.entry(task_id).filter(|entry| is_gone && entry.background.is_some());
            if let Some(entry) = entry {
                entry.leave_background();
                self.refresh(task_id);
            }
        }
        for info in listed {
            let Some(entry) = self.entry(info.task_id) else { return };
            let was_known = entry.is_known();
            entry.background = Some(*info);
            self.unlinked |= !was_known;
            self.refresh(info.task_id);
        }
    }

    pub(super) fn ids(&self) -> Vec<TaskId> {
        self.tasks.iter().map(|entry| entry.task_id).collect()
    }

    fn apply(&mut self, message: &AttemptMessage) -> Result<(), NotApplied> {
        let AttemptMessage { task_id, at, event, .. } = *message;
        self.check_task(task_id, &event).map_err(NotApplied::Ignored)?;
        self.ledger.handle(at, event).map_err(NotApplied::Ignored)?;
        if matches!(event, AttemptEvent::Launched { .. })
            && let Some(entry) = self.entry(task_id)
        {
            entry.launched_at = Some(at);
        }
        self.refresh(task_id);
        self.changed();
        Ok(())
    }

    /// An event must not reach an attempt of another task, whatever it says.
    fn check_task(&self, task_id: TaskId, event: &AttemptEvent) -> Result<(), Ignored> {
        let Some(subject) = event.subject() else { return Ok(()) };
        if self.ledger.owner(subject) == Some(task_id) {
            return Ok(());
        }
        let reason = match subject {
            AttemptRef::Attempt(_) => IgnoredReason::UnknownAttempt,
            AttemptRef::Session(_) => IgnoredReason::UnknownSession,
        };
        let abort_session = match *event {
            AttemptEvent::SessionReady { session_id, .. } => {
                self.ledger.owner(AttemptRef::Session(session_id)).is_none()
            }
            _ => false,
        };
        Err(Ignored { reason, abort_session })
    }
}

/// Has a value for each of them.
fn set(ids: impl Iterator<Item = TaskId>) -> Index {
    let mut set = Index::default();
    ids.for_each(|id| set.set(id.handle(), Some(0)));
    set
}

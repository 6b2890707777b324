//! What the extension says.

use std::collections::HashSet;

use super::message::{AttemptEvent, AttemptMessage, BackgroundInfo, HistoryItem, NotApplied, Request, Subject};
use super::sequence::Arrival;
use super::state::{Mode, Replay, View};
use crate::attempt::{AttemptRef, BackgroundTask, Bind, IgnoredReason, ImportRefused, Retry, Start};
use crate::id::TaskId;
use crate::progress::UpdateKind;
use crate::time::Millis;

impl<P: Clone, M: Clone> View<P, M> {
    /// `backgroundTaskAttempt`.
    ///
    /// # Errors
    /// Why it changed nothing, or nothing yet.
    pub fn attempt(&mut self, message: AttemptMessage) -> Result<(), NotApplied> {
        let task_id = message.task_id.clone();
        let first = self.ledger.task(&task_id).is_none() && matches!(message.event, AttemptEvent::Launched { .. });
        match self.entry(&task_id).sequence.arrive(message, first) {
            Arrival::InOrder(message) => self.apply(&message),
            Arrival::Stale => Err(NotApplied::Stale),
            Arrival::Waits(asks) => {
                if asks {
                    self.requests.push(Request::Snapshot(task_id));
                }
                Err(NotApplied::Waiting)
            }
        }
    }

    /// `backgroundTaskSnapshot`: the task as the extension has it.
    ///
    /// # Errors
    /// If it is older than what is known, or contradicts it.
    pub fn task_snapshot(&mut self, task: BackgroundTask, seq: Option<u32>) -> Result<(), NotApplied> {
        let task_id = task.task_id.clone();
        if self.entry(&task_id).sequence.is_stale(seq) {
            return Err(NotApplied::Stale);
        }
        self.ledger.import(task).map_err(|refused| match refused {
            ImportRefused::Outdated => NotApplied::Stale,
            ImportRefused::Conflict => NotApplied::Conflict,
        })?;
        let waiting = self.entry(&task_id).sequence.resume(seq);
        for message in waiting {
            // Each is judged anew; one behind a further gap asks for the next snapshot.
            let _ = self.attempt(message);
        }
        self.refresh(&task_id);
        self.changed();
        Ok(())
    }

    /// `backgroundTaskProgress`, of the selected task only.
    ///
    /// # Errors
    /// If nobody looks at the task.
    pub fn progress(
        &mut self,
        task_id: &TaskId,
        kind: UpdateKind,
        now: Millis,
        payload: impl FnOnce(u32) -> P,
    ) -> Result<(), NotApplied> {
        let selection = self.selection.as_ref().filter(|selection| selection.task_id == *task_id && !self.hidden);
        let mode = selection.ok_or(NotApplied::NotSelected)?.mode;
        let entry = self.entry(task_id);
        if !entry.has_progress {
            entry.has_progress = true;
            self.refresh(task_id);
        }
        if mode == Mode::Replay {
            return Err(NotApplied::NotSelected);
        }
        self.throttler.push(task_id, kind, now, payload);
        Ok(())
    }

    /// `backgroundTaskMessages`: what was asked for with [`Request::Messages`].
    ///
    /// # Errors
    /// If nobody asked.
    pub fn messages(&mut self, task_id: &TaskId, replay: Replay<M>) -> Result<(), NotApplied> {
        let selection = self.selection.as_mut().filter(|selection| {
            let waits = matches!(selection.replay, Replay::Loading);
            selection.task_id == *task_id && selection.mode == Mode::Replay && waits
        });
        selection.ok_or(NotApplied::NotRequested)?.replay = replay;
        self.changed();
        Ok(())
    }

    /// `taskHistoryUpdated`: the whole history. What is no longer in it is gone from it.
    pub fn history(&mut self, items: Vec<HistoryItem>) {
        let listed: HashSet<TaskId> = items.iter().map(|item| item.task_id.clone()).collect();
        let gone: Vec<TaskId> = self
            .tasks
            .iter_mut()
            .filter(|(task_id, _)| !listed.contains(*task_id))
            .filter_map(|(task_id, entry)| entry.history.take().map(|_| task_id.clone()))
            .collect();
        gone.iter().for_each(|task_id| self.refresh(task_id));
        if !gone.is_empty() {
            self.changed();
        }
        items.into_iter().for_each(|item| self.history_item(item));
    }

    /// `taskHistoryItemUpdated`: one item of the history.
    pub fn history_item(&mut self, item: HistoryItem) {
        let task_id = item.task_id.clone();
        let entry = self.entry(&task_id);
        let was_known = entry.is_known();
        entry.take_history(item);
        self.refresh(&task_id);
        if !was_known {
            // It may be the parent of one that is listed.
            self.changed();
        }
    }

    /// The extension's own list of running tasks. What it lists is alive; what it no longer lists does not run.
    pub fn background_tasks(&mut self, listed: Vec<BackgroundInfo>) {
        let ids: HashSet<TaskId> = listed.iter().map(|info| info.task_id.clone()).collect();
        let gone: Vec<TaskId> = self.tasks.keys().filter(|task_id| !ids.contains(*task_id)).cloned().collect();
        for task_id in gone {
            let entry = self.entry(&task_id);
            if entry.background.is_some() {
                entry.leave_background();
                self.refresh(&task_id);
            }
        }
        for info in listed {
            let task_id = info.task_id.clone();
            self.entry(&task_id).background = Some(info);
            self.refresh(&task_id);
        }
    }

    fn apply(&mut self, message: &AttemptMessage) -> Result<(), NotApplied> {
        let AttemptMessage { task_id, at, event, .. } = message;
        let at = *at;
        self.check_task(task_id, event).map_err(NotApplied::Ignored)?;
        let outcome = match event {
            AttemptEvent::Launched { attempt_id, model, description, parent_task_id } => {
                let start = Start {
                    at,
                    model: model.clone(),
                    attempt_id: Some(attempt_id.clone()),
                    description: description.as_deref(),
                    parent_task_id: parent_task_id.clone(),
                };
                self.ledger.start_attempt(task_id, start)
            }
            AttemptEvent::SessionReady { attempt_id, session_id, model } => {
                self.ledger.bind_session(attempt_id, session_id, Bind { at, model: model.clone() })
            }
            AttemptEvent::SessionFailed { attempt_id, error } => {
                self.ledger.session_failed(attempt_id, at, error.as_deref())
            }
            AttemptEvent::RetryScheduled { of, error, next_attempt_id, next_model } => {
                let retry = Retry {
                    at,
                    next_model: next_model.clone(),
                    error: error.as_deref(),
                    attempt_id: Some(next_attempt_id.clone()),
                };
                self.ledger.schedule_retry(of.reference(), retry)
            }
            AttemptEvent::Finished { of, status, error } => {
                self.ledger.finalize_attempt(of.reference(), *status, at, error.as_deref())
            }
        };
        outcome.map_err(|ignored| NotApplied::Ignored(ignored.reason))?;
        if matches!(event, AttemptEvent::Launched { .. }) {
            self.entry(task_id).launched_at = Some(at);
        }
        self.refresh(task_id);
        self.changed();
        Ok(())
    }

    /// An event must not reach an attempt of another task, whatever it says.
    fn check_task(&self, task_id: &TaskId, event: &AttemptEvent) -> Result<(), IgnoredReason> {
        let subject = match event {
            AttemptEvent::Launched { .. } => return Ok(()),
            AttemptEvent::SessionReady { attempt_id, .. } | AttemptEvent::SessionFailed { attempt_id, .. } => {
                AttemptRef::Attempt(attempt_id)
            }
            AttemptEvent::RetryScheduled { of, .. } | AttemptEvent::Finished { of, .. } => of.reference(),
        };
        let unknown = match subject {
            AttemptRef::Attempt(_) => IgnoredReason::UnknownAttempt,
            AttemptRef::Session(_) => IgnoredReason::UnknownSession,
        };
        if self.ledger.owner(subject) == Some(task_id) { Ok(()) } else { Err(unknown) }
    }
}

impl Subject {
    fn reference(&self) -> AttemptRef<'_> {
        match self {
            Self::Attempt(id) => AttemptRef::Attempt(id),
            Self::Session(id) => AttemptRef::Session(id),
        }
    }
}

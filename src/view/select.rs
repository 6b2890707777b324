//! What the person does.

use super::message::Request;
use super::state::{Mode, Replay, Selection, View};
use super::status::TaskStatus;
use crate::id::TaskId;

impl<P: Clone, M: Clone> View<P, M> {
    /// The person looks at a task, or at none. One that has ended opens in replay, an active one live.
    pub fn select(&mut self, task_id: Option<&TaskId>) {
        let was_hidden = std::mem::take(&mut self.hidden);
        let Some(task_id) = task_id else {
            if self.leave() {
                self.changed();
            }
            return;
        };
        let active = self.status(task_id).is_some_and(TaskStatus::is_active);
        let mode = if active { Mode::Live } else { Mode::Replay };
        let same = self.selection.as_ref().is_some_and(|selection| {
            let done = matches!(selection.replay, Replay::Loading | Replay::Ready(_));
            selection.task_id == *task_id && selection.mode == mode && (mode == Mode::Live || done)
        });
        if same {
            if was_hidden {
                self.show_again();
            }
            return;
        }
        self.leave();
        self.selection = Some(Selection {
            task_id: task_id.clone(),
            mode,
            subscribed: mode == Mode::Live,
            dropped: 0,
            replay: Replay::Loading,
        });
        self.requests.push(match mode {
            Mode::Live => Request::Subscribe(task_id.clone()),
            Mode::Replay => Request::Messages(task_id.clone()),
        });
        self.changed();
        self.look();
    }

    /// The person opens the tab.
    pub fn open_tab(&mut self) {
        if !self.tab_open {
            self.tab_open = true;
            self.changed();
        }
        if std::mem::take(&mut self.hidden) {
            self.show_again();
        }
    }

    /// The person closes the tab. The selection stays; progress of it is no longer asked for.
    pub fn close_tab(&mut self) {
        if !self.tab_open && self.hidden {
            return;
        }
        self.tab_open = false;
        self.hidden = true;
        self.unsubscribe();
        self.changed();
    }

    /// The person wants a task to stop. What becomes of it, the extension says.
    pub fn cancel(&mut self, task_id: &TaskId) {
        self.requests.push(Request::Cancel(task_id.clone()));
    }

    /// Nobody looks any more.
    pub fn dispose(&mut self) {
        self.unsubscribe();
    }

    /// The person sees the selected task: its error is no news any more.
    fn look(&mut self) {
        let Some(selection) = &self.selection else { return };
        let task_id = selection.task_id.clone();
        if let Some(entry) = self.tasks.get_mut(&task_id).filter(|entry| entry.has_unseen_error) {
            entry.has_unseen_error = false;
            self.summarize(&task_id);
        }
    }

    fn show_again(&mut self) {
        let active = self.selection.as_ref().and_then(|s| self.status(&s.task_id)).is_some_and(TaskStatus::is_active);
        if let Some(selection) = &mut self.selection {
            match (selection.mode, &selection.replay) {
                (Mode::Live, _) if active && !selection.subscribed => {
                    selection.subscribed = true;
                    self.requests.push(Request::Subscribe(selection.task_id.clone()));
                }
                (Mode::Replay, Replay::Loading) => self.requests.push(Request::Messages(selection.task_id.clone())),
                _ => {}
            }
        }
        self.look();
        self.changed();
    }

    fn leave(&mut self) -> bool {
        self.unsubscribe();
        self.selection.take().is_some()
    }

    /// No progress is wanted any more: what is buffered of it goes, too.
    fn unsubscribe(&mut self) {
        let Some(selection) = &mut self.selection else { return };
        self.throttler.discard(&selection.task_id);
        if std::mem::take(&mut selection.subscribed) {
            self.requests.push(Request::Unsubscribe(selection.task_id.clone()));
        }
    }

    pub(super) fn request_again(&mut self) {
        if let Some(selection) = self.selection.as_ref().filter(|_| !self.hidden) {
            match (&selection.mode, &selection.replay) {
                (Mode::Live, _) if selection.subscribed => {
                    self.requests.push(Request::Subscribe(selection.task_id.clone()));
                }
                (Mode::Replay, Replay::Loading) => self.requests.push(Request::Messages(selection.task_id.clone())),
                _ => {}
            }
        }
        let active = self.ledger.task_ids().filter(|task_id| self.status(task_id).is_some_and(TaskStatus::is_active));
        let mut snapshots: Vec<Request> = active.cloned().map(Request::Snapshot).collect();
        self.requests.append(&mut snapshots);
    }
}

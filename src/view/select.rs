//! What the person does.

use super::message::Request;
use super::state::{Mode, Replay, Selection, View};
use super::status::TaskStatus;
use crate::id::TaskId;

impl View {
    /// The person looks at a task, or at none. One that has ended opens in replay, an active one live.
    pub fn select(&mut self, task_id: Option<TaskId>) {
        let was_hidden = core::mem::take(&mut self.hidden);
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
            selection.task_id == task_id && selection.mode == mode && (mode == Mode::Live || done)
        });
        if same {
            if was_hidden {
                self.show_again();
            }
            return;
        }
        self.leave();
        self.selection =
            Some(Selection { task_id, mode, subscribed: mode == Mode::Live, dropped: 0, replay: Replay::Loading });
        self.requests.push(match mode {
            Mode::Live => Request::Subscribe(task_id),
            Mode::Replay => Request::Messages(task_id),
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
        if core::mem::take(&mut self.hidden) {
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
    pub fn cancel(&mut self, task_id: TaskId) {
        self.requests.push(Request::Cancel(task_id));
    }

    /// Nobody looks any more.
    pub fn dispose(&mut self) {
        self.unsubscribe();
    }

    /// The person sees the selected task: its error is no news any more.
    fn look(&mut self) {
        let Some(task_id) = self.selection.map(|selection| selection.task_id) else { return };
        if let Some(entry) = self.get_mut(task_id).filter(|entry| entry.has_unseen_error) {
            entry.has_unseen_error = false;
            self.summarize(task_id);
        }
    }

    fn show_again(&mut self) {
        let active =
            self.selection.and_then(|selection| self.status(selection.task_id)).is_some_and(TaskStatus::is_active);
        if let Some(selection) = &mut self.selection {
            match (selection.mode, &selection.replay) {
                (Mode::Live, _) if active && !selection.subscribed => {
                    selection.subscribed = true;
                    self.requests.push(Request::Subscribe(selection.task_id));
                }
                (Mode::Replay, Replay::Loading) => self.requests.push(Request::Messages(selection.task_id)),
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
        self.throttler.discard(selection.task_id);
        if core::mem::take(&mut selection.subscribed) {
            self.requests.push(Request::Unsubscribe(selection.task_id));
        }
    }

    pub(super) fn request_again(&mut self) {
        if let Some(selection) = self.selection.as_ref().filter(|_| !self.hidden) {
            match (&selection.mode, &selection.replay) {
                (Mode::Live, _) if selection.subscribed => {
                    self.requests.push(Request::Subscribe(selection.task_id));
                }
                (Mode::Replay, Replay::Loading) => self.requests.push(Request::Messages(selection.task_id)),
                _ => {}
            }
        }
        for task in self.ledger.tasks() {
            if self.status(task.task_id).is_some_and(TaskStatus::is_active) {
                self.requests.push(Request::Snapshot(task.task_id));
            }
        }
    }
}

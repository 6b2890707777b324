//! The order of the tasks, and who is whose parent.

use super::state::{Badge, View};
use super::status::TaskStatus;
use super::task::{Known, Place, TaskEntry, TaskSummary};
use crate::id::{Index, TaskId};
use crate::prelude::*;

/// The tasks of a list, newest first.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Lists {
    /// Pending, running or paused; the latest launch first.
    pub active: Vec<TaskId>,
    /// All others; the latest end first.
    pub finished: Vec<TaskId>,
}

impl View {
    /// All background tasks.
    pub fn lists(&self) -> &Lists {
        &self.lists
    }

    /// The lists, if they are not what they were at the last call.
    pub fn take_lists(&mut self) -> Option<&Lists> {
        core::mem::take(&mut self.relisted).then_some(&self.lists)
    }

    /// What the tab's icon tells.
    pub fn badge(&self) -> Badge {
        self.badge
    }

    /// The tasks that a list shows differently since the last call, those that it no longer shows included. `true`:
    /// forget all that was known before; these are all there are.
    pub fn take_changed(&mut self) -> (bool, Vec<TaskId>) {
        let changed = core::mem::take(&mut self.changed);
        let all = core::mem::take(&mut self.all_changed);
        (all, if all { self.ids() } else { changed })
    }

    fn mark(&mut self, task_id: TaskId) {
        // Nobody may ever ask.
        if self.changed.len() > 2 * self.tasks.len() + 64 {
            self.changed.clear();
            self.all_changed = true;
        }
        if !self.all_changed {
            self.changed.push(task_id);
        }
    }

    /// Puts what a list says of a task on its newest state.
    pub(super) fn summarize(&mut self, task_id: TaskId) {
        let Some(entry) = self.get(task_id) else { return };
        let summary = entry.summary(self.ledger.task(task_id));
        let place = summary.as_ref().map(|summary| entry.place(summary));
        let known = entry.known;
        if summary.is_none() && entry.is_empty() {
            self.remove(task_id);
        }
        if known.summary == summary && known.place == place {
            return;
        }
        self.count(known.summary, false);
        self.count(summary, true);
        if known.place != place {
            self.unlist(known.place);
        }
        if let Some(entry) = self.get_mut(task_id) {
            entry.known = Known { summary, place, ..known };
        }
        if known.place != place {
            self.list(task_id, place);
        }
        let parent = |summary: Option<TaskSummary>| summary.map(|summary| summary.parent_task_id);
        self.unlinked |= parent(known.summary) != parent(summary);
        self.mark(task_id);
        self.changed();
    }

    /// Works out who is whose parent, if anything changed that. A parent that is not known, the task itself or one
    /// below it is none.
    pub fn link(&mut self) {
        if !core::mem::take(&mut self.unlinked) {
            return;
        }
        let cyclic = self.cyclic();
        for at in 0..self.tasks.len() {
            let Some(entry) = self.tasks.get(at) else { return };
            let claimed = entry.known.summary.and_then(|summary| summary.parent_task_id);
            let parent = claimed.filter(|parent| {
                let exists = self.get(*parent).is_some_and(TaskEntry::is_known) || self.ledger.task(*parent).is_some();
                exists && cyclic.get(entry.task_id.handle()).is_none()
            });
            let Some(entry) = self.tasks.get_mut(at).filter(|entry| entry.known.parent != parent) else { continue };
            entry.known.parent = parent;
            let task_id = entry.task_id;
            self.mark(task_id);
        }
    }

    /// The tasks whose parents lead back to themselves. Each task is walked over once.
    fn cyclic(&self) -> Index {
        let mut walks = Index::default();
        let mut cyclic = Index::default();
        for (walk, start) in (0..).zip(&self.tasks) {
            let mut next = Some(start.task_id);
            while let Some(task) = next.filter(|task| walks.get(task.handle()).is_none()) {
                walks.set(task.handle(), Some(walk));
                next = self.claimed_parent(task);
            }
            // Where the walk came upon itself, it goes round once more.
            while let Some(task) =
                next.filter(|task| walks.get(task.handle()) == Some(walk) && cyclic.get(task.handle()).is_none())
            {
                cyclic.set(task.handle(), Some(walk));
                next = self.claimed_parent(task);
            }
        }
        cyclic
    }

    fn claimed_parent(&self, task_id: TaskId) -> Option<TaskId> {
        self.get(task_id).and_then(|entry| entry.parent(self.ledger.task(task_id)))
    }

    fn remove(&mut self, task_id: TaskId) {
        let Some(at) = self.index.get(task_id.handle()) else { return };
        self.index.set(task_id.handle(), None);
        if (at as usize) < self.tasks.len() {
            self.tasks.swap_remove(at as usize);
        }
        if let Some(moved) = self.tasks.get(at as usize) {
            self.index.set(moved.task_id.handle(), Some(at));
        }
    }

    fn count(&mut self, summary: Option<TaskSummary>, up: bool) {
        let Some(summary) = summary else { return };
        let by = if up { 1 } else { u32::MAX };
        if summary.status == TaskStatus::Running {
            self.badge.running = self.badge.running.wrapping_add(by);
        }
        if summary.has_unseen_error {
            self.badge.errors = self.badge.errors.wrapping_add(by);
        }
    }

    fn list(&mut self, task_id: TaskId, place: Option<Place>) {
        let Some(place) = place else { return };
        let at = self.position(&place);
        let list = self.list_of(&place);
        if at <= list.len() {
            list.insert(at, task_id);
        }
        self.relisted = true;
    }

    fn unlist(&mut self, place: Option<Place>) {
        let Some(place) = place else { return };
        let at = self.position(&place);
        let list = self.list_of(&place);
        if at < list.len() {
            list.remove(at);
        }
        self.relisted = true;
    }

    fn list_of(&mut self, place: &Place) -> &mut Vec<TaskId> {
        if place.is_active { &mut self.lists.active } else { &mut self.lists.finished }
    }

    /// How many tasks of its list come before it.
    fn position(&self, place: &Place) -> usize {
        let list = if place.is_active { &self.lists.active } else { &self.lists.finished };
        list.partition_point(|task_id| {
            let other = self.get(*task_id).and_then(|entry| entry.known.place);
            other.is_some_and(|other| other.is_before(place))
        })
    }
}

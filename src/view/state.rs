use std::collections::HashMap;
use std::rc::Rc;

use serde::Serialize;

use super::activity::{ActivityRow, Update, activity};
use super::message::Request;
use super::status::TaskStatus;
use super::task::{TaskEntry, TaskSummary};
use crate::attempt::{Ledger, Notice};
use crate::id::{IdSource, TaskId};
use crate::progress::{Delivered, Limits, Throttler, UpdateKind};
use crate::time::Millis;
use crate::timeline::{TimelineRow, timeline_rows};
use crate::words::words;

words!(
    /// How the selected task is shown.
    Mode {
        /// Its messages, once it has ended.
        Replay = "replay",
        /// What it does.
        Live = "live",
    }
);

/// The messages of a task, as far as they are there.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Replay<M> {
    /// Asked for.
    Loading,
    /// There.
    Ready(M),
    /// There are none.
    Empty,
    /// There is something that is no list of messages.
    Unreadable,
}

/// What the tab's icon tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Badge {
    /// Tasks that run.
    pub running: u32,
    /// Tasks that ended in an error, and were not looked at since.
    pub errors: u32,
}

/// The selected task, while it is shown live.
#[derive(Debug, Clone, PartialEq)]
pub struct LiveView<P> {
    /// Where it stands, in the task's own word if it said one.
    pub status: String,
    /// The last updates, in order of arrival.
    pub updates: Vec<Delivered<P>>,
    /// What its tools did.
    pub activity: Vec<ActivityRow>,
    /// How many updates were dropped, up to the last window.
    pub dropped: u32,
}

/// The task that is looked at.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Selection<M> {
    /// The task.
    pub task_id: TaskId,
    /// How it is shown.
    pub mode: Mode,
    /// Progress of it was asked for.
    pub subscribed: bool,
    /// How many of its updates were dropped, up to the last window.
    pub dropped: u32,
    /// Its messages; only in the replay.
    pub replay: Replay<M>,
}

/// The state of a background-tasks tab.
///
/// `P` is the payload of a progress update, `M` a list of messages; both stay what they are.
///
/// - *Events*, from the extension: [`attempt`](Self::attempt), [`task_snapshot`](Self::task_snapshot),
///   [`progress`](Self::progress), [`messages`](Self::messages), [`history`](Self::history),
///   [`history_item`](Self::history_item), [`background_tasks`](Self::background_tasks).
/// - *Commands*, from the person: [`select`](Self::select), [`open_tab`](Self::open_tab),
///   [`close_tab`](Self::close_tab), [`cancel`](Self::cancel).
/// - *Outputs*, after every call: [`take_requests`](Self::take_requests),
///   [`next_deadline`](Self::next_deadline), at which to call [`flush`](Self::flush), and
///   [`take_notices`](Self::take_notices).
/// - *Getters*: what they give changes only when [`version`](Self::version) does.
#[derive(Debug)]
pub struct View<P, M> {
    pub(super) ledger: Ledger,
    pub(super) throttler: Throttler<P>,
    pub(super) tasks: HashMap<TaskId, TaskEntry>,
    pub(super) next_serial: u32,
    pub(super) summaries: HashMap<TaskId, Rc<TaskSummary>>,
    pub(super) selection: Option<Selection<M>>,
    pub(super) tab_open: bool,
    /// The tab was closed over the selection.
    pub(super) hidden: bool,
    pub(super) version: u32,
    pub(super) requests: Vec<Request>,
}

impl<P: Clone, M: Clone> View<P, M> {
    /// A view that knows nothing yet.
    pub fn new(ids: IdSource, limits: Limits) -> Self {
        Self {
            ledger: Ledger::new(ids),
            throttler: Throttler::new(limits),
            tasks: HashMap::new(),
            next_serial: 0,
            summaries: HashMap::new(),
            selection: None,
            tab_open: false,
            hidden: false,
            version: 0,
            requests: Vec::new(),
        }
    }

    /// When to call [`flush`](Self::flush); `None` while nothing is buffered.
    pub fn next_deadline(&self) -> Option<Millis> {
        self.throttler.next_deadline()
    }

    /// Lets the progress of a window through.
    pub fn flush(&mut self, now: Millis) {
        if !self.throttler.flush(now).is_empty() {
            self.delivered();
        }
    }

    /// What the extension is to be asked, in order.
    pub fn take_requests(&mut self) -> Vec<Request> {
        std::mem::take(&mut self.requests)
    }

    /// What the parents are to be told.
    pub fn take_notices(&mut self) -> Vec<Notice> {
        self.ledger.take_notices()
    }

    /// Goes up with every change that can be seen.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// Whether the tab is open.
    pub fn is_tab_open(&self) -> bool {
        self.tab_open
    }

    /// The selected task, and how it is shown.
    pub fn selected(&self) -> Option<(&TaskId, Mode)> {
        self.selection.as_ref().map(|selection| (&selection.task_id, selection.mode))
    }

    /// The replay of the selected task, if that is what is shown.
    pub fn replay(&self) -> Option<&Replay<M>> {
        self.selection.as_ref().filter(|selection| selection.mode == Mode::Replay).map(|selection| &selection.replay)
    }

    /// The timeline of the selected task.
    pub fn timeline(&self) -> Vec<TimelineRow> {
        let task = self.selection.as_ref().and_then(|selection| self.ledger.task(&selection.task_id));
        task.map(timeline_rows).unwrap_or_default()
    }

    /// The selected task as it runs, if that is what is shown. `read` tells what an update says.
    pub fn live(&self, read: impl Fn(&P) -> Update) -> Option<LiveView<P>> {
        let selection = self.selection.as_ref().filter(|selection| selection.mode == Mode::Live)?;
        let updates = self.throttler.recent(&selection.task_id);
        let contents: Vec<(u32, UpdateKind, Update)> =
            updates.iter().map(|update| (update.seq, update.kind, read(&update.payload))).collect();
        let said = || {
            let changes = contents.iter().filter(|(_, kind, _)| *kind == UpdateKind::StatusChange);
            changes.filter_map(|(_, _, update)| update.status.clone()).next_back()
        };
        let status = self.status(&selection.task_id).unwrap_or(TaskStatus::Unknown);
        let word = if status.is_terminal() { None } else { said() };
        Some(LiveView {
            status: word.unwrap_or_else(|| status.as_str().into()),
            activity: activity(contents.iter().map(|(seq, kind, update)| (*seq, *kind, update))),
            updates,
            dropped: selection.dropped,
        })
    }

    /// Where a task stands, if it is listed.
    pub fn status(&self, task_id: &TaskId) -> Option<TaskStatus> {
        self.summaries.get(task_id).map(|summary| summary.status)
    }

    pub(super) fn entry(&mut self, task_id: &TaskId) -> &mut TaskEntry {
        self.tasks.entry(task_id.clone()).or_insert_with(|| {
            self.next_serial += 1;
            TaskEntry::new(self.next_serial)
        })
    }

    /// Something was said of a task: works out what its summary says now.
    pub(super) fn refresh(&mut self, task_id: &TaskId) {
        let viewed = self.selection.as_ref().is_some_and(|selection| selection.task_id == *task_id && !self.hidden);
        let known = self.ledger.task(task_id);
        let Some(entry) = self.tasks.get_mut(task_id) else { return };
        let status = entry.status(known);
        if entry.status != status {
            let ended = status.is_some_and(TaskStatus::is_terminal);
            entry.has_unseen_error = status == Some(TaskStatus::Error) && !viewed;
            entry.status = status;
            if ended && viewed && !self.throttler.drain(Some(task_id)).is_empty() {
                self.delivered();
            }
        }
        self.summarize(task_id);
    }

    pub(super) fn summarize(&mut self, task_id: &TaskId) {
        let known = self.ledger.task(task_id);
        let Some(entry) = self.tasks.get(task_id) else { return };
        let summary = entry.summary(task_id, known);
        if summary.is_none() && entry.is_empty() {
            self.tasks.remove(task_id);
        }
        if self.summaries.get(task_id).map(|known| &**known) == summary.as_ref() {
            return;
        }
        match summary {
            Some(summary) => self.summaries.insert(task_id.clone(), Rc::new(summary)),
            None => self.summaries.remove(task_id),
        };
        self.changed();
    }

    pub(super) fn changed(&mut self) {
        self.version = self.version.wrapping_add(1);
    }

    /// Progress was let through.
    pub(super) fn delivered(&mut self) {
        if let Some(selection) = &mut self.selection {
            selection.dropped = self.throttler.stats(Some(&selection.task_id)).dropped;
        }
        self.changed();
    }
}

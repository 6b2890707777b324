use super::activity::{ActivityRow, Update, activity};
use super::list::Lists;
use super::message::Request;
use super::status::TaskStatus;
use super::task::{TaskEntry, TaskSummary};
use crate::attempt::{BackgroundTask, Ledger, Notice};
use crate::id::{Handle, Index, TaskId};
use crate::prelude::*;
use crate::progress::{Delivered, Limits, Stats, Throttler, UpdateKind};
use crate::time::Millis;
use crate::wire::{Kind, Reader, Wire, Writer};
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Replay {
    /// Asked for.
    Loading,
    /// There.
    Ready(Handle),
    /// There are none.
    Empty,
    /// There is something that is no list of messages.
    Unreadable,
}

impl Wire for Replay {
    fn write(&self, out: &mut Writer) {
        let (state, messages) = match self {
            Self::Loading => (0, None),
            Self::Ready(messages) => (1, Some(*messages)),
            Self::Empty => (2, None),
            Self::Unreadable => (3, None),
        };
        out.count(state);
        out.handle(messages);
    }

    fn read(from: &mut Reader<'_>) -> Self {
        match (from.count(), from.handle(Kind::Messages)) {
            (1, Some(messages)) => Self::Ready(messages),
            (2, None) => Self::Empty,
            (3, None) => Self::Unreadable,
            (state, messages) => {
                from.check(state == 0 && messages.is_none());
                Self::Loading
            }
        }
    }
}

/// What the tab's icon tells.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Badge {
    /// Tasks that run.
    pub running: u32,
    /// Tasks that ended in an error, and were not looked at since.
    pub errors: u32,
}

/// The selected task, while it is shown live.
#[derive(Debug, Clone, PartialEq)]
pub struct LiveView {
    /// Where it stands.
    pub status: TaskStatus,
    /// The number of the update that says it in the task's own word, if one does.
    pub said_by: Option<u32>,
    /// What its tools did.
    pub activity: Vec<ActivityRow>,
}

/// The task that is looked at.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Selection {
    /// The task.
    pub task_id: TaskId,
    /// How it is shown.
    pub mode: Mode,
    /// Progress of it was asked for.
    pub subscribed: bool,
    /// How many of its updates were dropped, up to the last window.
    pub dropped: u32,
    /// Its messages; only in the replay.
    pub replay: Replay,
}

impl Wire for Selection {
    fn write(&self, out: &mut Writer) {
        out.handle(Some(self.task_id.handle()));
        out.word(Some(self.mode));
        out.count(u32::from(self.subscribed));
        out.count(self.dropped);
        self.replay.write(out);
    }

    fn read(from: &mut Reader<'_>) -> Self {
        Self {
            task_id: from.task_id(),
            mode: from.needed_word(Mode::Live),
            subscribed: from.flag(),
            dropped: from.count(),
            replay: Replay::read(from),
        }
    }
}

/// The state of a background-tasks tab.
///
/// - *Events*, from the extension: [`attempt`](Self::attempt), [`task_snapshot`](Self::task_snapshot),
///   [`progress`](Self::progress), [`messages`](Self::messages), [`history`](Self::history),
///   [`history_item`](Self::history_item), [`background_tasks`](Self::background_tasks).
/// - *Commands*, from the person: [`select`](Self::select), [`open_tab`](Self::open_tab),
///   [`close_tab`](Self::close_tab), [`cancel`](Self::cancel).
/// - *Outputs*, after every call: [`take_requests`](Self::take_requests),
///   [`next_deadline`](Self::next_deadline), at which to call [`flush`](Self::flush), and
///   [`take_notices`](Self::take_notices).
/// - *Getters*: what they give changes only when [`version`](Self::version) does. To show the lists,
///   [`link`](Self::link) first; [`take_changed`](Self::take_changed) tells which tasks look different.
#[derive(Debug)]
pub struct View {
    pub(crate) ledger: Ledger,
    pub(crate) throttler: Throttler,
    pub(super) tasks: Vec<TaskEntry>,
    /// Where in `tasks` a task is.
    pub(super) index: Index,
    pub(super) next_serial: u32,
    pub(super) lists: Lists,
    /// The lists changed since they were last taken.
    pub(super) relisted: bool,
    pub(super) badge: Badge,
    /// Tasks that a list shows differently since they were last taken.
    pub(super) changed: Vec<TaskId>,
    /// Too many to tell: take all tasks for changed.
    pub(super) all_changed: bool,
    /// Who is whose parent has to be worked out again.
    pub(super) unlinked: bool,
    pub(super) selection: Option<Selection>,
    pub(super) tab_open: bool,
    /// The tab was closed over the selection.
    pub(super) hidden: bool,
    pub(super) version: u32,
    pub(super) requests: Vec<Request>,
}

impl View {
    /// A view that knows nothing yet.
    pub fn new(limits: Limits) -> Self {
        Self {
            ledger: Ledger::default(),
            throttler: Throttler::new(limits),
            tasks: Vec::new(),
            index: Index::default(),
            next_serial: 0,
            lists: Lists::default(),
            relisted: false,
            badge: Badge::default(),
            changed: Vec::new(),
            all_changed: false,
            unlinked: false,
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
        core::mem::take(&mut self.requests)
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
    pub fn selection(&self) -> Option<&Selection> {
        self.selection.as_ref()
    }

    /// The selected task as it runs, if that is what is shown. `updates` are those of [`recent`](Self::recent), in
    /// full.
    pub fn live(&self, updates: &[Update]) -> Option<LiveView> {
        let selection = self.selection.as_ref().filter(|selection| selection.mode == Mode::Live)?;
        let status = self.status(selection.task_id).unwrap_or(TaskStatus::Unknown);
        // Of an attempt that is over or has not begun, the last word is an earlier one's.
        let speaks = !status.is_terminal() && status != TaskStatus::Pending;
        let said = |update: &&Update| speaks && update.kind == UpdateKind::StatusChange && update.says_status;
        Some(LiveView {
            status,
            said_by: updates.iter().rfind(said).map(|update| update.seq),
            activity: activity(updates),
        })
    }

    /// The last updates of the selected task, in order of arrival, if it is shown live.
    pub fn recent(&self) -> Vec<Delivered> {
        let selection = self.selection.as_ref().filter(|selection| selection.mode == Mode::Live);
        selection.map(|selection| self.throttler.recent(selection.task_id)).unwrap_or_default()
    }

    /// A task with all its attempts, as the ledger knows it.
    pub fn task(&self, task_id: TaskId) -> Option<&BackgroundTask> {
        self.ledger.task(task_id)
    }

    /// The counts of the progress of one task, or of all that were looked at.
    pub fn stats(&self, task_id: Option<TaskId>) -> Stats {
        self.throttler.stats(task_id)
    }

    /// What a list says of a task, and its parent there.
    pub fn summary(&self, task_id: TaskId) -> Option<(TaskSummary, Option<TaskId>)> {
        let known = self.get(task_id)?.known;
        Some((known.summary?, known.parent))
    }

    /// Where a task stands, if it is listed.
    pub fn status(&self, task_id: TaskId) -> Option<TaskStatus> {
        self.summary(task_id).map(|(summary, _)| summary.status)
    }

    #[inline(never)]
    pub(super) fn get(&self, task_id: TaskId) -> Option<&TaskEntry> {
        self.tasks.get(self.index.get(task_id.handle())? as usize)
    }

    #[inline(never)]
    pub(super) fn get_mut(&mut self, task_id: TaskId) -> Option<&mut TaskEntry> {
        self.tasks.get_mut(self.index.get(task_id.handle())? as usize)
    }

    /// What is known of a task; a place for it is made if there is none.
    #[inline(never)]
    pub(super) fn entry(&mut self, task_id: TaskId) -> Option<&mut TaskEntry> {
        if self.index.get(task_id.handle()).is_none() {
            self.next_serial += 1;
            self.index.set(task_id.handle(), Some(self.tasks.len() as u32));
            self.tasks.push(TaskEntry::new(task_id, self.next_serial));
        }
        self.get_mut(task_id)
    }

    /// Something was said of a task: works out what its summary says now.
    pub(super) fn refresh(&mut self, task_id: TaskId) {
        let viewed = self.selection.is_some_and(|selection| selection.task_id == task_id && !self.hidden);
        let Some(status) = self.get(task_id).map(|entry| entry.status(self.ledger.task(task_id))) else { return };
        let Some(entry) = self.get_mut(task_id) else { return };
        if entry.known.status != status {
            let ended = status.is_some_and(TaskStatus::is_terminal);
            entry.has_unseen_error = status == Some(TaskStatus::Error) && !viewed;
            entry.known.status = status;
            if ended && viewed && !self.throttler.drain(Some(task_id)).is_empty() {
                self.delivered();
            }
        }
        self.summarize(task_id);
    }

    pub(super) fn changed(&mut self) {
        self.version = self.version.wrapping_add(1);
    }

    /// Progress was let through.
    pub(super) fn delivered(&mut self) {
        if let Some(selection) = &mut self.selection {
            selection.dropped = self.throttler.stats(Some(selection.task_id)).dropped;
        }
        self.changed();
    }
}

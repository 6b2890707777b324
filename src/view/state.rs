use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use serde::Serialize;

use super::activity::{ActivityRow, Update, activity};
use super::list::{Lists, in_cycles};
use super::message::{AttemptEvent, AttemptMessage, BackgroundInfo, HistoryItem, NotApplied, Request, Subject};
use super::sequence::Arrival;
use super::status::TaskStatus;
use super::task::{TaskEntry, TaskSummary};
use crate::attempt::{AttemptRef, BackgroundTask, Bind, IgnoredReason, ImportRefused, Ledger, Notice, Retry, Start};
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
    requests: Vec<Request>,
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

    /// All background tasks.
    pub fn lists(&self) -> Lists {
        let parent = |task_id| self.tasks.get(task_id).and_then(|entry| entry.parent(self.ledger.task(task_id)));
        let parents: HashMap<&TaskId, &TaskId> =
            self.tasks.keys().filter_map(|task_id| Some((task_id, parent(task_id)?))).collect();
        let cyclic = in_cycles(&parents);
        let mut active = Vec::new();
        let mut finished = Vec::new();
        for (task_id, summary) in &self.summaries {
            let Some(entry) = self.tasks.get(task_id) else { continue };
            let parent = parents.get(task_id).filter(|parent| {
                let exists =
                    self.tasks.get(**parent).is_some_and(TaskEntry::is_known) || self.ledger.task(parent).is_some();
                exists && !cyclic.contains(task_id)
            });
            let summary = if parent.is_none() && summary.parent_task_id.is_some() {
                Rc::new(TaskSummary { parent_task_id: None, ..(**summary).clone() })
            } else {
                summary.clone()
            };
            let begun = entry.begun_at(&summary);
            let (list, at) = if summary.status.is_active() {
                (&mut active, begun)
            } else {
                (&mut finished, summary.completed_at.or(begun))
            };
            list.push((at.map_or(f64::NEG_INFINITY, Millis::get), entry.serial, summary));
        }
        let newest_first = |mut list: Vec<(f64, u32, Rc<TaskSummary>)>| {
            list.sort_by(|(a, first, _), (b, second, _)| b.total_cmp(a).then(second.cmp(first)));
            list.into_iter().map(|(_, _, summary)| summary).collect()
        };
        Lists { active: newest_first(active), finished: newest_first(finished) }
    }

    /// What the tab's icon tells.
    pub fn badge(&self) -> Badge {
        let count =
            |test: fn(&TaskSummary) -> bool| self.summaries.values().filter(|summary| test(summary)).count() as u32;
        Badge {
            running: count(|summary| summary.status == TaskStatus::Running),
            errors: count(|summary| summary.has_unseen_error),
        }
    }

    /// Where a task stands, if it is listed.
    pub fn status(&self, task_id: &TaskId) -> Option<TaskStatus> {
        self.summaries.get(task_id).map(|summary| summary.status)
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

    fn entry(&mut self, task_id: &TaskId) -> &mut TaskEntry {
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

    fn summarize(&mut self, task_id: &TaskId) {
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

    fn changed(&mut self) {
        self.version = self.version.wrapping_add(1);
    }

    /// Progress was let through.
    fn delivered(&mut self) {
        if let Some(selection) = &mut self.selection {
            selection.dropped = self.throttler.stats(Some(&selection.task_id)).dropped;
        }
        self.changed();
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

impl Subject {
    fn reference(&self) -> AttemptRef<'_> {
        match self {
            Self::Attempt(id) => AttemptRef::Attempt(id),
            Self::Session(id) => AttemptRef::Session(id),
        }
    }
}

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use super::model::{
    Attempt, AttemptStatus, BackgroundTask, Ignored, IgnoredReason, ModelRef, Notice, Outcome, PendingReason,
    TerminalStatus, bounded,
};
use crate::id::{AttemptId, IdSource, SessionId, TaskId};
use crate::time::{Millis, Monotone};

/// What an event says of the attempt that it belongs to.
#[derive(Debug, Clone, Copy)]
pub enum AttemptRef<'a> {
    /// The attempt itself.
    Attempt(&'a AttemptId),
    /// The child session that the event came from.
    Session(&'a SessionId),
}

/// What [`Ledger::start_attempt`] is told.
#[derive(Debug, Clone)]
pub struct Start<'a> {
    /// When.
    pub at: Millis,
    /// The model it is to run on.
    pub model: ModelRef,
    /// The id of the new attempt; without one, the ledger makes one.
    pub attempt_id: Option<AttemptId>,
    /// What the task is about. On a resume, replaces what was said before.
    pub description: Option<&'a str>,
    /// The task that launched it. On a resume, replaces what was said before.
    pub parent_task_id: Option<TaskId>,
}

/// What [`Ledger::bind_session`] is told.
#[derive(Debug, Clone)]
pub struct Bind {
    /// When.
    pub at: Millis,
    /// The model that the session really has; without one, the scheduled model stays.
    pub model: Option<ModelRef>,
}

/// What [`Ledger::schedule_retry`] is told.
#[derive(Debug, Clone)]
pub struct Retry<'a> {
    /// When.
    pub at: Millis,
    /// The model that the new attempt is to run on.
    pub next_model: ModelRef,
    /// Why the old attempt failed.
    pub error: Option<&'a str>,
    /// The id of the new attempt; without one, the ledger makes one.
    pub attempt_id: Option<AttemptId>,
}

/// Where a session belongs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Located {
    /// The task.
    pub task_id: TaskId,
    /// The attempt.
    pub attempt_id: AttemptId,
    /// The attempt's number.
    pub attempt_number: u32,
    /// Whether the attempt is the task's current one.
    pub is_current: bool,
}

/// A task as the ledger holds it: the data, and the last time seen.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub(super) task: BackgroundTask,
    pub(super) clock: Monotone,
}

/// Where an attempt is: the serial number of its task, and its index there.
#[derive(Debug, Clone, Copy)]
pub(super) struct Slot {
    pub(super) task: u64,
    pub(super) index: usize,
}

/// The attempts of all tasks.
///
/// **A call that is ignored changes nothing at all**, and says why.
///
/// - *Events*: [`start_attempt`](Self::start_attempt), [`bind_session`](Self::bind_session),
///   [`session_failed`](Self::session_failed), [`schedule_retry`](Self::schedule_retry),
///   [`finalize_attempt`](Self::finalize_attempt). Each is given its time; one that lies before the last
///   time seen of the task counts as that time.
/// - *Outputs*: [`take_notices`](Self::take_notices), after every event.
/// - *Getters*: [`task`](Self::task), [`task_ids`](Self::task_ids), [`resolve_session`](Self::resolve_session).
/// - *Commands*: [`forget_task`](Self::forget_task), [`snapshot`](Self::snapshot), [`restore`](Self::restore).
#[derive(Debug)]
pub struct Ledger {
    pub(super) ids: IdSource,
    pub(super) state: State,
}

/// All that a snapshot holds.
#[derive(Debug)]
pub(super) struct State {
    /// By serial number: in the order of their creation.
    pub(super) tasks: BTreeMap<u64, Entry>,
    pub(super) serials: HashMap<TaskId, u64>,
    pub(super) next_serial: u64,
    pub(super) attempts: HashMap<AttemptId, Slot>,
    pub(super) sessions: HashMap<SessionId, AttemptId>,
    pub(super) next_attempt: u64,
    pub(super) notices: Vec<Notice>,
}

impl Default for State {
    fn default() -> Self {
        Self {
            tasks: BTreeMap::new(),
            serials: HashMap::new(),
            next_serial: 0,
            attempts: HashMap::new(),
            sessions: HashMap::new(),
            next_attempt: 1,
            notices: Vec::new(),
        }
    }
}

impl Ledger {
    /// An empty ledger.
    pub fn new(ids: IdSource) -> Self {
        Self { ids, state: State::default() }
    }

    /// Launches a task, or resumes one that has ended: a new pending attempt, queued.
    ///
    /// # Errors
    /// `TaskActive` while the current attempt has not ended; `AttemptInUse` for a known attempt id.
    pub fn start_attempt(&mut self, task_id: &TaskId, start: Start<'_>) -> Outcome {
        let known = self.state.serials.get(task_id).copied();
        let current = known.and_then(|serial| self.state.tasks.get(&serial)).and_then(|entry| entry.task.current());
        if current.is_some_and(|attempt| attempt.status.terminal().is_none()) {
            return Err(IgnoredReason::TaskActive.into());
        }
        let attempt_id = self.new_attempt_id(start.attempt_id)?;
        let state = &mut self.state;
        let serial = known.unwrap_or_else(|| {
            let serial = state.next_serial;
            state.next_serial += 1;
            state.serials.insert(task_id.clone(), serial);
            serial
        });
        let entry = state.tasks.entry(serial).or_insert_with(|| Entry {
            task: BackgroundTask {
                task_id: task_id.clone(),
                description: None,
                parent_task_id: None,
                attempts: Vec::new(),
            },
            clock: Monotone::default(),
        });
        entry.clock.observe(start.at);
        if let Some(description) = start.description {
            entry.task.description = Some(bounded(description));
        }
        if start.parent_task_id.is_some() {
            entry.task.parent_task_id = start.parent_task_id;
        }
        let slot = Slot { task: serial, index: entry.task.attempts.len() };
        entry.push_pending(attempt_id.clone(), start.model, PendingReason::Queued);
        state.attempts.insert(attempt_id.clone(), slot);
        Ok(attempt_id)
    }

    /// A session was created for exactly this attempt, which now runs.
    ///
    /// # Errors
    /// As the table of the contract says; `SessionInUse` if another attempt owns the session. With
    /// `abort_session`, no attempt owns it, and the caller must abort it.
    pub fn bind_session(&mut self, attempt_id: &AttemptId, session_id: &SessionId, bind: Bind) -> Outcome {
        let owner = self.state.sessions.get(session_id);
        let refused = |reason| Ignored { reason, abort_session: owner.is_none() };
        let slot = self.state.slot(AttemptRef::Attempt(attempt_id)).map_err(refused)?;
        let current = self.state.active(slot).map_err(refused)?;
        if current.status == AttemptStatus::Running {
            let same = current.session_id.as_ref() == Some(session_id);
            return Err(refused(if same { IgnoredReason::Duplicate } else { IgnoredReason::AlreadyBound }));
        }
        if owner.is_some() {
            return Err(refused(IgnoredReason::SessionInUse));
        }
        self.state.update(slot, bind.at, |task_id, attempt, at| {
            attempt.status = AttemptStatus::Running;
            attempt.pending_reason = None;
            // What kept an earlier session from being created is over.
            attempt.error = None;
            attempt.session_id = Some(session_id.clone());
            attempt.started_at = Some(at);
            if let Some(model) = bind.model {
                attempt.model = model;
            }
            (attempt.attempt_number > 1).then(|| Notice::RetrySessionReady {
                task_id: task_id.clone(),
                attempt_id: attempt.attempt_id.clone(),
                attempt_number: attempt.attempt_number,
                session_id: session_id.clone(),
                model: attempt.model.known().cloned(),
                at,
            })
        });
        self.state.sessions.insert(session_id.clone(), attempt_id.clone());
        Ok(attempt_id.clone())
    }

    /// The session of a pending attempt could not be created. It stays pending: it may be tried again,
    /// retried on another model, or finalized.
    ///
    /// # Errors
    /// As the table of the contract says.
    pub fn session_failed(&mut self, attempt_id: &AttemptId, at: Millis, error: Option<&str>) -> Outcome {
        let slot = self.state.slot(AttemptRef::Attempt(attempt_id))?;
        if self.state.active(slot)?.status == AttemptStatus::Running {
            return Err(IgnoredReason::AlreadyBound.into());
        }
        self.state.update(slot, at, |_, attempt, _| {
            attempt.pending_reason = Some(PendingReason::SessionFailed);
            attempt.set_error(error);
            None
        });
        Ok(attempt_id.clone())
    }

    /// The attempt has failed, and another follows: ends the one in an error, then creates the next.
    ///
    /// # Errors
    /// As the table of the contract says; `AttemptInUse` if the id for the new attempt is known.
    pub fn schedule_retry(&mut self, reference: AttemptRef<'_>, retry: Retry<'_>) -> Outcome {
        let slot = self.state.slot(reference)?;
        self.state.active(slot)?;
        let next = self.new_attempt_id(retry.attempt_id)?;
        let next_model = retry.next_model;
        self.state.update(slot, retry.at, |task_id, attempt, at| {
            attempt.end(TerminalStatus::Error, retry.error, at);
            Some(Notice::RetryScheduled {
                task_id: task_id.clone(),
                failed_attempt_id: attempt.attempt_id.clone(),
                failed_session_id: attempt.session_id.clone(),
                failed_model: attempt.model.known().cloned(),
                failed_error: attempt.error.clone(),
                attempt_id: next.clone(),
                next_model: next_model.known().cloned(),
                at,
            })
        });
        if let Some(entry) = self.state.tasks.get_mut(&slot.task) {
            let slot = Slot { task: slot.task, index: entry.task.attempts.len() };
            entry.push_pending(next.clone(), next_model, PendingReason::RetryScheduled);
            self.state.attempts.insert(next.clone(), slot);
        }
        Ok(next)
    }

    /// The attempt, and with it the task, has ended.
    ///
    /// # Errors
    /// As the table of the contract says.
    pub fn finalize_attempt(
        &mut self,
        reference: AttemptRef<'_>,
        status: TerminalStatus,
        at: Millis,
        error: Option<&str>,
    ) -> Outcome {
        let slot = self.state.slot(reference)?;
        let attempt_id = self.state.active(slot)?.attempt_id.clone();
        self.state.update(slot, at, |_, attempt, at| {
            attempt.end(status, error, at);
            None
        });
        if let Some(entry) = self.state.tasks.get(&slot.task) {
            self.state.notices.push(Notice::FinalSummary {
                task_id: entry.task.task_id.clone(),
                status,
                task: entry.task.clone(),
                at: entry.clock.last().unwrap_or(at),
            });
        }
        Ok(attempt_id)
    }

    /// Which attempt a session belongs to, for all sessions of the tasks that are known.
    pub fn resolve_session(&self, session_id: &SessionId) -> Option<Located> {
        let slot = self.state.slot(AttemptRef::Session(session_id)).ok()?;
        let task = &self.state.tasks.get(&slot.task)?.task;
        let attempt = task.attempts.get(slot.index)?;
        Some(Located {
            task_id: task.task_id.clone(),
            attempt_id: attempt.attempt_id.clone(),
            attempt_number: attempt.attempt_number,
            is_current: slot.index + 1 == task.attempts.len(),
        })
    }

    /// The task that an attempt or a session belongs to.
    pub fn owner(&self, reference: AttemptRef<'_>) -> Option<&TaskId> {
        let slot = self.state.slot(reference).ok()?;
        self.state.tasks.get(&slot.task).map(|entry| &entry.task.task_id)
    }

    /// A task with all its attempts.
    pub fn task(&self, task_id: &TaskId) -> Option<&BackgroundTask> {
        let serial = self.state.serials.get(task_id)?;
        self.state.tasks.get(serial).map(|entry| &entry.task)
    }

    /// All tasks, in the order of their creation.
    pub fn task_ids(&self) -> impl Iterator<Item = &TaskId> {
        self.state.tasks.values().map(|entry| &entry.task.task_id)
    }

    /// What happened since the last call, in the order of the causes.
    pub fn take_notices(&mut self) -> Vec<Notice> {
        std::mem::take(&mut self.state.notices)
    }

    /// Drops a task with its attempts and sessions; later events of them are unknown. Notices that are
    /// still to be taken stay: they carry all they need. `false` if there is no such task.
    pub fn forget_task(&mut self, task_id: &TaskId) -> bool {
        self.state.remove(task_id).is_some()
    }

    /// The id given for a new attempt, if it is free, or else a fresh one.
    fn new_attempt_id(&mut self, given: Option<AttemptId>) -> Outcome {
        let attempts = &self.state.attempts;
        match given {
            Some(id) if attempts.contains_key(&id) => Err(IgnoredReason::AttemptInUse.into()),
            Some(id) => Ok(id),
            None => Ok(self.ids.fresh(&mut self.state.next_attempt, |id| attempts.contains_key(id))),
        }
    }
}

impl State {
    fn slot(&self, reference: AttemptRef<'_>) -> Result<Slot, IgnoredReason> {
        let attempt_id = match reference {
            AttemptRef::Attempt(id) => id,
            AttemptRef::Session(id) => self.sessions.get(id).ok_or(IgnoredReason::UnknownSession)?,
        };
        self.attempts.get(attempt_id).copied().ok_or(IgnoredReason::UnknownAttempt)
    }

    /// The attempt, if it may still change. Every change asks this first.
    fn active(&self, slot: Slot) -> Result<&Attempt, IgnoredReason> {
        let attempts = self.tasks.get(&slot.task).map_or(&[][..], |entry| &entry.task.attempts);
        let attempt = attempts.get(slot.index).ok_or(IgnoredReason::UnknownAttempt)?;
        if slot.index + 1 != attempts.len() {
            return Err(IgnoredReason::Superseded);
        }
        if attempt.status.terminal().is_some() {
            return Err(IgnoredReason::AlreadyTerminal);
        }
        Ok(attempt)
    }

    /// Takes a task out, with all that names it.
    pub(super) fn remove(&mut self, task_id: &TaskId) -> Option<(u64, Entry)> {
        let serial = self.serials.remove(task_id)?;
        let entry = self.tasks.remove(&serial)?;
        for attempt in &entry.task.attempts {
            self.attempts.remove(&attempt.attempt_id);
            if let Some(session_id) = &attempt.session_id {
                self.sessions.remove(session_id);
            }
        }
        Some((serial, entry))
    }

    /// Changes an attempt that is [`active`](Self::active), and queues the notice of it.
    fn update(&mut self, slot: Slot, at: Millis, change: impl FnOnce(&TaskId, &mut Attempt, Millis) -> Option<Notice>) {
        let Some(entry) = self.tasks.get_mut(&slot.task) else { return };
        let Some(attempt) = entry.task.attempts.get_mut(slot.index) else { return };
        let at = entry.clock.observe(at);
        let notice = change(&entry.task.task_id, Rc::make_mut(attempt), at);
        self.notices.extend(notice);
    }
}

impl Entry {
    fn push_pending(&mut self, attempt_id: AttemptId, model: ModelRef, reason: PendingReason) {
        let number = self.task.attempts.last().map_or(0, |last| last.attempt_number);
        self.task.attempts.push(Rc::new(Attempt {
            attempt_id,
            attempt_number: number.saturating_add(1),
            session_id: None,
            model,
            status: AttemptStatus::Pending,
            pending_reason: Some(reason),
            error: None,
            started_at: None,
            completed_at: None,
        }));
    }
}

impl Attempt {
    fn end(&mut self, status: TerminalStatus, error: Option<&str>, at: Millis) {
        self.status = status.into();
        self.pending_reason = None;
        self.completed_at = Some(at);
        self.set_error(error);
    }

    /// Without a new error, what was said before stays.
    fn set_error(&mut self, error: Option<&str>) {
        if let Some(error) = error {
            self.error = Some(bounded(error));
        }
    }
}

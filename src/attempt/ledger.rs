use crate::prelude::*;
use core::mem;

use super::model::{
    Attempt, AttemptStatus, BackgroundTask, Ignored, IgnoredReason, ModelRef, Notice, Outcome, PendingReason,
    TerminalStatus,
};
use crate::id::{AttemptId, Handle, Index, SessionId, TaskId};
use crate::time::{Millis, Monotone};
use crate::wire::{Kind, Reader, Wire, Writer};

/// What an event says of the attempt that it belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttemptRef {
    /// The attempt itself.
    Attempt(AttemptId),
    /// The child session that the event came from.
    Session(SessionId),
}

impl Wire for AttemptRef {
    fn write(&self, out: &mut Writer) {
        let (attempt, session) = match self {
            Self::Attempt(id) => (Some(id.handle()), None),
            Self::Session(id) => (None, Some(id.handle())),
        };
        out.handle(attempt);
        out.handle(session);
    }

    fn read(from: &mut Reader<'_>) -> Self {
        match (from.handle(Kind::Id), from.handle(Kind::Id)) {
            (Some(attempt), _) => Self::Attempt(AttemptId::new(attempt)),
            (None, session) => {
                from.check(session.is_some());
                Self::Session(SessionId::new(session.unwrap_or(Handle::FIRST)))
            }
        }
    }
}

/// What [`Ledger::start_attempt`] is told.
#[derive(Debug, Clone, Copy)]
pub struct Start {
    /// When.
    pub at: Millis,
    /// The model it is to run on.
    pub model: ModelRef,
    /// The id of the new attempt.
    pub attempt_id: AttemptId,
    /// What the task is about. On a resume, replaces what was said before.
    pub description: Option<Handle>,
    /// The task that launched it. On a resume, replaces what was said before.
    pub parent_task_id: Option<TaskId>,
}

/// What [`Ledger::bind_session`] is told.
#[derive(Debug, Clone, Copy)]
pub struct Bind {
    /// When.
    pub at: Millis,
    /// The model that the session really has; without one, the scheduled model stays.
    pub model: Option<ModelRef>,
}

/// What [`Ledger::schedule_retry`] is told.
#[derive(Debug, Clone, Copy)]
pub struct Retry {
    /// When.
    pub at: Millis,
    /// The model that the new attempt is to run on.
    pub next_model: ModelRef,
    /// Why the old attempt failed.
    pub error: Option<Handle>,
    /// The id of the new attempt.
    pub attempt_id: AttemptId,
}

/// Where a session belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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

/// Where an attempt is: its task among the entries, and its index there.
#[derive(Debug, Clone, Copy)]
struct Slot {
    entry: u32,
    index: usize,
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
/// - *Getters*: [`task`](Self::task), [`tasks`](Self::tasks), [`resolve_session`](Self::resolve_session).
/// - *Commands*: [`forget_task`](Self::forget_task); [`save`](Self::save), and then [`restored`](Self::restored).
#[derive(Debug, Default)]
pub struct Ledger {
    /// In the order of their creation; `None` where one was forgotten.
    pub(super) entries: Vec<Option<Entry>>,
    pub(super) forgotten: usize,
    /// The entry of each task.
    pub(super) tasks: Index,
    /// The task of each attempt, and of each session.
    pub(super) attempts: Index,
    pub(super) sessions: Index,
    pub(super) notices: Vec<Notice>,
}

impl Ledger {
    /// Launches a task, or resumes one that has ended: a new pending attempt, queued.
    ///
    /// # Errors
    /// `TaskActive` while the current attempt has not ended; `AttemptInUse` for a known attempt id.
    pub fn start_attempt(&mut self, task_id: TaskId, start: Start) -> Outcome {
        let current = self.task(task_id).and_then(BackgroundTask::current);
        if current.is_some_and(|attempt| attempt.outcome().is_none()) {
            return Err(IgnoredReason::TaskActive.into());
        }
        self.check_free(start.attempt_id)?;
        let entry = match self.tasks.get(task_id.handle()) {
            Some(entry) => entry,
            None => self.insert(Entry {
                task: BackgroundTask { task_id, description: None, parent_task_id: None, attempts: Vec::new() },
                clock: Monotone::default(),
            }),
        };
        if let Some(Some(Entry { task, clock })) = self.entries.get_mut(entry as usize) {
            clock.observe(start.at);
            task.description = start.description.or(task.description);
            task.parent_task_id = start.parent_task_id.or(task.parent_task_id);
        }
        self.push_pending(entry, start.attempt_id, start.model, PendingReason::Queued);
        Ok(start.attempt_id)
    }

    /// A session was created for exactly this attempt, which now runs.
    ///
    /// # Errors
    /// As the table of the contract says; `SessionInUse` if another attempt owns the session. With
    /// `abort_session`, no attempt owns it, and the caller must abort it.
    pub fn bind_session(&mut self, attempt_id: AttemptId, session_id: SessionId, bind: Bind) -> Outcome {
        let owned = self.sessions.get(session_id.handle()).is_some();
        let refused = |reason| Ignored { reason, abort_session: !owned };
        let slot = self.slot(AttemptRef::Attempt(attempt_id)).map_err(refused)?;
        let current = *self.active(slot).map_err(refused)?;
        if current.status == AttemptStatus::Running {
            let same = current.session_id == Some(session_id);
            return Err(refused(if same { IgnoredReason::Duplicate } else { IgnoredReason::AlreadyBound }));
        }
        if owned {
            return Err(refused(IgnoredReason::SessionInUse));
        }
        let Some((task_id, attempt, at)) = self.change(slot, bind.at) else { return Ok(attempt_id) };
        attempt.status = AttemptStatus::Running;
        attempt.pending_reason = None;
        // What kept an earlier session from being created is over.
        attempt.error = None;
        attempt.session_id = Some(session_id);
        attempt.started_at = Some(at);
        attempt.model = bind.model.unwrap_or(attempt.model);
        let (attempt_number, model) = (attempt.attempt_number, attempt.model);
        self.sessions.set(session_id.handle(), Some(task_id.handle().get()));
        if attempt_number > 1 {
            self.notices.push(Notice::RetrySessionReady { task_id, attempt_id, attempt_number, session_id, model, at });
        }
        Ok(attempt_id)
    }

    /// The session of a pending attempt could not be created. It stays pending: it may be tried again,
    /// retried on another model, or finalized.
    ///
    /// # Errors
    /// As the table of the contract says.
    pub fn session_failed(&mut self, attempt_id: AttemptId, at: Millis, error: Option<Handle>) -> Outcome {
        let slot = self.slot(AttemptRef::Attempt(attempt_id))?;
        if self.active(slot)?.status == AttemptStatus::Running {
            return Err(IgnoredReason::AlreadyBound.into());
        }
        if let Some((_, attempt, _)) = self.change(slot, at) {
            attempt.pending_reason = Some(PendingReason::SessionFailed);
            attempt.error = error.or(attempt.error);
        }
        Ok(attempt_id)
    }

    /// The attempt has failed, and another follows: ends the one in an error, then creates the next.
    ///
    /// # Errors
    /// As the table of the contract says; `AttemptInUse` if the id for the new attempt is known.
    pub fn schedule_retry(&mut self, reference: AttemptRef, retry: Retry) -> Outcome {
        let slot = self.slot(reference)?;
        self.active(slot)?;
        self.check_free(retry.attempt_id)?;
        let Retry { next_model, attempt_id, .. } = retry;
        if let Some((task_id, attempt, at)) = self.change(slot, retry.at) {
            attempt.end(TerminalStatus::Error, retry.error, at);
            let failed = *attempt;
            self.notices.push(Notice::RetryScheduled {
                task_id,
                failed_attempt_id: failed.attempt_id,
                failed_session_id: failed.session_id,
                failed_model: failed.model,
                failed_error: failed.error,
                attempt_id,
                next_model,
                at,
            });
        }
        self.push_pending(slot.entry, attempt_id, next_model, PendingReason::RetryScheduled);
        Ok(attempt_id)
    }

    /// The attempt, and with it the task, has ended.
    ///
    /// # Errors
    /// As the table of the contract says.
    pub fn finalize_attempt(
        &mut self,
        reference: AttemptRef,
        status: TerminalStatus,
        at: Millis,
        error: Option<Handle>,
    ) -> Outcome {
        let slot = self.slot(reference)?;
        let attempt_id = self.active(slot)?.attempt_id;
        if let Some((_, attempt, at)) = self.change(slot, at) {
            attempt.end(status, error, at);
            if let Some(task) = self.entry(slot.entry).map(|entry| entry.task.clone()) {
                self.notices.push(Notice::FinalSummary { status, task, at });
            }
        }
        Ok(attempt_id)
    }

    /// Which attempt a session belongs to, for all sessions of the tasks that are known.
    pub fn resolve_session(&self, session_id: SessionId) -> Option<Located> {
        let slot = self.slot(AttemptRef::Session(session_id)).ok()?;
        let task = &self.entry(slot.entry)?.task;
        let attempt = task.attempts.get(slot.index)?;
        Some(Located {
            task_id: task.task_id,
            attempt_id: attempt.attempt_id,
            attempt_number: attempt.attempt_number,
            is_current: slot.index + 1 == task.attempts.len(),
        })
    }

    /// The task that an attempt or a session belongs to.
    pub fn owner(&self, reference: AttemptRef) -> Option<TaskId> {
        let owner = match reference {
            AttemptRef::Attempt(id) => self.attempts.get(id.handle()),
            AttemptRef::Session(id) => self.sessions.get(id.handle()),
        };
        owner.and_then(Handle::new).map(TaskId::new)
    }

    /// A task with all its attempts.
    pub fn task(&self, task_id: TaskId) -> Option<&BackgroundTask> {
        let entry = self.tasks.get(task_id.handle())?;
        self.entry(entry).map(|entry| &entry.task)
    }

    /// All tasks, in the order of their creation.
    pub fn tasks(&self) -> impl Iterator<Item = &BackgroundTask> {
        self.entries.iter().flatten().map(|entry| &entry.task)
    }

    /// What happened since the last call, in the order of the causes.
    pub fn take_notices(&mut self) -> Vec<Notice> {
        mem::take(&mut self.notices)
    }

    /// Drops a task with its attempts and sessions; later events of them are unknown. Notices that are
    /// still to be taken stay: they carry all they need. `false` if there is no such task.
    pub fn forget_task(&mut self, task_id: TaskId) -> bool {
        let Some(position) = self.tasks.get(task_id.handle()) else { return false };
        self.tasks.set(task_id.handle(), None);
        if let Some(entry) = self.entries.get_mut(position as usize).and_then(Option::take) {
            self.release(&entry.task);
        }
        self.forgotten += 1;
        if self.forgotten > self.entries.len() / 2 {
            self.entries.retain(Option::is_some);
            self.forgotten = 0;
            for (position, entry) in self.entries.iter().flatten().enumerate() {
                self.tasks.set(entry.task.task_id.handle(), Some(position as u32));
            }
        }
        true
    }

    pub(super) fn entry(&self, position: u32) -> Option<&Entry> {
        self.entries.get(position as usize)?.as_ref()
    }

    /// Puts a task at the end. Gives its position.
    pub(super) fn insert(&mut self, entry: Entry) -> u32 {
        let position = self.entries.len() as u32;
        self.tasks.set(entry.task.task_id.handle(), Some(position));
        self.entries.push(Some(entry));
        position
    }

    /// Its attempts and sessions belong to it from now on. `false`, and nothing changes, if one of them belongs to
    /// anybody already, or occurs twice.
    pub(super) fn claim(&mut self, task: &BackgroundTask) -> bool {
        let owner = Some(task.task_id.handle().get());
        for (done, attempt) in task.attempts.iter().enumerate() {
            let session = attempt.session_id.and_then(|session| self.sessions.get(session.handle()));
            if session.or(self.attempts.get(attempt.attempt_id.handle())).is_some() {
                self.set_owner(task.attempts.iter().take(done), None);
                return false;
            }
            self.set_owner([attempt], owner);
        }
        true
    }

    /// Its attempts and sessions belong to nobody.
    pub(super) fn release(&mut self, task: &BackgroundTask) {
        self.set_owner(&task.attempts, None);
    }

    fn set_owner<'a>(&mut self, attempts: impl IntoIterator<Item = &'a Attempt>, owner: Option<u32>) {
        for attempt in attempts {
            self.attempts.set(attempt.attempt_id.handle(), owner);
            if let Some(session) = attempt.session_id {
                self.sessions.set(session.handle(), owner);
            }
        }
    }

    fn slot(&self, reference: AttemptRef) -> Result<Slot, IgnoredReason> {
        let unknown = match reference {
            AttemptRef::Attempt(_) => IgnoredReason::UnknownAttempt,
            AttemptRef::Session(_) => IgnoredReason::UnknownSession,
        };
        let owner = self.owner(reference).ok_or(unknown)?;
        let entry = self.tasks.get(owner.handle()).ok_or(unknown)?;
        let attempts = self.entry(entry).map_or(&[][..], |entry| &entry.task.attempts);
        // Most events concern the newest.
        let index = attempts.iter().rposition(|attempt| match reference {
            AttemptRef::Attempt(id) => attempt.attempt_id == id,
            AttemptRef::Session(id) => attempt.session_id == Some(id),
        });
        index.map(|index| Slot { entry, index }).ok_or(unknown)
    }

    /// The attempt, if it may still change. Every change asks this first.
    fn active(&self, slot: Slot) -> Result<&Attempt, IgnoredReason> {
        let attempts = self.entry(slot.entry).map_or(&[][..], |entry| &entry.task.attempts);
        let attempt = attempts.get(slot.index).ok_or(IgnoredReason::UnknownAttempt)?;
        if slot.index + 1 != attempts.len() {
            return Err(IgnoredReason::Superseded);
        }
        if attempt.outcome().is_some() {
            return Err(IgnoredReason::AlreadyTerminal);
        }
        Ok(attempt)
    }

    /// An attempt that is [`active`](Self::active), to be changed now, and the time that counts.
    fn change(&mut self, slot: Slot, at: Millis) -> Option<(TaskId, &mut Attempt, Millis)> {
        let entry = self.entries.get_mut(slot.entry as usize)?.as_mut()?;
        let attempt = entry.task.attempts.get_mut(slot.index)?;
        Some((entry.task.task_id, attempt, entry.clock.observe(at)))
    }

    fn check_free(&self, attempt_id: AttemptId) -> Result<(), IgnoredReason> {
        let known = self.attempts.get(attempt_id.handle()).is_some();
        if known { Err(IgnoredReason::AttemptInUse) } else { Ok(()) }
    }

    fn push_pending(&mut self, entry: u32, attempt_id: AttemptId, model: ModelRef, reason: PendingReason) {
        let Some(Some(Entry { task, .. })) = self.entries.get_mut(entry as usize) else { return };
        let number = task.attempts.last().map_or(0, |last| last.attempt_number);
        task.attempts.push(Attempt {
            attempt_id,
            attempt_number: number.saturating_add(1),
            session_id: None,
            model,
            status: AttemptStatus::Pending,
            pending_reason: Some(reason),
            error: None,
            started_at: None,
            completed_at: None,
        });
        let owner = task.task_id.handle().get();
        self.attempts.set(attempt_id.handle(), Some(owner));
    }
}

impl Attempt {
    /// Without a new error, what was said before stays.
    fn end(&mut self, status: TerminalStatus, error: Option<Handle>, at: Millis) {
        self.status = status.into();
        self.pending_reason = None;
        self.completed_at = Some(at);
        self.error = error.or(self.error);
    }
}

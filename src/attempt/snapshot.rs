//! A ledger as plain data, and back, with every invariant checked.

use std::collections::HashSet;
use std::fmt;
use std::rc::Rc;

use serde::{Deserialize, Serialize};

use super::ledger::{AttemptRef, Entry, Ledger, Slot, State};
use super::model::{Attempt, AttemptStatus, BackgroundTask, MAX_TEXT_BYTES, Notice, PendingReason};
use crate::id::TaskId;
use crate::time::{Millis, Monotone};

/// The version of the form below.
pub const SNAPSHOT_VERSION: u32 = 1;

/// Far above any real count, and still exact as a JSON number, also after counting on.
const MAX_COUNT: f64 = 4_503_599_627_370_496.0;

/// A ledger, ready for JSON.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LedgerSnapshot {
    /// [`SNAPSHOT_VERSION`].
    pub version: u32,
    /// The number of the next sequential attempt id.
    pub next_attempt: f64,
    /// In the order of their creation.
    pub tasks: Vec<TaskRecord>,
    /// Those that are still to be taken.
    pub notices: Vec<Notice>,
}

/// A task in a [`LedgerSnapshot`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TaskRecord {
    /// Its identity.
    pub task_id: TaskId,
    /// What the task is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<Rc<str>>,
    /// The task that launched it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent_task_id: Option<TaskId>,
    /// The last time seen of the task.
    pub last_at: Millis,
    /// In the order of their numbers.
    pub attempts: Vec<Rc<Attempt>>,
}

/// The snapshot breaks an invariant of the ledger: the one named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CorruptSnapshot(pub &'static str);

impl fmt::Display for CorruptSnapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for CorruptSnapshot {}

impl Ledger {
    /// All that the ledger knows, notices that are still to be taken included.
    pub fn snapshot(&self) -> LedgerSnapshot {
        let state = &self.state;
        LedgerSnapshot {
            version: SNAPSHOT_VERSION,
            next_attempt: state.next_attempt as f64,
            tasks: state
                .tasks
                .values()
                .filter_map(|Entry { task, clock }| {
                    Some(TaskRecord {
                        task_id: task.task_id.clone(),
                        description: task.description.clone(),
                        parent_task_id: task.parent_task_id.clone(),
                        last_at: clock.last()?,
                        attempts: task.attempts.clone(),
                    })
                })
                .collect(),
            notices: state.notices.clone(),
        }
    }

    /// Becomes what the snapshot says. The source of new ids stays the ledger's own.
    ///
    /// # Errors
    /// If the snapshot breaks any invariant; the ledger is then unchanged.
    pub fn restore(&mut self, snapshot: LedgerSnapshot) -> Result<(), CorruptSnapshot> {
        self.state = State::try_from(snapshot)?;
        Ok(())
    }
}

/// Why a task was not taken over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImportRefused {
    /// An attempt that has ended here has not ended there.
    Outdated,
    /// It breaks a rule, or claims what belongs to another task.
    Conflict,
}

impl Ledger {
    /// Takes over a task as another ledger has it. Queues no notice: that ledger did. What its attempts do not say,
    /// though they must (why they are pending, when they started and ended), is filled in as well as it can be;
    /// `now` is when the task came.
    ///
    /// # Errors
    /// If it would reopen an attempt, or breaks a rule; the ledger is then unchanged.
    pub fn import(&mut self, mut task: BackgroundTask, now: Millis) -> Result<(), ImportRefused> {
        let seen = self.state.last_seen(&task.task_id);
        complete(&mut task, seen.unwrap_or(now));
        let times = task.attempts.iter().flat_map(|attempt| [attempt.started_at, attempt.completed_at]);
        let known = self.task(&task.task_id);
        let ended = |attempt: &Attempt| attempt.status.terminal().is_some();
        let reopens = known.is_some_and(|known| {
            let there = |id| task.attempts.iter().find(|attempt| attempt.attempt_id == id);
            let ended_here = known.attempts.iter().filter(|attempt| ended(attempt));
            ended_here.filter_map(|attempt| there(attempt.attempt_id.clone())).any(|attempt| !ended(attempt))
        });
        if reopens {
            return Err(ImportRefused::Outdated);
        }
        let last_at = times.flatten().chain(seen).reduce(Millis::max).unwrap_or(now);
        if check_task(&task, last_at).is_err() || self.claims_of_others(&task) {
            return Err(ImportRefused::Conflict);
        }
        let serial = self.state.remove(&task.task_id).map(|(serial, _)| serial);
        let serial = serial.unwrap_or(self.state.next_serial);
        self.state.next_serial = self.state.next_serial.max(serial + 1);
        self.state.insert(serial, task, last_at).map_err(|_| ImportRefused::Conflict)
    }

    /// Whether an attempt or a session of the task belongs to another one here, or occurs in it twice.
    fn claims_of_others(&self, task: &BackgroundTask) -> bool {
        let mut attempts = HashSet::new();
        let mut sessions = HashSet::new();
        task.attempts.iter().any(|attempt| {
            let owners = [
                self.owner(AttemptRef::Attempt(&attempt.attempt_id)),
                attempt.session_id.as_ref().and_then(|session| self.owner(AttemptRef::Session(session))),
            ];
            let foreign = owners.into_iter().flatten().any(|owner| *owner != task.task_id);
            let session_twice = attempt.session_id.as_ref().is_some_and(|session| !sessions.insert(session));
            foreign || session_twice || !attempts.insert(&attempt.attempt_id)
        })
    }
}

impl TryFrom<LedgerSnapshot> for State {
    type Error = CorruptSnapshot;

    fn try_from(snapshot: LedgerSnapshot) -> Result<Self, CorruptSnapshot> {
        check(snapshot.version == SNAPSHOT_VERSION, "unknown snapshot version")?;
        let next = snapshot.next_attempt;
        check((1.0..=MAX_COUNT).contains(&next) && next.fract() == 0.0, "nextAttempt must be a whole number from 1")?;
        let mut state = Self { next_attempt: next as u64, ..Self::default() };
        for record in snapshot.tasks {
            state.add(record)?;
        }
        for notice in &snapshot.notices {
            check_notice(notice)?;
        }
        state.notices = snapshot.notices;
        Ok(state)
    }
}

impl State {
    fn last_seen(&self, task_id: &TaskId) -> Option<Millis> {
        self.tasks.get(self.serials.get(task_id)?)?.clock.last()
    }

    fn add(&mut self, record: TaskRecord) -> Result<(), CorruptSnapshot> {
        let TaskRecord { task_id, description, parent_task_id, last_at, attempts } = record;
        let task = BackgroundTask { task_id, description, parent_task_id, attempts };
        check_task(&task, last_at)?;
        let serial = self.next_serial;
        self.next_serial += 1;
        self.insert(serial, task, last_at)
    }

    /// Puts a task in that was checked, with all that names it.
    fn insert(&mut self, serial: u64, task: BackgroundTask, last_at: Millis) -> Result<(), CorruptSnapshot> {
        for (index, attempt) in task.attempts.iter().enumerate() {
            let slot = Slot { task: serial, index };
            let known = self.attempts.insert(attempt.attempt_id.clone(), slot);
            check(known.is_none(), "two attempts with one attemptID")?;
            if let Some(session) = &attempt.session_id {
                let owner = self.sessions.insert(session.clone(), attempt.attempt_id.clone());
                check(owner.is_none(), "a session that two attempts own")?;
            }
        }
        let known = self.serials.insert(task.task_id.clone(), serial);
        check(known.is_none(), "two tasks with one taskId")?;
        self.tasks.insert(serial, Entry { task, clock: Monotone::starting_at(last_at) });
        Ok(())
    }
}

/// Fills in what an attempt must say and does not.
fn complete(task: &mut BackgroundTask, otherwise: Millis) {
    let mut latest = None;
    for attempt in &mut task.attempts {
        let ended = attempt.status.terminal().is_some();
        let pending = attempt.status == AttemptStatus::Pending;
        let starts = attempt.session_id.is_some() && attempt.started_at.is_none();
        if starts || ended && attempt.completed_at.is_none() || pending && attempt.pending_reason.is_none() {
            let attempt = Rc::make_mut(attempt);
            let time = latest.unwrap_or(otherwise);
            if starts {
                attempt.started_at = Some(attempt.completed_at.unwrap_or(time));
            }
            if ended && attempt.completed_at.is_none() {
                attempt.completed_at = Some(attempt.started_at.unwrap_or(time));
            }
            if pending && attempt.pending_reason.is_none() {
                attempt.pending_reason = Some(PendingReason::Queued);
            }
        }
        latest = attempt.completed_at.or(attempt.started_at).or(latest);
    }
}

fn check(holds: bool, otherwise: &'static str) -> Result<(), CorruptSnapshot> {
    if holds { Ok(()) } else { Err(CorruptSnapshot(otherwise)) }
}

/// Everything that holds of one task, whatever the others are.
fn check_task(task: &BackgroundTask, last_at: Millis) -> Result<(), CorruptSnapshot> {
    check(!task.attempts.is_empty(), "a task without attempts")?;
    check(within_bounds(task.description.as_deref()), "a description that is too long")?;
    let mut latest = None;
    for (index, attempt) in task.attempts.iter().enumerate() {
        let is_last = index + 1 == task.attempts.len();
        check(attempt.attempt_number as usize == index + 1, "attempts must be numbered 1, 2, 3 …")?;
        check(is_last || attempt.status.terminal().is_some(), "an attempt that another one followed must have ended")?;
        check(within_bounds(attempt.error.as_deref()), "an error that is too long")?;
        check_attempt(attempt)?;
        for at in [attempt.started_at, attempt.completed_at].into_iter().flatten() {
            check(latest.is_none_or(|earlier| at >= earlier) && at <= last_at, "a time that runs backwards")?;
            latest = Some(at);
        }
    }
    Ok(())
}

fn within_bounds(text: Option<&str>) -> bool {
    text.is_none_or(|text| text.len() <= MAX_TEXT_BYTES)
}

fn check_attempt(attempt: &Attempt) -> Result<(), CorruptSnapshot> {
    let bound = attempt.session_id.is_some();
    check(bound == attempt.started_at.is_some(), "sessionID and startedAt come together")?;
    let pending = attempt.status == AttemptStatus::Pending;
    check(pending == attempt.pending_reason.is_some(), "pendingReason is for pending attempts, and for each of them")?;
    let ended = attempt.status.terminal().is_some();
    check(ended == attempt.completed_at.is_some(), "completedAt is for attempts that ended, and for each of them")?;
    match attempt.status {
        AttemptStatus::Pending => check(!bound, "a pending attempt has no session"),
        AttemptStatus::Running => check(bound, "a running attempt has a session"),
        _ => Ok(()),
    }
}

fn check_notice(notice: &Notice) -> Result<(), CorruptSnapshot> {
    match notice {
        Notice::RetryScheduled { failed_error, .. } => {
            check(within_bounds(failed_error.as_deref()), "an error that is too long")
        }
        Notice::RetrySessionReady { attempt_number, .. } => {
            check(*attempt_number > 1, "retry_session_ready is for attempts from the second on")
        }
        Notice::FinalSummary { task_id, status, task, at } => {
            check_task(task, *at)?;
            let outcome = task.current().and_then(|attempt| attempt.status.terminal());
            check(*task_id == task.task_id && outcome == Some(*status), "a final_summary that its task contradicts")
        }
    }
}

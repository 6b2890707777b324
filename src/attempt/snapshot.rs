//! A ledger as data, and back, with every invariant checked.

use core::fmt;

use super::ledger::{Entry, Ledger};
use super::model::{Attempt, AttemptStatus, BackgroundTask, Notice, PendingReason};
use crate::time::{Millis, Monotone};
use crate::wire::{Reader, Wire, Writer};

/// The snapshot breaks an invariant of the ledger: the one named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CorruptSnapshot(pub &'static str);

impl fmt::Display for CorruptSnapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl core::error::Error for CorruptSnapshot {}

/// Why a task was not taken over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImportRefused {
    /// An attempt that has ended here has not ended there.
    Outdated,
    /// It breaks a rule, or claims what belongs to another task.
    Conflict,
}

impl Ledger {
    /// All that the ledger knows, notices that are still to be taken included: a list of the tasks, each after the last
    /// time seen of it, and a list of the notices.
    pub fn save(&self, out: &mut Writer) {
        out.count(self.tasks().count() as u32);
        for entry in self.entries.iter().flatten() {
            out.time(entry.clock.last());
            entry.task.write(out);
        }
        out.list(&self.notices);
    }

    /// The ledger that was saved.
    ///
    /// # Errors
    /// If it breaks any invariant.
    pub fn restored(from: &mut Reader<'_>) -> Result<Self, CorruptSnapshot> {
        let mut ledger = Self::default();
        for _ in 0..from.count() {
            let (last_at, task) = (from.needed_time(), BackgroundTask::read(from));
            check(from.is_sound(), "what is no task")?;
            check_task(&task, last_at)?;
            check(ledger.task(task.task_id).is_none(), "two tasks with one taskId")?;
            check(ledger.claim(&task), "two attempts with one attemptID, or of one session")?;
            ledger.insert(Entry { task, clock: Monotone::starting_at(last_at) });
        }
        ledger.notices = from.list();
        check(from.is_sound(), "what is no notice")?;
        ledger.notices.iter().try_for_each(check_notice)?;
        Ok(ledger)
    }

    /// Takes over a task as another ledger has it. Queues no notice: that ledger did. What its attempts do not say,
    /// though they must (why they are pending, when they started and ended), is filled in as well as it can be;
    /// `now` is when the task came.
    ///
    /// # Errors
    /// If it would reopen an attempt, or breaks a rule; the ledger is then unchanged.
    pub fn import(&mut self, mut task: BackgroundTask, now: Millis) -> Result<(), ImportRefused> {
        let position = self.tasks.get(task.task_id.handle());
        let known = position.and_then(|position| self.entry(position));
        let seen = known.and_then(|entry| entry.clock.last());
        complete(&mut task, seen.unwrap_or(now));
        let reopens = known.is_some_and(|known| {
            let ended_here = known.task.attempts.iter().filter(|attempt| attempt.outcome().is_some());
            ended_here.into_iter().any(|ended| {
                let there = task.attempts.iter().find(|attempt| attempt.attempt_id == ended.attempt_id);
                there.is_some_and(|attempt| attempt.outcome().is_none())
            })
        });
        if reopens {
            return Err(ImportRefused::Outdated);
        }
        let times = task.attempts.iter().flat_map(|attempt| [attempt.started_at, attempt.completed_at]);
        let last_at = times.flatten().chain(seen).reduce(Millis::max).unwrap_or(now);
        if check_task(&task, last_at).is_err() {
            return Err(ImportRefused::Conflict);
        }
        let known = position.and_then(|position| self.entries.get_mut(position as usize)).and_then(Option::take);
        if let Some(known) = &known {
            self.release(&known.task);
        }
        let free = self.claim(&task);
        let entry = if free { Some(Entry { task, clock: Monotone::starting_at(last_at) }) } else { known };
        if let (false, Some(known)) = (free, &entry) {
            self.claim(&known.task);
        }
        match (position.and_then(|position| self.entries.get_mut(position as usize)), entry) {
            (Some(place), entry) => *place = entry,
            (None, Some(entry)) => {
                self.insert(entry);
            }
            (None, None) => {}
        }
        if free { Ok(()) } else { Err(ImportRefused::Conflict) }
    }
}

/// Fills in what an attempt must say and does not.
fn complete(task: &mut BackgroundTask, otherwise: Millis) {
    let mut latest = None;
    for attempt in &mut task.attempts {
        let time = latest.unwrap_or(otherwise);
        if attempt.session_id.is_some() {
            attempt.started_at = attempt.started_at.or(attempt.completed_at).or(Some(time));
        }
        if attempt.outcome().is_some() {
            attempt.completed_at = attempt.completed_at.or(attempt.started_at).or(Some(time));
        }
        if attempt.status == AttemptStatus::Pending {
            attempt.pending_reason = attempt.pending_reason.or(Some(PendingReason::Queued));
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
    let mut before: Option<&Attempt> = None;
    let mut latest = None;
    for (attempt, number) in task.attempts.iter().zip(1..) {
        check(attempt.attempt_number == number, "attempts must be numbered 1, 2, 3 …")?;
        check(
            before.is_none_or(|before| before.outcome().is_some()),
            "an attempt that another one followed must have ended",
        )?;
        check_attempt(attempt)?;
        check(
            attempt.pending_reason != Some(PendingReason::RetryScheduled)
                || before.is_some_and(|before| before.status == AttemptStatus::Error),
            "retry_scheduled is for an attempt that follows a failed one",
        )?;
        for at in [attempt.started_at, attempt.completed_at].into_iter().flatten() {
            check(latest.is_none_or(|earlier| at >= earlier) && at <= last_at, "a time that runs backwards")?;
            latest = Some(at);
        }
        before = Some(attempt);
    }
    Ok(())
}

fn check_attempt(attempt: &Attempt) -> Result<(), CorruptSnapshot> {
    let bound = attempt.session_id.is_some();
    check(bound == attempt.started_at.is_some(), "sessionID and startedAt come together")?;
    let pending = attempt.status == AttemptStatus::Pending;
    check(pending == attempt.pending_reason.is_some(), "pendingReason is for pending attempts, and for each of them")?;
    let ended = attempt.outcome().is_some();
    check(ended == attempt.completed_at.is_some(), "completedAt is for attempts that ended, and for each of them")?;
    match attempt.status {
        AttemptStatus::Pending => check(!bound, "a pending attempt has no session"),
        AttemptStatus::Running => check(bound, "a running attempt has a session"),
        _ => Ok(()),
    }
}

fn check_notice(notice: &Notice) -> Result<(), CorruptSnapshot> {
    match notice {
        Notice::RetryScheduled { .. } => Ok(()),
        Notice::RetrySessionReady { attempt_number, .. } => {
            check(*attempt_number > 1, "retry_session_ready is for attempts from the second on")
        }
        Notice::FinalSummary { status, task, at } => {
            check_task(task, *at)?;
            let outcome = task.current().and_then(Attempt::outcome);
            check(outcome == Some(*status), "a final_summary that its task contradicts")
        }
    }
}

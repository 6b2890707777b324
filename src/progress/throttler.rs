use std::collections::{HashMap, HashSet};

use serde::{Serialize, Serializer};

use super::UpdateKind;
use super::task::{Stats, TaskProgress};
use crate::id::TaskId;
use crate::time::{Millis, Monotone};

/// How much is let through.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limits {
    /// How long a window is open, in milliseconds.
    pub window_ms: f64,
    /// How many updates of a task a batch holds at most.
    pub max_per_batch: usize,
    /// How many updates of a task are buffered, and how many of the delivered ones are kept, at most.
    pub keep_last: usize,
}

impl Default for Limits {
    /// 500 ms, 5 and 20, as the design says.
    fn default() -> Self {
        Self { window_ms: 500.0, max_per_batch: 5, keep_last: 20 }
    }
}

/// A throttler as plain data: all but its limits.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SavedThrottler<P> {
    /// The last time seen.
    pub last_at: Option<Millis>,
    /// When the window was opened.
    pub opened_at: Option<Millis>,
    /// All tasks of which anything was pushed.
    pub tasks: Vec<(TaskId, TaskProgress<P>)>,
    /// Those with something buffered, in order of first arrival.
    pub waiting: Vec<TaskId>,
    /// Of all tasks, discarded ones included.
    pub totals: Stats,
}

/// An update on its way out. What the payload holds is the caller's business.
#[derive(Debug, Clone, PartialEq)]
pub struct Delivered<P> {
    /// Its number within its task, in order of arrival, from 1.
    pub seq: u32,
    /// What it tells of.
    pub kind: UpdateKind,
    /// What was pushed.
    pub payload: P,
}

impl<P: Serialize> Serialize for Delivered<P> {
    /// The payload alone: it was made with its number, and says what kind it is.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.payload.serialize(serializer)
    }
}

/// What was saved cannot have come about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CorruptProgress;

/// Updates of one task, by priority, then by arrival.
#[derive(Debug, Clone, PartialEq)]
pub struct Batch<P> {
    /// The task.
    pub task_id: TaskId,
    /// At most [`Limits::max_per_batch`].
    pub updates: Vec<Delivered<P>>,
    /// How many were dropped since the task's previous batch.
    pub dropped: u32,
}

/// Buffers progress of all tasks, and lets it out window by window.
///
/// **`pushed = delivered + dropped + buffered`, always, for each task and in all.**
///
/// - *Events*: [`push`](Self::push), [`reject`](Self::reject).
/// - *Commands*: [`discard`](Self::discard), when nobody looks at a task any more.
/// - *Outputs*: [`flush`](Self::flush), at [`next_deadline`](Self::next_deadline) or later;
///   [`drain`](Self::drain), at any time.
/// - *Getters*: [`recent`](Self::recent), [`stats`](Self::stats).
///
/// One window serves all tasks. It opens with the first update that is buffered while nothing is. A time
/// before the last one seen counts as that time.
#[derive(Debug)]
pub struct Throttler<P> {
    limits: Limits,
    clock: Monotone,
    opened_at: Option<Millis>,
    tasks: HashMap<TaskId, TaskProgress<P>>,
    /// The tasks with something buffered, in order of first arrival.
    waiting: Vec<TaskId>,
    totals: Stats,
}

impl<P: Clone> Throttler<P> {
    /// An empty throttler.
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            clock: Monotone::default(),
            opened_at: None,
            tasks: HashMap::new(),
            waiting: Vec::new(),
            totals: Stats::default(),
        }
    }

    /// Buffers an update. The payload is made of the number that the update gets within its task.
    pub fn push(&mut self, task_id: &TaskId, kind: UpdateKind, now: Millis, payload: impl FnOnce(u32) -> P) {
        let now = self.clock.observe(now);
        let task = self.tasks.entry(task_id.clone()).or_default();
        if task.is_idle() {
            self.waiting.push(task_id.clone());
        }
        let dropped = task.push(kind, self.limits.keep_last, payload);
        self.totals.pushed = self.totals.pushed.saturating_add(1);
        if dropped {
            self.totals.dropped = self.totals.dropped.saturating_add(1);
        } else {
            self.totals.buffered += 1;
        }
        self.opened_at.get_or_insert(now);
    }

    /// Counts an update that could not be accepted.
    pub fn reject(&mut self, task_id: &TaskId) {
        self.tasks.entry(task_id.clone()).or_default().reject();
        self.totals.rejected = self.totals.rejected.saturating_add(1);
    }

    /// When to call [`flush`](Self::flush); `None` while nothing is buffered.
    pub fn next_deadline(&self) -> Option<Millis> {
        let opened = self.opened_at?;
        Some(Millis::new(opened.get() + self.limits.window_ms).unwrap_or(opened))
    }

    /// At the deadline or later: one batch for each task with something buffered, in order of first
    /// arrival. What is left opens the next window now. Before the deadline: nothing.
    pub fn flush(&mut self, now: Millis) -> Vec<Batch<P>> {
        let now = self.clock.observe(now);
        if self.next_deadline().is_none_or(|deadline| now < deadline) {
            return Vec::new();
        }
        let waiting = std::mem::take(&mut self.waiting);
        let mut batches = Vec::with_capacity(waiting.len());
        for task_id in waiting {
            batches.extend(self.batch(&task_id));
            if self.tasks.get(&task_id).is_some_and(|task| !task.is_idle()) {
                self.waiting.push(task_id);
            }
        }
        self.opened_at = (!self.waiting.is_empty()).then_some(now);
        batches
    }

    /// Everything that is buffered, of one task or of all, at once.
    pub fn drain(&mut self, task_id: Option<&TaskId>) -> Vec<Batch<P>> {
        let (chosen, rest) = std::mem::take(&mut self.waiting)
            .into_iter()
            .partition::<Vec<_>, _>(|waiting| task_id.is_none_or(|one| one == waiting));
        self.waiting = rest;
        let mut batches = Vec::new();
        for task_id in chosen {
            while let Some(batch) = self.batch(&task_id) {
                batches.push(batch);
            }
        }
        self.close_if_idle();
        batches
    }

    /// The last [`Limits::keep_last`] delivered updates of a task, in order of arrival.
    pub fn recent(&self, task_id: &TaskId) -> Vec<Delivered<P>> {
        self.tasks.get(task_id).map(TaskProgress::recent).unwrap_or_default()
    }

    /// Nobody looks at the task any more: what is buffered of it is dropped, and what was delivered is
    /// forgotten. Its counts go on, so that numbers stay unique.
    pub fn discard(&mut self, task_id: &TaskId) {
        let Some(task) = self.tasks.get_mut(task_id) else { return };
        let discarded = task.discard();
        self.totals.buffered = self.totals.buffered.saturating_sub(discarded);
        self.totals.dropped = self.totals.dropped.saturating_add(discarded);
        if discarded > 0 {
            self.waiting.retain(|waiting| waiting != task_id);
            self.close_if_idle();
        }
    }

    /// The counts of one task, or of all.
    pub fn stats(&self, task_id: Option<&TaskId>) -> Stats {
        match task_id {
            Some(task_id) => self.tasks.get(task_id).map(TaskProgress::stats).unwrap_or_default(),
            None => self.totals,
        }
    }

    /// All that is buffered, delivered and counted.
    pub fn save(&self) -> SavedThrottler<P> {
        SavedThrottler {
            last_at: self.clock.last(),
            opened_at: self.opened_at,
            tasks: self.tasks.iter().map(|(task_id, task)| (task_id.clone(), task.clone())).collect(),
            waiting: self.waiting.clone(),
            totals: self.totals,
        }
    }

    /// A throttler with these limits, and all that was saved.
    ///
    /// # Errors
    /// If what was saved cannot have come about under these limits.
    pub fn restored(&self, saved: SavedThrottler<P>) -> Result<Self, CorruptProgress> {
        let tasks: HashMap<TaskId, TaskProgress<P>> = saved.tasks.into_iter().collect();
        let busy = tasks.values().filter(|task| !task.is_idle()).count();
        let distinct: HashSet<&TaskId> = saved.waiting.iter().collect();
        let waits = |task_id| tasks.get(task_id).is_some_and(|task| !task.is_idle());
        let buffered: u64 = tasks.values().map(|task| u64::from(task.stats().buffered)).sum();
        let sound = tasks.values().all(|task| task.is_sound(self.limits.keep_last))
            && distinct.len() == saved.waiting.len()
            && busy == saved.waiting.len()
            && saved.waiting.iter().all(waits)
            && saved.opened_at.is_some() == (busy > 0)
            && saved.totals.add_up()
            && u64::from(saved.totals.buffered) == buffered;
        if !sound {
            return Err(CorruptProgress);
        }
        Ok(Self {
            limits: self.limits,
            clock: saved.last_at.map(Monotone::starting_at).unwrap_or_default(),
            opened_at: saved.opened_at,
            waiting: saved.waiting,
            totals: saved.totals,
            tasks,
        })
    }

    fn batch(&mut self, task_id: &TaskId) -> Option<Batch<P>> {
        let task = self.tasks.get_mut(task_id).filter(|task| !task.is_idle())?;
        let (updates, dropped) = task.deliver(self.limits.max_per_batch, self.limits.keep_last);
        let delivered = updates.len() as u32;
        self.totals.delivered = self.totals.delivered.saturating_add(delivered);
        self.totals.buffered = self.totals.buffered.saturating_sub(delivered);
        Some(Batch { task_id: task_id.clone(), updates, dropped })
    }

    /// With nothing buffered, the window closes.
    fn close_if_idle(&mut self) {
        if self.waiting.is_empty() {
            self.opened_at = None;
        }
    }
}

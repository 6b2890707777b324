use crate::prelude::*;
use core::mem;

use super::UpdateKind;
use super::task::{Delivered, Pushed, Stats, TaskProgress};
use crate::id::{Handle, Index, TaskId};
use crate::time::{Millis, Monotone};
use crate::wire::{Reader, Wire, Writer};

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

/// A task, and its progress.
#[derive(Debug)]
struct Progress {
    task_id: TaskId,
    of: TaskProgress,
}

impl Wire for Progress {
    fn write(&self, out: &mut Writer) {
        self.task_id.write(out);
        self.of.write(out);
    }

    fn read(from: &mut Reader<'_>) -> Self {
        Self { task_id: from.task_id(), of: TaskProgress::read(from) }
    }
}

impl Wire for TaskId {
    fn write(&self, out: &mut Writer) {
        out.handle(Some(self.handle()));
    }

    fn read(from: &mut Reader<'_>) -> Self {
        from.task_id()
    }
}

/// What was saved cannot have come about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CorruptProgress;

/// Updates of one task, by priority, then by arrival.
#[derive(Debug, Clone, PartialEq)]
pub struct Batch {
    /// The task.
    pub task_id: TaskId,
    /// At most [`Limits::max_per_batch`].
    pub updates: Vec<Delivered>,
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
pub struct Throttler {
    limits: Limits,
    clock: Monotone,
    opened_at: Option<Millis>,
    tasks: Vec<Progress>,
    /// Where in `tasks` a task is.
    index: Index,
    /// The tasks with something buffered, in order of first arrival.
    waiting: Vec<TaskId>,
    totals: Stats,
}

impl Throttler {
    /// An empty throttler.
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            clock: Monotone::default(),
            opened_at: None,
            tasks: Vec::new(),
            index: Index::default(),
            waiting: Vec::new(),
            totals: Stats::default(),
        }
    }

    /// How much it lets through.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Buffers an update.
    pub fn push(&mut self, task_id: TaskId, kind: UpdateKind, now: Millis, payload: Handle) -> Pushed {
        let now = self.clock.observe(now);
        let keep_last = self.limits.keep_last;
        let Some(task) = self.add(task_id) else { return Pushed { seq: 0, dropped: Some(payload) } };
        let first = task.is_idle();
        let pushed = task.push(kind, keep_last, payload);
        if first {
            self.waiting.push(task_id);
        }
        self.totals.pushed = self.totals.pushed.saturating_add(1);
        if pushed.dropped.is_some() {
            self.totals.dropped = self.totals.dropped.saturating_add(1);
        } else {
            self.totals.buffered += 1;
        }
        self.opened_at.get_or_insert(now);
        pushed
    }

    /// Counts an update that could not be accepted.
    pub fn reject(&mut self, task_id: TaskId) {
        if let Some(task) = self.add(task_id) {
            task.reject();
        }
        self.totals.rejected = self.totals.rejected.saturating_add(1);
    }

    /// When to call [`flush`](Self::flush); `None` while nothing is buffered.
    pub fn next_deadline(&self) -> Option<Millis> {
        let opened = self.opened_at?;
        Some(Millis::new(opened.get() + self.limits.window_ms).unwrap_or(opened))
    }

    /// At the deadline or later: one batch for each task with something buffered, in order of first
    /// arrival. What is left opens the next window now. Before the deadline: nothing.
    pub fn flush(&mut self, now: Millis) -> Vec<Batch> {
        let now = self.clock.observe(now);
        if self.next_deadline().is_none_or(|deadline| now < deadline) {
            return Vec::new();
        }
        let mut batches = Vec::new();
        for task_id in mem::take(&mut self.waiting) {
            batches.extend(self.batch(task_id));
            if self.get(task_id).is_some_and(|task| !task.is_idle()) {
                self.waiting.push(task_id);
            }
        }
        self.opened_at = (!self.waiting.is_empty()).then_some(now);
        batches
    }

    /// Everything that is buffered, of one task or of all, at once.
    pub fn drain(&mut self, task_id: Option<TaskId>) -> Vec<Batch> {
        let mut batches = Vec::new();
        for waiting in mem::take(&mut self.waiting) {
            if task_id.is_some_and(|one| one != waiting) {
                self.waiting.push(waiting);
                continue;
            }
            while let Some(batch) = self.batch(waiting) {
                batches.push(batch);
            }
        }
        self.close_if_idle();
        batches
    }

    /// The last [`Limits::keep_last`] delivered updates of a task, in order of arrival.
    pub fn recent(&self, task_id: TaskId) -> Vec<Delivered> {
        self.get(task_id).map(TaskProgress::recent).unwrap_or_default()
    }

    /// Nobody looks at the task any more: what is buffered of it is dropped, and what was delivered is
    /// forgotten. Its counts go on, so that numbers stay unique.
    pub fn discard(&mut self, task_id: TaskId) {
        let Some(task) = self.get_mut(task_id) else { return };
        let discarded = task.discard();
        self.totals.buffered = self.totals.buffered.saturating_sub(discarded);
        self.totals.dropped = self.totals.dropped.saturating_add(discarded);
        if discarded > 0 {
            self.waiting.retain(|waiting| *waiting != task_id);
            self.close_if_idle();
        }
    }

    /// The counts of one task, or of all.
    pub fn stats(&self, task_id: Option<TaskId>) -> Stats {
        match task_id {
            Some(task_id) => self.get(task_id).map(TaskProgress::stats).unwrap_or_default(),
            None => self.totals,
        }
    }

    /// All that is buffered, delivered and counted.
    pub fn save(&self, out: &mut Writer) {
        out.time(self.clock.last());
        out.time(self.opened_at);
        out.list(&self.tasks);
        out.list(&self.waiting);
        self.totals.write(out);
    }

    /// A throttler with these limits, and all that was saved.
    ///
    /// # Errors
    /// If what was saved cannot have come about under these limits.
    pub fn restored(limits: Limits, from: &mut Reader<'_>) -> Result<Self, CorruptProgress> {
        let mut restored = Self::new(limits);
        restored.clock = from.time().map(Monotone::starting_at).unwrap_or_default();
        restored.opened_at = from.time();
        let mut buffered = 0;
        for progress in from.list::<Progress>() {
            let twice = restored.get(progress.task_id).is_some();
            if twice || !progress.of.is_sound(limits.keep_last) {
                return Err(CorruptProgress);
            }
            buffered += progress.of.buffer.len();
            restored.index.set(progress.task_id.handle(), Some(restored.tasks.len() as u32));
            restored.tasks.push(progress);
        }
        let mut listed = Index::default();
        let waiting: Vec<TaskId> = from.list();
        for task_id in &waiting {
            let waits = restored.get(*task_id).is_some_and(|task| !task.is_idle());
            from.check(waits && listed.get(task_id.handle()).is_none());
            listed.set(task_id.handle(), Some(0));
        }
        restored.totals = Stats::read(from);
        let busy = restored.tasks.iter().filter(|progress| !progress.of.is_idle()).count();
        let sound = from.is_sound()
            && busy == waiting.len()
            && restored.opened_at.is_some() == (busy > 0)
            && restored.totals.add_up()
            && restored.totals.buffered as usize == buffered;
        restored.waiting = waiting;
        if sound { Ok(restored) } else { Err(CorruptProgress) }
    }

    fn get(&self, task_id: TaskId) -> Option<&TaskProgress> {
        self.tasks.get(self.index.get(task_id.handle())? as usize).map(|progress| &progress.of)
    }

    fn get_mut(&mut self, task_id: TaskId) -> Option<&mut TaskProgress> {
        self.tasks.get_mut(self.index.get(task_id.handle())? as usize).map(|progress| &mut progress.of)
    }

    /// The progress of a task, made where there is none.
    fn add(&mut self, task_id: TaskId) -> Option<&mut TaskProgress> {
        if self.index.get(task_id.handle()).is_none() {
            self.index.set(task_id.handle(), Some(self.tasks.len() as u32));
            self.tasks.push(Progress { task_id, of: TaskProgress::default() });
        }
        self.get_mut(task_id)
    }

    fn batch(&mut self, task_id: TaskId) -> Option<Batch> {
        let Limits { max_per_batch, keep_last, .. } = self.limits;
        let task = self.get_mut(task_id).filter(|task| !task.is_idle())?;
        let (updates, dropped) = task.deliver(max_per_batch, keep_last);
        let delivered = updates.len() as u32;
        self.totals.delivered = self.totals.delivered.saturating_add(delivered);
        self.totals.buffered = self.totals.buffered.saturating_sub(delivered);
        Some(Batch { task_id, updates, dropped })
    }

    /// With nothing buffered, the window closes.
    fn close_if_idle(&mut self) {
        if self.waiting.is_empty() {
            self.opened_at = None;
        }
    }
}

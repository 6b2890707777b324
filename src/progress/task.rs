use super::UpdateKind;
use crate::id::Handle;
use crate::prelude::*;
use crate::wire::{Kind, Reader, Wire, Writer};

/// Counts of updates. Always `pushed = delivered + dropped + buffered`; `rejected` counts beside them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Stats {
    /// Accepted.
    pub pushed: u32,
    /// Handed out in a batch.
    pub delivered: u32,
    /// Given up: the buffer was full, or was discarded.
    pub dropped: u32,
    /// Waiting for a window to close.
    pub buffered: u32,
    /// Malformed, or of an unknown kind.
    pub rejected: u32,
}

/// An update on its way out. What the payload says is the caller's business.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Delivered {
    /// Its number within its task, in order of arrival, from 1.
    pub seq: u32,
    /// What it tells of.
    pub kind: UpdateKind,
    /// What was pushed.
    pub payload: Handle,
}

/// What is buffered of one task, and what was delivered of it lately.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TaskProgress {
    /// In order of arrival.
    pub buffer: Vec<Delivered>,
    /// In order of delivery.
    pub recent: Vec<Delivered>,
    /// `buffered` is not kept here: it is the buffer's length.
    pub counts: Stats,
    /// How many were dropped before the last batch.
    pub dropped_before_last_batch: u32,
}

impl Wire for Stats {
    fn write(&self, out: &mut Writer) {
        for count in [self.pushed, self.delivered, self.dropped, self.buffered, self.rejected] {
            out.count(count);
        }
    }

    fn read(from: &mut Reader<'_>) -> Self {
        let mut count = || from.count();
        Self { pushed: count(), delivered: count(), dropped: count(), buffered: count(), rejected: count() }
    }
}

impl Wire for Delivered {
    fn write(&self, out: &mut Writer) {
        out.count(self.seq);
        out.word(Some(self.kind));
        out.handle(Some(self.payload));
    }

    fn read(from: &mut Reader<'_>) -> Self {
        Self { seq: from.count(), kind: from.needed_word(UpdateKind::Error), payload: from.needed(Kind::Update) }
    }
}

impl Wire for TaskProgress {
    fn write(&self, out: &mut Writer) {
        out.list(&self.buffer);
        out.list(&self.recent);
        self.counts.write(out);
        out.count(self.dropped_before_last_batch);
    }

    fn read(from: &mut Reader<'_>) -> Self {
        Self {
            buffer: from.list(),
            recent: from.list(),
            counts: Stats::read(from),
            dropped_before_last_batch: from.count(),
        }
    }
}

impl Stats {
    /// Whether every update is accounted for.
    pub(super) fn add_up(&self) -> bool {
        let parts = [self.delivered, self.dropped, self.buffered].map(u64::from);
        u64::from(self.pushed) == parts.iter().sum::<u64>()
    }
}

impl TaskProgress {
    /// Whether this can have come about.
    pub(super) fn is_sound(&self, keep_last: usize) -> bool {
        let numbered = |updates: &[Delivered]| updates.iter().all(|update| update.seq <= self.counts.pushed);
        let in_order = self.buffer.iter().zip(self.buffer.iter().skip(1)).all(|(a, b)| a.seq < b.seq);
        let sound = self.counts.buffered == 0 && self.dropped_before_last_batch <= self.counts.dropped;
        sound
            && in_order
            && self.stats().add_up()
            && self.buffer.len().max(self.recent.len()) <= keep_last
            && numbered(&self.buffer)
            && numbered(&self.recent)
    }

    pub(super) fn stats(&self) -> Stats {
        Stats { buffered: self.buffer.len() as u32, ..self.counts }
    }

    pub(super) fn is_idle(&self) -> bool {
        self.buffer.is_empty()
    }

    pub(super) fn reject(&mut self) {
        self.counts.rejected = self.counts.rejected.saturating_add(1);
    }

    /// Buffers an update, and gives its number; over `keep_last`, drops the oldest that may be dropped.
    pub(super) fn push(&mut self, kind: UpdateKind, keep_last: usize, payload: Handle) -> Pushed {
        self.counts.pushed = self.counts.pushed.saturating_add(1);
        let seq = self.counts.pushed;
        self.buffer.push(Delivered { seq, kind, payload });
        let mut dropped = None;
        if self.buffer.len() > keep_last {
            let newest_status = self.buffer.iter().rposition(|update| update.kind == UpdateKind::StatusChange);
            let at = if newest_status == Some(0) { 1 } else { 0 };
            dropped = self.buffer.get(at).copied();
            self.buffer.drain(at..=at);
            self.counts.dropped = self.counts.dropped.saturating_add(1);
        }
        Pushed { seq, dropped: dropped.map(|update| update.payload) }
    }

    /// Delivers up to `at_most` updates: by priority, then by arrival. Gives them, and how many were
    /// dropped since the last call.
    pub(super) fn deliver(&mut self, at_most: usize, keep_last: usize) -> (Vec<Delivered>, u32) {
        let mut chosen = Vec::new();
        for kind in UpdateKind::ALL {
            for update in self.buffer.iter().filter(|update| update.kind == *kind) {
                if chosen.len() < at_most {
                    chosen.push(*update);
                }
            }
        }
        self.buffer.retain(|update| !chosen.contains(update));
        self.counts.delivered = self.counts.delivered.saturating_add(chosen.len() as u32);
        self.recent.extend_from_slice(&chosen);
        let over = self.recent.len().saturating_sub(keep_last);
        self.recent.drain(..over);
        let dropped = self.counts.dropped.saturating_sub(self.dropped_before_last_batch);
        self.dropped_before_last_batch = self.counts.dropped;
        (chosen, dropped)
    }

    /// In order of arrival.
    pub(super) fn recent(&self) -> Vec<Delivered> {
        let mut recent: Vec<Delivered> = Vec::with_capacity(self.recent.len());
        for update in &self.recent {
            let at = recent.partition_point(|earlier| earlier.seq < update.seq);
            recent.insert(at, *update);
        }
        recent
    }

    /// Empties the buffer and the recent window. Gives how many were buffered.
    pub(super) fn discard(&mut self) -> u32 {
        let buffered = self.buffer.len() as u32;
        self.counts.dropped = self.counts.dropped.saturating_add(buffered);
        self.buffer.clear();
        self.recent.clear();
        buffered
    }
}

/// What became of a push.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pushed {
    /// The number of the update within its task.
    pub seq: u32,
    /// The payload of the update that had to go for it.
    pub dropped: Option<Handle>,
}

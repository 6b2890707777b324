use std::collections::VecDeque;

use serde::Serialize;

use super::{Delivered, UpdateKind};

/// Counts of updates. Always `pushed = delivered + dropped + buffered`; `rejected` counts beside them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
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

/// What is buffered of one task, and what was delivered of it lately.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TaskProgress<P> {
    /// In order of arrival.
    pub buffer: VecDeque<Delivered<P>>,
    /// In order of delivery.
    pub recent: VecDeque<Delivered<P>>,
    /// `buffered` is not kept here: it is the buffer's length.
    pub counts: Stats,
    /// How many were dropped before the last batch.
    pub dropped_before_last_batch: u32,
}

impl<P> Default for TaskProgress<P> {
    fn default() -> Self {
        Self {
            buffer: VecDeque::new(),
            recent: VecDeque::new(),
            counts: Stats::default(),
            dropped_before_last_batch: 0,
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

impl<P: Clone> TaskProgress<P> {
    /// Whether this can have come about.
    pub(super) fn is_sound(&self, keep_last: usize) -> bool {
        let numbered = |updates: &VecDeque<Delivered<P>>| updates.iter().all(|update| update.seq <= self.counts.pushed);
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

    /// Buffers an update; over `keep_last`, drops the oldest that may be dropped. Tells whether it did.
    pub(super) fn push(&mut self, kind: UpdateKind, keep_last: usize, payload: impl FnOnce(u32) -> P) -> bool {
        self.counts.pushed = self.counts.pushed.saturating_add(1);
        let seq = self.counts.pushed;
        self.buffer.push_back(Delivered { seq, kind, payload: payload(seq) });
        let full = self.buffer.len() > keep_last;
        if full {
            let newest_status = self.buffer.iter().rposition(|update| update.kind == UpdateKind::StatusChange);
            self.buffer.remove(if newest_status == Some(0) { 1 } else { 0 });
            self.counts.dropped = self.counts.dropped.saturating_add(1);
        }
        full
    }

    /// Delivers up to `at_most` updates: by priority, then by arrival. Gives them, and how many were
    /// dropped since the last call.
    pub(super) fn deliver(&mut self, at_most: usize, keep_last: usize) -> (Vec<Delivered<P>>, u32) {
        let mut chosen = Vec::with_capacity(self.buffer.len().min(at_most));
        for kind in UpdateKind::ALL {
            let of_kind = self.buffer.iter().filter(|update| update.kind == *kind);
            chosen.extend(of_kind.take(at_most.saturating_sub(chosen.len())).cloned());
        }
        self.buffer.retain(|update| !chosen.iter().any(|taken| taken.seq == update.seq));
        self.counts.delivered = self.counts.delivered.saturating_add(chosen.len() as u32);
        self.recent.extend(chosen.iter().cloned());
        self.recent.drain(..self.recent.len().saturating_sub(keep_last));
        let dropped = self.counts.dropped.saturating_sub(self.dropped_before_last_batch);
        self.dropped_before_last_batch = self.counts.dropped;
        (chosen, dropped)
    }

    /// In order of arrival.
    pub(super) fn recent(&self) -> Vec<Delivered<P>> {
        let mut recent: Vec<_> = self.recent.iter().cloned().collect();
        recent.sort_unstable_by_key(|update| update.seq);
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

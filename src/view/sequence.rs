use super::message::AttemptMessage;
use crate::prelude::*;
use crate::wire::{Reader, Wire, Writer};

/// How many messages of a task wait for a snapshot. One that is left out leaves a gap, and so another request.
const MAX_WAITING: usize = 256;

/// The order of the messages of one task.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Sequence {
    /// The number of the last one that was applied.
    pub last: Option<u32>,
    /// While a snapshot is awaited: what came meanwhile.
    pub waiting: Option<Vec<AttemptMessage>>,
}

impl Wire for Sequence {
    fn write(&self, out: &mut Writer) {
        out.number(self.last.map_or(f64::NAN, f64::from));
        out.count(u32::from(self.waiting.is_some()));
        out.list(self.waiting.as_deref().unwrap_or_default());
    }

    fn read(from: &mut Reader<'_>) -> Self {
        let last = from.some_count();
        let waits = from.flag();
        let waiting = from.list();
        from.check(waits || waiting.is_empty());
        Self { last, waiting: waits.then_some(waiting) }
    }
}

/// What to do with a message.
#[derive(Debug, PartialEq)]
pub(super) enum Arrival {
    /// Apply it.
    InOrder(AttemptMessage),
    /// Drop it: a newer one was applied.
    Stale,
    /// It waits. `true` for the first one: the snapshot is to be asked for.
    Waits(bool),
}

impl Sequence {
    /// `first` tells that nothing of the task can have come before the message.
    pub(super) fn arrive(&mut self, message: AttemptMessage, first: bool) -> Arrival {
        if let Some(seq) = message.seq {
            if self.last.is_some_and(|last| seq <= last) {
                return Arrival::Stale;
            }
            let in_order = first && self.last.is_none() || self.last.is_some_and(|last| seq == last.saturating_add(1));
            if in_order && self.waiting.is_none() {
                self.last = Some(seq);
                return Arrival::InOrder(message);
            }
        } else if self.waiting.is_none() {
            return Arrival::InOrder(message);
        }
        let asks = self.waiting.is_none();
        let waiting = self.waiting.get_or_insert_default();
        if waiting.len() < MAX_WAITING && !waiting.contains(&message) {
            // In order; those without a number come last.
            let order = |message: &AttemptMessage| message.seq.unwrap_or(u32::MAX);
            let at = waiting.partition_point(|other| order(other) <= order(&message));
            waiting.insert(at, message);
        }
        Arrival::Waits(asks)
    }

    /// Whether a snapshot is older than what was applied.
    pub(super) fn is_stale(&self, seq: Option<u32>) -> bool {
        seq.zip(self.last).is_some_and(|(seq, last)| seq < last)
    }

    /// A snapshot is in. Gives what waited for it, in order.
    pub(super) fn resume(&mut self, seq: Option<u32>) -> Vec<AttemptMessage> {
        let waiting = self.waiting.take().unwrap_or_default();
        // Without a number of its own, the snapshot is as new as its request.
        let before_first = waiting.iter().find_map(|message| message.seq).map(|first| first.saturating_sub(1));
        self.last = seq.or(before_first.max(self.last));
        waiting
    }
}

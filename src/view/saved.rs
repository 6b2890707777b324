//! A view as plain data, and back.

use crate::prelude::*;
use super::state::{Selection, View};
use super::task::TaskEntry;
use crate::attempt::{Ledger, LedgerSnapshot};
use crate::id::Index;
use crate::progress::SavedThrottler;
use crate::wire::{Reader, Wire, Writer};

/// All that a view knows.
#[derive(Debug, Clone, PartialEq)]
pub struct SavedView {
    /// Of the snapshot.
    pub version: u32,
    /// Whether the tab is open.
    pub tab_open: bool,
    /// Whether the tab was closed over the selection.
    pub hidden: bool,
    /// Of the task that comes next.
    pub next_serial: u32,
    /// The task that is looked at.
    pub selection: Option<Selection>,
    /// All attempts.
    pub ledger: LedgerSnapshot,
    /// What else is known of the tasks.
    pub tasks: Vec<TaskEntry>,
    /// All progress.
    pub throttler: SavedThrottler,
}

impl Wire for SavedView {
    fn write(&self, out: &mut Writer) {
        out.count(self.version);
        out.count(u32::from(self.tab_open));
        out.count(u32::from(self.hidden));
        out.count(self.next_serial);
        out.list(self.selection.as_slice());
        self.ledger.write(out);
        out.list(&self.tasks);
        self.throttler.write(out);
    }

    fn read(from: &mut Reader<'_>) -> Self {
        Self {
            version: from.count(),
            tab_open: from.flag(),
            hidden: from.flag(),
            next_serial: from.count(),
            selection: from.list().pop(),
            ledger: LedgerSnapshot::read(from),
            tasks: from.list(),
            throttler: SavedThrottler::read(from),
        }
    }
}

/// What was saved cannot have come about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CorruptView;

impl View {
    /// All that the view knows, at any moment.
    pub fn save(&self) -> SavedView {
        SavedView {
            version: self.version,
            tab_open: self.tab_open,
            hidden: self.hidden,
            next_serial: self.next_serial,
            selection: self.selection,
            ledger: self.ledger.snapshot(),
            tasks: self.tasks.clone(),
            throttler: self.throttler.save(),
        }
    }

    /// Becomes what was saved, and asks for what may have been missed meanwhile.
    ///
    /// # Errors
    /// If it breaks any rule; the view is then unchanged.
    pub fn restore(&mut self, saved: SavedView) -> Result<(), CorruptView> {
        let throttler = self.throttler.restored(saved.throttler).map_err(|_| CorruptView)?;
        let ledger = Ledger::restored(saved.ledger).map_err(|_| CorruptView)?;
        let mut index = Index::default();
        for (at, entry) in (0..).zip(&saved.tasks) {
            if index.get(entry.task_id.handle()).is_some() {
                return Err(CorruptView);
            }
            index.set(entry.task_id.handle(), Some(at));
        }
        let limits = *throttler.limits();
        *self = Self {
            ledger,
            throttler,
            tasks: saved.tasks,
            index,
            next_serial: saved.next_serial,
            selection: saved.selection,
            tab_open: saved.tab_open,
            hidden: saved.hidden,
            requests: core::mem::take(&mut self.requests),
            unlinked: true,
            relisted: true,
            all_changed: true,
            ..Self::new(limits)
        };
        let listed: Vec<_> = self.tasks.iter().map(|entry| entry.task_id).collect();
        for task_id in listed {
            let status = self.get(task_id).and_then(|entry| entry.status(self.ledger.task(task_id)));
            if let Some(entry) = self.get_mut(task_id) {
                entry.known.status = status;
            }
            self.summarize(task_id);
        }
        self.version = saved.version;
        self.request_again();
        Ok(())
    }
}

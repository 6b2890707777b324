//! A view as plain data, and back.

use std::rc::Rc;

use serde::Serialize;

use super::state::{Selection, View};
use super::task::TaskEntry;
use crate::attempt::{CorruptSnapshot, LedgerSnapshot};
use crate::id::TaskId;
use crate::progress::SavedThrottler;

/// The version of the form below.
const SAVED_VERSION: u32 = 1;

/// All that a view knows, ready for JSON if its payloads are.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SavedView<P, M> {
    /// Which form this is.
    pub form: u32,
    /// Of the snapshot.
    pub version: u32,
    /// Whether the tab is open.
    pub tab_open: bool,
    /// Whether the tab was closed over the selection.
    pub hidden: bool,
    /// Of the task that comes next.
    pub next_serial: u32,
    /// The task that is looked at.
    pub selection: Option<Selection<M>>,
    /// All attempts.
    pub ledger: LedgerSnapshot,
    /// What else is known of the tasks, in the order of their coming.
    pub tasks: Vec<(TaskId, TaskEntry)>,
    /// All progress.
    pub throttler: SavedThrottler<P>,
}

impl<P: Clone, M: Clone> View<P, M> {
    /// All that the view knows, at any moment.
    pub fn save(&self) -> SavedView<P, M> {
        let mut tasks: Vec<_> = self.tasks.iter().map(|(task_id, entry)| (task_id.clone(), entry.clone())).collect();
        tasks.sort_by_key(|(_, entry)| entry.serial);
        SavedView {
            form: SAVED_VERSION,
            version: self.version,
            tab_open: self.tab_open,
            hidden: self.hidden,
            next_serial: self.next_serial,
            selection: self.selection.clone(),
            ledger: self.ledger.snapshot(),
            tasks,
            throttler: self.throttler.save(),
        }
    }

    /// Becomes what was saved, and asks for what may have been missed meanwhile.
    ///
    /// # Errors
    /// If it breaks any rule; the view is then unchanged.
    pub fn restore(&mut self, saved: SavedView<P, M>) -> Result<(), CorruptSnapshot> {
        if saved.form != SAVED_VERSION {
            return Err(CorruptSnapshot("unknown version of a saved view"));
        }
        let corrupt = |_| CorruptSnapshot("progress that cannot have come about");
        let throttler = self.throttler.restored(saved.throttler).map_err(corrupt)?;
        self.ledger.restore(saved.ledger)?;
        self.throttler = throttler;
        self.tasks = saved.tasks.into_iter().collect();
        self.next_serial = saved.next_serial;
        self.selection = saved.selection;
        self.tab_open = saved.tab_open;
        self.hidden = saved.hidden;
        for (task_id, entry) in &mut self.tasks {
            entry.status = entry.status(self.ledger.task(task_id));
        }
        let listed = self.tasks.iter().filter_map(|(task_id, entry)| {
            let summary = entry.summary(task_id, self.ledger.task(task_id))?;
            Some((task_id.clone(), Rc::new(summary)))
        });
        self.summaries = listed.collect();
        self.version = saved.version;
        self.request_again();
        Ok(())
    }
}

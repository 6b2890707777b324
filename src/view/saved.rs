//! A view as numbers, and back.

use super::state::View;
use super::task::TaskEntry;
use crate::attempt::Ledger;
use crate::progress::Throttler;
use crate::wire::{Reader, Writer};

/// What was saved cannot have come about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CorruptView;

impl View {
    /// All that the view knows, at any moment.
    pub fn save(&self, out: &mut Writer) {
        out.count(self.version);
        out.count(u32::from(self.tab_open));
        out.count(u32::from(self.hidden));
        out.count(self.next_serial);
        out.list(self.selection.as_slice());
        self.ledger.save(out);
        out.list(&self.tasks);
        self.throttler.save(out);
    }

    /// Becomes what was saved, and asks for what may have been missed meanwhile.
    ///
    /// # Errors
    /// If it breaks any rule; the view is then unchanged.
    pub fn restore(&mut self, from: &mut Reader<'_>) -> Result<(), CorruptView> {
        let limits = *self.throttler.limits();
        let mut view = Self::new(limits);
        let version = from.count();
        view.tab_open = from.flag();
        view.hidden = from.flag();
        view.next_serial = from.count();
        view.selection = from.list().pop();
        view.ledger = Ledger::restored(from).map_err(|_| CorruptView)?;
        for entry in from.list::<TaskEntry>() {
            let known = view.index.get(entry.task_id.handle());
            from.check(known.is_none());
            view.index.set(entry.task_id.handle(), Some(view.tasks.len() as u32));
            view.tasks.push(entry);
        }
        view.throttler = Throttler::restored(limits, from).map_err(|_| CorruptView)?;
        if !from.is_done() {
            return Err(CorruptView);
        }
        for task_id in view.ids() {
            let status = view.get(task_id).and_then(|entry| entry.status(view.ledger.task(task_id)));
            if let Some(entry) = view.get_mut(task_id) {
                entry.known.status = status;
            }
            view.summarize(task_id);
        }
        view.version = version;
        view.unlinked = true;
        view.relisted = true;
        view.all_changed = true;
        view.requests = core::mem::take(&mut self.requests);
        view.request_again();
        *self = view;
        Ok(())
    }
}

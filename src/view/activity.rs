//! What tools did: a call and its result are one row.

use crate::id::Handle;
use crate::prelude::*;
use crate::progress::UpdateKind;
use crate::time::Millis;
use crate::wire::{Kind, Reader, Wire, Writer};
use crate::words::words;

/// An update as far as a live view shows it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Update {
    /// Its number within its task.
    pub seq: u32,
    /// What it tells of.
    pub kind: UpdateKind,
    /// When it happened.
    pub timestamp: Millis,
    /// The tool, if it is named.
    pub tool: Option<Handle>,
    /// It has a word of its own for the status.
    pub says_status: bool,
    /// That word is `errored`.
    pub is_errored: bool,
}

impl Wire for Update {
    fn write(&self, out: &mut Writer) {
        out.count(self.seq);
        out.word(Some(self.kind));
        out.time(Some(self.timestamp));
        out.handle(self.tool);
        out.count(u32::from(self.says_status));
        out.count(u32::from(self.is_errored));
    }

    fn read(from: &mut Reader<'_>) -> Self {
        Self {
            seq: from.count(),
            kind: from.needed_word(UpdateKind::Error),
            timestamp: from.needed_time(),
            tool: from.handle(Kind::Text),
            says_status: from.flag(),
            is_errored: from.flag(),
        }
    }
}

words!(
    /// How far a tool is.
    ActivityStatus {
        /// Called.
        Started = "started",
        /// Answered.
        Completed = "completed",
        /// Failed.
        Errored = "errored",
    }
);

/// A run of a tool.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ActivityRow {
    /// The number of the update that the row began with.
    pub seq: u32,
    /// The tool, if it is named.
    pub tool: Option<Handle>,
    /// How far it is.
    pub status: ActivityStatus,
    /// When it was called; unknown if the call was dropped.
    pub started_at: Option<Millis>,
    /// When it ended.
    pub ended_at: Option<Millis>,
    /// The number of the update that says why it failed.
    pub failed_by: Option<u32>,
}

impl ActivityRow {
    /// As a row of numbers.
    pub fn write(&self, out: &mut Writer) {
        out.count(self.seq);
        out.handle(self.tool);
        out.word(Some(self.status));
        out.time(self.started_at);
        out.time(self.ended_at);
        out.count(self.failed_by.unwrap_or_default());
    }
}

/// The rows of updates that are in order of arrival. Runs of one tool end oldest first. An error ends its run, and
/// the result that follows it is of that run. A result without a call gets a row only if the call may have been
/// among the updates that were dropped or have left the window.
pub fn activity(updates: &[Update]) -> Vec<ActivityRow> {
    let mut rows: Vec<ActivityRow> = Vec::new();
    // Tools whose last run an error ended: the results that are still to come of it.
    let mut failed: Vec<Option<Handle>> = Vec::new();
    let mut expected = 1;
    let mut missing = 0_u32;
    for update in updates {
        let Update { seq, kind, tool, .. } = *update;
        missing = missing.saturating_add(seq.saturating_sub(expected));
        expected = seq.saturating_add(1);
        let status = match kind {
            UpdateKind::StatusChange => continue,
            UpdateKind::ToolCall => {
                failed.retain(|of| *of != tool);
                let started_at = Some(update.timestamp);
                let status = ActivityStatus::Started;
                rows.push(ActivityRow { seq, tool, status, started_at, ended_at: None, failed_by: None });
                continue;
            }
            UpdateKind::ToolResult if !update.is_errored => ActivityStatus::Completed,
            UpdateKind::ToolResult | UpdateKind::Error => ActivityStatus::Errored,
        };
        if kind == UpdateKind::ToolResult
            && let Some(at) = failed.iter().position(|of| *of == tool)
        {
            failed.swap_remove(at);
            continue;
        }
        let ends = |row: &ActivityRow| row.tool == tool || kind == UpdateKind::Error && tool.is_none();
        let mut at = rows.iter().position(|row| row.status == ActivityStatus::Started && ends(row));
        if at.is_none() && (kind == UpdateKind::Error || missing > 0) {
            missing = missing.saturating_sub(1);
            at = Some(rows.len());
            rows.push(ActivityRow { seq, tool, status, started_at: None, ended_at: None, failed_by: None });
        }
        let Some(run) = at.and_then(|at| rows.get_mut(at)) else { continue };
        run.status = status;
        run.ended_at = Some(update.timestamp);
        if status == ActivityStatus::Errored {
            run.failed_by = Some(seq);
        }
        if kind == UpdateKind::Error && tool.is_some() {
            failed.push(tool);
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `c` a call, `r` a result, `x` an error, then the tool; the number is its seq.
    fn rows(updates: &[(u32, &str)]) -> Vec<String> {
        let updates: Vec<Update> = updates
            .iter()
            .map(|(seq, code)| {
                let (kind, tool) = code.split_at(1);
                let kind = match kind {
                    "c" => UpdateKind::ToolCall,
                    "r" => UpdateKind::ToolResult,
                    "x" => UpdateKind::Error,
                    _ => UpdateKind::StatusChange,
                };
                Update {
                    seq: *seq,
                    kind,
                    timestamp: Millis::new(f64::from(*seq)).unwrap(),
                    tool: tool.chars().next().and_then(|name| Handle::new(name as u32)),
                    says_status: false,
                    is_errored: false,
                }
            })
            .collect();
        let name = |tool: Handle| char::from_u32(tool.get()).unwrap().to_string();
        activity(&updates)
            .iter()
            .map(|row| format!("{} {} {}", row.seq, row.tool.map(name).unwrap_or_default(), row.status.as_str()))
            .collect()
    }

    #[test]
    fn a_call_and_its_result_are_one_row() {
        for (what, updates, expected) in [
            ("open", &[(1, "ca")][..], &["1 a started"][..]),
            ("closed", &[(1, "ca"), (2, "ra")], &["1 a completed"]),
            ("status", &[(1, "ca"), (2, "s"), (3, "ra")], &["1 a completed"]),
            ("oldest first", &[(1, "ca"), (2, "ca"), (3, "ra")], &["1 a completed", "2 a started"]),
            ("by tool", &[(1, "ca"), (2, "cb"), (3, "rb")], &["1 a started", "2 b completed"]),
            ("surplus", &[(1, "ca"), (2, "ra"), (3, "ra"), (4, "ca")], &["1 a completed", "4 a started"]),
            ("an error ends its run", &[(1, "ca"), (2, "xa"), (3, "ra")], &["1 a errored"]),
            ("and not the next", &[(1, "ca"), (2, "xa"), (3, "ca"), (4, "ra")], &["1 a errored", "3 a completed"]),
            ("of two", &[(1, "ca"), (2, "ca"), (3, "xa"), (4, "ra"), (5, "ra")], &["1 a errored", "2 a completed"]),
            ("without a tool", &[(1, "ca"), (2, "x")], &["1 a errored"]),
            ("alone", &[(1, "x")], &["1  errored"]),
            ("call dropped", &[(1, "s"), (3, "ra"), (4, "ra")], &["3 a completed"]),
            ("call left the window", &[(9, "ra")], &["9 a completed"]),
        ] {
            assert_eq!(rows(updates), expected, "{what}");
        }
    }
}

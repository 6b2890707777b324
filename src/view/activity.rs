//! What tools did: a call and its result are one row.

use std::collections::HashMap;

use serde::Serialize;

use crate::progress::UpdateKind;
use crate::time::Millis;
use crate::words::words;

/// An update as far as a live view shows it.
#[derive(Debug, Clone, PartialEq)]
pub struct Update {
    /// When it happened.
    pub timestamp: Millis,
    /// The tool.
    pub tool_name: Option<String>,
    /// What the task or the tool says of itself.
    pub status: Option<String>,
    /// What went wrong.
    pub error_message: Option<String>,
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
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ActivityRow {
    /// The number of the update that the row began with.
    pub seq: u32,
    /// The tool; empty where nobody said.
    pub tool_name: String,
    /// How far it is.
    pub status: ActivityStatus,
    /// When it was called; unknown if the call was dropped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub started_at: Option<Millis>,
    /// When it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<Millis>,
    /// Why it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error_message: Option<String>,
}

/// The rows of updates that are in order of arrival. Runs of one tool end oldest first. An error ends its run, and
/// the result that follows it is of that run. A result without a call gets a row only if the call may have been
/// among the updates that were dropped or have left the window.
pub fn activity<'a>(updates: impl IntoIterator<Item = (u32, UpdateKind, &'a Update)>) -> Vec<ActivityRow> {
    let mut rows: Vec<ActivityRow> = Vec::new();
    let mut failed: HashMap<&str, u32> = HashMap::new();
    let mut expected = 1;
    let mut missing = 0_u32;
    for (seq, kind, update) in updates {
        missing = missing.saturating_add(seq.saturating_sub(expected));
        expected = seq.saturating_add(1);
        let tool = update.tool_name.as_deref().unwrap_or_default();
        let ended = match kind {
            UpdateKind::StatusChange => continue,
            UpdateKind::ToolCall => {
                failed.remove(tool);
                rows.push(row(seq, tool, ActivityStatus::Started, Some(update.timestamp)));
                continue;
            }
            UpdateKind::ToolResult if update.status.as_deref() == Some("errored") => ActivityStatus::Errored,
            UpdateKind::ToolResult => ActivityStatus::Completed,
            UpdateKind::Error => ActivityStatus::Errored,
        };
        if kind == UpdateKind::ToolResult
            && let Some(results) = failed.get_mut(tool).filter(|results| **results > 0)
        {
            *results -= 1;
            continue;
        }
        let mut open = rows.iter_mut().filter(|row| row.status == ActivityStatus::Started);
        let run = match open.find(|row| row.tool_name == tool || kind == UpdateKind::Error && tool.is_empty()) {
            Some(run) => run,
            None if kind == UpdateKind::Error || missing > 0 => {
                missing = missing.saturating_sub(1);
                rows.push(row(seq, tool, ended, None));
                match rows.last_mut() {
                    Some(run) => run,
                    None => continue,
                }
            }
            None => continue,
        };
        run.status = ended;
        run.ended_at = Some(update.timestamp);
        if ended == ActivityStatus::Errored {
            run.error_message.clone_from(&update.error_message);
        }
        if kind == UpdateKind::Error && !tool.is_empty() {
            *failed.entry(tool).or_default() += 1;
        }
    }
    rows
}

fn row(seq: u32, tool: &str, status: ActivityStatus, started_at: Option<Millis>) -> ActivityRow {
    ActivityRow { seq, tool_name: tool.to_owned(), status, started_at, ended_at: None, error_message: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `c` a call, `r` a result, `x` an error, then the tool; the number is its seq.
    fn rows(updates: &[(u32, &str)]) -> Vec<String> {
        let updates: Vec<_> = updates
            .iter()
            .map(|(seq, code)| {
                let (kind, tool) = code.split_at(1);
                let kind = match kind {
                    "c" => UpdateKind::ToolCall,
                    "r" => UpdateKind::ToolResult,
                    "x" => UpdateKind::Error,
                    _ => UpdateKind::StatusChange,
                };
                let update = Update {
                    timestamp: Millis::new(f64::from(*seq)).unwrap(),
                    tool_name: (!tool.is_empty()).then(|| tool.to_owned()),
                    status: None,
                    error_message: (kind == UpdateKind::Error).then(|| "boom".to_owned()),
                };
                (*seq, kind, update)
            })
            .collect();
        activity(updates.iter().map(|(seq, kind, update)| (*seq, *kind, update)))
            .iter()
            .map(|row| format!("{} {} {}", row.seq, row.tool_name, row.status.as_str()))
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

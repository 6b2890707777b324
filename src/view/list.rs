//! The order of the tasks, and who is whose parent.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::state::{Badge, View};
use super::status::TaskStatus;
use super::task::{TaskEntry, TaskSummary};
use crate::id::TaskId;
use crate::time::Millis;

/// The tasks of a list, newest first.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Lists {
    /// Pending, running or paused; the latest launch first.
    pub active: Vec<Rc<TaskSummary>>,
    /// All others; the latest end first.
    pub finished: Vec<Rc<TaskSummary>>,
}

impl<P: Clone, M: Clone> View<P, M> {
    /// All background tasks.
    pub fn lists(&self) -> Lists {
        let parent = |task_id| self.tasks.get(task_id).and_then(|entry| entry.parent(self.ledger.task(task_id)));
        let parents: HashMap<&TaskId, &TaskId> =
            self.tasks.keys().filter_map(|task_id| Some((task_id, parent(task_id)?))).collect();
        let cyclic = in_cycles(&parents);
        let mut active = Vec::new();
        let mut finished = Vec::new();
        for (task_id, summary) in &self.summaries {
            let Some(entry) = self.tasks.get(task_id) else { continue };
            let parent = parents.get(task_id).filter(|parent| {
                let exists =
                    self.tasks.get(**parent).is_some_and(TaskEntry::is_known) || self.ledger.task(parent).is_some();
                exists && !cyclic.contains(task_id)
            });
            let summary = if parent.is_none() && summary.parent_task_id.is_some() {
                Rc::new(TaskSummary { parent_task_id: None, ..(**summary).clone() })
            } else {
                summary.clone()
            };
            let begun = entry.begun_at(&summary);
            let (list, at) = if summary.status.is_active() {
                (&mut active, begun)
            } else {
                (&mut finished, summary.completed_at.or(begun))
            };
            list.push((at.map_or(f64::NEG_INFINITY, Millis::get), entry.serial, summary));
        }
        let newest_first = |mut list: Vec<(f64, u32, Rc<TaskSummary>)>| {
            list.sort_by(|(a, first, _), (b, second, _)| b.total_cmp(a).then(second.cmp(first)));
            list.into_iter().map(|(_, _, summary)| summary).collect()
        };
        Lists { active: newest_first(active), finished: newest_first(finished) }
    }

    /// What the tab's icon tells.
    pub fn badge(&self) -> Badge {
        let count =
            |test: fn(&TaskSummary) -> bool| self.summaries.values().filter(|summary| test(summary)).count() as u32;
        Badge {
            running: count(|summary| summary.status == TaskStatus::Running),
            errors: count(|summary| summary.has_unseen_error),
        }
    }
}

/// The tasks whose parents lead back to themselves. Each task is walked over once.
pub(super) fn in_cycles<'a>(parents: &HashMap<&'a TaskId, &'a TaskId>) -> HashSet<&'a TaskId> {
    let mut settled: HashSet<&TaskId> = HashSet::new();
    let mut cyclic = HashSet::new();
    for start in parents.keys() {
        let mut path: Vec<&TaskId> = Vec::new();
        let mut on_path: HashSet<&TaskId> = HashSet::new();
        let mut next = Some(*start);
        while let Some(task) = next.filter(|task| !settled.contains(task)) {
            if !on_path.insert(task) {
                let begin = path.iter().position(|on_path| *on_path == task).unwrap_or_default();
                cyclic.extend(path.iter().skip(begin));
                break;
            }
            path.push(task);
            next = parents.get(task).copied();
        }
        settled.extend(path);
    }
    cyclic
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_exactly_the_tasks_in_cycles() {
        let ids: Vec<TaskId> = ["a", "b", "c", "d", "e", "f"].iter().filter_map(|id| TaskId::new(id)).collect();
        // a is its own parent; b, c, d lead in a circle; e hangs on it; f hangs on a task that is no key.
        let [a, b, c, d, e, f] = &ids[..] else { panic!("six ids") };
        let gone = TaskId::new("gone").unwrap();
        let parents = HashMap::from([(a, a), (b, c), (c, d), (d, b), (e, b), (f, &gone)]);
        assert_eq!(in_cycles(&parents), HashSet::from([a, b, c, d]));
    }
}

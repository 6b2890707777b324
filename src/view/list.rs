//! The order of the tasks, and who is whose parent.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::task::TaskSummary;
use crate::id::TaskId;

/// The tasks of a list, newest first.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Lists {
    /// Pending, running or paused; the latest launch first.
    pub active: Vec<Rc<TaskSummary>>,
    /// All others; the latest end first.
    pub finished: Vec<Rc<TaskSummary>>,
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

//! The throttler against a naive model of the contract, under random operations and clocks.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;
#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

mod common;

use common::names::task_id;
use common::{Rng, ms};
use tasklight::id::Handle;
use tasklight::progress::{Batch, Delivered, Limits, Throttler, UpdateKind};

#[derive(Debug, Clone)]
enum Op {
    /// So many updates of one kind.
    Push {
        task: u8,
        kind: u8,
        count: u8,
    },
    Reject {
        task: u8,
    },
    /// The time passes; negative: the clock is set back.
    Wait(i32),
    /// At the time that [`Throttler::next_deadline`] asks for, and so much later.
    FlushWhenDue {
        late: u8,
    },
    FlushNow,
    Drain {
        task: Option<u8>,
    },
    Discard {
        task: u8,
    },
}

const PRIORITY: [&str; 4] = ["status_change", "error", "tool_result", "tool_call"];

#[derive(Debug, Clone, PartialEq)]
struct Update {
    task: u8,
    seq: u32,
    kind: &'static str,
}

/// Lists of updates: all that wait in order of arrival, and all that were ever delivered.
struct Model {
    limits: Limits,
    clock: f64,
    opened: Option<f64>,
    waiting: Vec<Update>,
    /// The tasks with something waiting, in order of the arrival since when they have.
    order: Vec<u8>,
    delivered: Vec<Update>,
    shown: Vec<Update>,
    pushed: Vec<u8>,
    dropped: Vec<u8>,
    rejected: Vec<u8>,
    told_dropped: Vec<u8>,
}

type Told = (u8, Vec<Update>, u32);

impl Model {
    fn new(limits: Limits) -> Self {
        Self {
            limits,
            clock: f64::MIN,
            opened: None,
            waiting: vec![],
            order: vec![],
            delivered: vec![],
            shown: vec![],
            pushed: vec![],
            dropped: vec![],
            rejected: vec![],
            told_dropped: vec![],
        }
    }

    fn of(&self, task: u8) -> Vec<Update> {
        self.waiting.iter().filter(|update| update.task == task).cloned().collect()
    }

    fn push(&mut self, task: u8, kind: &'static str, now: f64) {
        self.clock = self.clock.max(now);
        self.opened = self.opened.or(Some(self.clock));
        self.pushed.push(task);
        if self.of(task).is_empty() {
            self.order.push(task);
        }
        self.waiting.push(Update { task, seq: count(&self.pushed, task), kind });
        let mine = self.of(task);
        if mine.len() > self.limits.keep_last {
            let newest_status = mine.iter().rfind(|update| update.kind == "status_change");
            let oldest = mine.iter().find(|update| Some(*update) != newest_status).unwrap();
            self.waiting.retain(|update| update != oldest);
            self.dropped.push(task);
        }
    }

    fn flush(&mut self, now: f64) -> Vec<Told> {
        self.clock = self.clock.max(now);
        if self.opened.is_none_or(|opened| self.clock < opened + self.limits.window_ms) {
            return vec![];
        }
        let told = self.order.clone().into_iter().map(|task| self.batch(task)).collect();
        self.order.retain(|task| self.waiting.iter().any(|update| update.task == *task));
        self.opened = (!self.waiting.is_empty()).then_some(self.clock);
        told
    }

    fn batch(&mut self, task: u8) -> Told {
        let mut chosen = self.of(task);
        chosen.sort_by_key(|update| (PRIORITY.iter().position(|kind| *kind == update.kind), update.seq));
        chosen.truncate(self.limits.max_per_batch);
        self.waiting.retain(|update| !chosen.contains(update));
        self.delivered.extend(chosen.clone());
        self.shown.extend(chosen.clone());
        let dropped = count(&self.dropped, task) - count(&self.told_dropped, task);
        self.told_dropped.extend((0..dropped).map(|_| task));
        (task, chosen, dropped)
    }

    fn drain(&mut self, task: Option<u8>) -> Vec<Told> {
        let mut told = vec![];
        for one in self.order.clone() {
            while task.is_none_or(|task| task == one) && !self.of(one).is_empty() {
                told.push(self.batch(one));
            }
        }
        self.settle();
        told
    }

    fn discard(&mut self, task: u8) {
        self.dropped.extend(self.of(task).iter().map(|_| task));
        self.waiting.retain(|update| update.task != task);
        self.shown.retain(|update| update.task != task);
        self.settle();
    }

    fn settle(&mut self) {
        self.order.retain(|task| self.waiting.iter().any(|update| update.task == *task));
        self.opened = self.opened.filter(|_| !self.waiting.is_empty());
    }

    fn recent(&self, task: u8) -> Vec<Update> {
        let mine: Vec<Update> = self.shown.iter().filter(|update| update.task == task).cloned().collect();
        let mut last = mine[mine.len().saturating_sub(self.limits.keep_last)..].to_vec();
        last.sort_by_key(|update| update.seq);
        last
    }
}

fn count(of: &[u8], task: u8) -> u32 {
    of.iter().filter(|one| **one == task).count() as u32
}

fn name(task: u8) -> String {
    format!("task {task}")
}

fn plain(task: u8, updates: &[Delivered]) -> Vec<Update> {
    let one = |update: &Delivered| {
        assert_eq!(update.payload, payload(task), "an update of one task never comes out under another");
        Update { task, seq: update.seq, kind: update.kind.as_str() }
    };
    updates.iter().map(one).collect()
}

fn told(batches: &[Batch]) -> Vec<Told> {
    let task = |batch: &Batch| (0..TASKS).find(|task| task_id(&name(*task)) == batch.task_id).unwrap();
    batches.iter().map(|batch| (task(batch), plain(task(batch), &batch.updates), batch.dropped)).collect()
}

const TASKS: u8 = 4;

/// Stands for an update of that task.
fn payload(task: u8) -> Handle {
    Handle::new(1000 + u32::from(task)).unwrap()
}

fn same<T: std::fmt::Debug + PartialEq>(what: &str, found: T, expected: T) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("{what}\n   found {found:?}\nexpected {expected:?}")) }
}

fn check(limits: Limits, ops: &[Op]) -> Result<(), String> {
    let (mut throttler, mut model) = (Throttler::new(limits), Model::new(limits));
    let mut now = 1e12;
    // What the batches of each task said was dropped, in all.
    let mut said_dropped = vec![0; TASKS.into()];
    for (step, op) in ops.iter().enumerate() {
        let (found, expected) = match op {
            Op::Push { task, kind, count } => {
                for _ in 0..*count {
                    let kind = PRIORITY[usize::from(*kind)];
                    throttler.push(task_id(&name(*task)), UpdateKind::parse(kind).unwrap(), ms(now), payload(*task));
                    model.push(*task, kind, now);
                }
                (vec![], vec![])
            }
            Op::Reject { task } => {
                throttler.reject(task_id(&name(*task)));
                model.rejected.push(*task);
                (vec![], vec![])
            }
            Op::Wait(time) => {
                now += f64::from(*time);
                (vec![], vec![])
            }
            Op::FlushWhenDue { late } => {
                now = throttler.next_deadline().map_or(now, |at| at.get()) + f64::from(*late);
                let due = throttler.next_deadline().is_some();
                let batches = throttler.flush(ms(now));
                same("a flush at the deadline gives something", !batches.is_empty(), due)?;
                (batches, model.flush(now))
            }
            Op::FlushNow => (throttler.flush(ms(now)), model.flush(now)),
            Op::Drain { task } => (throttler.drain(task.map(|t| task_id(&name(t)))), model.drain(*task)),
            Op::Discard { task } => {
                throttler.discard(task_id(&name(*task)));
                model.discard(*task);
                (vec![], vec![])
            }
        };
        found.iter().zip(&expected).for_each(|(batch, (task, ..))| said_dropped[usize::from(*task)] += batch.dropped);
        same("the batches", told(&found), expected)
            .and_then(|()| compare(&throttler, &model, &said_dropped))
            .map_err(|difference| format!("step {step}, {op:?}: {difference}"))?;
    }
    Ok(())
}

fn compare(throttler: &Throttler, model: &Model, said_dropped: &[u32]) -> Result<(), String> {
    let deadline = model.opened.map(|opened| opened + model.limits.window_ms);
    same("the next deadline", throttler.next_deadline().map(|at| at.get()), deadline)?;
    let mut sums = [0; 5];
    for task in 0..TASKS {
        let id = task_id(&name(task));
        same("recent", plain(task, &throttler.recent(id)), model.recent(task))?;
        let stats = throttler.stats(Some(id));
        let found = [stats.pushed, stats.delivered, stats.dropped, stats.buffered, stats.rejected];
        let delivered = model.delivered.iter().filter(|update| update.task == task).count() as u32;
        let buffered = model.of(task).len() as u32;
        let [pushed, dropped, rejected] = [&model.pushed, &model.dropped, &model.rejected].map(|all| count(all, task));
        same("the counts", found, [pushed, delivered, dropped, buffered, rejected])?;
        same("pushed = delivered + dropped + buffered", pushed, delivered + dropped + buffered)?;
        let untold = dropped - count(&model.told_dropped, task);
        same(
            "what batches said was dropped, and what they have yet to say",
            said_dropped[usize::from(task)] + untold,
            dropped,
        )?;
        if buffered as usize > model.limits.keep_last {
            return Err("more is buffered than may be".into());
        }
        sums.iter_mut().zip(found).for_each(|(sum, one)| *sum += one);
    }
    let all = throttler.stats(None);
    same("the counts of all", [all.pushed, all.delivered, all.dropped, all.buffered, all.rejected], sums)
}

const LIMITS: [Limits; 3] = [
    Limits { window_ms: 500.0, max_per_batch: 5, keep_last: 20 },
    Limits { window_ms: 1.0, max_per_batch: 1, keep_last: 1 },
    Limits { window_ms: 0.0, max_per_batch: 7, keep_last: 3 },
];

fn random_op(rng: &mut Rng) -> Op {
    let task = rng.below(TASKS.into()) as u8;
    match rng.below(100) {
        0..45 => Op::Push { task, kind: rng.below(4) as u8, count: *rng.pick(&[1, 1, 1, 2, 5, 30]) },
        45..48 => Op::Reject { task },
        48..65 => Op::Wait(*rng.pick(&[0, 1, 100, 499, 500, 10_000, 259_200_000, -1, -700, -86_400_000])),
        65..78 => Op::FlushWhenDue { late: *rng.pick(&[0, 0, 1, 255]) },
        78..88 => Op::FlushNow,
        88..94 => Op::Drain { task: rng.percent(50).then_some(task) },
        _ => Op::Discard { task },
    }
}

#[test]
fn the_throttler_equals_the_model() {
    for seed in 0..60 {
        let mut rng = Rng::new(seed);
        let limits = *rng.pick(&LIMITS);
        let ops: Vec<Op> = (0..120).map(|_| random_op(&mut rng)).collect();
        check(limits, &ops).unwrap_or_else(|difference| panic!("seed {seed}, {limits:?}, {difference}"));
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod shrinking {
    use super::{LIMITS, Op, TASKS, check};
    use proptest::prelude::*;

    fn op() -> impl Strategy<Value = Op> {
        prop_oneof![
            5 => (0..TASKS, 0..4u8, 1..25u8).prop_map(|(task, kind, count)| Op::Push { task, kind, count }),
            1 => (0..TASKS).prop_map(|task| Op::Reject { task }),
            2 => (-1000..1000i32).prop_map(Op::Wait),
            2 => any::<u8>().prop_map(|late| Op::FlushWhenDue { late }),
            1 => Just(Op::FlushNow),
            1 => proptest::option::of(0..TASKS).prop_map(|task| Op::Drain { task }),
            1 => (0..TASKS).prop_map(|task| Op::Discard { task }),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn the_throttler_equals_the_model_for_any_operations(
            limits in proptest::sample::select(&LIMITS[..]),
            ops in proptest::collection::vec(op(), 0..60),
        ) {
            check(limits, &ops).map_err(TestCaseError::fail)?;
        }
    }
}

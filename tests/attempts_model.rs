//! The ledger against a naive model of the contract, under random operations: stale, doubled, out of order.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;
#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

mod common;
#[path = "common/attempts_model.rs"]
mod model;

use std::collections::BTreeSet;

use common::{Player, Rng};
use model::{Model, Op, random_op};

/// Plays operations on both, and tells of the first difference.
fn check(ops: &[Op]) -> Result<BTreeSet<String>, String> {
    let (mut player, mut model) = (Player::new(), Model::new());
    for (step, op) in ops.iter().enumerate() {
        model.step(&mut player, op).map_err(|difference| format!("step {step}, {op:?}: {difference}"))?;
    }
    Ok(model.seen)
}

#[test]
fn the_ledger_equals_the_model() {
    let mut seen = BTreeSet::new();
    for seed in 0..30 {
        let mut rng = Rng::new(seed);
        let ops: Vec<Op> = (0..100).map(|_| random_op(&mut rng)).collect();
        seen.extend(check(&ops).unwrap_or_else(|difference| panic!("seed {seed}, {difference}")));
    }
    for (call, outcomes) in [
        ("startAttempt", "applied task_active attempt_in_use"),
        (
            "bindAttemptSession",
            "applied duplicate already_bound session_in_use already_terminal superseded unknown_attempt",
        ),
        ("sessionFailed", "applied already_bound already_terminal superseded unknown_attempt"),
        ("scheduleRetry", "applied already_terminal superseded unknown_attempt unknown_session attempt_in_use"),
        ("finalizeAttempt", "applied already_terminal superseded unknown_attempt unknown_session"),
    ] {
        for outcome in outcomes.split(' ') {
            assert!(seen.contains(&format!("{call} {outcome}")), "the random calls never gave {call} {outcome}");
        }
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod shrinking {
    use super::check;
    use super::model::{By, Given, Op, SESSIONS};
    use proptest::prelude::*;

    fn by() -> impl Strategy<Value = By> {
        prop_oneof![(0..12u8).prop_map(By::Attempt), (0..SESSIONS).prop_map(By::Session)]
    }

    fn id() -> impl Strategy<Value = Given> {
        prop_oneof![8 => Just(Given::None), 1 => (0..12u8).prop_map(Given::Known), 1 => (0..40u8).prop_map(Given::Fresh)]
    }

    fn error() -> impl Strategy<Value = Option<u8>> {
        proptest::option::of(0..4u8)
    }

    fn op() -> impl Strategy<Value = Op> {
        let at = || -200..2000i16;
        prop_oneof![
            4 => (0..3u8, at(), 0..5u8, id(), any::<bool>())
                .prop_map(|(task, at, model, id, described)| Op::Start { task, at, model, id, described }),
            6 => (0..6u8, 0..SESSIONS, at(), proptest::option::of(0..5u8))
                .prop_map(|(attempt, session, at, model)| Op::Bind { attempt, session, at, model }),
            2 => (0..6u8, at(), error()).prop_map(|(attempt, at, error)| Op::SessionFailed { attempt, at, error }),
            4 => (by(), at(), 0..5u8, error(), id())
                .prop_map(|(by, at, model, error, id)| Op::Retry { by, at, model, error, id }),
            4 => (by(), 0..4u8, at(), error()).prop_map(|(by, status, at, error)| Op::Finalize { by, status, at, error }),
            1 => (0..3u8).prop_map(|task| Op::Forget { task }),
            1 => Just(Op::TakeNotices),
            1 => Just(Op::SnapshotRestore),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn the_ledger_equals_the_model_for_any_operations(ops in proptest::collection::vec(op(), 0..60)) {
            check(&ops).map_err(TestCaseError::fail)?;
        }
    }
}

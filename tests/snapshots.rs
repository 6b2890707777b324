//! `snapshot` and `restore` of the ledger, from section 2 of the contract.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;
#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

mod common;

use common::Player;
use serde_json::{Value, json};

/// Two tasks in every state that matters: `a` has a failed attempt and a pending one, `b` a completed one and one
/// that runs. All three kinds of notice wait.
fn full() -> Player {
    Player::of(&[
        (
            "startAttempt",
            json!(["a", { "at": 1, "model": { "providerID": "p", "modelID": "m", "variant": "v" }, "description": "d" }]),
        ),
        ("startAttempt", json!(["b", { "at": 1, "parentTaskId": "a" }])),
        ("bindAttemptSession", json!(["att_1", "s1", { "at": 2 }])),
        ("bindAttemptSession", json!(["att_2", "s2", { "at": 3 }])),
        ("scheduleRetry", json!(["att_1", { "at": 4, "error": "Too Many Requests", "nextModel": { "modelID": "n" } }])),
        ("finalizeAttempt", json!(["att_2", "completed", { "at": 5 }])),
        ("startAttempt", json!(["b", { "at": 6 }])),
        ("bindAttemptSession", json!(["att_4", "s4", { "at": 7 }])),
    ])
}

#[test]
fn a_restored_ledger_goes_on_as_if_nothing_had_happened() {
    let rest = [
        ("resolveSession", json!(["s1"])),
        ("taskIds", json!([])),
        ("finalizeAttempt", json!([{ "sessionID": "s1" }, "cancelled", { "at": 8 }])),
        ("bindAttemptSession", json!(["att_3", "s4", { "at": 8 }])),
        // Before the last time seen: still clamped.
        ("bindAttemptSession", json!(["att_3", "s3", { "at": 2 }])),
        ("scheduleRetry", json!([{ "sessionID": "s4" }, { "at": 9 }])),
        ("startAttempt", json!(["c", { "at": 9 }])),
        ("takeNotices", json!([])),
        ("task", json!(["a"])),
        ("task", json!(["b"])),
    ];
    let mut original = full();
    let mut restored = full();
    restored.call("snapshotRestore", &json!([]));
    for (call, args) in rest {
        assert_eq!(restored.call(call, &args), original.call(call, &args), "{call}{args}");
    }
    assert_eq!(restored.saved(), original.saved());
}

#[test]
fn notices_that_wait_survive_and_come_out_once() {
    let mut player = full();
    let saved = player.saved();
    let taken = player.call("takeNotices", &json!([]));
    let kinds: Vec<&str> = taken.as_array().unwrap().iter().map(|n| n["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["retry_scheduled", "final_summary", "retry_session_ready"]);
    player.call("snapshotRestore", &json!([]));
    assert_eq!(player.call("takeNotices", &json!([])), json!([]), "taken before it was saved");
    player.restore(&saved).unwrap();
    assert_eq!(player.call("takeNotices", &json!([])), taken);
    assert_eq!(player.call("takeNotices", &json!([])), json!([]));
}

#[test]
fn a_snapshot_replaces_all_that_was_there() {
    let mut player = Player::of(&[("startAttempt", json!(["old", { "at": 1, "attemptID": "old" }]))]);
    let saved = full().saved();
    player.restore(&saved).unwrap();
    assert_eq!(player.saved(), saved);
    assert_eq!((player.task("old"), player.call("taskIds", &json!([]))), (Value::Null, json!(["a", "b"])));
    assert_eq!(player.call("sessionFailed", &json!(["old", { "at": 2 }]))["reason"], json!("unknown_attempt"));
    player.restore(&Player::new().saved()).unwrap();
    assert_eq!(player.saved(), Player::new().saved());
}

/// What breaks a snapshot: a place (JSON pointer), and what is put there; `REMOVED` for nothing.
const REMOVED: &str = "(removed)";

fn corruptions() -> Vec<(&'static str, Value)> {
    let long = "x".repeat(64 * 1024 + 1);
    let mut all = vec![
        ("/version", json!(2)),
        ("/version", json!("1")),
        ("/tasks", json!({})),
        ("/tasks/0/attempts", json!([])),
        ("/tasks/0/description", json!(long)),
        ("/tasks/0/parentTaskId", json!("")),
        ("/tasks/1/taskId", json!("a")),
        ("/tasks/0/lastAt", json!(3)),
        ("/tasks/1/lastAt", json!("7")),
        // Numbers 1, 2, 3 … without gaps.
        ("/tasks/0/attempts/0/attemptNumber", json!(2)),
        ("/tasks/0/attempts/1/attemptNumber", json!(1)),
        ("/tasks/0/attempts/1/attemptNumber", json!(3)),
        ("/tasks/0/attempts/1/attemptNumber", json!(2.5)),
        ("/tasks/0/attempts/0/attemptNumber", json!(-1)),
        // Identities.
        ("/tasks/0/attempts/1/attemptID", json!("att_1")),
        ("/tasks/1/attempts/0/attemptID", json!("att_3")),
        ("/tasks/1/attempts/0/sessionID", json!("s1")),
        ("/tasks/1/attempts/1/sessionID", json!("s2")),
        ("/tasks/1/attempts/1/sessionID", json!("")),
        // Only the last attempt may be pending or running.
        ("/tasks/0/attempts/0/status", json!("running")),
        ("/tasks/0/attempts/0/status", json!("pending")),
        ("/tasks/1/attempts/1/status", json!("pending")),
        ("/tasks/1/attempts/1/status", json!("completed")),
        ("/tasks/0/attempts/1/status", json!("running")),
        ("/tasks/0/attempts/1/status", json!("error")),
        ("/tasks/0/attempts/1/status", json!("paused")),
        ("/tasks/0/attempts/1/pendingReason", json!("bored")),
        ("/tasks/0/attempts/0/pendingReason", json!("queued")),
        ("/tasks/1/attempts/1/pendingReason", json!("queued")),
        ("/tasks/0/attempts/1/pendingReason", json!(REMOVED)),
        ("/tasks/0/attempts/0/error", json!(long)),
        ("/tasks/0/attempts/0/error", json!({ "message": "an object" })),
        ("/tasks/0/attempts/0/modelID", json!(5)),
        // Times.
        ("/tasks/0/attempts/0/startedAt", json!(REMOVED)),
        ("/tasks/0/attempts/0/sessionID", json!(REMOVED)),
        ("/tasks/0/attempts/0/completedAt", json!(REMOVED)),
        ("/tasks/0/attempts/0/completedAt", json!(1)),
        ("/tasks/0/attempts/0/startedAt", json!("2026-01-01T00:00:00Z")),
        ("/tasks/0/attempts/1/startedAt", json!(4)),
        ("/tasks/0/attempts/1/completedAt", json!(4)),
        ("/tasks/1/attempts/1/completedAt", json!(7)),
        ("/tasks/1/attempts/1/startedAt", json!(4)),
        ("/tasks/1/attempts/1/startedAt", json!(8)),
        // Notices.
        ("/notices", json!(null)),
        ("/notices/0/kind", json!("retry_done")),
        ("/notices/0/attemptID", json!("")),
        ("/notices/0/failedError", json!(long)),
        ("/notices/0/at", json!(null)),
        ("/notices/1/status", json!("error")),
        ("/notices/1/status", json!("running")),
        ("/notices/1/taskId", json!("a")),
        ("/notices/1/task/attempts", json!([])),
        ("/notices/1/task/attempts/0/status", json!("running")),
        ("/notices/1/task/attempts/0/completedAt", json!(1)),
        ("/notices/2/attemptNumber", json!(1)),
        ("/notices/2/sessionID", json!(REMOVED)),
    ];
    for next in [json!(0), json!(-1), json!(1.5), json!(1e300), json!("4"), json!(null)] {
        all.push(("/nextAttempt", next));
    }
    for required in [
        "/version",
        "/nextAttempt",
        "/tasks",
        "/notices",
        "/tasks/0/taskId",
        "/tasks/0/lastAt",
        "/tasks/0/attempts",
        "/tasks/0/attempts/0/attemptID",
        "/tasks/0/attempts/0/attemptNumber",
        "/tasks/0/attempts/0/status",
    ] {
        all.push((required, json!(REMOVED)));
    }
    all
}

#[test]
fn every_corruption_is_refused_and_changes_nothing() {
    let mut player = Player::of(&[("startAttempt", json!(["old", { "at": 1, "attemptID": "old" }]))]);
    let before = player.saved();
    let good = full().saved();
    for (place, value) in corruptions() {
        let mut snapshot = good.clone();
        let (parent, key) = place.rsplit_once('/').unwrap();
        let parent = snapshot.pointer_mut(parent).unwrap().as_object_mut().unwrap();
        if value == REMOVED {
            assert!(parent.remove(key).is_some(), "{place} is in the snapshot");
        } else {
            parent.insert(key.into(), value.clone());
        }
        let shown: String = value.to_string().chars().take(60).collect();
        assert!(player.restore(&snapshot).is_err(), "{place} = {shown} is accepted");
        assert_eq!(player.saved(), before, "{place} = {shown} changes the ledger");
    }
    for nothing in [json!(null), json!([]), json!({}), json!("x"), json!(0)] {
        assert!(player.restore(&nothing).is_err(), "{nothing}");
    }
    player.restore(&good).unwrap();
}

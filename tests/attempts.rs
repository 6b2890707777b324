//! The attempt state machine, from section 2 of the contract: its table, cell by cell, and every rule below it.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;
#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

mod common;

use std::collections::HashSet;

use common::Player;
use serde_json::{Value, json};
use tasklight::id::random_attempt_id;

/// `!` after a reason: `abortSession: true`. `-`: there is no such case.
const TABLE: &str = "
    call                 | pending        | running       | terminal         | superseded | unknown
    start                | task_active    | task_active   | applied          | -          | applied
    bind a new session   | applied        | already_bound!| already_terminal!| superseded!| unknown_attempt!
    bind its own session | -              | duplicate     | already_terminal | superseded | -
    bind a taken session | session_in_use | already_bound | already_terminal | superseded | unknown_attempt
    session failed       | applied        | already_bound | already_terminal | superseded | unknown_attempt
    retry by attempt     | applied        | applied       | already_terminal | superseded | unknown_attempt
    retry by session     | -              | applied       | already_terminal | superseded | unknown_session
    finalize by attempt  | applied        | applied       | already_terminal | superseded | unknown_attempt
    finalize by session  | -              | applied       | already_terminal | superseded | unknown_session
";

const TERMINAL: [&str; 4] = ["completed", "error", "cancelled", "interrupt"];

type Call = (&'static str, Value);

/// All ways to stand in a column of the table: the calls that lead there, the attempt, and its session.
fn ways(column: &str) -> Vec<(Vec<Call>, &'static str, Option<&'static str>)> {
    let start = || ("startAttempt", json!(["task", { "at": 1 }]));
    let bind = || ("bindAttemptSession", json!(["att_1", "ses_1", { "at": 2 }]));
    let retry = || ("scheduleRetry", json!(["att_1", { "at": 3 }]));
    let end = |status: &str| ("finalizeAttempt", json!(["att_1", status, { "at": 3 }]));
    match column {
        "pending" => vec![
            (vec![start()], "att_1", None),
            (vec![start(), ("sessionFailed", json!(["att_1", { "at": 2 }]))], "att_1", None),
            (vec![start(), bind(), retry()], "att_2", None),
            (vec![start(), end("completed"), start()], "att_2", None),
        ],
        "running" => vec![
            (vec![start(), bind()], "att_1", Some("ses_1")),
            (
                vec![start(), retry(), ("bindAttemptSession", json!(["att_2", "ses_1", { "at": 4 }]))],
                "att_2",
                Some("ses_1"),
            ),
        ],
        "terminal" => TERMINAL
            .iter()
            .flat_map(|status| {
                [
                    (vec![start(), bind(), end(status)], "att_1", Some("ses_1")),
                    (vec![start(), end(status)], "att_1", None),
                ]
            })
            .collect(),
        "superseded" => {
            let resume = || ("startAttempt", json!(["task", { "at": 4 }]));
            let next = || ("bindAttemptSession", json!(["att_2", "ses_2", { "at": 5 }]));
            let next_end = || ("finalizeAttempt", json!(["att_2", "completed", { "at": 6 }]));
            vec![
                (vec![start(), bind(), retry()], "att_1", Some("ses_1")),
                (vec![start(), bind(), retry(), next()], "att_1", Some("ses_1")),
                (vec![start(), bind(), retry(), next(), next_end()], "att_1", Some("ses_1")),
                (vec![start(), bind(), end("cancelled"), resume()], "att_1", Some("ses_1")),
                (vec![start(), retry()], "att_1", None),
            ]
        }
        "unknown" => vec![(vec![], "att_99", Some("ses_99")), (vec![start(), bind()], "att_99", Some("ses_99"))],
        _ => panic!("{column}"),
    }
}

fn calls(row: &str, column: &str, attempt: &str, session: Option<&str>) -> Vec<(&'static str, Value)> {
    let by_session = json!({ "sessionID": session });
    match (row, session) {
        // A task that is unknown, or the one that the column is about.
        ("start", _) => {
            let task = if column == "unknown" { "new task" } else { "task" };
            vec![("startAttempt", json!([task, { "at": 9 }]))]
        }
        ("bind a new session", _) => vec![("bindAttemptSession", json!([attempt, "ses_new", { "at": 9 }]))],
        ("bind its own session", Some(own)) => vec![("bindAttemptSession", json!([attempt, own, { "at": 9 }]))],
        ("bind a taken session", _) => vec![("bindAttemptSession", json!([attempt, "ses_taken", { "at": 9 }]))],
        ("session failed", _) => vec![("sessionFailed", json!([attempt, { "at": 9, "error": "e" }]))],
        ("retry by attempt", _) => vec![("scheduleRetry", json!([attempt, { "at": 9, "error": "e" }]))],
        ("retry by session", Some(_)) => vec![("scheduleRetry", json!([by_session, { "at": 9, "error": "e" }]))],
        ("finalize by attempt", _) => {
            TERMINAL.map(|status| ("finalizeAttempt", json!([attempt, status, { "at": 9, "error": "e" }]))).into()
        }
        ("finalize by session", Some(_)) => {
            TERMINAL.map(|status| ("finalizeAttempt", json!([by_session, status, { "at": 9, "error": "e" }]))).into()
        }
        _ => vec![],
    }
}

#[test]
fn every_cell_of_the_table_holds() {
    let mut lines = TABLE.trim().lines().map(|line| line.split('|').map(str::trim).collect::<Vec<_>>());
    let columns = lines.next().unwrap();
    let mut checked = 0;
    for cells in lines {
        for (column, cell) in columns.iter().zip(&cells).skip(1).filter(|(_, cell)| **cell != "-") {
            for (before, attempt, session) in ways(column) {
                for (call, args) in calls(cells[0], column, attempt, session) {
                    let mut player = Player::of(&before);
                    let taken = [
                        ("startAttempt", json!(["other", { "at": 1, "attemptID": "other" }])),
                        ("bindAttemptSession", json!(["other", "ses_taken", { "at": 2 }])),
                    ];
                    taken.iter().for_each(|(call, args)| drop(player.call(call, args)));
                    let saved = player.saved();
                    let gives = player.call(call, &args);
                    let at = format!("{call}{args} after {before:?} gives {gives}");
                    checked += 1;
                    if *cell == "applied" {
                        assert_eq!(gives["applied"], json!(true), "{at}");
                        assert_ne!(player.saved(), saved, "{at}");
                        continue;
                    }
                    let mut expected = json!({ "applied": false, "reason": cell.trim_end_matches('!') });
                    if cell.ends_with('!') {
                        expected["abortSession"] = json!(true);
                    }
                    assert_eq!(gives, expected, "{at}");
                    assert_eq!(player.saved(), saved, "a refused call changes nothing: {at}");
                }
            }
        }
    }
    // By column: 4 x 9, 2 x 15, 4 x 15 + 4 x 9, 4 x 14 + 8, 2 x 14.
    assert_eq!(checked, 254, "every way into every cell");
}

/// Plays calls, and gives the task and all notices.
fn after(calls: &[(&str, Value)]) -> (Value, Value) {
    let mut player = Player::of(calls);
    (player.task("task"), player.call("takeNotices", &json!([])))
}

fn launch(model: Value) -> (&'static str, Value) {
    ("startAttempt", json!(["task", { "at": 10, "model": model, "description": "Fix it", "parentTaskId": "parent" }]))
}

fn bind(attempt: &str, session: &str, at: u64) -> (&'static str, Value) {
    ("bindAttemptSession", json!([attempt, session, { "at": at }]))
}

fn end(attempt: &str, status: &str, at: i64) -> (&'static str, Value) {
    ("finalizeAttempt", json!([attempt, status, { "at": at }]))
}

#[test]
fn attempt_created_for_first_launch() {
    let (task, notices) = after(&[launch(json!({ "providerID": "p", "modelID": "m", "variant": "high" }))]);
    let expected = json!({
        "taskId": "task", "description": "Fix it", "parentTaskId": "parent",
        "status": "pending", "model": { "providerID": "p", "modelID": "m", "variant": "high" },
        "currentAttemptID": "att_1",
        "attempts": [{
            "attemptID": "att_1", "attemptNumber": 1, "status": "pending", "pendingReason": "queued",
            "providerID": "p", "modelID": "m", "variant": "high",
        }],
    });
    assert_eq!(task, expected);
    assert_eq!(notices, json!([]));
}

#[test]
fn attempt_finalized_on_retry_scheduling() {
    let retry =
        json!([{ "sessionID": "ses_a" }, { "at": 30, "error": "Too Many Requests", "nextModel": { "modelID": "b" } }]);
    let (task, notices) =
        after(&[launch(json!({ "modelID": "a" })), bind("att_1", "ses_a", 20), ("scheduleRetry", retry)]);
    let expected = json!({
        "taskId": "task", "description": "Fix it", "parentTaskId": "parent",
        "status": "pending", "model": { "modelID": "b" }, "currentAttemptID": "att_2",
        "attempts": [
            {
                "attemptID": "att_1", "attemptNumber": 1, "sessionID": "ses_a", "modelID": "a", "status": "error",
                "error": "Too Many Requests", "startedAt": 20.0, "completedAt": 30.0,
            },
            { "attemptID": "att_2", "attemptNumber": 2, "modelID": "b", "status": "pending", "pendingReason": "retry_scheduled" },
        ],
    });
    assert_eq!(task, expected);
    let expected = json!([{
        "kind": "retry_scheduled", "taskId": "task", "failedAttemptID": "att_1", "failedSessionID": "ses_a",
        "failedModel": { "modelID": "a" }, "failedError": "Too Many Requests", "attemptID": "att_2",
        "nextModel": { "modelID": "b" }, "at": 30.0,
    }]);
    assert_eq!(notices, expected);
}

#[test]
fn retry_attempt_receives_the_newly_created_child_session() {
    let (task, notices) = after(&[
        launch(json!({ "modelID": "a" })),
        bind("att_1", "ses_a", 20),
        ("scheduleRetry", json!(["att_1", { "at": 30, "nextModel": { "modelID": "b" }, "attemptID": "mine" }])),
        bind("mine", "ses_b", 40),
    ]);
    let current = json!({
        "attemptID": "mine", "attemptNumber": 2, "sessionID": "ses_b", "modelID": "b", "status": "running", "startedAt": 40.0,
    });
    assert_eq!(task["attempts"][1], current);
    assert_eq!(
        (&task["sessionID"], &task["startedAt"], &task["status"]),
        (&json!("ses_b"), &json!(40.0), &json!("running"))
    );
    assert_eq!(task["error"], Value::Null, "the task shows its current attempt, not what failed before");
    let ready = json!({
        "kind": "retry_session_ready", "taskId": "task", "attemptID": "mine", "attemptNumber": 2, "sessionID": "ses_b",
        "model": { "modelID": "b" }, "at": 40.0,
    });
    assert_eq!(notices[1], ready);
}

#[test]
fn a_task_ends_without_a_session_and_in_every_way() {
    for status in TERMINAL {
        let call = ("finalizeAttempt", json!(["att_1", status, { "at": 30, "error": "no provider available" }]));
        let (task, notices) = after(&[launch(json!({})), call]);
        let attempt = json!({
            "attemptID": "att_1", "attemptNumber": 1, "status": status, "error": "no provider available", "completedAt": 30.0,
        });
        assert_eq!(task["attempts"], json!([attempt]), "one terminal attempt, no pendingReason");
        assert_eq!(task["model"], Value::Null);
        let summary =
            json!([{ "kind": "final_summary", "taskId": "task", "status": status, "task": task, "at": 30.0 }]);
        assert_eq!(notices, summary);
    }
}

#[test]
fn a_failed_session_keeps_the_attempt_pending_until_it_is_bound_retried_or_ended() {
    let failed = || ("sessionFailed", json!(["att_1", { "at": 20, "error": "spawn failed" }]));
    let (task, notices) = after(&[launch(json!({})), failed(), failed()]);
    let attempt = json!({
        "attemptID": "att_1", "attemptNumber": 1, "status": "pending", "pendingReason": "session_failed", "error": "spawn failed",
    });
    assert_eq!((&task["attempts"], notices), (&json!([attempt]), json!([])));
    let (task, _) = after(&[launch(json!({})), failed(), bind("att_1", "ses_a", 30)]);
    assert_eq!((&task["status"], &task["attempts"][0]["pendingReason"]), (&json!("running"), &Value::Null));
    let (task, notices) = after(&[launch(json!({})), failed(), ("scheduleRetry", json!(["att_1", { "at": 30 }]))]);
    assert_eq!(
        (&task["attempts"][0]["status"], &task["attempts"][0]["error"]),
        (&json!("error"), &json!("spawn failed"))
    );
    assert_eq!((&notices[0]["failedError"], &notices[0]["failedSessionID"]), (&json!("spawn failed"), &Value::Null));
    let (task, _) = after(&[launch(json!({})), failed(), end("att_1", "error", 30)]);
    assert_eq!((&task["status"], &task["error"]), (&json!("error"), &json!("spawn failed")));
}

#[test]
fn checks_run_from_right_to_left_and_then_the_session_and_the_new_id() {
    let mut player = Player::of(&[launch(json!({})), bind("att_1", "ses_a", 20)]);
    let refused = |player: &mut Player, call: &str, args: Value, reason: &str| {
        let saved = player.saved();
        assert_eq!(player.call(call, &args), json!({ "applied": false, "reason": reason }), "{call}{args}");
        assert_eq!(player.saved(), saved);
    };
    // The state of the attempt comes before an id in use.
    refused(&mut player, "startAttempt", json!(["task", { "at": 30, "attemptID": "att_1" }]), "task_active");
    refused(&mut player, "startAttempt", json!(["new", { "at": 30, "attemptID": "att_1" }]), "attempt_in_use");
    refused(&mut player, "scheduleRetry", json!(["att_1", { "at": 30, "attemptID": "att_1" }]), "attempt_in_use");
    player.call("finalizeAttempt", &json!(["att_1", "error", { "at": 40 }]));
    refused(&mut player, "scheduleRetry", json!(["att_1", { "at": 50, "attemptID": "att_1" }]), "already_terminal");
    refused(&mut player, "startAttempt", json!(["task", { "at": 50, "attemptID": "att_1" }]), "attempt_in_use");
    player.call("startAttempt", &json!(["task", { "at": 50 }]));
    // A session belongs to one attempt for ever, also after that has ended, also within its task.
    refused(&mut player, "bindAttemptSession", json!(["att_2", "ses_a", { "at": 60 }]), "session_in_use");
    let refused_new = player.call("bindAttemptSession", &json!(["att_1", "ses_b", { "at": 60 }]));
    assert_eq!(refused_new, json!({ "applied": false, "reason": "superseded", "abortSession": true }));
}

#[test]
fn a_bind_takes_the_model_whole_and_a_variant_never_leaks() {
    let high = json!({ "providerID": "p", "modelID": "a", "variant": "high" });
    let bind_with = |attempt: &str, session: &str, model: Value| {
        ("bindAttemptSession", json!([attempt, session, { "at": 20, "model": model }]))
    };
    let (task, _) = after(&[launch(high.clone()), bind("att_1", "s", 20)]);
    assert_eq!(task["model"], high, "without a model, the scheduled one stays");
    let (task, _) = after(&[launch(high.clone()), bind_with("att_1", "s", json!({ "modelID": "b" }))]);
    assert_eq!(task["model"], json!({ "modelID": "b" }), "as a whole");
    let retry = |model: Value| ("scheduleRetry", json!(["att_1", { "at": 30, "nextModel": model }]));
    let (task, notices) =
        after(&[launch(high.clone()), retry(json!({ "providerID": "q", "modelID": "c" })), bind("att_2", "s", 40)]);
    assert_eq!(task["model"], json!({ "providerID": "q", "modelID": "c" }));
    assert_eq!((&notices[0]["failedModel"], &notices[1]["model"]), (&high, &task["model"]));
    let (task, notices) = after(&[launch(high.clone()), ("scheduleRetry", json!(["att_1", { "at": 30 }]))]);
    assert_eq!(
        (&task["model"], &notices[0]["nextModel"]),
        (&Value::Null, &Value::Null),
        "not even to a model that is unknown"
    );
    let (task, _) =
        after(&[launch(high), end("att_1", "completed", 30), ("startAttempt", json!(["task", { "at": 40 }]))]);
    assert_eq!(task["model"], Value::Null, "nor to a resume");
}

#[test]
fn notices_come_in_the_order_of_their_causes_each_once_and_a_resume_gets_its_own() {
    let mut player = Player::of(&[
        ("startAttempt", json!(["task", { "at": 1 }])),
        ("startAttempt", json!(["other", { "at": 1, "attemptID": "o" }])),
        bind("att_1", "s1", 2),
        ("scheduleRetry", json!(["att_1", { "at": 3 }])),
        end("o", "cancelled", 4),
        bind("att_2", "s2", 5),
        end("att_2", "completed", 6),
    ]);
    let kinds = |notices: Value| -> Vec<String> {
        let short =
            |n: &Value| format!("{} {} {}", n["kind"].as_str().unwrap(), n["taskId"].as_str().unwrap(), n["at"]);
        notices.as_array().unwrap().iter().map(short).collect()
    };
    let expected = [
        "retry_scheduled task 3.0",
        "final_summary other 4.0",
        "retry_session_ready task 5.0",
        "final_summary task 6.0",
    ];
    assert_eq!(kinds(player.call("takeNotices", &json!([]))), expected);
    assert_eq!(player.call("takeNotices", &json!([])), json!([]));
    for again in [end("att_2", "completed", 7), end("att_1", "error", 7), bind("att_2", "s2", 7)] {
        assert_eq!(player.call(again.0, &again.1)["applied"], json!(false));
    }
    assert_eq!(player.call("takeNotices", &json!([])), json!([]), "what is said twice is told once");
    player.call("startAttempt", &json!(["task", { "at": 8 }]));
    player.call("bindAttemptSession", &json!(["att_3", "s3", { "at": 9 }]));
    player.call("finalizeAttempt", &json!([{ "sessionID": "s3" }, "interrupt", { "at": 10 }]));
    let notices = player.call("takeNotices", &json!([]));
    assert_eq!(notices[1]["task"], player.task("task"));
    let numbers: Vec<&Value> =
        notices[1]["task"]["attempts"].as_array().unwrap().iter().map(|a| &a["attemptNumber"]).collect();
    assert_eq!(numbers, [1, 2, 3]);
    assert_eq!(kinds(notices), ["retry_session_ready task 9.0", "final_summary task 10.0"]);
}

#[test]
fn times_that_run_backwards_count_as_the_last_one_seen() {
    let (task, notices) = after(&[
        ("startAttempt", json!(["task", { "at": 100 }])),
        bind("att_1", "s1", 50),
        ("scheduleRetry", json!(["att_1", { "at": 70 }])),
        bind("att_2", "s2", 150),
        end("att_2", "error", -1),
        ("startAttempt", json!(["task", { "at": 0 }])),
        bind("att_3", "s3", 149),
    ]);
    let times = |key: &str| task["attempts"].as_array().unwrap().iter().map(|a| a[key].as_f64()).collect::<Vec<_>>();
    assert_eq!(times("startedAt"), [Some(100.0), Some(150.0), Some(150.0)]);
    assert_eq!(times("completedAt"), [Some(100.0), Some(150.0), None]);
    let at: Vec<_> = notices.as_array().unwrap().iter().map(|notice| notice["at"].as_f64().unwrap()).collect();
    assert_eq!(at, [100.0, 150.0, 150.0, 150.0]);
    // Each task has its own time, and a refused call does not advance it.
    let mut player =
        Player::of(&[("startAttempt", json!(["far", { "at": 1e12 }])), ("startAttempt", json!(["task", { "at": 1 }]))]);
    player.call("startAttempt", &json!(["task", { "at": 1e15 }]));
    player.call("finalizeAttempt", &json!(["att_2", "completed", { "at": 5 }]));
    assert_eq!(player.task("task")["completedAt"], json!(5.0));
}

#[test]
fn sequential_ids_pass_over_given_ones_and_refused_calls_use_none_up() {
    let mut player = Player::of(&[
        ("startAttempt", json!(["a", { "at": 1, "attemptID": "att_2" }])),
        ("startAttempt", json!(["b", { "at": 1 }])),
    ]);
    assert_eq!(player.call("startAttempt", &json!(["b", { "at": 1 }]))["reason"], json!("task_active"));
    let mut next = |call: &str, args: Value| player.call(call, &args)["attemptID"].as_str().map(str::to_owned);
    assert_eq!(next("startAttempt", json!(["c", { "at": 1 }])).as_deref(), Some("att_3"));
    assert_eq!(next("scheduleRetry", json!(["att_3", { "at": 1, "attemptID": "att_4" }])).as_deref(), Some("att_4"));
    assert_eq!(next("scheduleRetry", json!(["att_4", { "at": 1 }])).as_deref(), Some("att_5"));
}

#[test]
fn random_ids_are_att_and_a_version_4_uuid() {
    let mut ids = HashSet::new();
    for bits in 0..=u8::MAX {
        let id = random_attempt_id([bits; 16]);
        let groups: Vec<usize> = id.strip_prefix("att_").unwrap().split('-').map(str::len).collect();
        assert_eq!(groups, [8, 4, 4, 4, 12], "{id}");
        assert!(id.chars().skip(4).all(|c| c == '-' || c.is_ascii_digit() || ('a'..='f').contains(&c)), "{id}");
        assert!(id.as_bytes()[18] == b'4' && b"89ab".contains(&id.as_bytes()[23]), "{id}");
        assert!(ids.insert(id));
    }
}

#[test]
fn sessions_resolve_to_their_attempt_for_ever() {
    let mut player = Player::of(&[
        launch(json!({})),
        bind("att_1", "s1", 20),
        ("scheduleRetry", json!(["att_1", { "at": 30 }])),
        bind("att_2", "s2", 40),
        end("att_2", "completed", 50),
    ]);
    let at = |attempt: &str, number: u32, current: bool| json!({ "taskId": "task", "attemptID": attempt, "attemptNumber": number, "isCurrent": current });
    assert_eq!(player.call("resolveSession", &json!(["s1"])), at("att_1", 1, false));
    assert_eq!(player.call("resolveSession", &json!(["s2"])), at("att_2", 2, true));
    assert_eq!(player.call("resolveSession", &json!(["s3"])), Value::Null);
    player.call("startAttempt", &json!(["task", { "at": 60 }]));
    assert_eq!(player.call("resolveSession", &json!(["s2"])), at("att_2", 2, false));
}

#[test]
fn a_forgotten_task_is_unknown_but_its_notices_come_out() {
    let mut player = Player::of(&[
        ("startAttempt", json!(["first", { "at": 1, "attemptID": "f" }])),
        launch(json!({})),
        bind("att_1", "s1", 20),
        end("att_1", "completed", 30),
        ("startAttempt", json!(["last", { "at": 1, "attemptID": "l" }])),
    ]);
    assert_eq!(player.call("forgetTask", &json!(["task"])), json!(true));
    assert_eq!(player.call("forgetTask", &json!(["task"])), json!(false));
    assert_eq!(player.call("taskIds", &json!([])), json!(["first", "last"]));
    assert_eq!((player.task("task"), player.call("resolveSession", &json!(["s1"]))), (Value::Null, Value::Null));
    for (call, args, reason) in [
        ("finalizeAttempt", json!([{ "sessionID": "s1" }, "error", { "at": 40 }]), "unknown_session"),
        ("finalizeAttempt", json!(["att_1", "error", { "at": 40 }]), "unknown_attempt"),
        ("scheduleRetry", json!([{ "sessionID": "s1" }, { "at": 40 }]), "unknown_session"),
        ("sessionFailed", json!(["att_1", { "at": 40 }]), "unknown_attempt"),
    ] {
        assert_eq!(
            player.call(call, &args),
            json!({ "applied": false, "reason": reason }),
            "late events do not bring it back"
        );
    }
    assert_eq!(player.call("takeNotices", &json!([]))[0]["task"]["sessionID"], json!("s1"));
    // A new launch of that name is a new task, from 1, with nothing of the old one.
    player.call("startAttempt", &json!(["task", { "at": 2 }]));
    let task = player.task("task");
    assert_eq!((&task["attempts"][0]["attemptNumber"], &task["description"]), (&json!(1), &Value::Null));
    assert_eq!(player.call("taskIds", &json!([])), json!(["first", "last", "task"]));
}

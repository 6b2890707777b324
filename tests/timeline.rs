//! Timelines, rows, notices and durations, to the byte: contract, section 4.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;
#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

mod common;

use common::names::{handle, texts};
use common::plain::{read_notice, read_task};
use serde_json::{Value, json};
use tasklight::attempt::{BackgroundTask, ModelRef, Notice};
use tasklight::timeline::{self, Label, Labels, Style, TimelineOptions, TimelineRow, UNKNOWN_ERROR, format_duration};

fn format_timeline(task: &BackgroundTask, options: &TimelineOptions<'_>) -> String {
    timeline::format_timeline(task, &texts(), options)
}

fn format_notice(notice: &Notice, options: &TimelineOptions<'_>) -> String {
    timeline::format_notice(notice, &texts(), options)
}

fn timeline_rows(task: &BackgroundTask) -> Vec<TimelineRow> {
    timeline::timeline_rows(task, &texts())
}

/// A task of attempts in a short notation: status, model (`provider/model` or less), session, error.
fn task(attempts: &[(&str, &str, Option<&str>, Option<&str>)]) -> BackgroundTask {
    let attempts: Vec<Value> = attempts
        .iter()
        .zip(1..)
        .map(|((status, model, session, error), number)| {
            let mut attempt =
                json!({ "attemptID": format!("att_{number}"), "attemptNumber": number, "status": status });
            match model.split_once('/') {
                Some((provider, model)) => {
                    attempt["providerID"] = provider.into();
                    attempt["modelID"] = model.into();
                }
                None if !model.is_empty() => attempt["modelID"] = (*model).into(),
                None => {}
            }
            if let Some(session) = session {
                attempt["sessionID"] = (*session).into();
                attempt["startedAt"] = json!(number * 1_000_000);
            }
            if !matches!(*status, "pending" | "running") {
                attempt["completedAt"] = json!(number * 1_000_000 + 63_000);
            }
            if let Some(error) = error {
                attempt["error"] = (*error).into();
            }
            attempt
        })
        .collect();
    read_task(&json!({ "taskId": "task", "attempts": attempts })).unwrap()
}

fn three() -> BackgroundTask {
    task(&[
        ("error", "openai/gpt-5.4-mini", Some("ses_aaa"), Some("Forbidden: Selected provider is forbidden")),
        ("error", "anthropic/claude-haiku-4.5", Some("ses_bbb"), Some("Too Many Requests")),
        ("completed", "google/gemini-2.5-flash-lite", Some("ses_ccc"), None),
    ])
}

fn options(change: impl FnOnce(&mut TimelineOptions<'static>)) -> TimelineOptions<'static> {
    let mut options = TimelineOptions::default();
    change(&mut options);
    options
}

fn compact() -> TimelineOptions<'static> {
    options(|o| o.style = Style::Compact)
}

fn lines(task: &BackgroundTask, options: &TimelineOptions<'_>) -> Vec<String> {
    format_timeline(task, options).lines().map(str::to_owned).collect()
}

const BALANCED: &str = "\
Background task attempts:
- Attempt 1 — ERROR — openai/gpt-5.4-mini — ses_aaa
  Error: Forbidden: Selected provider is forbidden
- Attempt 2 — ERROR — anthropic/claude-haiku-4.5 — ses_bbb
  Error: Too Many Requests
- Attempt 3 — COMPLETED — google/gemini-2.5-flash-lite — ses_ccc";

const COMPACT: &str = "\
• Attempt 1 — failed — openai/gpt-5.4-mini — session ses_aaa
• Attempt 2 — failed — anthropic/claude-haiku-4.5 — session ses_bbb
• Attempt 3 — completed — google/gemini-2.5-flash-lite — session ses_ccc";

#[test]
fn a_forbidden_provider_and_a_fallback_in_both_styles() {
    assert_eq!(format_timeline(&three(), &TimelineOptions::default()), BALANCED);
    assert_eq!(format_timeline(&three(), &compact()), COMPACT);
}

#[test]
fn the_heading_can_be_had_in_either_style_or_not_at_all() {
    let headless = BALANCED.split_once('\n').unwrap().1;
    assert_eq!(format_timeline(&three(), &options(|o| o.header = Some(false))), headless);
    let mut with_header = compact();
    with_header.header = Some(true);
    assert_eq!(format_timeline(&three(), &with_header), format!("Background task attempts:\n{COMPACT}"));
}

#[test]
fn every_line_but_the_heading_is_indented() {
    let expected = BALANCED.replace("\n", "\n    ");
    assert_eq!(format_timeline(&three(), &options(|o| o.indent = 4)), expected);
}

#[test]
fn every_status_in_both_styles() {
    for (status, balanced, short) in [
        ("pending", "PENDING", "pending"),
        ("running", "RUNNING", "running"),
        ("completed", "COMPLETED", "completed"),
        ("error", "ERROR", "failed"),
        ("cancelled", "CANCELLED", "cancelled"),
        ("interrupt", "INTERRUPT", "interrupted"),
    ] {
        let task = task(&[(status, "m", Some("s"), None)]);
        assert_eq!(lines(&task, &TimelineOptions::default())[1], format!("- Attempt 1 — {balanced} — m — s"));
        assert_eq!(lines(&task, &compact())[0], format!("• Attempt 1 — {short} — m — session s"));
    }
}

#[test]
fn a_pending_attempt_names_its_sub_state_after_the_session() {
    for (reason, words) in
        [("queued", "queued"), ("retry_scheduled", "retry scheduled"), ("session_failed", "session failed")]
    {
        let attempt = json!({ "attemptID": "a", "attemptNumber": 1, "status": "pending", "pendingReason": reason });
        let task: BackgroundTask = read_task(&json!({ "taskId": "t", "attempts": [attempt] })).unwrap();
        let balanced = format!("- Attempt 1 — PENDING — unknown model — no session ({words})");
        assert_eq!(lines(&task, &TimelineOptions::default())[1], balanced);
        let short = format!("• Attempt 1 — pending — unknown model — no session ({words})");
        assert_eq!(lines(&task, &compact())[0], short);
    }
}

#[test]
fn a_model_says_what_is_known_of_it() {
    for (model, expected) in [
        (json!({ "providerID": "xai", "modelID": "deepseek" }), "xai/deepseek"),
        (json!({ "providerID": "xai", "modelID": "grok", "variant": "high" }), "xai/grok (high)"),
        (json!({ "providerID": "xai" }), "xai"),
        (json!({ "modelID": "grok" }), "grok"),
        (json!({ "modelID": "openrouter/auto" }), "openrouter/auto"),
        (json!({}), "unknown model"),
        (json!({ "variant": "high" }), "unknown model (high)"),
        (json!({ "providerID": " \n", "modelID": "\u{200b}" }), "unknown model"),
    ] {
        let mut attempt = json!({ "attemptID": "a", "attemptNumber": 1, "status": "running", "sessionID": "s" });
        attempt.as_object_mut().unwrap().extend(model.as_object().unwrap().clone());
        let task: BackgroundTask = read_task(&json!({ "taskId": "t", "attempts": [attempt] })).unwrap();
        assert_eq!(lines(&task, &TimelineOptions::default())[1], format!("- Attempt 1 — RUNNING — {expected} — s"));
        assert_eq!(timeline_rows(&task)[0].model, expected);
    }
}

#[test]
fn an_error_is_shown_of_every_attempt_that_did_not_complete() {
    for status in ["pending", "running", "error", "cancelled", "interrupt"] {
        let task = task(&[(status, "m", None, Some("boom"))]);
        assert_eq!(lines(&task, &TimelineOptions::default())[2..], ["  Error: boom"], "{status}");
        assert_eq!(lines(&task, &compact()).len(), 1, "one line an attempt");
    }
    for (status, error) in [("completed", Some("boom")), ("error", Some(" \n")), ("error", Some("")), ("error", None)] {
        let task = task(&[(status, "m", None, error)]);
        assert_eq!(lines(&task, &TimelineOptions::default()).len(), 2, "{status} {error:?}");
        assert_eq!(timeline_rows(&task)[0].error, None);
    }
}

#[test]
fn errors_are_cut_at_their_width() {
    let task = task(&[("error", "m", None, Some(&"速度制限".repeat(100)))]);
    let error = |options: &TimelineOptions<'_>| lines(&task, options)[2].trim_start_matches("  Error: ").to_owned();
    assert_eq!(error(&TimelineOptions::default()).chars().count(), 80, "79 wide characters and an ellipsis");
    assert_eq!(error(&options(|o| o.error_max_width = 8.0)), "速度制…");
    assert_eq!(error(&options(|o| o.error_max_width = f64::INFINITY)), "速度制限".repeat(100));
}

#[test]
fn durations_are_those_of_attempts_that_started_and_ended() {
    let task = task(&[("error", "m", Some("a"), None), ("error", "m", None, None), ("running", "m", Some("b"), None)]);
    let mut with = compact();
    with.durations = true;
    let expected = [
        "• Attempt 1 — failed — m — session a — 1m 3s",
        "• Attempt 2 — failed — m — no session",
        "• Attempt 3 — running — m — session b",
    ];
    assert_eq!(lines(&task, &with), expected);
}

fn seven() -> BackgroundTask {
    let not_found: Vec<String> = (1..=5).map(|n| format!("Model not found: p/m{n}.")).collect();
    let mut attempts = vec![("error", "p/m0", Some("ses_0"), Some("502 Bad Gateway"))];
    let models = ["p/m1", "p/m2", "p/m3", "p/m4", "p/m5"];
    attempts.extend(models.iter().zip(&not_found).map(|(model, error)| ("error", *model, None, Some(&**error))));
    attempts.push(("completed", "p/m6", Some("ses_6"), None));
    task(&attempts)
}

#[test]
fn equal_runs_fold_from_so_many_attempts_on() {
    let folded = options(|o| o.collapse_after = Some(7));
    let expected = "\
Background task attempts:
- Attempt 1 — ERROR — p/m0 — ses_0
  Error: 502 Bad Gateway
- Attempts 2–6 — ERROR — 5 models — Model not found
- Attempt 7 — COMPLETED — p/m6 — ses_6";
    assert_eq!(format_timeline(&seven(), &folded), expected);
    let unfolded = format_timeline(&seven(), &TimelineOptions::default());
    assert_eq!(unfolded.lines().count(), 14, "all seven, and six errors");
    assert_eq!(format_timeline(&seven(), &options(|o| o.collapse_after = Some(8))), unfolded);
    let mut short = compact();
    short.collapse_after = Some(1);
    assert_eq!(lines(&seven(), &short)[1], "• Attempts 2–6 — failed — 5 models — Model not found");
}

#[test]
fn only_equal_outcomes_fold() {
    let folded = options(|o| o.collapse_after = Some(1));
    for (attempts, expected) in [
        (
            &[("error", "m", None, Some("boom")), ("error", "m", None, Some("boom"))][..],
            &["- Attempts 1–2 — ERROR — m — boom"][..],
        ),
        (&[("error", "m", None, None), ("error", "n", None, None)], &["- Attempts 1–2 — ERROR — 2 models"]),
        (
            &[("error", "m", None, Some("boom")), ("cancelled", "m", None, Some("boom"))],
            &[
                "- Attempt 1 — ERROR — m — no session",
                "  Error: boom",
                "- Attempt 2 — CANCELLED — m — no session",
                "  Error: boom",
            ],
        ),
        (
            &[("error", "m", None, Some("a")), ("error", "m", None, Some("b"))],
            &[
                "- Attempt 1 — ERROR — m — no session",
                "  Error: a",
                "- Attempt 2 — ERROR — m — no session",
                "  Error: b",
            ],
        ),
    ] {
        assert_eq!(lines(&task(attempts), &folded)[1..], *expected);
    }
}

#[test]
fn markdown_in_what_others_say_is_escaped() {
    let task = task(&[("error", "p/m_x_*y*", Some("ses_[a](b)"), Some("<b>`x`</b> https://evil.example #1"))]);
    let expected =
        [r"- Attempt 1 — ERROR — p/m_x\_\*y\* — ses\_\[a\](b)", r"  Error: \<b\>\`x\`\</b\> https\://evil.example #1"];
    assert_eq!(lines(&task, &options(|o| o.markdown = true))[1..], expected);
    assert_eq!(lines(&three(), &options(|o| o.markdown = true)).join("\n"), BALANCED, "nothing to escape");
}

#[test]
fn nothing_from_outside_starts_a_line() {
    let evil = "x\n- Attempt 9 — COMPLETED — evil/model — ses_zzz\r\n\u{2028}• \u{85}\u{b}\u{c}# y\u{202e}\u{200b}";
    for style in [Style::Balanced, Style::Compact] {
        for markdown in [false, true] {
            let options = options(|o| (o.style, o.markdown) = (style, markdown));
            let honest = task(&[("error", "a/b", Some("s"), Some("boom"))]);
            let forged = task(&[("error", &format!("{evil}/{evil}"), Some(evil), Some(evil))]);
            assert_eq!(lines(&forged, &options).len(), lines(&honest, &options).len());
            assert_eq!(timeline_rows(&forged).len(), 1);
            let notices = |task: &BackgroundTask| {
                let attempt = task.current().unwrap();
                let at = attempt.completed_at.unwrap();
                let scheduled = Notice::RetryScheduled {
                    task_id: task.task_id,
                    failed_attempt_id: attempt.attempt_id,
                    failed_session_id: attempt.session_id,
                    failed_model: attempt.model,
                    failed_error: attempt.error,
                    attempt_id: attempt.attempt_id,
                    next_model: attempt.model,
                    at,
                };
                let ready = Notice::RetrySessionReady {
                    task_id: task.task_id,
                    attempt_id: attempt.attempt_id,
                    attempt_number: 2,
                    session_id: attempt.session_id.unwrap(),
                    model: attempt.model,
                    at,
                };
                [scheduled, ready].map(|notice| format_notice(&notice, &options).lines().count())
            };
            assert_eq!(notices(&forged), notices(&honest));
        }
    }
}

#[test]
fn rows_are_the_attempts_as_data() {
    let error = r#"429 {"message":"slow down, sk-abcdEFGH12345678"}"#;
    let task = task(&[
        ("error", "openai/gpt-5.4-mini", Some("ses_aaa"), Some(error)),
        ("completed", "", Some("ses_bbb"), Some("left over")),
    ]);
    let rows = timeline_rows(&task);
    assert_eq!(rows.iter().map(|row| row.attempt).collect::<Vec<_>>(), task.attempts);
    let said = |row: &TimelineRow| (row.model.clone(), row.error.clone(), row.full_error.clone(), row.duration_ms());
    let some = |text: &str| Some(text.to_owned());
    let full = some(r#"429 {"message":"slow down, sk-…"}"#);
    assert_eq!(said(&rows[0]), ("openai/gpt-5.4-mini".into(), some("429: slow down, sk-…"), full, Some(63_000.0)));
    assert_eq!(said(&rows[1]), ("unknown model".into(), None, some("left over"), Some(63_000.0)));
}

fn notice(value: Value) -> Notice {
    read_notice(&value).unwrap()
}

#[test]
fn notices_of_a_retry_are_a_heading_and_short_fields() {
    let scheduled = json!({
        "kind": "retry_scheduled", "taskId": "t", "failedAttemptID": "a", "failedSessionID": "ses_aaa",
        "failedModel": { "providerID": "openai", "modelID": "gpt-5.4-mini" }, "failedError": "Error: Forbidden",
        "attemptID": "b", "nextModel": { "providerID": "anthropic", "modelID": "claude-haiku-4.5" }, "at": 1,
    });
    let text = "\
Background task failed, and its next attempt is queued:
- Failed session: ses_aaa
- Failed model: openai/gpt-5.4-mini
- Error: Forbidden
- Next model: anthropic/claude-haiku-4.5";
    assert_eq!(format_notice(&notice(scheduled), &TimelineOptions::default()), text);
    let bare = json!({ "kind": "retry_scheduled", "taskId": "t", "failedAttemptID": "a", "attemptID": "b", "at": 1 });
    let text = "\
Background task failed, and its next attempt is queued:
• Failed session: no session
• Failed model: unknown model
• Next model: unknown model";
    assert_eq!(format_notice(&notice(bare), &compact()), text);
    let ready = json!({
        "kind": "retry_session_ready", "taskId": "t", "attemptID": "b", "attemptNumber": 2, "sessionID": "ses_bbb",
        "model": { "modelID": "m", "variant": "high" }, "at": 1,
    });
    let text = "\
Background task retry has its session:
- Attempt: 2
- Session: ses_bbb
- Model: m (high)";
    assert_eq!(format_notice(&notice(ready), &TimelineOptions::default()), text);
}

#[test]
fn the_final_summary_says_the_outcome_first_and_shows_all_attempts() {
    let summary = |task: &BackgroundTask| Notice::FinalSummary {
        status: task.current().unwrap().status.terminal().unwrap(),
        task: task.clone(),
        at: task.current().unwrap().completed_at.unwrap(),
    };
    let text = format!("Background task completed after 3 attempts.\n{BALANCED}");
    assert_eq!(format_notice(&summary(&three()), &TimelineOptions::default()), text);
    for (status, words) in [("error", "failed"), ("cancelled", "cancelled"), ("interrupt", "interrupted")] {
        let one = task(&[(status, "m", None, None)]);
        let first = format_notice(&summary(&one), &compact());
        assert_eq!(first.lines().next().unwrap(), format!("Background task {words} after 1 attempt."));
        assert_eq!(first.lines().count(), 2, "no fallback is left: one attempt, one line");
    }
}

#[test]
fn durations_have_two_units_at_most() {
    for (ms, expected) in [
        (-1.0, "<1s"),
        (999.0, "<1s"),
        (42_000.0, "42s"),
        (185_000.0, "3m 5s"),
        (7_380_000.0, "2h 3m"),
        (100_800_000.0, "1d 4h"),
    ] {
        assert_eq!(format_duration(ms), expected);
    }
}

#[test]
fn every_word_can_be_translated() {
    let labels = Label::ALL.iter().enumerate().fold(Labels::default(), |labels, (n, label)| {
        let places: String =
            ["{n}", "{status}", "{attempts}"].iter().filter(|p| label.default_text().contains(**p)).copied().collect();
        labels.with(*label, format!("«{n}{places}»").leak())
    });
    let mut printed = String::new();
    let mut attempts = vec![("error", "1", None, Some(UNKNOWN_ERROR)), ("error", "2", None, Some(UNKNOWN_ERROR))];
    for status in ["pending", "running", "cancelled", "interrupt", "completed"] {
        attempts.push((status, "", Some("1"), None));
    }
    let mut all = task(&attempts);
    for (attempt, reason) in [(2, "queued"), (3, "retry_scheduled"), (4, "session_failed")] {
        let attempt = &mut all.attempts[attempt];
        attempt.pending_reason = tasklight::attempt::PendingReason::parse(reason);
    }
    for style in [Style::Balanced, Style::Compact] {
        for collapse_after in [None, Some(1)] {
            let options = TimelineOptions {
                style,
                header: Some(true),
                durations: true,
                collapse_after,
                labels: labels.clone(),
                ..TimelineOptions::default()
            };
            printed += &format_timeline(&all, &options);
            let last = all.current().unwrap();
            let at = last.completed_at.unwrap();
            let ids = (all.task_id, last.attempt_id);
            let scheduled = Notice::RetryScheduled {
                task_id: ids.0,
                failed_attempt_id: ids.1,
                failed_session_id: None,
                failed_model: ModelRef::default(),
                failed_error: Some(handle("{}")),
                attempt_id: ids.1,
                next_model: ModelRef::default(),
                at,
            };
            let ready = Notice::RetrySessionReady {
                task_id: ids.0,
                attempt_id: ids.1,
                attempt_number: 2,
                session_id: last.session_id.unwrap(),
                model: ModelRef::default(),
                at,
            };
            printed += &format_notice(&scheduled, &options);
            printed += &format_notice(&ready, &options);
            for status in tasklight::attempt::TerminalStatus::ALL {
                let summary = Notice::FinalSummary { status: *status, task: all.clone(), at };
                printed += &format_notice(&summary, &options);
            }
            let one = BackgroundTask { attempts: all.attempts[..1].to_vec(), ..all.clone() };
            let summary = Notice::FinalSummary { status: tasklight::attempt::TerminalStatus::Error, task: one, at };
            printed += &format_notice(&summary, &options);
        }
    }
    let word = printed.split(|c: char| !c.is_alphabetic()).find(|word| !word.is_empty());
    assert_eq!(word, None, "a word that no label gives");
    let units = [Label::Hours, Label::Days];
    for (n, label) in Label::ALL.iter().enumerate().filter(|(_, label)| !units.contains(label)) {
        assert!(printed.contains(&format!("«{n}")), "{} is never printed", label.key());
    }
}

#[test]
fn the_package_names_every_label_in_the_same_order() {
    let words = include_str!("../www/lib/core/words.js");
    let labels = words.split_once("labels = (").unwrap().1;
    let keys: Vec<&str> = labels.split(|c: char| !c.is_alphabetic()).filter(|key| !key.is_empty()).collect();
    let known: Vec<&str> = Label::ALL.iter().map(|label| label.key()).collect();
    assert_eq!(keys[..known.len()], known);
    assert_eq!(keys[known.len()..], ["split"]);
}

#[test]
fn the_types_for_javascript_name_every_label() {
    let types = include_str!("../www/lib/types/timeline.d.ts");
    for label in Label::ALL {
        assert!(types.contains(&format!("  {}: string;", label.key())), "{}", label.key());
        assert!(types.contains(&format!("/** \"{}\" */", label.default_text())), "{}", label.key());
    }
}

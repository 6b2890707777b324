//! The JavaScript boundary, in a browser.
#![cfg(target_arch = "wasm32")]
#![allow(missing_docs, clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use js_sys::{Array, JSON, Object, Reflect};
use serde_json::{Value, json};
use tasklight::js::{
    AttemptLedger, ProgressThrottler, error_line, format_duration, format_notice, format_timeline, timeline_rows,
};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

fn js(value: &Value) -> JsValue {
    JSON::parse(&value.to_string()).unwrap()
}

fn plain(value: &JsValue) -> Value {
    if value.is_undefined() {
        return Value::Null;
    }
    serde_json::from_str(&String::from(JSON::stringify(value).unwrap())).unwrap()
}

fn eval(expression: &str) -> JsValue {
    js_sys::eval(&["(", expression, ")"].concat()).unwrap_or_else(|_| panic!("{expression}"))
}

fn sequential() -> AttemptLedger {
    AttemptLedger::new(&js(&json!({ "ids": "sequential" }))).unwrap()
}

/// The code of the TasklightError that a call must throw.
fn code<T>(result: Result<T, JsValue>, what: &str) -> String {
    let error = result.err().unwrap_or_else(|| panic!("{what} was accepted"));
    assert_eq!(Reflect::get(&error, &"name".into()).unwrap(), "TasklightError", "{what}");
    Reflect::get(&error, &"code".into()).unwrap().as_string().unwrap()
}

fn call(ledger: &AttemptLedger, name: &str, args: &Array) -> Result<JsValue, JsValue> {
    let arg = |index| args.get(index);
    match name {
        "startAttempt" => ledger.start_attempt(&arg(0), &arg(1)),
        "bindAttemptSession" => ledger.bind_attempt_session(&arg(0), &arg(1), &arg(2)),
        "sessionFailed" => ledger.session_failed(&arg(0), &arg(1)),
        "scheduleRetry" => ledger.schedule_retry(&arg(0), &arg(1)),
        "finalizeAttempt" => ledger.finalize_attempt(&arg(0), &arg(1), &arg(2)),
        "forgetTask" => ledger.forget_task(&arg(0)).map(JsValue::from),
        "takeNotices" => ledger.take_notices(),
        _ => panic!("no such call: {name}"),
    }
}

#[wasm_bindgen_test]
fn the_recorded_histories_give_the_same_through_javascript() {
    let histories: Value = serde_json::from_str(include_str!("fixtures/histories.json")).unwrap();
    for history in histories.as_array().unwrap() {
        let id = history["id"].as_str().unwrap();
        let mut ledger = sequential();
        for (index, step) in history["steps"].as_array().unwrap().iter().enumerate() {
            let name = step["call"].as_str().unwrap();
            if name == "snapshotRestore" {
                let snapshot = js(&plain(&ledger.snapshot().unwrap()));
                ledger = sequential();
                ledger.restore(&snapshot).unwrap();
                continue;
            }
            let gives = call(&ledger, name, &Array::from(&js(&step["args"]))).unwrap();
            assert_eq!(plain(&gives), step["gives"], "{id}, step {index}");
        }
        for (task, expected) in history["tasks"].as_object().unwrap() {
            let actual = ledger.task(&task.into()).unwrap();
            assert_eq!(&plain(&actual), expected, "{id}, {task}");
            if let Some(timeline) = history["timeline"].get(task) {
                assert_eq!(format_timeline(&actual, &JsValue::UNDEFINED).unwrap(), timeline.as_str().unwrap(), "{id}");
            }
        }
        assert_eq!(plain(&ledger.take_notices().unwrap()), history["notices"], "{id}, notices");
    }
}

#[wasm_bindgen_test]
fn the_recorded_errors_give_their_lines() {
    let cases: Value = serde_json::from_str(include_str!("fixtures/errors.json")).unwrap();
    for case in cases.as_array().unwrap() {
        let line = error_line(&js(&case["error"]), &JsValue::UNDEFINED).unwrap();
        assert_eq!(line.as_deref(), case["line"].as_str(), "{}", case["id"]);
    }
}

#[wasm_bindgen_test]
fn a_time_may_be_a_number_an_iso_text_or_a_date() {
    for at in ["1767225600000", "'2026-01-01T00:00:00.000Z'", "'2026-01-01'", "new Date(1767225600000)"] {
        let ledger = sequential();
        ledger.start_attempt(&"t".into(), &eval(&format!("{{ at: {at} }}"))).unwrap();
        ledger.bind_attempt_session(&"att_1".into(), &"s".into(), &eval(&format!("{{ at: {at} }}"))).unwrap();
        let task = plain(&ledger.task(&"t".into()).unwrap());
        assert_eq!(task["startedAt"], json!(1_767_225_600_000_u64), "{at}");
    }
}

/// What no call takes where it wants a text, an object, a time.
const NO_ID: &[&str] = &[
    "undefined",
    "null",
    "''",
    "0",
    "1n",
    "true",
    "Symbol('s')",
    "{}",
    "[]",
    "['t']",
    "new String('t')",
    "() => 't'",
    r"'\ud800'",
    "'x'.repeat(10e6)",
];
const NO_OPTIONS: &[&str] = &[
    "undefined",
    "null",
    "1",
    "'at'",
    "{}",
    "() => 1",
    "{ get at() { throw 1 } }",
    "new Proxy({}, { get() { throw 1 } })",
];
const NO_TIME: &[&str] = &[
    "undefined",
    "null",
    "NaN",
    "Infinity",
    "-Infinity",
    "'now'",
    "''",
    "'1'",
    "'1767225600000'",
    "'2026-13-45'",
    "'Thu, 01 Jan 2026 00:00:00 GMT'",
    "new Date(NaN)",
    "{}",
    "[]",
    "1n",
    "Symbol()",
    "{ getTime: () => 1, valueOf: () => 1 }",
];
const NO_MODEL: &[&str] =
    &["1", "'gpt'", "{ modelID: 1 }", "{ providerID: {} }", "{ variant: [] }", "{ get modelID() { throw 1 } }"];
const NO_ERROR: &[&str] = &["1", "{}", "new Error('x')", "['x']", "Symbol()", "true"];

#[wasm_bindgen_test]
fn bad_arguments_are_refused_and_change_nothing() {
    let ledger = sequential();
    let at = js(&json!({ "at": 1 }));
    ledger.start_attempt(&"t".into(), &at).unwrap();
    ledger.start_attempt(&"bound".into(), &at).unwrap();
    ledger.bind_attempt_session(&"att_2".into(), &"s".into(), &at).unwrap();
    let before = plain(&ledger.snapshot().unwrap());
    let refused = |result: Result<JsValue, JsValue>, what: &str| {
        assert_eq!(code(result, what), "invalid_argument", "{what}");
        assert_eq!(plain(&ledger.snapshot().unwrap()), before, "{what} changed something");
    };
    for bad in NO_ID {
        let value = eval(bad);
        refused(ledger.start_attempt(&value, &at), bad);
        refused(ledger.bind_attempt_session(&value, &"new".into(), &at), bad);
        refused(ledger.bind_attempt_session(&"att_1".into(), &value, &at), bad);
        refused(ledger.session_failed(&value, &at), bad);
        refused(ledger.schedule_retry(&value, &at), bad);
        refused(ledger.finalize_attempt(&value, &"error".into(), &at), bad);
        refused(ledger.resolve_session(&value), bad);
        refused(ledger.task(&value), bad);
        refused(ledger.forget_task(&value).map(JsValue::from), bad);
        if !matches!(*bad, "undefined" | "null") {
            let given = Object::new();
            Reflect::set(&given, &"sessionID".into(), &value).unwrap();
            refused(ledger.finalize_attempt(&given, &"error".into(), &at), bad);
            let given = Object::assign(&Object::new(), &at.clone().into());
            Reflect::set(&given, &"attemptID".into(), &value).unwrap();
            refused(ledger.start_attempt(&"new".into(), &given), bad);
            refused(ledger.schedule_retry(&"att_2".into(), &given), bad);
        }
    }
    let with_options = |options: &JsValue, bad: &str| {
        refused(ledger.start_attempt(&"new".into(), options), bad);
        refused(ledger.bind_attempt_session(&"att_1".into(), &"new".into(), options), bad);
        refused(ledger.session_failed(&"att_1".into(), options), bad);
        refused(ledger.schedule_retry(&"att_2".into(), options), bad);
        refused(ledger.finalize_attempt(&"att_2".into(), &"error".into(), options), bad);
    };
    NO_OPTIONS.iter().for_each(|bad| with_options(&eval(bad), bad));
    NO_TIME.iter().for_each(|bad| with_options(&eval(&format!("{{ at: {bad} }}")), bad));
    for bad in NO_MODEL {
        let options = eval(&format!("{{ at: 1, model: {bad}, nextModel: {bad} }}"));
        refused(ledger.start_attempt(&"new".into(), &options), bad);
        refused(ledger.bind_attempt_session(&"att_1".into(), &"new".into(), &options), bad);
        refused(ledger.schedule_retry(&"att_2".into(), &options), bad);
    }
    for bad in NO_ERROR {
        let options = eval(&format!("{{ at: 1, error: {bad} }}"));
        refused(ledger.session_failed(&"att_1".into(), &options), bad);
        refused(ledger.schedule_retry(&"att_2".into(), &options), bad);
        refused(ledger.finalize_attempt(&"att_2".into(), &"error".into(), &options), bad);
    }
    for bad in ["undefined", "'running'", "'pending'", "'failed'", "1", "{}", "new String('error')", "'x'.repeat(10e6)"]
    {
        refused(ledger.finalize_attempt(&"att_2".into(), &eval(bad), &at), bad);
    }
    for bad in ["1", "'uuid'", "{ ids: 'random' }", "{ ids: 1 }", "{ get ids() { throw 1 } }"] {
        assert_eq!(code(AttemptLedger::new(&eval(bad)), bad), "invalid_argument");
    }
}

#[wasm_bindgen_test]
fn a_snapshot_that_is_none_is_refused_and_changes_nothing() {
    let ledger = sequential();
    ledger.start_attempt(&"t".into(), &js(&json!({ "at": 1 }))).unwrap();
    let before = plain(&ledger.snapshot().unwrap());
    for bad in [
        "undefined",
        "null",
        "1",
        "'{}'",
        "{}",
        "[]",
        "{ version: 1, nextAttempt: 1, tasks: {}, notices: [] }",
        "{ version: 1, nextAttempt: 0, tasks: [], notices: [] }",
        "{ version: 2, nextAttempt: 1, tasks: [], notices: [] }",
        "{ version: 1, nextAttempt: 1, tasks: new Array(4294967295), notices: [] }",
        "{ version: 1, nextAttempt: 1, tasks: [{}], notices: [] }",
        "{ version: 1, nextAttempt: 1, tasks: [], notices: [{ kind: 'news', taskId: 't', at: 1 }] }",
        "new Proxy({}, { get() { throw 1 } })",
        "new Proxy([], { get: () => 1e308 })",
        "(() => { const list = Array.from({ length: 5000 }, (_, i) => ({ attemptID: 'a' + i, attemptNumber: 1, status: 'error', error: 'e'.repeat(65536), completedAt: 1 })); return { version: 1, nextAttempt: 1, tasks: [{ taskId: 'x', lastAt: 1, attempts: list }], notices: [] } })()",
    ] {
        assert_eq!(code(ledger.restore(&eval(bad)), bad), "corrupt_snapshot", "{bad}");
        assert_eq!(plain(&ledger.snapshot().unwrap()), before, "{bad} changed something");
    }
}

#[wasm_bindgen_test]
fn a_getter_may_call_the_ledger_that_reads_it() {
    let ledger = std::rc::Rc::new(sequential());
    let inner = ledger.clone();
    let getter = wasm_bindgen::closure::Closure::<dyn FnMut() -> JsValue>::new(move || {
        inner.start_attempt(&"inner".into(), &js(&json!({ "at": 1 }))).unwrap();
        inner.take_notices().unwrap();
        1.into()
    });
    let options = js_sys::Function::new_with_args("get", "return Object.defineProperty({}, 'at', { get })")
        .call1(&JsValue::UNDEFINED, getter.as_ref())
        .unwrap();
    ledger.start_attempt(&"outer".into(), &options).unwrap();
    assert_eq!(plain(&ledger.task_ids().unwrap()), json!(["inner", "outer"]));
}

#[wasm_bindgen_test]
fn ids_are_uuids_unless_said_otherwise() {
    let ledger = AttemptLedger::new(&JsValue::UNDEFINED).unwrap();
    let ids: Vec<String> = ["a", "b"]
        .iter()
        .map(|task| {
            let outcome = plain(&ledger.start_attempt(&(*task).into(), &js(&json!({ "at": 1 }))).unwrap());
            outcome["attemptID"].as_str().unwrap().to_owned()
        })
        .collect();
    assert_ne!(ids[0], ids[1]);
    let uuid = js_sys::RegExp::new("^att_[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$", "");
    assert!(ids.iter().all(|id| uuid.test(id)), "{ids:?}");
}

#[wasm_bindgen_test]
fn malformed_updates_are_counted_and_bad_arguments_refused() {
    let throttler = ProgressThrottler::new(&JsValue::UNDEFINED).unwrap();
    let task = JsValue::from("t");
    let bad = [
        "undefined",
        "null",
        "1",
        "'tool_call'",
        "[]",
        "{}",
        "{ kind: 'tool_call' }",
        "{ kind: 'text', timestamp: 1 }",
        "{ kind: 'tool_call', timestamp: NaN }",
        "{ kind: 'tool_call', timestamp: 1, toolName: 1 }",
        "{ kind: 'error', timestamp: 1, errorMessage: {} }",
        "{ kind: 'error', timestamp: 1, status: Symbol() }",
        "{ get kind() { throw 1 } }",
        "new Proxy({}, { get() { throw 1 } })",
        "{ kind: '__proto__', timestamp: 1 }",
    ];
    for update in bad {
        assert!(!throttler.push(&task, &eval(update), &0.into()).unwrap(), "{update}");
    }
    let good = eval("{ kind: 'tool_call', timestamp: '2026-01-01', toolName: null, extra: {}, status: 'started' }");
    for now in NO_TIME {
        assert_eq!(code(throttler.push(&task, &good, &eval(now)), now), "invalid_argument");
        assert_eq!(code(throttler.flush(&eval(now)), now), "invalid_argument");
    }
    for id in NO_ID {
        assert_eq!(code(throttler.push(&eval(id), &good, &0.into()), id), "invalid_argument");
        assert_eq!(code(throttler.recent(&eval(id)), id), "invalid_argument");
        assert_eq!(code(throttler.discard(&eval(id)), id), "invalid_argument");
    }
    assert!(throttler.push(&task, &good, &0.into()).unwrap());
    assert_eq!(throttler.next_deadline(), Some(500.0));
    let delivered = json!({ "kind": "tool_call", "timestamp": 1_767_225_600_000_u64, "status": "started", "seq": 1 });
    let batches = plain(&throttler.flush(&500.into()).unwrap());
    assert_eq!(batches, json!([{ "taskId": "t", "updates": [delivered], "dropped": 0 }]));
    assert_eq!(plain(&throttler.recent(&task).unwrap()), json!([delivered]));
    let stats = json!({ "pushed": 1, "delivered": 1, "dropped": 0, "buffered": 0, "rejected": bad.len() });
    assert_eq!(plain(&throttler.stats(&task).unwrap()), stats);
    assert_eq!(plain(&throttler.stats(&JsValue::UNDEFINED).unwrap()), stats);
    for options in [
        "1",
        "{ windowMs: -1 }",
        "{ windowMs: Infinity }",
        "{ maxPerBatch: 0 }",
        "{ keepLast: 1.5 }",
        "{ keepLast: '5' }",
    ] {
        assert_eq!(code(ProgressThrottler::new(&eval(options)), options), "invalid_argument");
    }
}

#[wasm_bindgen_test]
fn a_huge_text_is_kept_only_in_part() {
    let throttler = ProgressThrottler::new(&JsValue::UNDEFINED).unwrap();
    let update = eval("{ kind: 'error', timestamp: 1, errorMessage: 'é'.repeat(10e6) }");
    assert!(throttler.push(&"t".into(), &update, &0.into()).unwrap());
    let batches = plain(&throttler.drain(&JsValue::UNDEFINED).unwrap());
    let message = batches[0]["updates"][0]["errorMessage"].as_str().unwrap();
    assert_eq!(message.chars().count(), 65_536);
}

#[wasm_bindgen_test]
fn anything_may_be_an_error() {
    for (error, expected) in [
        ("undefined", None),
        ("null", None),
        ("''", None),
        ("'boom'", Some("boom")),
        ("new Error('boom')", Some("boom")),
        ("new TypeError('boom')", Some("TypeError: boom")),
        ("Object.assign(new Error('boom'), { name: '' })", Some("boom")),
        ("new Error()", Some("Unknown error")),
        ("{ error: { message: 'deep' }, statusCode: 429 }", Some("429: deep")),
        ("{}", Some("Unknown error")),
        ("[]", Some("Unknown error")),
        ("() => {}", Some("Unknown error")),
        ("404", Some("404")),
        ("12n", Some("12")),
        ("Symbol('s')", Some("Symbol(s)")),
        ("(() => { const a = { message: 'cycle' }; a.a = a; return a })()", Some("cycle")),
        ("{ toJSON() { throw 1 }, get message() { throw 1 } }", Some("Unknown error")),
        ("new Proxy({}, { get() { throw 1 }, ownKeys() { throw 1 } })", Some("Unknown error")),
        ("{ message: 1n }", Some("Unknown error")),
        (r"'\ud800 lone'", Some("\u{fffd} lone")),
    ] {
        let line = error_line(&eval(error), &JsValue::UNDEFINED).unwrap();
        assert_eq!(line.as_deref(), expected, "{error}");
    }
    let deep = "(() => { let a = { message: 'deep' }; for (let i = 0; i < 100000; i++) a = [a]; return a })()";
    assert!(error_line(&eval(deep), &JsValue::UNDEFINED).unwrap().is_some());
    let huge = error_line(&eval("'{\"a\":['.repeat(1.5e6)"), &JsValue::UNDEFINED).unwrap().unwrap();
    assert!(huge.chars().count() <= 160);
    for options in ["1", "{ maxWidth: 0 }", "{ maxWidth: NaN }", "{ maxWidth: '5' }", "{ redact: 1 }"] {
        assert_eq!(code(error_line(&"x".into(), &eval(options)), options), "invalid_argument");
    }
}

#[wasm_bindgen_test]
fn timelines_and_notices_take_what_the_ledger_gives_and_refuse_the_rest() {
    let ledger = sequential();
    ledger.start_attempt(&"t".into(), &js(&json!({ "at": 1, "model": { "modelID": "m" } }))).unwrap();
    ledger.finalize_attempt(&"att_1".into(), &"error".into(), &js(&json!({ "at": 2, "error": "boom" }))).unwrap();
    let task = ledger.task(&"t".into()).unwrap();
    let text = "- Attempt 1 — ERROR — m — no session\n  Error: boom";
    let options = js(&json!({ "header": false }));
    assert_eq!(format_timeline(&task, &options).unwrap(), text);
    let notices = Array::from(&ledger.take_notices().unwrap());
    let summary = format!("Background task failed after 1 attempt.\n{text}");
    assert_eq!(format_notice(&notices.get(0), &options).unwrap(), summary);
    let labels =
        js(&json!({ "header": false, "labels": { "attempt": "Versuch", "tagError": "FEHLER", "error": "Fehler" } }));
    assert!(format_timeline(&task, &labels).unwrap().starts_with("- Versuch 1 — FEHLER — m"));
    let rows = json!([{
        "attemptID": "att_1", "attemptNumber": 1, "status": "error", "model": "m",
        "error": "boom", "fullError": "boom", "completedAt": 2,
    }]);
    assert_eq!(plain(&timeline_rows(&task).unwrap()), rows);

    for bad in [
        "undefined",
        "{}",
        "{ taskId: 't' }",
        "{ taskId: 't', attempts: {} }",
        "{ taskId: 't', attempts: [1] }",
        "{ taskId: 't', attempts: [{ attemptID: 'a', attemptNumber: 0, status: 'error' }] }",
        "{ taskId: 't', attempts: [{ attemptID: 'a', attemptNumber: 1, status: 'dead' }] }",
    ] {
        assert_eq!(code(format_timeline(&eval(bad), &JsValue::UNDEFINED), bad), "invalid_argument");
        assert_eq!(code(timeline_rows(&eval(bad)), bad), "invalid_argument");
        assert_eq!(code(format_notice(&eval(bad), &JsValue::UNDEFINED), bad), "invalid_argument");
    }
    for bad in [
        "1",
        "{ style: 'wide' }",
        "{ indent: -1 }",
        "{ indent: 1e9 }",
        "{ header: 1 }",
        "{ collapseAfter: 0 }",
        "{ errorMaxWidth: 0 }",
        "{ labels: 1 }",
        "{ labels: { attempt: 1 } }",
        "{ labels: { get attempt() { throw 1 } } }",
    ] {
        assert_eq!(code(format_timeline(&task, &eval(bad)), bad), "invalid_argument");
    }
    assert_eq!(format_duration(&63_000.into()).unwrap(), "1m 3s");
    for bad in ["undefined", "NaN", "'1'", "{}", "1n"] {
        assert_eq!(code(format_duration(&eval(bad)), bad), "invalid_argument");
    }
}

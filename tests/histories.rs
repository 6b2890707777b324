//! Faults that users of this kind of software reported, as histories: played here on the core, and through the
//! JavaScript API by `web.rs` and by the package's tests, from one file.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;
#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

mod common;

use common::Player;
use common::names::{task_id, texts};
use serde_json::{Value, json};
use tasklight::timeline::{TimelineOptions, format_timeline};

const IDS: &str = "C02 C04 C05 C08 C09 C10 C12 C14 C15 C19 C20 C21 C22 C24 C25 C28 C29 C30 C33 C34 C36 C38 C40 C43 C44 \
    C47 C50 C51 C53 C54 C55 C56 C58 C60 C61 C63 C64 C65 C66 C68 C70 C71 C73 C74 C75";

fn histories() -> Vec<Value> {
    serde_json::from_str(include_str!("fixtures/histories.json")).unwrap()
}

/// JavaScript has one kind of number.
fn in_one_kind(value: &Value) -> Value {
    match value {
        Value::Number(number) => json!(number.as_f64()),
        Value::Array(elements) => elements.iter().map(in_one_kind).collect(),
        Value::Object(members) => members.iter().map(|(key, value)| (key.clone(), in_one_kind(value))).collect(),
        other => other.clone(),
    }
}

#[test]
fn every_case_is_there_once() {
    let ids: Vec<String> = histories().iter().map(|history| history["id"].as_str().unwrap().to_owned()).collect();
    assert_eq!(ids.join(" "), IDS);
}

#[test]
fn every_history_comes_out_right() {
    for history in histories() {
        let id = &history["id"];
        let mut player = Player::new();
        for (index, step) in history["steps"].as_array().unwrap().iter().enumerate() {
            let before = player.saved();
            let gives = player.call(step["call"].as_str().unwrap(), &step["args"]);
            if gives["applied"] == json!(false) {
                assert_eq!(player.saved(), before, "{id}, step {index}: what was refused changes nothing");
            }
            assert_eq!(in_one_kind(&gives), in_one_kind(&step["gives"]), "{id}, step {index}");
        }
        for (task, expected) in history["tasks"].as_object().unwrap() {
            assert_eq!(in_one_kind(&player.task(task)), in_one_kind(expected), "{id}, {task}");
            if let Some(timeline) = history["timeline"].get(task) {
                let text =
                    format_timeline(player.ledger.task(task_id(task)).unwrap(), &texts(), &TimelineOptions::default());
                assert_eq!(&json!(text), timeline, "{id}, {task}");
            }
        }
        let notices = player.call("takeNotices", &json!([]));
        assert_eq!(in_one_kind(&notices), in_one_kind(&history["notices"]), "{id}, notices");
    }
}

//! What `glue.js` does.

use js_sys::{Array, Function};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(module = "/src/js/glue.js")]
extern "C" {
    pub(super) type TasklightError;

    #[wasm_bindgen(constructor)]
    pub(super) fn new(code: &str, message: &str) -> TasklightError;

    #[wasm_bindgen(js_name = deliveredUpdate)]
    pub(super) fn delivered_update(
        kind: &str,
        timestamp: f64,
        tool_name: &JsValue,
        status: &JsValue,
        error_message: &JsValue,
        seq: u32,
    ) -> JsValue;

    #[wasm_bindgen(js_name = progressBatch)]
    pub(super) fn progress_batch(task_id: &str, updates: Array, dropped: u32) -> JsValue;

    // Two functions that need no conversion at all would make wasm-bindgen write one key twice; hence the `catch`.
    #[wasm_bindgen(catch, js_name = runLater)]
    pub(super) fn run_later(run: Function) -> Result<(), JsValue>;

    #[wasm_bindgen(js_name = callSafely)]
    pub(super) fn call_safely(callee: Function, argument: JsValue);

    pub(super) fn message(kind: &str, id_key: &str, id: &str) -> JsValue;

    pub(super) fn received(handled: bool, reason: Option<&str>, detail: Option<&str>, abort_session: bool) -> JsValue;

    #[wasm_bindgen(js_name = viewSnapshot)]
    #[allow(clippy::too_many_arguments, reason = "they are the fields of the object it makes")]
    pub(super) fn view_snapshot(
        version: u32,
        tab: &str,
        selected: Option<&str>,
        mode: Option<&str>,
        active: &JsValue,
        finished: &JsValue,
        badge: &JsValue,
        timeline: &JsValue,
        live: &JsValue,
        replay: &JsValue,
    ) -> JsValue;

    #[wasm_bindgen(js_name = liveView)]
    pub(super) fn live_view(status: &str, updates: &JsValue, activity: &JsValue, dropped: u32) -> JsValue;

    #[wasm_bindgen(js_name = replayView)]
    pub(super) fn replay_view(state: &str, messages: &JsValue) -> JsValue;
}

use std::cell::RefCell;

use js_sys::Array;
use wasm_bindgen::prelude::*;

use super::error::Invalid;
use super::glue::{delivered_update, progress_batch};
use super::read::{kept_text, task_id};
use super::value::{Fields, Key, number, time, to_js, whole, word};
use crate::attempt::MAX_TEXT_BYTES;
use crate::id::TaskId;
use crate::progress::{Batch, Delivered, Limits, Throttler, UpdateKind};
use crate::time::Millis;

/// Lets progress through in windows: at most one batch per task and window, a few updates each, the important
/// ones first.
///
/// ```js
/// const throttler = new ProgressThrottler();
/// throttler.push("task", { kind: "tool_call", timestamp: 1, toolName: "read_file" }, Date.now());
/// // at throttler.nextDeadline(), or later:
/// for (const batch of throttler.flush(Date.now())) show(throttler.recent(batch.taskId));
/// ```
#[wasm_bindgen]
#[derive(Debug)]
pub struct ProgressThrottler {
    throttler: RefCell<Throttler<JsValue>>,
}

#[wasm_bindgen]
impl ProgressThrottler {
    /// An empty throttler: windows of 500 ms, 5 updates a batch, the last 20 kept, unless `options` say otherwise.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_optional_param_type = "ThrottlerOptions")] options: &JsValue,
    ) -> Result<ProgressThrottler, JsValue> {
        Ok(Self { throttler: Throttler::new(limits(options, "options")?).into() })
    }

    /// Buffers an update. `false`, and counted as rejected, if it is malformed or of an unknown kind.
    pub fn push(
        &self,
        #[wasm_bindgen(js_name = taskId, unchecked_param_type = "string")] task: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "BackgroundTaskUpdate")] update: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Time")] now: &JsValue,
    ) -> Result<bool, JsValue> {
        let task = task_id(task, "taskId")?;
        let now = time(now, "now")?;
        let update = Update::read(update);
        let mut throttler = self.throttler.borrow_mut();
        match &update {
            Ok(update) => throttler.push(&task, update.kind, now, |seq| update.numbered(seq)),
            Err(_) => throttler.reject(&task),
        }
        Ok(update.is_ok())
    }

    /// When to call `flush`, in epoch milliseconds; `undefined` while nothing is buffered.
    #[wasm_bindgen(js_name = nextDeadline)]
    pub fn next_deadline(&self) -> Option<f64> {
        self.throttler.borrow().next_deadline().map(Millis::get)
    }

    /// From the deadline on: a batch for each task that has something buffered. Before: `[]`.
    #[wasm_bindgen(unchecked_return_type = "ProgressBatch[]")]
    pub fn flush(&self, #[wasm_bindgen(unchecked_param_type = "Time")] now: &JsValue) -> Result<Array, JsValue> {
        let now = time(now, "now")?;
        let batches = self.throttler.borrow_mut().flush(now);
        Ok(batches_to_js(batches))
    }

    /// Everything that is buffered, of one task or of all, at once.
    #[wasm_bindgen(unchecked_return_type = "ProgressBatch[]")]
    pub fn drain(
        &self,
        #[wasm_bindgen(js_name = taskId, unchecked_optional_param_type = "string")] task: &JsValue,
    ) -> Result<Array, JsValue> {
        let task = optional_task(task)?;
        let batches = self.throttler.borrow_mut().drain(task.as_ref());
        Ok(batches_to_js(batches))
    }

    /// The last delivered updates of a task, in order of arrival.
    #[wasm_bindgen(unchecked_return_type = "DeliveredUpdate[]")]
    pub fn recent(
        &self,
        #[wasm_bindgen(js_name = taskId, unchecked_param_type = "string")] task: &JsValue,
    ) -> Result<Array, JsValue> {
        let task = task_id(task, "taskId")?;
        Ok(updates_to_js(self.throttler.borrow().recent(&task)))
    }

    /// Nobody looks at the task any more: what is buffered is dropped, and no late batch comes.
    pub fn discard(
        &self,
        #[wasm_bindgen(js_name = taskId, unchecked_param_type = "string")] task: &JsValue,
    ) -> Result<(), JsValue> {
        let task = task_id(task, "taskId")?;
        self.throttler.borrow_mut().discard(&task);
        Ok(())
    }

    /// Counts, of one task or of all. Always `pushed = delivered + dropped + buffered`.
    #[wasm_bindgen(unchecked_return_type = "ProgressStats")]
    pub fn stats(
        &self,
        #[wasm_bindgen(js_name = taskId, unchecked_optional_param_type = "string")] task: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let task = optional_task(task)?;
        let stats = self.throttler.borrow().stats(task.as_ref());
        to_js(&stats)
    }
}

pub(super) fn limits(options: &JsValue, what: &str) -> Result<Limits, Invalid> {
    let mut limits = Limits::default();
    if let Some(fields) = Fields::given(options, what)? {
        let count = |key| fields.optional(key, |value, what| whole(value, what, 1, u32::MAX));
        limits.window_ms = fields.optional(Key::WindowMs, window)?.unwrap_or(limits.window_ms);
        limits.max_per_batch = count(Key::MaxPerBatch)?.map_or(limits.max_per_batch, |n| n as usize);
        limits.keep_last = count(Key::KeepLast)?.map_or(limits.keep_last, |n| n as usize);
    }
    Ok(limits)
}

/// An update that was read and found good.
pub(super) struct Update {
    pub(super) kind: UpdateKind,
    pub(super) timestamp: Millis,
    pub(super) tool_name: JsValue,
    pub(super) status: JsValue,
    pub(super) error_message: JsValue,
}

impl Update {
    pub(super) fn read(value: &JsValue) -> Result<Self, Invalid> {
        let fields = Fields::of(value, "update")?;
        Ok(Self {
            kind: fields.required(Key::Kind, |value, what| word(value, what, UpdateKind::parse))?,
            timestamp: fields.required(Key::Timestamp, time)?,
            tool_name: fields.optional(Key::ToolName, bounded_text)?.unwrap_or_default(),
            status: fields.optional(Key::Status, bounded_text)?.unwrap_or_default(),
            error_message: fields.optional(Key::ErrorMessage, bounded_text)?.unwrap_or_default(),
        })
    }

    /// As it is delivered: a plain object of its own.
    pub(super) fn numbered(&self, seq: u32) -> JsValue {
        let timestamp = self.timestamp.get();
        delivered_update(self.kind.as_str(), timestamp, &self.tool_name, &self.status, &self.error_message, seq)
    }
}

/// A text stays where it is, unless it is too long to be kept: then a part of it is copied.
fn bounded_text(value: &JsValue, what: &str) -> Result<JsValue, Invalid> {
    let fits = value.dyn_ref::<js_sys::JsString>().is_some_and(|text| text.length() as usize <= MAX_TEXT_BYTES);
    if fits { Ok(value.clone()) } else { kept_text(value, what).map(JsValue::from) }
}

fn window(value: &JsValue, what: &str) -> Result<f64, Invalid> {
    let window = number(value, what)?;
    if window >= 0.0 && window.is_finite() { Ok(window) } else { Err(Invalid::new(what, "0 or more, and finite")) }
}

pub(super) fn optional_task(value: &JsValue) -> Result<Option<TaskId>, Invalid> {
    if value.is_undefined() || value.is_null() { Ok(None) } else { task_id(value, "taskId").map(Some) }
}

fn batches_to_js(batches: Vec<Batch<JsValue>>) -> Array {
    let batch =
        |batch: Batch<JsValue>| progress_batch(batch.task_id.as_str(), updates_to_js(batch.updates), batch.dropped);
    batches.into_iter().map(batch).collect()
}

fn updates_to_js(updates: Vec<Delivered<JsValue>>) -> Array {
    updates.into_iter().map(|update| update.payload).collect()
}

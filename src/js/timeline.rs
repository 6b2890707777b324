use wasm_bindgen::prelude::*;

use super::read;
use super::value::{Fields, Key, boolean, number, to_js};
use crate::timeline::{self, ErrorLineOptions};

/// The timeline of a task as text: one line per attempt, its error in one readable line, the outcome last.
///
/// ```js
/// formatTimeline(task, { style: "compact", durations: true });
/// ```
#[wasm_bindgen(js_name = formatTimeline)]
pub fn format_timeline(
    #[wasm_bindgen(unchecked_param_type = "BackgroundTask")] task: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "TimelineOptions")] options: &JsValue,
) -> Result<String, JsValue> {
    let task = read::task(task, "task")?;
    let options = read::timeline_options(options)?;
    Ok(timeline::format_timeline(&task, &options))
}

/// The timeline of a task as data, for a page that renders it itself.
#[wasm_bindgen(js_name = timelineRows, unchecked_return_type = "TimelineRow[]")]
pub fn timeline_rows(
    #[wasm_bindgen(unchecked_param_type = "BackgroundTask")] task: &JsValue,
) -> Result<JsValue, JsValue> {
    to_js(&timeline::timeline_rows(&read::task(task, "task")?))
}

/// A notice as text for the parent chat.
#[wasm_bindgen(js_name = formatNotice)]
pub fn format_notice(
    #[wasm_bindgen(unchecked_param_type = "Notice")] notice: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "TimelineOptions")] options: &JsValue,
) -> Result<String, JsValue> {
    let notice = read::notice(notice, "notice")?;
    let options = read::timeline_options(options)?;
    Ok(timeline::format_notice(&notice, &options))
}

/// What a person needs to know of an error, in one line: without escape sequences, invisible characters and
/// secrets, the message dug out of JSON, HTML and tracebacks. `undefined` if there is no error.
///
/// ```js
/// errorLine('429 {"error":{"message":"Too many requests"}}'); // "429: Too many requests"
/// ```
#[wasm_bindgen(js_name = errorLine)]
pub fn error_line(
    #[wasm_bindgen(unchecked_param_type = "unknown")] error: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "ErrorLineOptions")] options: &JsValue,
) -> Result<Option<String>, JsValue> {
    let mut parsed = ErrorLineOptions::default();
    if let Some(fields) = Fields::given(options, "options")? {
        parsed.max_width = fields.optional(Key::MaxWidth, read::width)?.unwrap_or(parsed.max_width);
        parsed.redact = fields.optional(Key::Redact, boolean)?.unwrap_or(parsed.redact);
    }
    Ok(read::error_text(error).and_then(|text| timeline::error_line(&text, parsed)))
}

/// A time span as a person reads it: `<1s`, `42s`, `3m 5s`, `2h 3m`, `1d 4h`.
#[wasm_bindgen(js_name = formatDuration)]
pub fn format_duration(#[wasm_bindgen(unchecked_param_type = "number")] ms: &JsValue) -> Result<String, JsValue> {
    Ok(timeline::format_duration(number(ms, "ms")?))
}

//! Single values: what JavaScript may pass, and what it gets.

use std::cell::Cell;

use js_sys::{Array, Function, JsString, Reflect};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::error::Invalid;
use crate::time::Millis;

/// The longest id, in UTF-16 units. No id of a real program comes near it.
const MAX_ID_UNITS: u32 = 4096;

/// The longest text that is looked at, in UTF-16 units.
pub(super) const MAX_TEXT_UNITS: u32 = 16 * 1024 * 1024;

/// The most elements of a list.
const MAX_LIST: f64 = 1_000_000.0;

/// How much text a list may bring in, in UTF-16 units: a small list of one large text, over and over, must not
/// use up the memory.
const MAX_LIST_UNITS: u32 = 64 * 1024 * 1024;

#[wasm_bindgen]
extern "C" {
    /// Works for the dates of other windows too; throws for what is no date.
    #[wasm_bindgen(catch, js_namespace = ["Date", "prototype", "getTime"], js_name = call)]
    fn get_time(date: &JsValue) -> Result<f64, JsValue>;

    #[wasm_bindgen(catch, js_name = String)]
    fn to_string(value: &JsValue) -> Result<JsString, JsValue>;
}

macro_rules! keys {
    ($($key:ident = $name:literal,)+) => {
        /// A property that is read.
        #[derive(Debug, Clone, Copy)]
        pub(super) enum Key { $($key,)+ }

        impl Key {
            pub(super) fn name(self) -> &'static str {
                match self { $(Self::$key => $name,)+ }
            }
        }

        thread_local! {
            /// The names as JavaScript strings, made once.
            static NAMES: Vec<JsValue> = vec![$($name.into(),)+];
        }
    };
}

keys! {
    At = "at",
    AttemptId = "attemptID",
    AttemptNumber = "attemptNumber",
    Attempts = "attempts",
    Background = "background",
    BackgroundTaskId = "backgroundTaskId",
    BackgroundTaskMessages = "backgroundTaskMessages",
    BackgroundTaskProgress = "backgroundTaskProgress",
    BackgroundTasks = "backgroundTasks",
    Buffer = "buffer",
    Buffered = "buffered",
    ClearTimeout = "clearTimeout",
    Clock = "clock",
    CollapseAfter = "collapseAfter",
    CompletedAt = "completedAt",
    Counts = "counts",
    CurrentTaskItem = "currentTaskItem",
    Delivered = "delivered",
    Description = "description",
    Dialect = "dialect",
    Dropped = "dropped",
    DroppedBeforeLastBatch = "droppedBeforeLastBatch",
    Durations = "durations",
    Error = "error",
    ErrorMaxWidth = "errorMaxWidth",
    ErrorMessage = "errorMessage",
    Event = "event",
    FailedAttemptId = "failedAttemptID",
    FailedError = "failedError",
    FailedModel = "failedModel",
    FailedSessionId = "failedSessionID",
    Form = "form",
    HasProgress = "hasProgress",
    HasUnseenError = "hasUnseenError",
    Header = "header",
    Hidden = "hidden",
    History = "history",
    Id = "id",
    Ids = "ids",
    Indent = "indent",
    KeepLast = "keepLast",
    Kind = "kind",
    Labels = "labels",
    Last = "last",
    LastAt = "lastAt",
    LaunchedAt = "launchedAt",
    Ledger = "ledger",
    Markdown = "markdown",
    MaxPerBatch = "maxPerBatch",
    MaxWidth = "maxWidth",
    Message = "message",
    Messages = "messages",
    Mode = "mode",
    Model = "model",
    ModelId = "modelID",
    Name = "name",
    NextAttempt = "nextAttempt",
    NextAttemptId = "nextAttemptID",
    NextModel = "nextModel",
    NextSerial = "nextSerial",
    Notices = "notices",
    Now = "now",
    OpenedAt = "openedAt",
    ParentTaskId = "parentTaskId",
    PendingReason = "pendingReason",
    Post = "post",
    ProviderId = "providerID",
    Pushed = "pushed",
    Ready = "ready",
    Recent = "recent",
    Redact = "redact",
    Rejected = "rejected",
    Replay = "replay",
    Selection = "selection",
    Seq = "seq",
    Serial = "serial",
    SessionId = "sessionID",
    SetTimeout = "setTimeout",
    StartedAt = "startedAt",
    State = "state",
    Status = "status",
    Style = "style",
    Subscribed = "subscribed",
    TabOpen = "tabOpen",
    Task = "task",
    TaskHistory = "taskHistory",
    TaskHistoryItem = "taskHistoryItem",
    TaskId = "taskId",
    Tasks = "tasks",
    Throttle = "throttle",
    Throttler = "throttler",
    Timestamp = "timestamp",
    ToolName = "toolName",
    Totals = "totals",
    Ts = "ts",
    Type = "type",
    Update = "update",
    Variant = "variant",
    Version = "version",
    Waiting = "waiting",
    WindowMs = "windowMs",
}

/// An object that JavaScript passed. Missing, `undefined` and `null` are the same.
#[derive(Debug)]
pub(super) struct Fields<'a> {
    object: &'a JsValue,
    what: &'a str,
}

impl<'a> Fields<'a> {
    pub(super) fn of(object: &'a JsValue, what: &'a str) -> Result<Self, Invalid> {
        if object.is_object() { Ok(Self { object, what }) } else { Err(Invalid::new(what, "an object")) }
    }

    /// For options, which may be left out.
    pub(super) fn given(object: &'a JsValue, what: &'a str) -> Result<Option<Self>, Invalid> {
        if object.is_undefined() || object.is_null() { Ok(None) } else { Self::of(object, what).map(Some) }
    }

    pub(super) fn get(&self, key: Key) -> Result<Option<JsValue>, Invalid> {
        let value = NAMES.with(|names| match names.get(key as usize) {
            Some(name) => Reflect::get(self.object, name),
            None => Ok(JsValue::UNDEFINED),
        });
        match value {
            Ok(value) => Ok(given(value)),
            Err(_) => Err(Invalid::new(&self.path(key), "readable")),
        }
    }

    pub(super) fn text(&self, name: &str) -> Result<Option<String>, Invalid> {
        let path = || [self.what, ".", name].concat();
        let value = Reflect::get(self.object, &name.into()).map_err(|_| Invalid::new(&path(), "readable"))?;
        given(value).map(|value| text(&value, &path(), MAX_TEXT_UNITS)).transpose()
    }

    /// What `read` makes of a property, if it is there.
    pub(super) fn optional<T>(
        &self,
        key: Key,
        read: impl FnOnce(&JsValue, &str) -> Result<T, Invalid>,
    ) -> Result<Option<T>, Invalid> {
        self.get(key)?.map(|value| read(&value, &self.path(key))).transpose()
    }

    /// What `read` makes of a property that must be there.
    pub(super) fn required<T>(
        &self,
        key: Key,
        read: impl FnOnce(&JsValue, &str) -> Result<T, Invalid>,
    ) -> Result<T, Invalid> {
        read(&self.get(key)?.unwrap_or_default(), &self.path(key))
    }

    fn path(&self, key: Key) -> String {
        [self.what, ".", key.name()].concat()
    }
}

fn given(value: JsValue) -> Option<JsValue> {
    (!value.is_undefined() && !value.is_null()).then_some(value)
}

thread_local! {
    /// How much text the list that is being read may still bring in.
    static UNITS_LEFT: Cell<Option<u32>> = const { Cell::new(None) };
}

/// Each element of an array, as `read` makes it.
pub(super) fn list<T>(
    value: &JsValue,
    what: &str,
    read: impl FnMut(&JsValue, &str) -> Result<T, Invalid>,
) -> Result<Vec<T>, Invalid> {
    let outer = UNITS_LEFT.get();
    UNITS_LEFT.set(Some(outer.unwrap_or(MAX_LIST_UNITS)));
    let elements = elements(value, what, read);
    if outer.is_none() {
        UNITS_LEFT.set(None);
    }
    elements
}

fn elements<T>(
    value: &JsValue,
    what: &str,
    mut read: impl FnMut(&JsValue, &str) -> Result<T, Invalid>,
) -> Result<Vec<T>, Invalid> {
    if !Array::is_array(value) {
        return Err(Invalid::new(what, "an array"));
    }
    let unreadable = |_| Invalid::new(what, "readable");
    let length = Reflect::get(value, &"length".into()).map_err(unreadable)?.as_f64().unwrap_or_default();
    if length > MAX_LIST {
        return Err(Invalid::new(what, "a shorter list"));
    }
    let mut elements = Vec::new();
    for index in 0..length as u32 {
        let element = Reflect::get_u32(value, index).map_err(unreadable)?;
        elements.push(read(&element, &[what, "[", &index.to_string(), "]"].concat())?);
    }
    Ok(elements)
}

/// A text, cut after `max_units` UTF-16 units.
pub(super) fn text(value: &JsValue, what: &str, max_units: u32) -> Result<String, Invalid> {
    let string = value.dyn_ref::<JsString>().ok_or_else(|| Invalid::new(what, "a string"))?;
    let length = string.length();
    if let Some(left) = UNITS_LEFT.get() {
        let left =
            left.checked_sub(length.min(max_units)).ok_or_else(|| Invalid::new(what, "part of a smaller list"))?;
        UNITS_LEFT.set(Some(left));
    }
    if length <= max_units {
        return Ok(string.into());
    }
    let mut text = String::from(string.slice(0, max_units));
    if text.ends_with(char::REPLACEMENT_CHARACTER) {
        text.pop(); // half of what the cut went through
    }
    Ok(text)
}

/// An id: not empty, and the same again when it is given back.
pub(super) fn id<T>(value: &JsValue, what: &str, make: fn(&str) -> Option<T>) -> Result<T, Invalid> {
    let too_long = value.dyn_ref::<JsString>().is_some_and(|string| string.length() > MAX_ID_UNITS);
    if too_long {
        return Err(Invalid::new(what, "4096 characters at most"));
    }
    let text = text(value, what, MAX_ID_UNITS)?;
    if text.contains(char::REPLACEMENT_CHARACTER) && JsValue::from_str(&text) != *value {
        return Err(Invalid::new(what, "well-formed Unicode"));
    }
    make(&text).ok_or_else(|| Invalid::new(what, "a string that is not empty"))
}

/// A time: a finite number of milliseconds since the epoch, an ISO 8601 text, or a `Date`.
pub(super) fn time(value: &JsValue, what: &str) -> Result<Millis, Invalid> {
    let ms = match value.as_f64() {
        Some(ms) => Some(ms),
        None if value.is_string() => {
            value.as_string().filter(|text| is_iso_8601(text)).map(|text| js_sys::Date::parse(&text))
        }
        None => get_time(value).ok(),
    };
    ms.and_then(Millis::new)
        .ok_or_else(|| Invalid::new(what, "a time: finite milliseconds since the epoch, ISO 8601, or a Date"))
}

/// A date, or a date and a time. The engine reads it; this keeps out the other forms that engines read.
fn is_iso_8601(text: &str) -> bool {
    let unsigned = text.strip_prefix(['+', '-']);
    let digits = unsigned.map_or(4, |_| 6);
    let text = unsigned.unwrap_or(text);
    let is_year = text.bytes().take(digits).filter(u8::is_ascii_digit).count() == digits;
    is_year
        && text.len() <= 40
        && text.as_bytes().get(digits) == Some(&b'-')
        && text.bytes().all(|b| b.is_ascii_digit() || b"-+:.TZ".contains(&b))
}

pub(super) fn number(value: &JsValue, what: &str) -> Result<f64, Invalid> {
    value.as_f64().filter(|n| !n.is_nan()).ok_or_else(|| Invalid::new(what, "a number"))
}

/// A whole number from `min` to `max`.
pub(super) fn whole(value: &JsValue, what: &str, min: u32, max: u32) -> Result<u32, Invalid> {
    let number = value.as_f64().filter(|n| n.fract() == 0.0 && *n >= f64::from(min) && *n <= f64::from(max));
    let rule = || ["a whole number from ", &min.to_string(), " to ", &max.to_string()].concat();
    number.map(|n| n as u32).ok_or_else(|| Invalid::new(what, &rule()))
}

pub(super) fn boolean(value: &JsValue, what: &str) -> Result<bool, Invalid> {
    value.as_bool().ok_or_else(|| Invalid::new(what, "true or false"))
}

/// One of the words of the contract.
pub(super) fn word<T>(value: &JsValue, what: &str, parse: fn(&str) -> Option<T>) -> Result<T, Invalid> {
    let text = value.dyn_ref::<JsString>().filter(|word| word.length() <= 32).map(String::from);
    text.and_then(|word| parse(&word)).ok_or_else(|| Invalid::new(what, "one of the values of its type"))
}

/// A value that is no object as JavaScript prints it.
pub(super) fn display(value: &JsValue) -> String {
    to_string(value).map(String::from).unwrap_or_default()
}

pub(super) fn function(value: &JsValue, what: &str) -> Result<Function, Invalid> {
    value.dyn_ref::<Function>().cloned().ok_or_else(|| Invalid::new(what, "a function"))
}

/// Plain JavaScript data.
pub(super) fn to_js(data: &impl Serialize) -> Result<JsValue, JsValue> {
    Ok(data.serialize(&serde_wasm_bindgen::Serializer::json_compatible())?)
}

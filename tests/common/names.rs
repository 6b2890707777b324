//! The texts that the core's handles stand for: equal texts, equal handles.

use std::cell::RefCell;
use std::collections::HashMap;

use serde_json::Value;
use tasklight::id::{AttemptId, Handle, SessionId, TaskId};
use tasklight::timeline::Texts;

#[derive(Default)]
struct Names {
    texts: Vec<&'static str>,
    handles: HashMap<&'static str, Handle>,
}

thread_local! {
    static NAMES: RefCell<Names> = RefCell::default();
}

pub fn handle(text: &str) -> Handle {
    NAMES.with_borrow_mut(|names| {
        if let Some(handle) = names.handles.get(text) {
            return *handle;
        }
        let text: &'static str = text.to_owned().leak();
        names.texts.push(text);
        let handle = Handle::new(names.texts.len() as u32).unwrap();
        names.handles.insert(text, handle);
        handle
    })
}

/// The handle of a JSON text, if it is one.
pub fn some_handle(value: &Value) -> Option<Handle> {
    value.as_str().map(handle)
}

pub fn text(handle: Handle) -> &'static str {
    texts().get(handle)
}

/// All of them.
pub fn texts() -> Texts<'static> {
    NAMES.with_borrow(|names| Texts::new(names.texts.clone()))
}

pub fn task_id(text: &str) -> TaskId {
    TaskId::new(handle(text))
}

pub fn attempt_id(text: &str) -> AttemptId {
    AttemptId::new(handle(text))
}

pub fn session_id(text: &str) -> SessionId {
    SessionId::new(handle(text))
}

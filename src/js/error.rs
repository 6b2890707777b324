use wasm_bindgen::prelude::*;

use super::glue::TasklightError;
use crate::attempt::CorruptSnapshot;

/// What is wrong with a value that JavaScript passed.
#[derive(Debug)]
pub(super) struct Invalid(pub(super) String);

impl Invalid {
    /// `what` is the path of the value; `rule` says what it must be.
    pub(super) fn new(what: &str, rule: &str) -> Self {
        Self([what, " must be ", rule].concat())
    }
}

impl From<Invalid> for JsValue {
    fn from(Invalid(message): Invalid) -> Self {
        TasklightError::new("invalid_argument", &message).into()
    }
}

/// A snapshot that is not one: of the wrong shape, or against the rules of the ledger.
pub(super) fn corrupt_snapshot(message: &str) -> JsValue {
    TasklightError::new("corrupt_snapshot", message).into()
}

impl From<CorruptSnapshot> for JsValue {
    fn from(corrupt: CorruptSnapshot) -> Self {
        corrupt_snapshot(corrupt.0)
    }
}

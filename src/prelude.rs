//! What `std` would bring along: the package is built without it.

#[allow(unused_imports, reason = "which of them a module needs changes with it")]
pub(crate) use alloc::{
    borrow::ToOwned,
    string::{String, ToString},
    vec,
    vec::Vec,
};

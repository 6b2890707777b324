//! What JavaScript calls: the only user of `wasm_bindgen`.
//!
//! Only numbers cross. The classes of the package (`www/lib`) check what they are given, keep every text and payload,
//! and pass their handles; what takes more than a few numbers goes through the [`memory`]. Nothing here calls back,
//! so nothing of the user's runs while anything is borrowed.

#![allow(unreachable_pub, missing_docs, reason = "what is exported, wasm_bindgen makes public")]

mod ledger;
mod memory;
mod throttler;
mod timeline;
mod view;

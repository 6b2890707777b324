//! Tasklight.
pub mod attempt;
pub mod id;
#[cfg(target_arch = "wasm32")]
#[allow(unreachable_pub, reason = "what is public there is exported to JavaScript")]
mod js;
pub mod progress;
pub mod time;
pub mod timeline;
mod words;

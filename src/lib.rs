//! Tasklight.
pub mod attempt;
pub mod id;
pub mod progress;
pub mod time;
pub mod timeline;
mod words;

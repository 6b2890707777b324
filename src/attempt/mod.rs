//! The attempt state machine: the only place that changes an attempt.
//!
//! **One attempt of a task is active at most, and it is the current one.** Every event names the attempt
//! it belongs to, by id or by session, and is ignored unless that attempt is current and has not ended.

mod event;
mod ledger;
mod model;
mod snapshot;

pub use event::AttemptEvent;
pub use ledger::{AttemptRef, Bind, Ledger, Located, Retry, Start};
pub use model::{
    Attempt, AttemptStatus, BackgroundTask, Ignored, IgnoredReason, ModelRef, Notice, Outcome, PendingReason,
    TerminalStatus,
};
pub use snapshot::{CorruptSnapshot, ImportRefused};

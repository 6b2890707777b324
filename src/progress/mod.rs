//! The progress throttler: at most one batch per task and window, however many updates arrive.

mod task;
mod throttler;

use crate::words::words;

pub use task::{Delivered, Pushed, Stats, TaskProgress};
pub use throttler::{Batch, CorruptProgress, Limits, Throttler};

words!(
    /// What an update tells of. Declared in the order of priority: the first goes first.
    UpdateKind {
        /// The task has another status.
        StatusChange = "status_change",
        /// Something failed.
        Error = "error",
        /// A tool has answered.
        ToolResult = "tool_result",
        /// A tool was called.
        ToolCall = "tool_call",
    }
);

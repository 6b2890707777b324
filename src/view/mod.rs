//! The view: attempts, progress and timelines composed into the state of a background-tasks tab.
//!
//! **What the ledger knows of a task wins; what it ended, only a resume reopens.** Histories and lists of other
//! sources only add what the ledger does not know.

mod activity;
mod events;
mod list;
mod message;
mod saved;
mod select;
mod sequence;
mod state;
mod status;
mod task;

pub use activity::{ActivityRow, ActivityStatus, Update, activity};
pub use list::Lists;
pub use message::{AttemptMessage, BackgroundInfo, HistoryItem, NotApplied, Request};
pub use saved::CorruptView;
pub use sequence::Sequence;
pub use state::{Badge, LiveView, Mode, Replay, Selection, View};
pub use status::{Claim, TaskStatus};
pub use task::{TaskEntry, TaskSummary};

//! Timelines: an attempt a line, its error in one readable line, the outcome last.
//!
//! Whatever the models, sessions and errors say, nothing in them can start a line.

mod duration;
mod error_line;
mod fold;
mod labels;
mod markdown;
mod notice;
mod row;
mod scan;
mod text;
mod texts;

pub use duration::format_duration;
pub use error_line::{ErrorLineOptions, UNKNOWN_ERROR, error_line};
pub use labels::{Label, Labels};
pub use notice::format_notice;
pub use row::{TimelineRow, model_label, timeline_rows};
pub use text::{Style, TimelineOptions, format_timeline};
pub use texts::Texts;

//! The boundary to JavaScript: the only user of wasm-bindgen.
//!
//! Whatever a caller passes is read before anything is borrowed or changed: reading may run the caller's own
//! code (getters, proxies), which may throw, or call this module again.

mod clock;
mod error;
mod glue;
mod ledger;
mod message;
mod read;
mod saved;
mod snapshot;
mod throttler;
mod timeline;
mod value;
mod view;

use wasm_bindgen::prelude::wasm_bindgen;

pub use ledger::AttemptLedger;
pub use throttler::ProgressThrottler;
pub use timeline::{error_line, format_duration, format_notice, format_timeline, timeline_rows};
pub use view::BackgroundTaskView;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.ts");

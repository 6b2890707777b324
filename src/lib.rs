//! Tasklight shows people what the background tasks of their coding agent are doing.
//!
//! It is a state machine without input and output of its own: no clock, no randomness, no JavaScript. Every call
//! that needs a time is given one; ids come from an [`IdSource`](id::IdSource). The same core runs natively and, by
//! the module `js`, as WebAssembly in a webview.
//!
//! - [`attempt`]: every retry of a task is an attempt with its own identity, model, session and outcome. Late events
//!   of superseded sessions change nothing.
//! - [`progress`]: at most one batch of updates per task and window.
//! - [`timeline`]: an attempt a line, its error in one readable line, the outcome last.
//! - [`view`]: the three composed into the state of a background-tasks tab.
//!
//! # States of an attempt
//!
//! ```text
//!                  start_attempt                 bind_session
//!  (new, or ended) ─────────────▶ pending ─────────────────────▶ running
//!                                 │  queued                         │
//!             session_failed ┌────┤  retry_scheduled                │
//!                            └───▶│  session_failed                 │
//!                                 │                                 │
//!                                 ├──────── finalize_attempt ───────┤
//!                                 │                                 ▼
//!                                 │     completed · error · cancelled · interrupt
//!                                 │
//!                                 └──────── schedule_retry ─────────┐ from pending and running:
//!                                                                   ▼
//!                                           error, and a new attempt, pending (retry_scheduled)
//! ```
//!
//! # Run loop
//!
//! Feed an event, take the notices, show the task. For progress: push, and flush at
//! [`next_deadline`](progress::Throttler::next_deadline) or later.
//!
//! ```
//! use tasklight::attempt::{AttemptRef, Bind, Ledger, ModelRef, Start, TerminalStatus};
//! use tasklight::id::{IdSource, SessionId, TaskId};
//! use tasklight::time::Millis;
//! use tasklight::timeline::{TimelineOptions, format_timeline};
//!
//! let mut ledger = Ledger::new(IdSource::Sequential);
//! let task = TaskId::new("task").ok_or("an id must not be empty")?;
//! let session = SessionId::new("ses_aaa").ok_or("an id must not be empty")?;
//! let at = Millis::new(1_767_225_600_000.0).ok_or("a time must be finite")?;
//!
//! let model = ModelRef { provider_id: Some("openai".into()), model_id: Some("gpt-5.4-mini".into()), variant: None };
//! let start = Start { at, model, attempt_id: None, description: Some("Fix the build"), parent_task_id: None };
//! let attempt = ledger.start_attempt(&task, start).map_err(|ignored| ignored.reason.as_str())?;
//! ledger.bind_session(&attempt, &session, Bind { at, model: None }).map_err(|ignored| ignored.reason.as_str())?;
//! ledger
//!     .finalize_attempt(AttemptRef::Session(&session), TerminalStatus::Completed, at, None)
//!     .map_err(|ignored| ignored.reason.as_str())?;
//!
//! let text = format_timeline(ledger.task(&task).ok_or("unknown task")?, &TimelineOptions::default());
//! assert_eq!(text, "Background task attempts:\n- Attempt 1 — COMPLETED — openai/gpt-5.4-mini — ses_aaa");
//! # Ok::<(), &str>(())
//! ```

#![cfg_attr(feature = "package", no_std)]

extern crate alloc;

pub mod attempt;
pub mod id;
#[cfg(target_arch = "wasm32")]
pub mod js;
mod prelude;
pub mod progress;
pub mod time;
pub mod timeline;
pub mod view;
pub mod wire;
mod words;

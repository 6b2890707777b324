//! Tasklight shows people what the background tasks of their coding agent are doing.
//!
//! It is a state machine without input and output of its own: no clock, no randomness, no JavaScript. Every call
//! that needs a time is given one. It never looks into an id or an error, except to print it: whoever calls it keeps
//! the texts, and the core works on their [handles](id::Handle). The same core runs natively and, by the module `js`,
//! as WebAssembly in a webview.
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
//! use tasklight::id::{AttemptId, Handle, SessionId, TaskId};
//! use tasklight::time::Millis;
//! use tasklight::timeline::{Texts, TimelineOptions, format_timeline};
//!
//! let texts = Texts::new(vec!["task", "att_1", "ses_aaa", "openai", "gpt-5.4-mini"]);
//! let [task, attempt, session, provider, model] = [1, 2, 3, 4, 5].map(Handle::new).map(Option::unwrap);
//! let (task_id, attempt_id, session_id) = (TaskId::new(task), AttemptId::new(attempt), SessionId::new(session));
//! let at = Millis::new(1_767_225_600_000.0).ok_or("a time must be finite")?;
//!
//! let mut ledger = Ledger::default();
//! let model = ModelRef { provider_id: Some(provider), model_id: Some(model), variant: None };
//! let start = Start { at, model, attempt_id, description: None, parent_task_id: None };
//! ledger.start_attempt(task_id, start).map_err(|ignored| ignored.reason.as_str())?;
//! ledger.bind_session(attempt_id, session_id, Bind { at, model: None }).map_err(|ignored| ignored.reason.as_str())?;
//! ledger
//!     .finalize_attempt(AttemptRef::Session(session_id), TerminalStatus::Completed, at, None)
//!     .map_err(|ignored| ignored.reason.as_str())?;
//!
//! let task = ledger.task(task_id).ok_or("unknown task")?;
//! let text = format_timeline(task, &texts, &TimelineOptions::default());
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

//! The messages of the extension, as far as the view needs them. Those of others are not looked at.

use std::rc::Rc;

use js_sys::Array;
use wasm_bindgen::prelude::*;

use super::error::Invalid;
use super::read::{attempt_id, model, session_id, task, task_id, terminal_status};
use super::throttler::Update;
use super::value::{Fields, Key, list, text, time, whole, word};
use super::view::{Messages, Payload};
use crate::attempt::{BackgroundTask, MAX_TEXT_BYTES, bounded};
use crate::id::{AttemptId, TaskId};
use crate::time::Millis;
use crate::view::{
    AttemptEvent, AttemptMessage, BackgroundInfo, Claim, HistoryItem, NotApplied, Replay, Subject, View,
};

/// A message that was understood.
pub(super) enum Message {
    Attempt(AttemptMessage),
    Snapshot { task: BackgroundTask, seq: Option<u32> },
    Progress { task_id: TaskId, update: Update },
    Replay { task_id: TaskId, replay: Replay<Messages> },
    History(Vec<HistoryItem>),
    HistoryItem(Option<HistoryItem>),
    State { item: Option<HistoryItem>, history: Option<Vec<HistoryItem>>, running: Option<Vec<BackgroundInfo>> },
}

impl Message {
    /// `None` for a message of others.
    pub(super) fn read(value: &JsValue) -> Result<Option<Self>, Invalid> {
        let Ok(fields) = Fields::of(value, "message") else { return Ok(None) };
        let kind = fields.get(Key::Type)?.filter(JsValue::is_string);
        let Some(Ok(kind)) = kind.map(|kind| word(&kind, "type", |word| Some(word.to_owned()))) else {
            return Ok(None);
        };
        Ok(Some(match &*kind {
            "backgroundTaskAttempt" => Self::Attempt(attempt_message(value, "message")?),
            "backgroundTaskSnapshot" => {
                let task = fields.required(Key::Task, task)?;
                let named = fields.optional(Key::TaskId, task_id)?;
                if named.is_some_and(|named| named != task.task_id) {
                    return Err(Invalid::new("message.task.taskId", "the taskId of the message"));
                }
                Self::Snapshot { task, seq: seq(&fields)? }
            }
            "backgroundTaskProgress" => Self::Progress {
                task_id: viewed_task(&fields)?,
                update: Update::read(&either(&fields, Key::Update, Key::BackgroundTaskProgress)?)?,
            },
            "backgroundTaskMessages" => Self::Replay {
                task_id: viewed_task(&fields)?,
                replay: replay(either(&fields, Key::Messages, Key::BackgroundTaskMessages)),
            },
            "taskHistoryUpdated" => Self::History(fields.required(Key::TaskHistory, history)?),
            "taskHistoryItemUpdated" => {
                Self::HistoryItem(history_item(&fields.get(Key::TaskHistoryItem)?.unwrap_or_default()))
            }
            "state" => {
                let state = fields.get(Key::State)?.unwrap_or_default();
                let state = Fields::of(&state, "state")?;
                Self::State {
                    item: state.get(Key::CurrentTaskItem)?.as_ref().and_then(history_item),
                    history: state.optional(Key::TaskHistory, history)?,
                    running: state.optional(Key::BackgroundTasks, background_tasks)?,
                }
            }
            _ => return Ok(None),
        }))
    }

    pub(super) fn apply(self, view: &mut View<Payload, Messages>, now: Millis) -> Result<(), NotApplied> {
        match self {
            Self::Attempt(message) => view.attempt(message),
            Self::Snapshot { task, seq } => view.task_snapshot(task, seq),
            Self::Progress { task_id, update } => {
                view.progress(&task_id, update.kind, now, |seq| Payload(update.numbered(seq)))
            }
            Self::Replay { task_id, replay } => view.messages(&task_id, replay),
            Self::History(items) => {
                view.history(items);
                Ok(())
            }
            Self::HistoryItem(item) => {
                item.into_iter().for_each(|item| view.history_item(item));
                Ok(())
            }
            Self::State { item, history, running } => {
                history.into_iter().for_each(|items| view.history(items));
                item.into_iter().for_each(|item| view.history_item(item));
                running.into_iter().for_each(|listed| view.background_tasks(listed));
                Ok(())
            }
        }
    }
}

/// The first that is there.
fn either(fields: &Fields<'_>, key: Key, other: Key) -> Result<JsValue, Invalid> {
    Ok(match fields.get(key)? {
        Some(value) => value,
        None => fields.get(other)?.unwrap_or_default(),
    })
}

fn viewed_task(fields: &Fields<'_>) -> Result<TaskId, Invalid> {
    task_id(&either(fields, Key::TaskId, Key::BackgroundTaskId)?, "message.taskId")
}

fn seq(fields: &Fields<'_>) -> Result<Option<u32>, Invalid> {
    fields.optional(Key::Seq, |value, what| whole(value, what, 0, u32::MAX))
}

fn kept(value: &JsValue, what: &str) -> Result<Rc<str>, Invalid> {
    text(value, what, MAX_TEXT_BYTES as u32).map(|text| bounded(&text))
}

pub(super) fn attempt_message(value: &JsValue, what: &str) -> Result<AttemptMessage, Invalid> {
    let fields = &Fields::of(value, what)?;
    let event = fields.required(Key::Event, |value, what| word(value, what, |word| Some(word.to_owned())))?;
    let attempt = || fields.required(Key::AttemptId, attempt_id);
    let error = || fields.optional(Key::Error, kept);
    let event = match &*event {
        "launched" => AttemptEvent::Launched {
            attempt_id: attempt()?,
            model: fields.optional(Key::Model, model)?.unwrap_or_default(),
            description: fields.optional(Key::Description, kept)?,
            parent_task_id: fields.optional(Key::ParentTaskId, task_id)?,
        },
        "session_ready" => AttemptEvent::SessionReady {
            attempt_id: attempt()?,
            session_id: fields.required(Key::SessionId, session_id)?,
            model: fields.optional(Key::Model, model)?.filter(|model| !model.is_empty()),
        },
        "session_failed" => AttemptEvent::SessionFailed { attempt_id: attempt()?, error: error()? },
        "retry_scheduled" => AttemptEvent::RetryScheduled {
            of: subject(fields)?,
            error: error()?,
            next_attempt_id: fields.required(Key::NextAttemptId, attempt_id)?,
            next_model: fields.optional(Key::NextModel, model)?.unwrap_or_default(),
        },
        "finished" => AttemptEvent::Finished {
            of: subject(fields)?,
            status: fields.required(Key::Status, terminal_status)?,
            error: error()?,
        },
        _ => return Err(Invalid::new("message.event", "an event of an attempt")),
    };
    Ok(AttemptMessage {
        task_id: fields.required(Key::TaskId, task_id)?,
        at: fields.required(Key::At, time)?,
        seq: seq(fields)?,
        event,
    })
}

fn subject(fields: &Fields<'_>) -> Result<Subject, Invalid> {
    let attempt: Option<AttemptId> = fields.optional(Key::AttemptId, attempt_id)?;
    Ok(match attempt {
        Some(attempt) => Subject::Attempt(attempt),
        None => Subject::Session(fields.required(Key::SessionId, session_id)?),
    })
}

fn replay(messages: Result<JsValue, Invalid>) -> Replay<Messages> {
    match messages {
        Ok(messages) if Array::is_array(&messages) => {
            let length = js_sys::Reflect::get(&messages, &"length".into()).ok().and_then(|length| length.as_f64());
            match length {
                None => Replay::Unreadable,
                Some(0.0) => Replay::Empty,
                Some(_) => Replay::Ready(Messages(messages)),
            }
        }
        _ => Replay::Unreadable,
    }
}

/// What is no item of a history is left out.
fn history(value: &JsValue, what: &str) -> Result<Vec<HistoryItem>, Invalid> {
    Ok(list(value, what, |item, _| Ok(history_item(item)))?.into_iter().flatten().collect())
}

/// An item without a time or a text is not shown by any history, and not here.
pub(super) fn history_item(value: &JsValue) -> Option<HistoryItem> {
    let fields = Fields::of(value, "item").ok()?;
    Some(HistoryItem {
        task_id: fields.required(Key::Id, task_id).ok()?,
        parent_task_id: fields.optional(Key::ParentTaskId, task_id).ok().flatten(),
        ts: fields.required(Key::Ts, time).ok().filter(|ts| ts.get() > 0.0)?,
        description: fields.required(Key::Task, kept).ok().filter(|text| !text.trim().is_empty())?,
        claim: claim(&fields),
    })
}

fn claim(fields: &Fields<'_>) -> Claim {
    let word = fields.optional(Key::Status, |value, what| word(value, what, |word| Some(word.to_owned())));
    Claim::parse(word.ok().flatten().as_deref())
}

fn background_tasks(value: &JsValue, what: &str) -> Result<Vec<BackgroundInfo>, Invalid> {
    Ok(list(value, what, |info, _| Ok(background_info(info)))?.into_iter().flatten().collect())
}

pub(super) fn background_info(value: &JsValue) -> Option<BackgroundInfo> {
    let fields = Fields::of(value, "item").ok()?;
    Some(BackgroundInfo {
        task_id: fields.required(Key::TaskId, task_id).ok()?,
        parent_task_id: fields.optional(Key::ParentTaskId, task_id).ok().flatten(),
        claim: claim(&fields),
        started_at: fields.optional(Key::StartedAt, time).ok().flatten(),
        completed_at: fields.optional(Key::CompletedAt, time).ok().flatten(),
    })
}

//! What a page renders. What did not change keeps its object.

use std::collections::HashMap;
use std::rc::Rc;

use js_sys::Array;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::clock::freeze;
use super::glue::{live_view, replay_view, view_snapshot};
use super::value::to_js;
use super::view::{Messages, Payload};
use crate::id::TaskId;
use crate::timeline::TimelineRow;
use crate::view::{ActivityRow, Badge, Lists, Mode, Replay, TaskSummary, View};

/// The last snapshot, and the parts it is made of.
#[derive(Debug, Default)]
pub(super) struct Cache {
    whole: Option<(u32, JsValue)>,
    tasks: HashMap<TaskId, (Rc<TaskSummary>, JsValue)>,
    active: List,
    finished: List,
    badge: Option<(Badge, JsValue)>,
    timeline: Rows<TimelineRow>,
    activity: Rows<ActivityRow>,
    updates: List,
    live: Option<((String, u32), JsValue)>,
    replay: Option<(Replay<Messages>, JsValue)>,
}

impl Cache {
    pub(super) fn snapshot(&mut self, view: &View<Payload, Messages>) -> Result<JsValue, JsValue> {
        if let Some((version, whole)) = &self.whole
            && *version == view.version()
        {
            return Ok(whole.clone());
        }
        let Lists { active, finished } = view.lists();
        let mut seen = HashMap::with_capacity(active.len() + finished.len());
        let active = self.tasks(active, &mut seen)?;
        let finished = self.tasks(finished, &mut seen)?;
        self.tasks = seen;
        let active = self.active.array(active);
        let finished = self.finished.array(finished);
        let badge = kept(&mut self.badge, view.badge(), to_js)?;
        let timeline = self.timeline.array(view.timeline())?;
        let live = self.live(view)?;
        let replay = match view.replay() {
            Some(replay) => kept(&mut self.replay, replay.clone(), |replay| Ok(replay_to_js(replay)))?,
            None => JsValue::NULL,
        };
        let selected = view.selected();
        let tab = if view.is_tab_open() { "open" } else { "closed" };
        let mode = selected.map(|(_, mode)| match mode {
            Mode::Replay => "replay",
            Mode::Live => "live",
        });
        let selected = selected.map(|(task_id, _)| task_id.as_str());
        let version = view.version();
        let whole = view_snapshot(version, tab, selected, mode, &active, &finished, &badge, &timeline, &live, &replay);
        self.whole = Some((version, whole.clone()));
        Ok(whole)
    }

    /// What was built before is of another view.
    pub(super) fn forget(&mut self) {
        *self = Self::default();
    }

    fn tasks(
        &self,
        summaries: Vec<Rc<TaskSummary>>,
        seen: &mut HashMap<TaskId, (Rc<TaskSummary>, JsValue)>,
    ) -> Result<Vec<JsValue>, JsValue> {
        let task = |summary: Rc<TaskSummary>| {
            let known = self.tasks.get(&summary.task_id).filter(|(known, _)| *known == summary);
            let value = match known {
                Some((_, value)) => value.clone(),
                None => freeze(to_js(&*summary)?),
            };
            seen.insert(summary.task_id.clone(), (summary, value.clone()));
            Ok(value)
        };
        summaries.into_iter().map(task).collect()
    }

    fn live(&mut self, view: &View<Payload, Messages>) -> Result<JsValue, JsValue> {
        let Some(live) = view.live(Payload::update) else { return Ok(JsValue::NULL) };
        let before = (self.updates.value.clone(), self.activity.list.value.clone());
        let updates = self.updates.array(live.updates.into_iter().map(|update| update.payload.0).collect());
        let activity = self.activity.array(live.activity)?;
        if before != (Some(updates.clone()), Some(activity.clone())) {
            self.live = None;
        }
        let parts = (live.status, live.dropped);
        kept(&mut self.live, parts, |(status, dropped)| Ok(live_view(status, &updates, &activity, *dropped)))
    }
}

/// The value made of `part`, or the one made before if the part is the same.
fn kept<T: PartialEq>(
    known: &mut Option<(T, JsValue)>,
    part: T,
    make: impl FnOnce(&T) -> Result<JsValue, JsValue>,
) -> Result<JsValue, JsValue> {
    match known {
        Some((before, value)) if *before == part => Ok(value.clone()),
        _ => {
            let value = freeze(make(&part)?);
            *known = Some((part, value.clone()));
            Ok(value)
        }
    }
}

fn replay_to_js(replay: &Replay<Messages>) -> JsValue {
    let none = || freeze(Array::new().into());
    match replay {
        Replay::Loading => replay_view("loading", &none()),
        Replay::Ready(messages) => replay_view("ready", &messages.0),
        Replay::Empty => replay_view("empty", &none()),
        Replay::Unreadable => replay_view("unreadable", &none()),
    }
}

/// An array that stays the same while its elements do.
#[derive(Debug, Default)]
struct List {
    elements: Vec<JsValue>,
    value: Option<JsValue>,
}

impl List {
    fn array(&mut self, elements: Vec<JsValue>) -> JsValue {
        if let Some(value) = self.value.as_ref().filter(|_| self.elements == elements) {
            return value.clone();
        }
        let value = freeze(elements.iter().collect::<Array>().into());
        self.elements = elements;
        self.value = Some(value.clone());
        value
    }
}

/// A [`List`] of data: each element stays the same while its data does.
#[derive(Debug)]
struct Rows<T> {
    rows: Vec<T>,
    list: List,
}

impl<T> Default for Rows<T> {
    fn default() -> Self {
        Self { rows: Vec::new(), list: List::default() }
    }
}

impl<T: PartialEq + Serialize> Rows<T> {
    fn array(&mut self, rows: Vec<T>) -> Result<JsValue, JsValue> {
        // A window that slides moves its rows: they are found by what they say.
        let before = self.rows.iter().zip(&self.list.elements);
        let mut before: Vec<(&T, &JsValue)> = before.collect();
        let mut elements = Vec::with_capacity(rows.len());
        for row in &rows {
            let known = before.iter().position(|(known, _)| *known == row);
            elements.push(match known {
                Some(at) => before.drain(..=at).next_back().map(|(_, value)| value.clone()).unwrap_or_default(),
                None => freeze(to_js(row)?),
            });
        }
        self.rows = rows;
        Ok(self.list.array(elements))
    }
}

//! Time and timers: the page's, or those of a clock that was given.

use std::cell::{Cell, RefCell};

use gloo_timers::callback::Timeout;
use js_sys::{Function, Object};
use wasm_bindgen::prelude::*;

use super::error::Invalid;
use super::glue::run_later;
use super::value::{Fields, Key, function};
use crate::time::Millis;

/// The longest that a timer can be set to.
const MAX_DELAY: f64 = 2_147_483_647.0;

/// What tells the time and wakes up.
#[derive(Debug)]
pub(super) enum Clock {
    Page,
    Given { this: JsValue, now: Function, set_timeout: Function, clear_timeout: Function },
}

impl Clock {
    pub(super) fn read(value: &JsValue, what: &str) -> Result<Self, Invalid> {
        let fields = Fields::of(value, what)?;
        Ok(Self::Given {
            this: value.clone(),
            now: fields.required(Key::Now, function)?,
            set_timeout: fields.required(Key::SetTimeout, function)?,
            clear_timeout: fields.required(Key::ClearTimeout, function)?,
        })
    }

    /// A clock that fails, or tells no time, counts as the page's.
    pub(super) fn now(&self) -> Millis {
        let given = match self {
            Self::Page => None,
            Self::Given { this, now, .. } => now.call0(this).ok().and_then(|now| now.as_f64()).and_then(Millis::new),
        };
        given.or_else(|| Millis::new(js_sys::Date::now())).unwrap_or_default()
    }
}

/// One timer, which can be set anew.
#[derive(Debug, Default)]
pub(super) struct Timer {
    due: Cell<Option<Millis>>,
    pending: RefCell<Option<Pending>>,
    /// While it is being set, it does not ring: a clock that calls back at once must not go in circles.
    setting: Cell<bool>,
}

#[derive(Debug)]
enum Pending {
    Page { _cancels_on_drop: Timeout },
    Given { id: JsValue, _callback: Closure<dyn FnMut()> },
}

impl Timer {
    /// Rings at `due`, and at no other time.
    pub(super) fn set(&self, clock: &Clock, due: Option<Millis>, ring: impl FnMut() + 'static) {
        if self.due.get() == due || self.setting.get() {
            return;
        }
        self.clear(clock);
        let Some(at) = due else { return };
        self.due.set(due);
        let delay = at.since(clock.now()).ceil().clamp(0.0, MAX_DELAY);
        let pending = match clock {
            Clock::Page => Some(Pending::Page { _cancels_on_drop: Timeout::new(delay as u32, ring) }),
            Clock::Given { this, set_timeout, .. } => {
                let callback = Closure::new(ring);
                self.setting.set(true);
                let id = set_timeout.call2(this, callback.as_ref(), &delay.into());
                self.setting.set(false);
                id.ok().map(|id| Pending::Given { id, _callback: callback })
            }
        };
        self.pending.replace(pending);
    }

    /// Whether it rings now; then it has to be set anew.
    pub(super) fn rang(&self) -> bool {
        if self.setting.get() {
            return false;
        }
        self.due.set(None);
        true
    }

    pub(super) fn clear(&self, clock: &Clock) {
        self.due.set(None);
        let pending = self.pending.borrow_mut().take();
        if let (Some(Pending::Given { id, .. }), Clock::Given { this, clear_timeout, .. }) = (&pending, clock) {
            // Its own business if it fails: a timer that rings for nothing does no harm.
            let _ = clear_timeout.call1(this, id);
        }
    }
}

/// Runs it when the caller of this call has returned.
pub(super) fn later(run: impl FnOnce() + 'static) {
    // Fails only in an engine without microtasks.
    let _ = run_later(Closure::once_into_js(run).unchecked_into());
}

/// A frozen object.
pub(super) fn freeze(value: JsValue) -> JsValue {
    Object::freeze(value.unchecked_ref::<Object>());
    value
}

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use js_sys::{Function, JSON};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::clock::{Clock, Timer, later};
use super::glue::{call_safely, message, received};
use super::message::Message;
use super::read::task_id;
use super::saved::saved_view;
use super::snapshot::Cache;
use super::throttler::{Update, limits};
use super::value::{Fields, Key, function, to_js, word};
use crate::id::{IdSource, TaskId};
use crate::view::{Request, View};

/// A delivered update: a frozen object that this module made.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Payload(#[serde(with = "serde_wasm_bindgen::preserve")] pub(super) JsValue);

impl Payload {
    /// What the update says.
    pub(super) fn update(&self) -> crate::view::Update {
        let update = Update::read(&self.0).ok();
        crate::view::Update {
            timestamp: update.as_ref().map(|update| update.timestamp).unwrap_or_default(),
            tool_name: update.as_ref().and_then(|update| update.tool_name.as_string()),
            status: update.as_ref().and_then(|update| update.status.as_string()),
            error_message: update.as_ref().and_then(|update| update.error_message.as_string()),
        }
    }
}

/// The messages of a replay, as they came.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Messages(#[serde(with = "serde_wasm_bindgen::preserve")] pub(super) JsValue);

/// How the messages to the extension are spelt.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Dialect {
    Tasklight,
    Roo,
}

fn parse_dialect(word: &str) -> Option<Dialect> {
    match word {
        "tasklight" => Some(Dialect::Tasklight),
        "roo" => Some(Dialect::Roo),
        _ => None,
    }
}

/// The state of a background-tasks tab: feed it the messages of the extension, render its snapshot.
///
/// ```js
/// const view = new BackgroundTaskView({ post: (message) => vscode.postMessage(message) });
/// window.addEventListener("message", ({ data }) => view.receive(data));
/// view.subscribe(() => render(view.getSnapshot()));
/// ```
#[wasm_bindgen]
#[derive(Debug)]
pub struct BackgroundTaskView {
    inner: Rc<Inner>,
}

#[derive(Debug)]
struct Inner {
    view: RefCell<View<Payload, Messages>>,
    cache: RefCell<Cache>,
    post: Option<Function>,
    dialect: Dialect,
    clock: Clock,
    timer: Timer,
    listeners: RefCell<Vec<(u32, Function)>>,
    next_listener: Cell<u32>,
    /// The version that the listeners know of, or will when the microtask that is queued runs.
    announced: Cell<u32>,
    disposed: Cell<bool>,
}

#[wasm_bindgen]
impl BackgroundTaskView {
    /// A view that knows nothing yet. `post` sends a message to the extension; `clock` takes the place of the page's.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_optional_param_type = "ViewOptions")] options: &JsValue,
    ) -> Result<BackgroundTaskView, JsValue> {
        let mut post = None;
        let mut dialect = None;
        let mut clock = None;
        let mut throttle = JsValue::UNDEFINED;
        if let Some(fields) = Fields::given(options, "options")? {
            post = fields.optional(Key::Post, function)?;
            dialect = fields.optional(Key::Dialect, |value, what| word(value, what, parse_dialect))?;
            clock = fields.optional(Key::Clock, Clock::read)?;
            throttle = fields.get(Key::Throttle)?.unwrap_or_default();
        }
        // The ids of attempts come with the messages.
        let view = View::new(IdSource::Sequential, limits(&throttle, "options.throttle")?);
        let inner = Inner {
            view: view.into(),
            cache: RefCell::default(),
            post,
            dialect: dialect.unwrap_or(Dialect::Tasklight),
            clock: clock.unwrap_or(Clock::Page),
            timer: Timer::default(),
            listeners: RefCell::default(),
            next_listener: Cell::default(),
            announced: Cell::default(),
            disposed: Cell::default(),
        };
        Ok(Self { inner: Rc::new(inner) })
    }

    /// Takes a message of the extension. Never throws, whatever arrives; tells whether the message was understood,
    /// and if it changed nothing, why.
    #[wasm_bindgen(unchecked_return_type = "Received")]
    pub fn receive(
        &self,
        #[wasm_bindgen(js_name = message, unchecked_param_type = "unknown")] value: &JsValue,
    ) -> JsValue {
        if self.inner.disposed.get() {
            return received(false, Some("disposed"));
        }
        let message = match Message::read(value) {
            Ok(Some(message)) => message,
            Ok(None) => return received(false, None),
            Err(_) => return received(false, Some("malformed")),
        };
        let now = self.inner.clock.now();
        let outcome = message.apply(&mut self.inner.view.borrow_mut(), now);
        self.inner.settle();
        received(true, outcome.err().map(|why| why.as_str()))
    }

    /// The person looks at a task, or at none. One that has ended opens in replay, an active one live.
    pub fn select(
        &self,
        #[wasm_bindgen(js_name = taskId, unchecked_param_type = "string | null")] task: &JsValue,
    ) -> Result<(), JsValue> {
        let task: Option<TaskId> =
            if task.is_null() || task.is_undefined() { None } else { Some(task_id(task, "taskId")?) };
        self.inner.change(|view| view.select(task.as_ref()));
        Ok(())
    }

    /// The person opens the tab.
    #[wasm_bindgen(js_name = openTab)]
    pub fn open_tab(&self) {
        self.inner.change(View::open_tab);
    }

    /// The person closes the tab: the selection stays, but its progress is no longer asked for.
    #[wasm_bindgen(js_name = closeTab)]
    pub fn close_tab(&self) {
        self.inner.change(View::close_tab);
    }

    /// The person wants a task to stop: posts `cancelBackgroundTask`.
    pub fn cancel(
        &self,
        #[wasm_bindgen(js_name = taskId, unchecked_param_type = "string")] task: &JsValue,
    ) -> Result<(), JsValue> {
        let task = task_id(task, "taskId")?;
        self.inner.change(|view| view.cancel(&task));
        Ok(())
    }

    /// Calls the listener after every change, when the call that made the change has returned. Gives a function
    /// that ends it.
    #[wasm_bindgen(unchecked_return_type = "() => void")]
    pub fn subscribe(
        &self,
        #[wasm_bindgen(unchecked_param_type = "() => void")] listener: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let listener = function(listener, "listener")?;
        let inner = &self.inner;
        let id = inner.next_listener.get();
        inner.next_listener.set(id.wrapping_add(1));
        if !inner.disposed.get() {
            inner.listeners.borrow_mut().push((id, listener));
        }
        let weak = Rc::downgrade(inner);
        let unsubscribe = move || {
            if let Some(inner) = weak.upgrade() {
                inner.listeners.borrow_mut().retain(|(known, _)| *known != id);
            }
        };
        Ok(Closure::<dyn Fn()>::new(unsubscribe).into_js_value())
    }

    /// What to render. The same object until something changes; what did not change in it stays the same, too.
    #[wasm_bindgen(js_name = getSnapshot, unchecked_return_type = "ViewSnapshot")]
    pub fn get_snapshot(&self) -> Result<JsValue, JsValue> {
        self.inner.cache.borrow_mut().snapshot(&self.inner.view.borrow())
    }

    /// All that the view knows, for `vscode.setState`.
    #[wasm_bindgen(js_name = saveState, unchecked_return_type = "unknown")]
    pub fn save_state(&self) -> Result<JsValue, JsValue> {
        let saved = self.inner.view.borrow().save();
        to_js(&saved)
    }

    /// Becomes what was saved, and asks the extension for what may have been missed. `false`, and nothing changes,
    /// if it is nothing that was saved.
    #[wasm_bindgen(js_name = restoreState)]
    pub fn restore_state(&self, #[wasm_bindgen(unchecked_param_type = "unknown")] saved: &JsValue) -> bool {
        if self.inner.disposed.get() {
            return false;
        }
        // A plain copy: reading it runs no code of others.
        let plain = JSON::stringify(saved).ok().filter(|json| json.is_string());
        let plain = plain.and_then(|json| JSON::parse(&String::from(json)).ok());
        let Some(saved) = plain.and_then(|plain| saved_view(&plain).ok()) else { return false };
        let restored = self.inner.view.borrow_mut().restore(saved).is_ok();
        if restored {
            self.inner.cache.borrow_mut().forget();
            self.inner.announced.set(u32::MAX);
            self.inner.settle();
        }
        restored
    }

    /// What the parents of the tasks are to be told; each notice once.
    #[wasm_bindgen(js_name = takeNotices, unchecked_return_type = "Notice[]")]
    pub fn take_notices(&self) -> Result<JsValue, JsValue> {
        let notices = self.inner.view.borrow_mut().take_notices();
        to_js(&notices)
    }

    /// The page is gone: no timer, no listener, no message any more. May be called again.
    pub fn dispose(&self) {
        self.inner.change(View::dispose);
        self.inner.stop();
    }
}

impl Drop for BackgroundTaskView {
    fn drop(&mut self) {
        self.inner.stop();
    }
}

impl Inner {
    /// Calls the view, then does what follows of it. After `dispose`, nothing.
    fn change(self: &Rc<Self>, change: impl FnOnce(&mut View<Payload, Messages>)) {
        if self.disposed.get() {
            return;
        }
        change(&mut self.view.borrow_mut());
        self.settle();
    }

    /// Posts what is to be asked, sets the timer, and has the listeners called. Nothing is borrowed meanwhile: all
    /// of these may call the view.
    fn settle(self: &Rc<Self>) {
        let requests = self.view.borrow_mut().take_requests();
        if let Some(post) = &self.post {
            requests.iter().for_each(|request| call_safely(post.clone(), self.spell(request)));
        }
        if self.disposed.get() {
            return;
        }
        let due = self.view.borrow().next_deadline();
        let weak = Rc::downgrade(self);
        self.timer.set(&self.clock, due, move || {
            if let Some(inner) = weak.upgrade().filter(|inner| inner.timer.rang()) {
                let now = inner.clock.now();
                inner.change(|view| view.flush(now));
            }
        });
        let version = self.view.borrow().version();
        if self.announced.replace(version) != version {
            let weak = Rc::downgrade(self);
            later(move || {
                if let Some(inner) = weak.upgrade() {
                    inner.announce(version);
                }
            });
        }
    }

    fn announce(&self, version: u32) {
        // Several changes in a row are announced once, by the last.
        if self.announced.get() != version {
            return;
        }
        let listeners = self.listeners.borrow().clone();
        for (id, listener) in listeners {
            let still = self.listeners.borrow().iter().any(|(known, _)| *known == id);
            if still {
                call_safely(listener, JsValue::UNDEFINED);
            }
        }
    }

    fn stop(&self) {
        self.disposed.set(true);
        self.timer.clear(&self.clock);
        self.listeners.borrow_mut().clear();
    }

    fn spell(&self, request: &Request) -> JsValue {
        let in_text = if self.dialect == Dialect::Roo { "text" } else { "taskId" };
        let (kind, id_key, task_id) = match request {
            Request::Messages(task_id) => ("requestBackgroundTaskMessages", in_text, task_id),
            Request::Subscribe(task_id) => ("subscribeToBackgroundTask", in_text, task_id),
            Request::Unsubscribe(task_id) => ("unsubscribeFromBackgroundTask", "taskId", task_id),
            Request::Cancel(task_id) => ("cancelBackgroundTask", "taskId", task_id),
            Request::Snapshot(task_id) => ("requestBackgroundTaskSnapshot", "taskId", task_id),
        };
        message(kind, id_key, task_id.as_str())
    }
}

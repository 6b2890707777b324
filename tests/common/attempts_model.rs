//! The attempts as the contract tells them, in the most obvious code: lists, searched from the front.
#![allow(unreachable_pub)]

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::{Player, Rng};

#[derive(Debug, Clone)]
pub enum Op {
    Start { task: u8, at: i16, model: u8, id: Given, described: bool },
    Bind { attempt: u8, session: u8, at: i16, model: Option<u8> },
    SessionFailed { attempt: u8, at: i16, error: Option<u8> },
    Retry { by: By, at: i16, model: u8, error: Option<u8>, id: Given },
    Finalize { by: By, status: u8, at: i16, error: Option<u8> },
    Forget { task: u8 },
    TakeNotices,
    SnapshotRestore,
}

/// Counted back from the newest attempt that ever was, so that most events concern what is going on, and some
/// what is long over.
#[derive(Debug, Clone)]
pub enum By {
    Attempt(u8),
    Session(u8),
}

/// The id that the caller gives to a new attempt.
#[derive(Debug, Clone)]
pub enum Given {
    None,
    Known(u8),
    /// A new one; it may be the one that the ledger would have made next.
    Fresh(u8),
}

pub const SESSIONS: u8 = 24;

pub fn random_op(rng: &mut Rng) -> Op {
    let at = rng.below(2000) as i16 - 200;
    let task = rng.below(4) as u8;
    let model = rng.below(5) as u8;
    let attempt = if rng.percent(60) { rng.below(3) } else { rng.below(12) } as u8;
    let session = rng.below(SESSIONS.into()) as u8;
    let error = rng.percent(50).then(|| rng.below(4) as u8);
    let by = if rng.percent(50) { By::Attempt(attempt) } else { By::Session(session) };
    let id = match rng.below(10) {
        0 => Given::Known(attempt),
        1 => Given::Fresh(rng.below(200) as u8),
        _ => Given::None,
    };
    match rng.below(100) {
        0..20 => Op::Start { task, at, model, id, described: rng.percent(50) },
        20..50 => Op::Bind { attempt, session, at, model: rng.percent(50).then_some(model) },
        50..58 => Op::SessionFailed { attempt, at, error },
        58..74 => Op::Retry { by, at, model, error, id },
        74..90 => Op::Finalize { by, status: rng.below(4) as u8, at, error },
        90..92 => Op::Forget { task },
        92..96 => Op::TakeNotices,
        _ => Op::SnapshotRestore,
    }
}

#[derive(Clone)]
struct Attempt {
    id: String,
    session: Option<String>,
    model: Value,
    status: String,
    reason: Option<String>,
    error: Option<String>,
    started: Option<f64>,
    completed: Option<f64>,
}

struct Task {
    id: String,
    description: Option<String>,
    parent: Option<String>,
    last_at: f64,
    attempts: Vec<Attempt>,
}

/// The naive ledger, and what the checks remember.
pub struct Model {
    tasks: Vec<Task>,
    notices: Vec<Value>,
    next_id: u32,
    ever: Vec<String>,
    /// What ended, as it was printed then, with the task it belongs to.
    ended: Vec<(String, Value)>,
    /// Every call with every outcome that it had.
    pub seen: BTreeSet<String>,
}

type Refusal = (&'static str, bool);

impl Model {
    pub fn new() -> Self {
        Self { tasks: vec![], notices: vec![], next_id: 1, ever: vec![], ended: vec![], seen: BTreeSet::new() }
    }

    /// Plays one operation on both, and compares all that can be seen.
    pub fn step(&mut self, player: &mut Player, op: &Op) -> Result<(), String> {
        let (call, args) = self.args(op);
        let saved = player.saved();
        let gives = player.call(call, &args);
        let expected = match self.play(call, &args) {
            Ok(value) => value,
            Err((reason, true)) => json!({ "applied": false, "reason": reason, "abortSession": true }),
            Err((reason, false)) => json!({ "applied": false, "reason": reason }),
        };
        same(&format!("{call}{args}"), &gives, &expected)?;
        self.seen.insert(format!("{call} {}", gives["reason"].as_str().unwrap_or("applied")));
        if gives["applied"] == json!(false) {
            same("the ledger after a refused call", &player.saved(), &saved)?;
        }
        self.compare(player)?;
        self.check_invariants(player)
    }

    /// The operation in terms of what exists.
    fn args(&self, op: &Op) -> (&'static str, Value) {
        let attempt = |back: &u8| match self.ever.iter().rev().nth((*back).into()) {
            Some(id) => id.clone(),
            None => "att_never".into(),
        };
        let by = |by: &By| match by {
            By::Attempt(back) => json!(attempt(back)),
            By::Session(n) => json!({ "sessionID": session(*n) }),
        };
        let id = |given: &Given| match given {
            Given::None => Value::Null,
            Given::Known(back) => json!(attempt(back)),
            Given::Fresh(n) => json!(format!("att_{n}")),
        };
        let error = |error: &Option<u8>| error.map(|n| format!("error {n}"));
        match op {
            Op::Start { task, at, model: m, id: given, described } => {
                let text = described.then(|| format!("about {m}"));
                let parent = described.then(|| format!("parent {m}"));
                let options = json!({ "at": at, "model": model(*m), "attemptID": id(given), "description": text, "parentTaskId": parent });
                ("startAttempt", json!([task_name(*task), options]))
            }
            Op::Bind { attempt: back, session: n, at, model: m } => {
                ("bindAttemptSession", json!([attempt(back), session(*n), { "at": at, "model": m.map(model) }]))
            }
            Op::SessionFailed { attempt: back, at, error: e } => {
                ("sessionFailed", json!([attempt(back), { "at": at, "error": error(e) }]))
            }
            Op::Retry { by: b, at, model: m, error: e, id: given } => (
                "scheduleRetry",
                json!([by(b), { "at": at, "nextModel": model(*m), "error": error(e), "attemptID": id(given) }]),
            ),
            Op::Finalize { by: b, status, at, error: e } => {
                let status = ["completed", "error", "cancelled", "interrupt"][usize::from(*status) % 4];
                ("finalizeAttempt", json!([by(b), status, { "at": at, "error": error(e) }]))
            }
            Op::Forget { task } => ("forgetTask", json!([task_name(*task)])),
            Op::TakeNotices => ("takeNotices", json!([])),
            Op::SnapshotRestore => ("snapshotRestore", json!([])),
        }
    }

    /// What the contract says of a call.
    fn play(&mut self, call: &str, args: &Value) -> Result<Value, Refusal> {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        match call {
            "startAttempt" => {
                let (id, options) = (text(&args[0]).unwrap(), &args[1]);
                let known = self.tasks.iter().position(|task| task.id == id);
                if known
                    .is_some_and(|t| matches!(&*self.tasks[t].attempts.last().unwrap().status, "pending" | "running"))
                {
                    return Err(("task_active", false));
                }
                let attempt = self.new_id(&options["attemptID"])?;
                let t = known.unwrap_or_else(|| {
                    self.tasks.push(Task { id, description: None, parent: None, last_at: f64::MIN, attempts: vec![] });
                    self.tasks.len() - 1
                });
                self.now(t, options);
                let task = &mut self.tasks[t];
                task.description = text(&options["description"]).or(task.description.take());
                task.parent = text(&options["parentTaskId"]).or(task.parent.take());
                self.pending(t, &attempt, &options["model"], "queued");
                Ok(applied(&attempt))
            }
            "bindAttemptSession" => {
                let new = text(&args[1]).unwrap();
                let owned = self.find(|attempt| attempt.session.as_ref() == Some(&new)).is_some();
                let refused = |reason| (reason, !owned);
                let (t, a) = self.active(&args[0]).map_err(|(reason, _)| refused(reason))?;
                let attempt = &self.tasks[t].attempts[a];
                if attempt.status == "running" {
                    let same = attempt.session.as_ref() == Some(&new);
                    return Err(refused(if same { "duplicate" } else { "already_bound" }));
                }
                if owned {
                    return Err(refused("session_in_use"));
                }
                let at = self.now(t, &args[2]);
                let attempt = &mut self.tasks[t].attempts[a];
                if !args[2]["model"].is_null() {
                    attempt.model = args[2]["model"].clone();
                }
                (attempt.status, attempt.session, attempt.started) = ("running".into(), Some(new), Some(at));
                (attempt.reason, attempt.error) = (None, None);
                let attempt = attempt.clone();
                if a > 0 {
                    self.notices.push(object(&[
                        ("kind", json!("retry_session_ready")),
                        ("taskId", json!(self.tasks[t].id)),
                        ("attemptID", json!(attempt.id)),
                        ("attemptNumber", json!(a + 1)),
                        ("sessionID", json!(attempt.session)),
                        ("model", known(&attempt.model)),
                        ("at", json!(at)),
                    ]));
                }
                Ok(applied(&attempt.id))
            }
            "sessionFailed" => {
                let (t, a) = self.active(&args[0])?;
                if self.tasks[t].attempts[a].status == "running" {
                    return Err(("already_bound", false));
                }
                self.now(t, &args[1]);
                let attempt = &mut self.tasks[t].attempts[a];
                attempt.reason = Some("session_failed".into());
                attempt.error = text(&args[1]["error"]).or(attempt.error.take());
                Ok(applied(&attempt.id))
            }
            "scheduleRetry" => {
                let (t, a) = self.active(&args[0])?;
                let new = self.new_id(&args[1]["attemptID"])?;
                let at = self.end(t, a, "error", &args[1]);
                let old = self.tasks[t].attempts[a].clone();
                self.notices.push(object(&[
                    ("kind", json!("retry_scheduled")),
                    ("taskId", json!(self.tasks[t].id)),
                    ("failedAttemptID", json!(old.id)),
                    ("failedSessionID", json!(old.session)),
                    ("failedModel", known(&old.model)),
                    ("failedError", json!(old.error)),
                    ("attemptID", json!(new)),
                    ("nextModel", known(&args[1]["nextModel"])),
                    ("at", json!(at)),
                ]));
                self.pending(t, &new, &args[1]["nextModel"], "retry_scheduled");
                Ok(applied(&new))
            }
            "finalizeAttempt" => {
                let (t, a) = self.active(&args[0])?;
                let at = self.end(t, a, args[1].as_str().unwrap(), &args[2]);
                let task = self.tasks[t].print();
                self.notices.push(json!({ "kind": "final_summary", "taskId": self.tasks[t].id, "status": args[1], "task": task, "at": at }));
                Ok(applied(&self.tasks[t].attempts[a].id))
            }
            "forgetTask" => {
                let before = self.tasks.len();
                self.tasks.retain(|task| json!(task.id) != args[0]);
                self.ended.retain(|(task, _)| json!(task) != args[0]);
                Ok(json!(self.tasks.len() < before))
            }
            "takeNotices" => Ok(Value::Array(std::mem::take(&mut self.notices))),
            _ => Ok(Value::Null),
        }
    }

    fn find(&self, is: impl Fn(&Attempt) -> bool) -> Option<(usize, usize)> {
        let all = self.tasks.iter().enumerate();
        all.flat_map(|(t, task)| task.attempts.iter().enumerate().map(move |(a, attempt)| (t, a, attempt)))
            .find(|(_, _, attempt)| is(attempt))
            .map(|(t, a, _)| (t, a))
    }

    fn active(&self, reference: &Value) -> Result<(usize, usize), Refusal> {
        let found = match reference["sessionID"].as_str() {
            Some(session) => self.find(|a| a.session.as_deref() == Some(session)).ok_or(("unknown_session", false))?,
            None => self.find(|a| json!(a.id) == *reference).ok_or(("unknown_attempt", false))?,
        };
        let attempts = &self.tasks[found.0].attempts;
        if found.1 + 1 < attempts.len() {
            return Err(("superseded", false));
        }
        match &*attempts[found.1].status {
            "pending" | "running" => Ok(found),
            _ => Err(("already_terminal", false)),
        }
    }

    fn new_id(&mut self, given: &Value) -> Result<String, Refusal> {
        if let Some(id) = given.as_str() {
            let taken = self.find(|attempt| attempt.id == id).is_some();
            return if taken { Err(("attempt_in_use", false)) } else { Ok(id.into()) };
        }
        loop {
            let id = format!("att_{}", self.next_id);
            self.next_id += 1;
            if self.find(|attempt| attempt.id == id).is_none() {
                return Ok(id);
            }
        }
    }

    fn now(&mut self, t: usize, options: &Value) -> f64 {
        let last = &mut self.tasks[t].last_at;
        *last = last.max(options["at"].as_f64().unwrap());
        *last
    }

    fn pending(&mut self, t: usize, id: &str, model: &Value, reason: &str) {
        self.ever.push(id.into());
        self.tasks[t].attempts.push(Attempt {
            id: id.into(),
            session: None,
            model: model.clone(),
            status: "pending".into(),
            reason: Some(reason.into()),
            error: None,
            started: None,
            completed: None,
        });
    }

    fn end(&mut self, t: usize, a: usize, status: &str, options: &Value) -> f64 {
        let at = self.now(t, options);
        let attempt = &mut self.tasks[t].attempts[a];
        (attempt.status, attempt.reason, attempt.completed) = (status.into(), None, Some(at));
        if let Some(error) = options["error"].as_str() {
            attempt.error = Some(error.into());
        }
        let printed = self.tasks[t].print()["attempts"][a].clone();
        self.ended.push((self.tasks[t].id.clone(), printed));
        at
    }

    fn compare(&self, player: &mut Player) -> Result<(), String> {
        let ids: Vec<&String> = self.tasks.iter().map(|task| &task.id).collect();
        same("taskIds", &player.call("taskIds", &json!([])), &json!(ids))?;
        for task in &self.tasks {
            same("the task", &player.task(&task.id), &task.print())?;
        }
        same("the notices that wait", &player.saved()["notices"], &json!(self.notices))?;
        for n in 0..SESSIONS {
            let expected = self.find(|attempt| attempt.session == Some(session(n))).map(|(t, a)| {
                let task = &self.tasks[t];
                let current = a + 1 == task.attempts.len();
                json!({ "taskId": task.id, "attemptID": task.attempts[a].id, "attemptNumber": a + 1, "isCurrent": current })
            });
            same("resolveSession", &player.call("resolveSession", &json!([session(n)])), &json!(expected))?;
        }
        Ok(())
    }

    /// What the contract says always holds, read off the ledger alone.
    fn check_invariants(&self, player: &Player) -> Result<(), String> {
        let mut sessions: Vec<Value> = vec![];
        let mut ids: Vec<Value> = vec![];
        let mut all: Vec<(String, Value)> = vec![];
        for task in &self.tasks {
            let shown = player.task(&task.id);
            let attempts = shown["attempts"].as_array().ok_or("no attempts")?;
            let last = attempts.last().ok_or("no attempts")?;
            let mut time = f64::MIN;
            for (a, attempt) in attempts.iter().enumerate() {
                let holds = |holds: bool, what: &str| if holds { Ok(()) } else { Err(format!("{what}: {attempt}")) };
                let pending = attempt["status"] == json!("pending");
                let active = pending || attempt["status"] == json!("running");
                holds(attempt["attemptNumber"] == json!(a + 1), "numbers have no gaps")?;
                holds(!active || attempt == last, "only the current attempt is active")?;
                holds(attempt["pendingReason"].is_string() == pending, "pendingReason is for pending attempts")?;
                holds(attempt["completedAt"].is_number() != active, "completedAt is for attempts that ended")?;
                holds(
                    attempt["startedAt"].is_number() == attempt["sessionID"].is_string(),
                    "startedAt comes with the session",
                )?;
                for at in [&attempt["startedAt"], &attempt["completedAt"]].into_iter().filter_map(Value::as_f64) {
                    holds(at >= time, "times do not run backwards")?;
                    time = at;
                }
                ids.push(attempt["attemptID"].clone());
                sessions.extend(attempt.get("sessionID").cloned());
                all.push((task.id.clone(), attempt.clone()));
            }
            for key in ["status", "sessionID", "error", "startedAt", "completedAt"] {
                same("what the task shows", &shown[key], &last[key])?;
            }
            same("currentAttemptID", &shown["currentAttemptID"], &last["attemptID"])?;
            for key in ["providerID", "modelID", "variant"] {
                same("the model that the task shows", &shown["model"][key], &last[key])?;
            }
        }
        if let Some(ended) = self.ended.iter().find(|ended| !all.contains(ended)) {
            return Err(format!("an attempt changed after its end; it was {ended:?}"));
        }
        let distinct = |values: &[Value]| values.iter().enumerate().all(|(i, value)| !values[..i].contains(value));
        if distinct(&ids) && distinct(&sessions) { Ok(()) } else { Err("an id is there twice".into()) }
    }
}

impl Task {
    fn print(&self) -> Value {
        let attempts: Vec<Value> = self
            .attempts
            .iter()
            .enumerate()
            .map(|(a, attempt)| {
                object(&[
                    ("attemptID", json!(attempt.id)),
                    ("attemptNumber", json!(a + 1)),
                    ("sessionID", json!(attempt.session)),
                    ("providerID", attempt.model["providerID"].clone()),
                    ("modelID", attempt.model["modelID"].clone()),
                    ("variant", attempt.model["variant"].clone()),
                    ("status", json!(attempt.status)),
                    ("pendingReason", json!(attempt.reason)),
                    ("error", json!(attempt.error)),
                    ("startedAt", json!(attempt.started)),
                    ("completedAt", json!(attempt.completed)),
                ])
            })
            .collect();
        let current = self.attempts.last().unwrap();
        object(&[
            ("taskId", json!(self.id)),
            ("description", json!(self.description)),
            ("parentTaskId", json!(self.parent)),
            ("status", json!(current.status)),
            ("sessionID", json!(current.session)),
            ("model", known(&current.model)),
            ("error", json!(current.error)),
            ("startedAt", json!(current.started)),
            ("completedAt", json!(current.completed)),
            ("currentAttemptID", json!(current.id)),
            ("attempts", json!(attempts)),
        ])
    }
}

fn applied(id: &str) -> Value {
    json!({ "applied": true, "attemptID": id })
}

/// An object without the members that are `null`.
fn object(members: &[(&str, Value)]) -> Value {
    let present = members.iter().filter(|(_, value)| !value.is_null());
    Value::Object(present.map(|(key, value)| ((*key).into(), value.clone())).collect::<Map<_, _>>())
}

/// The model, or `null` if nothing is known of it.
fn known(model: &Value) -> Value {
    if model.as_object().is_none_or(Map::is_empty) { Value::Null } else { model.clone() }
}

fn session(n: u8) -> String {
    format!("ses_{n}")
}

fn task_name(n: u8) -> String {
    format!("task {n}")
}

fn model(n: u8) -> Value {
    match n % 5 {
        0 => json!({}),
        1 => json!({ "providerID": "p", "modelID": "a", "variant": "high" }),
        2 => json!({ "providerID": "p", "modelID": "b" }),
        3 => json!({ "modelID": "c" }),
        _ => json!({ "providerID": "q" }),
    }
}

pub fn same(what: &str, found: &Value, expected: &Value) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("{what}\n   found {found}\nexpected {expected}")) }
}

//! The progress throttler, from section 3 of the contract.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;
#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

mod common;

use common::ms;
use common::names::{task_id, text};
use tasklight::id::Handle;
use tasklight::progress::{Batch, Limits, Stats, Throttler, UpdateKind};

/// A throttler that is told and tells in short: `s` status_change, `e` error, `r` tool_result, `c` tool_call.
struct Desk(Throttler);

const KINDS: [(char, &str); 4] = [('s', "status_change"), ('e', "error"), ('r', "tool_result"), ('c', "tool_call")];

impl Desk {
    fn new() -> Self {
        Self::with(Limits::default())
    }

    fn with(limits: Limits) -> Self {
        Self(Throttler::new(limits))
    }

    fn push(&mut self, task: &str, kinds: &str, now: f64) {
        for letter in kinds.chars() {
            let word = KINDS.iter().find(|(known, _)| *known == letter).unwrap().1;
            let seq = self.0.stats(Some(task_id(task))).pushed + 1;
            let pushed = self.0.push(task_id(task), UpdateKind::parse(word).unwrap(), ms(now), payload(seq));
            assert_eq!(pushed.seq, seq);
        }
    }

    fn flush(&mut self, now: f64) -> Vec<String> {
        self.0.flush(ms(now)).iter().map(short).collect()
    }

    fn drain(&mut self, task: Option<&str>) -> Vec<String> {
        self.0.drain(task.map(task_id)).iter().map(short).collect()
    }

    fn deadline(&self) -> Option<f64> {
        self.0.next_deadline().map(|at| at.get())
    }

    fn recent(&self, task: &str) -> Vec<u32> {
        self.0.recent(task_id(task)).iter().map(|update| update.seq).collect()
    }

    /// pushed, delivered, dropped, buffered, rejected
    fn stats(&self, task: Option<&str>) -> [u32; 5] {
        let Stats { pushed, delivered, dropped, buffered, rejected } = self.0.stats(task.map(task_id));
        assert_eq!(pushed, delivered + dropped + buffered);
        [pushed, delivered, dropped, buffered, rejected]
    }
}

/// Stands for the update with that number.
fn payload(seq: u32) -> Handle {
    Handle::new(1000 + seq).unwrap()
}

/// `a: s3 c1 -2`: of task a, status_change 3 and tool_call 1, with 2 dropped before.
fn short(batch: &Batch) -> String {
    let mut text = format!("{}:", text(batch.task_id.handle()));
    for update in &batch.updates {
        assert_eq!(update.payload, payload(update.seq), "a payload comes out with its own number");
        let letter = KINDS.iter().find(|(_, word)| *word == update.kind.as_str()).unwrap().0;
        text += &format!(" {letter}{}", update.seq);
    }
    if batch.dropped > 0 {
        text += &format!(" -{}", batch.dropped);
    }
    text
}

const NOTHING: [&str; 0] = [];

#[test]
fn throttling_lets_one_batch_a_window_through() {
    let mut desk = Desk::new();
    assert_eq!(desk.deadline(), None, "no timer while idle");
    assert_eq!(desk.flush(1e12), NOTHING);
    desk.push("a", "c", 1e12 + 1.0);
    assert_eq!(desk.deadline(), Some(1e12 + 501.0));
    desk.push("a", "r", 1e12 + 400.0);
    assert_eq!(desk.deadline(), Some(1e12 + 501.0), "the first update opens the window, the others do not move it");
    assert_eq!(desk.flush(1e12 + 500.9), NOTHING);
    assert_eq!(desk.flush(1e12 + 501.0), ["a: r2 c1"]);
    assert_eq!((desk.deadline(), desk.flush(1e12 + 9999.0)), (None, vec![]));
}

#[test]
fn batching_takes_five_by_priority_and_keeps_the_surplus() {
    // P01: call and result of three tools, then an error; two calls were lost upstream.
    let mut desk = Desk::new();
    desk.push("a", "crcrcre", 0.0);
    assert_eq!(desk.flush(500.0), ["a: e7 r2 r4 r6 c1"]);
    assert_eq!(desk.stats(Some("a")), [7, 5, 0, 2, 0]);
    assert_eq!(desk.deadline(), Some(1000.0), "what is left opens the next window at the flush");
    assert_eq!(desk.flush(999.0), NOTHING);
    assert_eq!(desk.flush(1000.0), ["a: c3 c5"]);
    assert_eq!(desk.recent("a"), [1, 2, 3, 4, 5, 6, 7], "shown in order of arrival");
}

#[test]
fn priority_is_status_error_result_call_and_then_arrival() {
    let mut desk = Desk::with(Limits { max_per_batch: 20, ..Limits::default() });
    desk.push("a", "crescres", 0.0);
    assert_eq!(desk.flush(500.0), ["a: s4 s8 e3 e7 r2 r6 c1 c5"]);
}

#[test]
fn concurrent_tasks_share_the_window_in_order_of_first_arrival() {
    let mut desk = Desk::new();
    desk.push("b", "c", 0.0);
    desk.push("a", "ccccccc", 499.0);
    desk.push("b", "c", 499.0);
    desk.push("c", "s", 499.9);
    assert_eq!(desk.flush(500.0), ["b: c1 c2", "a: c1 c2 c3 c4 c5", "c: s1"], "one batch for each, whatever came when");
    desk.push("b", "e", 600.0);
    assert_eq!(desk.flush(1000.0), ["a: c6 c7", "b: e3"], "what was left arrived first");
    assert_eq!(desk.stats(None), [11, 11, 0, 0, 0]);
}

#[test]
fn a_late_timer_gives_one_flush_and_the_next_window_starts_there() {
    let mut desk = Desk::new();
    desk.push("a", &"c".repeat(12), 0.0);
    // A hidden webview, or a laptop that slept for three days.
    let late = 3.0 * 86_400_000.0;
    assert_eq!(desk.flush(late), ["a: c1 c2 c3 c4 c5"]);
    assert_eq!(desk.flush(late), NOTHING);
    assert_eq!(desk.deadline(), Some(late + 500.0));
    assert_eq!(desk.flush(late + 700.0), ["a: c6 c7 c8 c9 c10"]);
    assert_eq!(desk.deadline(), Some(late + 1200.0));
    assert_eq!(desk.flush(late + 1200.0), ["a: c11 c12"]);
    assert_eq!(desk.deadline(), None);
}

#[test]
fn twenty_are_buffered_and_the_oldest_goes_but_never_the_newest_status() {
    let mut desk = Desk::new();
    desk.push("a", &"c".repeat(25), 0.0);
    assert_eq!(desk.stats(Some("a")), [25, 0, 5, 20, 0]);
    assert_eq!(desk.flush(500.0), ["a: c6 c7 c8 c9 c10 -5"]);
    assert_eq!(desk.flush(1000.0), ["a: c11 c12 c13 c14 c15"], "dropped since the previous batch: none");

    let mut desk = Desk::new();
    desk.push("a", "s", 0.0);
    desk.push("a", &"c".repeat(22), 0.0);
    assert_eq!(desk.flush(500.0), ["a: s1 c5 c6 c7 c8 -3"], "the oldest calls went, the status stayed");

    let mut desk = Desk::new();
    desk.push("a", "sccs", 0.0);
    desk.push("a", &"e".repeat(18), 0.0);
    assert_eq!(desk.flush(500.0), ["a: s4 e5 e6 e7 e8 -2"], "only the newest status is protected");
}

#[test]
fn a_buffer_of_one_keeps_the_status() {
    let mut desk = Desk::with(Limits { keep_last: 1, ..Limits::default() });
    desk.push("a", "cscce", 0.0);
    assert_eq!(desk.flush(500.0), ["a: s2 -4"]);
    desk.push("a", "ss", 500.0);
    assert_eq!((desk.flush(1000.0), desk.recent("a")), (vec!["a: s7 -1".to_owned()], vec![7]));
}

#[test]
fn a_clock_that_runs_backwards_is_clamped() {
    let mut desk = Desk::new();
    desk.push("a", "c", 1000.0);
    desk.push("a", "c", 10.0);
    assert_eq!(desk.deadline(), Some(1500.0));
    assert_eq!(desk.flush(20.0), NOTHING);
    assert_eq!(desk.flush(1500.0), ["a: c1 c2"]);
    desk.push("a", "c", -1e15);
    assert_eq!(desk.deadline(), Some(2000.0), "opened at the last time seen");
}

#[test]
fn drain_gives_everything_at_once() {
    let mut desk = Desk::new();
    desk.push("a", "cccccccsc", 0.0);
    desk.push("b", "r", 0.0);
    assert_eq!(desk.drain(Some("b")), ["b: r1"]);
    assert_eq!(desk.deadline(), Some(500.0), "a still waits");
    assert_eq!(desk.drain(None), ["a: s8 c1 c2 c3 c4", "a: c5 c6 c7 c9"], "V06: the end comes out inside the window");
    assert_eq!((desk.deadline(), desk.drain(None), desk.drain(Some("never"))), (None, vec![], vec![]));
    assert_eq!(desk.recent("a"), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    desk.push("a", "c", 900.0);
    assert_eq!(desk.deadline(), Some(1400.0));
}

#[test]
fn discard_leaves_no_late_batch() {
    // P03: unsubscribed at 100; nothing may come at 500.
    let mut desk = Desk::new();
    desk.push("a", "cs", 0.0);
    desk.push("b", "c", 100.0);
    desk.0.discard(task_id("a"));
    assert_eq!(desk.flush(500.0), ["b: c1"]);
    assert_eq!(desk.stats(Some("a")), [2, 0, 2, 0, 0]);
    desk.push("b", "c", 600.0);
    desk.0.discard(task_id("b"));
    assert_eq!((desk.deadline(), desk.recent("b")), (None, vec![]), "no timer is left, and nothing to show");
    desk.0.discard(task_id("never"));
    desk.push("b", "c", 700.0);
    assert_eq!(desk.flush(1200.0), ["b: c3 -1"], "numbers go on, and what was given up is told");
    assert_eq!(desk.stats(None), [5, 2, 3, 0, 0]);
}

#[test]
fn recent_keeps_the_last_twenty_delivered() {
    let mut desk = Desk::new();
    for n in 0..5 {
        desk.push("a", "ccccc", f64::from(n) * 500.0);
        desk.flush(f64::from(n) * 500.0 + 500.0);
    }
    assert_eq!(desk.recent("a"), (6..=25).collect::<Vec<_>>());
    // P12: one row leaves, one enters, and the others keep their numbers.
    desk.push("a", "c", 5000.0);
    assert_eq!(desk.recent("a"), (6..=25).collect::<Vec<_>>(), "buffered is not delivered");
    desk.drain(None);
    assert_eq!(desk.recent("a"), (7..=26).collect::<Vec<_>>());
    assert_eq!(desk.recent("b"), [0; 0]);
}

#[test]
fn rejected_updates_are_counted_beside_the_others() {
    let mut desk = Desk::new();
    desk.0.reject(task_id("a"));
    desk.push("a", "c", 0.0);
    desk.0.reject(task_id("a"));
    desk.0.reject(task_id("b"));
    assert_eq!(
        (desk.stats(Some("a")), desk.stats(Some("b")), desk.stats(None)),
        ([1, 0, 0, 1, 2], [0, 0, 0, 0, 1], [1, 0, 0, 1, 3])
    );
    assert_eq!(desk.flush(500.0), ["a: c1"], "they take no number, and make no batch");
    assert_eq!(desk.stats(Some("never")), [0; 5]);
}

#[test]
fn assistant_text_is_no_kind_of_update() {
    let words: Vec<&str> = UpdateKind::ALL.iter().map(|kind| kind.as_str()).collect();
    assert_eq!(words, ["status_change", "error", "tool_result", "tool_call"]);
    assert!(["assistant_text", "", "Error", "tool-call"].iter().all(|word| UpdateKind::parse(word).is_none()));
}

//! The data as a row of numbers: how it crosses to JavaScript, and how a view is saved.
//!
//! A handle is its number, and 0 where there is none; a time is its milliseconds, and NaN where there is none; a word
//! is its place in its enumeration, and NaN where there is none; a list is its length and its elements.

use crate::id::{AttemptId, Handle, SessionId, TaskId};
use crate::prelude::*;
use crate::time::Millis;

/// A value with a number on the wire.
pub trait Word: Copy {
    /// Its number.
    fn number(self) -> u8;
    /// The value of a number.
    fn of(number: u8) -> Option<Self>;
}

/// What can cross.
pub trait Wire: Sized {
    /// Puts it at the end.
    fn write(&self, out: &mut Writer);
    /// Takes it from the front. Whether there was one, [`Reader::is_sound`] tells at the end.
    fn read(from: &mut Reader<'_>) -> Self;
}

/// Numbers on their way out.
#[derive(Debug, Default)]
pub struct Writer(pub Vec<f64>);

impl Writer {
    /// Any number.
    #[inline(never)]
    pub fn number(&mut self, number: f64) {
        self.0.push(number);
    }

    /// A count, or a flag.
    pub fn count(&mut self, count: u32) {
        self.number(f64::from(count));
    }

    /// A handle, if there is one.
    pub fn handle(&mut self, handle: Option<Handle>) {
        self.count(handle.map_or(0, Handle::get));
    }

    /// A time, if there is one.
    pub fn time(&mut self, time: Option<Millis>) {
        self.number(time.map_or(f64::NAN, Millis::get));
    }

    /// A word, if there is one.
    pub fn word(&mut self, word: Option<impl Word>) {
        self.number(word.map_or(f64::NAN, |word| f64::from(word.number())));
    }

    /// A list of anything.
    pub fn list<T: Wire>(&mut self, list: &[T]) {
        self.count(list.len() as u32);
        list.iter().for_each(|element| element.write(self));
    }
}

/// What kind of value a handle stands for, as far as the caller has said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A text that can be an id.
    Id = 1,
    /// Another text.
    Text = 2,
    /// A progress update.
    Update = 3,
    /// The messages of a replay.
    Messages = 4,
}

/// Numbers on their way in. What is not what it must be makes all of it unsound.
#[derive(Debug)]
pub struct Reader<'a> {
    numbers: core::slice::Iter<'a, f64>,
    /// What the handles stand for, where that is not to be trusted.
    kinds: Option<&'a [u8]>,
    sound: bool,
}

impl<'a> Reader<'a> {
    /// Numbers from a caller that keeps the rules.
    pub fn new(numbers: &'a [f64]) -> Self {
        Self { numbers: numbers.iter(), kinds: None, sound: true }
    }

    /// Numbers that may be anything, and the kind of each handle.
    pub fn checked(numbers: &'a [f64], kinds: &'a [u8]) -> Self {
        Self { numbers: numbers.iter(), kinds: Some(kinds), sound: true }
    }

    /// Whether everything that was read was what it had to be.
    pub fn is_sound(&self) -> bool {
        self.sound
    }

    /// Whether it was, and nothing is left.
    pub fn is_done(&self) -> bool {
        self.sound && self.numbers.len() == 0
    }

    /// Notes that something is not what it must be, unless it is.
    pub fn check(&mut self, holds: bool) {
        self.sound &= holds;
    }

    /// Any number.
    #[inline(never)]
    pub fn number(&mut self) -> f64 {
        let next = self.numbers.next().copied();
        self.check(next.is_some());
        next.unwrap_or_default()
    }

    /// A whole number.
    #[inline(never)]
    pub fn count(&mut self) -> u32 {
        let number = self.number();
        let count = number as u32;
        self.check(f64::from(count) == number);
        count
    }

    /// A whole number, or none.
    #[inline(never)]
    pub fn some_count(&mut self) -> Option<u32> {
        let number = self.number();
        let count = number as u32;
        self.check(number.is_nan() || f64::from(count) == number);
        (!number.is_nan()).then_some(count)
    }

    /// 0 or 1.
    pub fn flag(&mut self) -> bool {
        let count = self.count();
        self.check(count <= 1);
        count == 1
    }

    /// A time, or none.
    #[inline(never)]
    pub fn time(&mut self) -> Option<Millis> {
        let number = self.number();
        self.check(!number.is_infinite());
        Millis::new(number)
    }

    /// A time that must be there.
    pub fn needed_time(&mut self) -> Millis {
        let time = self.time();
        self.check(time.is_some());
        time.unwrap_or_default()
    }

    /// A word, or none.
    pub fn word<T: Word>(&mut self) -> Option<T> {
        let number = self.some_count()?;
        let word = T::of(number.min(255) as u8);
        self.check(word.is_some());
        word
    }

    /// A word that must be there; `otherwise` stands in for it in what is unsound.
    pub fn needed_word<T: Word>(&mut self, otherwise: T) -> T {
        let word = self.word();
        self.check(word.is_some());
        word.unwrap_or(otherwise)
    }

    /// A handle of that kind, or none. An id is a text, too.
    #[inline(never)]
    pub fn handle(&mut self, kind: Kind) -> Option<Handle> {
        let handle = Handle::new(self.count());
        if let (Some(kinds), Some(handle)) = (self.kinds, handle) {
            let found = kinds.get(handle.get() as usize).copied();
            self.check(found == Some(kind as u8) || found == Some(Kind::Id as u8) && kind == Kind::Text);
        }
        handle
    }

    /// A handle that must be there.
    pub fn needed(&mut self, kind: Kind) -> Handle {
        let handle = self.handle(kind);
        self.check(handle.is_some());
        handle.unwrap_or(Handle::FIRST)
    }

    /// A task.
    pub fn task_id(&mut self) -> TaskId {
        TaskId::new(self.needed(Kind::Id))
    }

    /// An attempt.
    pub fn attempt_id(&mut self) -> AttemptId {
        AttemptId::new(self.needed(Kind::Id))
    }

    /// A session.
    pub fn session_id(&mut self) -> SessionId {
        SessionId::new(self.needed(Kind::Id))
    }

    /// A task, or none.
    pub fn some_task_id(&mut self) -> Option<TaskId> {
        self.handle(Kind::Id).map(TaskId::new)
    }

    /// A list of anything.
    pub fn list<T: Wire>(&mut self) -> Vec<T> {
        let length = self.count();
        let mut list = Vec::new();
        while self.sound && list.len() < length as usize {
            list.push(T::read(self));
        }
        list
    }
}

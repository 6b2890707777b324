//! Identities, and the handles that stand for them.
//!
//! The core never looks into an id, an error or a description: it compares and passes on. So whoever calls it keeps
//! the texts, and the core works on their numbers.

use crate::prelude::*;
use core::num::NonZeroU32;

/// Stands for a value that the caller keeps. **Equal texts must have equal handles**, and handles be given out
/// densely, from 1: for each of them there is room in every index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Handle(NonZeroU32);

impl Handle {
    /// The first that is given out.
    pub const FIRST: Self = Self(NonZeroU32::MIN);

    /// `None` for 0, which stands for no value.
    pub fn new(number: u32) -> Option<Self> {
        NonZeroU32::new(number).map(Self)
    }

    /// The number, from 1.
    pub fn get(self) -> u32 {
        self.0.get()
    }
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(Handle);

        impl $name {
            /// The id whose text the handle stands for.
            pub fn new(text: Handle) -> Self {
                Self(text)
            }

            /// What its text is kept under.
            pub fn handle(self) -> Handle {
                self.0
            }
        }
    };
}

id!(
    /// A background task, over all its attempts.
    TaskId
);
id!(
    /// One attempt of a task: its own for ever, whatever happens to the task.
    AttemptId
);
id!(
    /// The child session that carries out an attempt.
    SessionId
);

/// A number for each handle, where there is one.
#[derive(Debug, Clone, Default)]
pub(crate) struct Index(Vec<u32>);

const NOTHING: u32 = u32::MAX;

impl Index {
    pub(crate) fn get(&self, handle: Handle) -> Option<u32> {
        self.0.get(handle.get() as usize).copied().filter(|value| *value != NOTHING)
    }

    pub(crate) fn set(&mut self, handle: Handle, value: Option<u32>) {
        let at = handle.get() as usize;
        if at >= self.0.len() && value.is_some() {
            self.0.resize(at + 1, NOTHING);
        }
        if let Some(place) = self.0.get_mut(at) {
            *place = value.unwrap_or(NOTHING);
        }
    }
}

/// The id of a new attempt: `att_` and a version 4 UUID. The core has no randomness of its own.
pub fn random_attempt_id(random: [u8; 16]) -> String {
    let uuid = uuid::Builder::from_random_bytes(random).into_uuid();
    String::from("att_") + uuid.hyphenated().encode_lower(&mut [0; 36])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_has_what_was_set_last() {
        let handle = |n| Handle::new(n).unwrap();
        let mut index = Index::default();
        index.set(handle(3), Some(7));
        assert_eq!([1, 2, 3, 4].map(|n| index.get(handle(n))), [None, None, Some(7), None]);
        index.set(handle(9), None);
        index.set(handle(3), None);
        assert_eq!(index.get(handle(3)), None);
    }

    #[test]
    fn random_ids_are_version_4() {
        let id = random_attempt_id([0xff; 16]);
        assert_eq!(id, "att_ffffffff-ffff-4fff-bfff-ffffffffffff");
    }
}

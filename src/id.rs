//! Identities, and where new ones come from.

use std::borrow::Borrow;
use std::fmt;
use std::rc::Rc;

use serde::{Deserialize, Serialize};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(try_from = "String")]
        pub struct $name(Rc<str>);

        impl $name {
            /// `None` for an empty text: that identifies nothing.
            pub fn new(text: &str) -> Option<Self> {
                (!text.is_empty()).then(|| Self(text.into()))
            }

            /// The id as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl Borrow<str> for $name {
            fn borrow(&self) -> &str {
                &self.0
            }
        }

        impl TryFrom<String> for $name {
            type Error = &'static str;

            fn try_from(text: String) -> Result<Self, Self::Error> {
                Self::new(&text).ok_or("an id must not be empty")
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

/// Where the ids of new attempts come from, unless the caller gives one.
pub enum IdSource {
    /// `att_1`, `att_2` …: for tests and replays.
    Sequential,
    /// `att_` and a version 4 UUID, from 16 random bytes a call. The core has no randomness of its own.
    Random(Box<dyn FnMut() -> [u8; 16]>),
}

impl fmt::Debug for IdSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Sequential => "Sequential",
            Self::Random(_) => "Random",
        })
    }
}

impl IdSource {
    /// An id that is not in use. `next` counts the sequential ones.
    pub(crate) fn fresh(&mut self, next: &mut u64, in_use: impl Fn(&str) -> bool) -> AttemptId {
        // Both loops end: each round tries another id, and only finitely many are in use.
        match self {
            Self::Sequential => loop {
                let id = format!("att_{next}");
                *next = next.wrapping_add(1);
                if !in_use(&id) {
                    return AttemptId(id.into());
                }
            },
            Self::Random(random) => {
                let mut bits = u128::from_le_bytes(random());
                loop {
                    let uuid = uuid::Builder::from_random_bytes(bits.to_le_bytes()).into_uuid();
                    let id = String::from("att_") + uuid.hyphenated().encode_lower(&mut [0; 36]);
                    if !in_use(&id) {
                        return AttemptId(id.into());
                    }
                    // A source that repeats itself must neither hang us nor give an id twice.
                    bits = bits.wrapping_add(1);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn an_id_is_never_empty() {
        assert_eq!(TaskId::new(""), None);
        assert!(serde_json::from_str::<SessionId>("\"\"").is_err());
    }

    #[test]
    fn sequential_ids_pass_over_those_in_use() {
        let mut next = 1;
        let id = IdSource::Sequential.fresh(&mut next, |id| id == "att_1" || id == "att_2");
        assert_eq!((id.as_str(), next), ("att_3", 4));
    }

    #[test]
    fn random_ids_are_version_4_and_distinct_even_from_a_stuck_source() {
        let mut source = IdSource::Random(Box::new(|| [0xff; 16]));
        let mut known = HashSet::new();
        for _ in 0..3 {
            let id = source.fresh(&mut 1, |id| known.contains(id));
            let text = id.as_str().to_owned();
            assert_eq!(text.len(), "att_".len() + 36, "{text}");
            assert!(text.starts_with("att_") && text.get(18..19) == Some("4"), "{text}");
            assert!(known.insert(text));
        }
    }
}

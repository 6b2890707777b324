use crate::attempt::AttemptStatus;
use crate::wire::Word;
use crate::words::words;

words!(
    /// What a list shows of a task.
    TaskStatus {
        /// Waits for its turn or for a session.
        Pending = "pending",
        /// A session works on it.
        Running = "running",
        /// Waits for another task.
        Paused = "paused",
        /// Ended well.
        Completed = "completed",
        /// Ended in an error.
        Error = "error",
        /// Ended by the user.
        Cancelled = "cancelled",
        /// Ended from outside.
        Interrupt = "interrupt",
        /// Nobody who knows has said.
        Unknown = "unknown",
    }
);

impl TaskStatus {
    /// Whether the task may still do something, as far as anybody knows.
    pub fn is_active(self) -> bool {
        matches!(self, Self::Pending | Self::Running | Self::Paused)
    }

    /// Whether the task has ended.
    pub fn is_terminal(self) -> bool {
        matches!(self, Self::Completed | Self::Error | Self::Cancelled | Self::Interrupt)
    }
}

impl From<AttemptStatus> for TaskStatus {
    fn from(status: AttemptStatus) -> Self {
        match status {
            AttemptStatus::Pending => Self::Pending,
            AttemptStatus::Running => Self::Running,
            AttemptStatus::Completed => Self::Completed,
            AttemptStatus::Error => Self::Error,
            AttemptStatus::Cancelled => Self::Cancelled,
            AttemptStatus::Interrupt => Self::Interrupt,
        }
    }
}

/// A status as others say it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    /// As it is.
    Is(TaskStatus),
    /// `active`: true only if a live source knows the task. Histories keep it long after the end.
    Active,
}

impl Claim {
    /// What a word from outside says. No word, or an unknown one, says nothing.
    pub fn parse(word: Option<&str>) -> Self {
        Self::Is(match word.unwrap_or_default() {
            "active" => return Self::Active,
            "interrupted" => TaskStatus::Interrupt,
            "timed_out" | "failed" | "errored" => TaskStatus::Error,
            "delegated" => TaskStatus::Paused,
            word => TaskStatus::parse(word).unwrap_or(TaskStatus::Unknown),
        })
    }

    pub(super) fn status(self, is_live: bool) -> TaskStatus {
        match self {
            Self::Is(status) => status,
            Self::Active if is_live => TaskStatus::Running,
            Self::Active => TaskStatus::Unknown,
        }
    }
}

/// As its status is; `active` is the number after them.
impl Word for Claim {
    fn number(self) -> u8 {
        match self {
            Self::Is(status) => status.number(),
            Self::Active => TaskStatus::ALL.len() as u8,
        }
    }

    fn of(number: u8) -> Option<Self> {
        if usize::from(number) == TaskStatus::ALL.len() {
            return Some(Self::Active);
        }
        TaskStatus::of(number).map(Self::Is)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_from_outside() {
        for (word, live, otherwise) in [
            ("completed", "completed", "completed"),
            ("cancelled", "cancelled", "cancelled"),
            ("error", "error", "error"),
            ("pending", "pending", "pending"),
            ("running", "running", "running"),
            ("paused", "paused", "paused"),
            ("interrupt", "interrupt", "interrupt"),
            ("interrupted", "interrupt", "interrupt"),
            ("timed_out", "error", "error"),
            ("failed", "error", "error"),
            ("errored", "error", "error"),
            ("active", "running", "unknown"),
            ("delegated", "paused", "paused"),
            ("Completed", "unknown", "unknown"),
            ("", "unknown", "unknown"),
        ] {
            let claim = Claim::parse(Some(word));
            assert_eq!((claim.status(true).as_str(), claim.status(false).as_str()), (live, otherwise), "{word}");
            assert_eq!(Claim::of(claim.number()), Some(claim), "{word}");
        }
        assert_eq!(Claim::parse(None).status(true), TaskStatus::Unknown);
    }
}

//! An error in one readable line.
//!
//! What providers, gateways and runtimes call an error may be JSON inside JSON, an HTML page, a traceback, or
//! 10 MB of anything, and it is not to be trusted. Every step takes time linear in the text's length, and
//! none recurses.

use crate::prelude::*;

mod clean;
mod columns;
mod cut;
mod dig;
mod html;
mod json;
mod redact;

pub(crate) use clean::one_line;
pub(crate) use redact::redact;

/// What is said of an error that says nothing.
pub const UNKNOWN_ERROR: &str = "Unknown error";

/// How an error is shown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ErrorLineOptions {
    /// Display columns at most, `…` included.
    pub max_width: f64,
    /// Whether keys and tokens are left out.
    pub redact: bool,
}

impl Default for ErrorLineOptions {
    /// 160 columns, redacted.
    fn default() -> Self {
        Self { max_width: 160.0, redact: true }
    }
}

/// Beyond the width, how many characters are looked at for secrets that begin within it.
const REDACTED_AHEAD: f64 = 4096.0;

/// What a person needs to know of an error, in one line: contract, section 4.
///
/// `None` if the text has nothing visible; [`UNKNOWN_ERROR`] if it says nothing.
pub fn error_line(error: &str, options: ErrorLineOptions) -> Option<String> {
    let line = dig::message(&clean::clean(error))?;
    let looked_at = (options.max_width + REDACTED_AHEAD) as usize;
    let end = line.char_indices().nth(looked_at).map(|(end, _)| end);
    let start = end.and_then(|end| line.get(..end)).unwrap_or(&line);
    let shown = if options.redact { redact(start) } else { start.to_owned() };
    let shown = if end.is_some() { shown + "…" } else { shown };
    Some(cut::cut(&shown, options.max_width))
}

//! An error in one readable line.
//!
//! What providers, gateways and runtimes call an error may be JSON inside JSON, an HTML page, a traceback, or
//! 10 MB of anything, and it is not to be trusted. Every step takes time linear in the text's length, and
//! none recurses.

mod clean;
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

/// What a person needs to know of an error, in one line: contract, section 4.
///
/// `None` if the text has nothing visible; [`UNKNOWN_ERROR`] if it says nothing.
pub fn error_line(error: &str, options: ErrorLineOptions) -> Option<String> {
    let line = dig::message(&clean::clean(error))?;
    let line = if options.redact { redact(&line) } else { line };
    Some(cut::cut(&line, options.max_width))
}

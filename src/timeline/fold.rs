//! Runs of attempts that ended alike.

use super::row::{model_label, shown_error};
use super::scan::{find, replace, trim_end};
use super::texts::Texts;
use crate::attempt::{Attempt, ModelRef};
use crate::prelude::*;

/// One attempt, or several that are told in one line.
pub(super) enum Run<'a> {
    Single(&'a Attempt),
    Folded {
        attempts: &'a [Attempt],
        /// What they have in common.
        error: Option<String>,
    },
}

/// Splits attempts into runs of the same status and the same error. Errors are the same if they differ only in
/// the name of the attempt's own model.
pub(super) fn runs<'a>(attempts: &'a [Attempt], texts: &Texts<'_>, error_max_width: f64) -> Vec<Run<'a>> {
    let outcomes: Vec<Outcome<'_>> =
        attempts.iter().map(|attempt| Outcome::of(attempt, texts, error_max_width)).collect();
    let mut runs = Vec::new();
    let mut rest = attempts;
    for same in outcomes.chunk_by(Outcome::equals) {
        let (run, after) = rest.split_at_checked(same.len()).unwrap_or((rest, &[]));
        rest = after;
        match run {
            [single] => runs.push(Run::Single(single)),
            attempts => {
                let error = same.first().and_then(|outcome| {
                    let identical = same.iter().all(|other| other.error == outcome.error);
                    if identical { outcome.error.clone() } else { outcome.common.clone() }
                });
                runs.push(Run::Folded { attempts, error });
            }
        }
    }
    runs
}

struct Outcome<'a> {
    attempt: &'a Attempt,
    error: Option<String>,
    /// The error without the name of the model.
    common: Option<String>,
}

impl<'a> Outcome<'a> {
    fn of(attempt: &'a Attempt, texts: &Texts<'_>, error_max_width: f64) -> Self {
        let error = shown_error(attempt, texts, error_max_width);
        let common = error.as_deref().map(|error| without_model(error, &attempt.model, texts));
        Self { attempt, error, common }
    }

    fn equals(&self, other: &Self) -> bool {
        self.attempt.status == other.attempt.status && self.common == other.common
    }
}

/// The error with `…` in place of the model's name, and without a name that ends it.
fn without_model(error: &str, model: &ModelRef, texts: &Texts<'_>) -> String {
    let plain = ModelRef { variant: None, ..*model };
    let names = [model_label(model, texts, ""), model_label(&plain, texts, ""), texts.some(model.model_id).to_owned()];
    let Some(name) = names.iter().find(|name| !name.is_empty() && find(error, name, 0).is_some()) else {
        return error.to_owned();
    };
    let punctuation = |byte| b" :.,'\"`()".contains(&byte);
    let head = trim_end(error, punctuation).strip_suffix(trim_end(name, punctuation));
    let head = head.map(|head| trim_end(head, punctuation)).filter(|head| !head.is_empty());
    replace(head.unwrap_or(error), name, "…")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::Handle;

    #[test]
    fn errors_are_compared_without_the_name_of_the_model() {
        let texts = Texts::new(vec!["p", "m-1", "high"]);
        let model = ModelRef { provider_id: Handle::new(1), model_id: Handle::new(2), variant: Handle::new(3) };
        for (error, expected) in [
            ("Model not found: p/m-1 (high).", "Model not found"),
            ("Model not found: p/m-1.", "Model not found"),
            ("Model not found: m-1", "Model not found"),
            ("The model `m-1` does not exist", "The model `…` does not exist"),
            ("m-1", "…"),
            ("Too Many Requests", "Too Many Requests"),
        ] {
            assert_eq!(without_model(error, &model, &texts), expected);
        }
    }
}

use super::labels::{Label, Labels};
use super::scan::decimal;
use crate::prelude::*;

/// `<1s`, `42s`, `3m 5s`, `2h 3m`, `1d 4h`: the two largest units. Negative counts as none.
pub fn format_duration(ms: f64) -> String {
    duration(ms, &Labels::default())
}

pub(super) fn duration(ms: f64, labels: &Labels<'_>) -> String {
    // Saturates: no number of milliseconds is too large.
    let seconds = (ms / 1000.0) as u64;
    let mut out = String::new();
    let mut part = |number: u64, unit| {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(&decimal(number));
        out.push_str(labels.get(unit));
    };
    match seconds {
        0 => return ["<1", labels.get(Label::Seconds)].concat(),
        1..60 => part(seconds, Label::Seconds),
        60..3_600 => {
            part(seconds / 60, Label::Minutes);
            part(seconds % 60, Label::Seconds);
        }
        3_600..86_400 => {
            part(seconds / 3_600, Label::Hours);
            part(seconds / 60 % 60, Label::Minutes);
        }
        _ => {
            part(seconds / 86_400, Label::Days);
            part(seconds / 3_600 % 24, Label::Hours);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_the_two_largest_units() {
        for (ms, expected) in [
            (f64::NEG_INFINITY, "<1s"),
            (-5_000.0, "<1s"),
            (0.0, "<1s"),
            (999.9, "<1s"),
            (1_000.0, "1s"),
            (42_000.0, "42s"),
            (59_999.0, "59s"),
            (60_000.0, "1m 0s"),
            (63_000.0, "1m 3s"),
            (185_000.0, "3m 5s"),
            (3_599_999.0, "59m 59s"),
            (7_380_000.0, "2h 3m"),
            (86_399_999.0, "23h 59m"),
            (100_800_000.0, "1d 4h"),
            (1e300, "213503982334601d 7h"),
        ] {
            assert_eq!(format_duration(ms), expected, "{ms}");
        }
    }
}

use super::labels::{Label, Labels};

/// `<1s`, `42s`, `3m 5s`, `2h 3m`, `1d 4h`: the two largest units. Negative counts as none.
pub fn format_duration(ms: f64) -> String {
    duration(ms, &Labels::default())
}

pub(super) fn duration(ms: f64, labels: &Labels) -> String {
    let (second, minute, hour, day) =
        (labels.get(Label::Seconds), labels.get(Label::Minutes), labels.get(Label::Hours), labels.get(Label::Days));
    // Saturates: no number of milliseconds is too large.
    let seconds = (ms / 1000.0) as u64;
    let two = |large: u64, large_unit: &str, small: u64, small_unit: &str| {
        [&large.to_string(), large_unit, " ", &small.to_string(), small_unit].concat()
    };
    match seconds {
        0 => ["<1", second].concat(),
        1..60 => [&seconds.to_string(), second].concat(),
        60..3_600 => two(seconds / 60, minute, seconds % 60, second),
        3_600..86_400 => two(seconds / 3_600, hour, seconds / 60 % 60, minute),
        _ => two(seconds / 86_400, day, seconds / 3_600 % 24, hour),
    }
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

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// Cuts a line at `max_width` display columns, on a grapheme boundary. What is cut ends in `…`, one column.
pub(super) fn cut(line: &str, max_width: f64) -> String {
    let mut width = 0;
    let mut fits = 0; // bytes of what fits beside the ellipsis
    for (start, grapheme) in line.grapheme_indices(true) {
        let wider = width + grapheme.width();
        if wider as f64 > max_width {
            let kept = line.get(..fits).unwrap_or_default().trim_end();
            return String::from(kept) + "…";
        }
        width = wider;
        if (width + 1) as f64 <= max_width {
            fits = start + grapheme.len();
        }
    }
    line.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_at_columns_and_between_graphemes() {
        for (line, max_width, expected) in [
            ("", 5.0, ""),
            ("hello", 5.0, "hello"),
            ("hello!", 5.0, "hell…"),
            ("hello", 1.0, "…"),
            ("hello", f64::INFINITY, "hello"),
            ("four words are here", 11.0, "four words…"),
            ("速度制限", 8.0, "速度制限"),
            ("速度制限", 7.0, "速度制…"),
            ("速度制限", 6.0, "速度…"),
            ("e\u{301}e\u{301}e\u{301}", 2.0, "e\u{301}…"),
            ("👍🏽👍🏽👍🏽", 5.0, "👍🏽👍🏽…"),
            ("🇩🇪🇫🇷", 3.0, "🇩🇪…"),
            ("❤️❤️", 3.0, "❤️…"),
        ] {
            assert_eq!(cut(line, max_width), expected, "{line} at {max_width}");
        }
    }
}

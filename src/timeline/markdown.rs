use crate::prelude::*;

/// Escapes what Markdown (CommonMark and the extensions of GitHub: tables, strikethrough, autolinks) would read
/// as markup in the middle of a line. A `_` between letters or digits of ASCII is none.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut before = ' ';
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let next = chars.peek().copied().unwrap_or(' ');
        let markup = match c {
            '\\' | '`' | '*' | '[' | ']' | '<' | '>' | '|' | '~' | '&' | '$' => true,
            '_' => !(before.is_ascii_alphanumeric() && next.is_ascii_alphanumeric()),
            // Links without markup: https://, mailto:, www., and addresses.
            ':' => next != ' ' && before.is_ascii_alphanumeric(),
            '.' => matches!(before, 'w' | 'W') && next.is_ascii_alphanumeric(),
            '@' => true,
            _ => false,
        };
        if markup {
            out.push('\\');
        }
        out.push(c);
        before = c;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_markup_and_leaves_the_rest() {
        for (text, expected) in [
            ("ses_aaa openai/gpt-5.4-mini — (high) #1", "ses_aaa openai/gpt-5.4-mini — (high) #1"),
            ("_a_ *b* `c` ~~d~~", r"\_a\_ \*b\* \`c\` \~\~d\~\~"),
            ("![x](y) <b> &lt; a|b $x$", r"!\[x\](y) \<b\> \&lt; a\|b \$x\$"),
            (r"C:\temp", r"C\:\\temp"),
            ("https://x.y www.x.y a@b.c Error: x 10:20", r"https\://x.y www\.x.y a\@b.c Error: x 10\:20"),
        ] {
            assert_eq!(escape(text), expected);
        }
    }
}

//! Leaves out keys, tokens and passwords. What stays is their beginning, where that is public, and `…`.

use crate::prelude::*;

/// A kind of token that its beginning gives away.
struct Known {
    prefix: &'static str,
    /// How long the rest is at least.
    min: usize,
    /// Whether the rest must look random, because the beginning is also a common one.
    random: bool,
}

const fn known(prefix: &'static str, min: usize, random: bool) -> Known {
    Known { prefix, min, random }
}

const KNOWN: [Known; 26] = [
    known("sk-", 8, true),
    known("sk_live_", 8, false),
    known("sk_test_", 8, false),
    known("pk_live_", 8, false),
    known("rk_live_", 8, false),
    known("ghp_", 16, false),
    known("gho_", 16, false),
    known("ghu_", 16, false),
    known("ghs_", 16, false),
    known("ghr_", 16, false),
    known("github_pat_", 16, false),
    known("glpat-", 12, false),
    known("xoxb-", 8, false),
    known("xoxp-", 8, false),
    known("xoxa-", 8, false),
    known("xoxr-", 8, false),
    known("xoxs-", 8, false),
    known("xapp-", 8, true),
    known("AKIA", 16, true),
    known("ASIA", 16, true),
    known("AIza", 20, true),
    known("hf_", 16, true),
    known("gsk_", 16, true),
    known("npm_", 16, true),
    known("pypi-", 16, true),
    known("xai-", 16, true),
];

/// Names that a secret is the value of. What stands before them (`access_`, `x-`) does not matter.
const NAMES: [&str; 16] = [
    "api_key",
    "api-key",
    "apikey",
    "api key",
    "access_key",
    "private_key",
    "token",
    "secret",
    "password",
    "passwd",
    "pwd",
    "authorization",
    "signature",
    "sig",
    "key",
    "credential",
];

const SCHEMES: [&str; 3] = ["bearer ", "basic ", "token "];

/// The text without its secrets.
pub(crate) fn redact(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut before = None;
    while let Some(c) = rest.chars().next() {
        let starts_word = !before.is_some_and(char::is_alphanumeric);
        let secret = if c == ':' {
            user_info(rest)
        } else if starts_word && c.is_ascii_alphanumeric() || c == '-' {
            token(rest)
                .or_else(|| jwt(rest))
                .or_else(|| scheme(rest))
                .or_else(|| named(rest, before))
                .or_else(|| pem(rest))
        } else {
            None
        };
        // What is kept of the secret, and what follows it. Otherwise on to the next character.
        let (kept, after) = match secret {
            Some(Secret { keep, len }) => {
                let kept = rest.get(..keep).unwrap_or_default();
                (kept, rest.get(len..).unwrap_or_default())
            }
            None => rest.split_at_checked(c.len_utf8()).unwrap_or_default(),
        };
        out.push_str(kept);
        if secret.is_some() {
            out.push('…');
        }
        before = if secret.is_some() { Some('…') } else { Some(c) };
        rest = after;
    }
    out
}

/// A secret at the start of a text: `len` bytes, of which the first `keep` may be shown.
#[derive(Clone, Copy)]
struct Secret {
    keep: usize,
    len: usize,
}

fn run(text: &str, accept: impl Fn(char) -> bool) -> &str {
    text.get(..text.find(|c| !accept(c)).unwrap_or(text.len())).unwrap_or_default()
}

/// As much of a text as is looked at before it is known to be a secret: else a text that looks like secrets
/// all over would take quadratic time.
fn head(text: &str) -> &str {
    text.char_indices().nth(128).and_then(|(end, _)| text.get(..end)).unwrap_or(text)
}

fn is_token_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '*')
}

/// Words and names have no digits and no letters of both cases in their middle; keys do.
fn looks_random(text: &str) -> bool {
    let has = |test: fn(&u8) -> bool| text.as_bytes().iter().any(test);
    text.len() >= 8
        && (has(u8::is_ascii_digit) || text.contains('*') || has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase))
}

fn token(text: &str) -> Option<Secret> {
    KNOWN.iter().find_map(|Known { prefix, min, random }| {
        let body = text.strip_prefix(prefix)?;
        let start = run(head(body), is_token_char);
        let keep = prefix.len();
        let is_secret = start.len() >= *min && (!random || looks_random(start));
        is_secret.then(|| Secret { keep, len: keep + run(body, is_token_char).len() })
    })
}

/// A JSON Web Token: base64 of `{"`, and a dot.
fn jwt(text: &str) -> Option<Secret> {
    let body = text.strip_prefix("eyJ")?;
    let start = run(head(body), is_token_char);
    if start.len() < 8 || !body.get(start.len()..)?.starts_with('.') {
        return None;
    }
    let body = run(body, |c| c == '.' || is_token_char(c)).trim_end_matches('.');
    (body.len() > start.len()).then_some(Secret { keep: 3, len: 3 + body.len() })
}

fn strip_ignoring_case<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let (start, rest) = text.split_at_checked(prefix.len())?;
    start.eq_ignore_ascii_case(prefix).then_some(rest)
}

/// `Bearer …`
fn scheme(text: &str) -> Option<Secret> {
    SCHEMES.iter().find_map(|name| {
        let body = run(strip_ignoring_case(text, name)?, |c| is_token_char(c) || "._~+/=".contains(c));
        let body = body.trim_end_matches('.');
        looks_random(body).then_some(Secret { keep: name.len(), len: name.len() + body.len() })
    })
}

/// `password=…`, `"token": "…"`, `?key=…`
fn named(text: &str, before: Option<char>) -> Option<Secret> {
    let (name, rest) = NAMES.iter().find_map(|name| Some((*name, strip_ignoring_case(text, name)?)))?;
    if name == "key" && !matches!(before, Some('?' | '&' | '_' | '-')) {
        return None;
    }
    let rest = rest.trim_start_matches(['"', '\'']).trim_start();
    let assigned = rest.starts_with('=');
    let rest = rest.strip_prefix(['=', ':'])?.trim_start();
    let bare = rest.trim_start_matches(['"', '\'', '\\']);
    let quoted = bare.len() < rest.len();
    let is_value_char = |c: char| !c.is_whitespace() && !"\"'\\&,;)}]<>…".contains(c);
    if !assigned && !quoted && !looks_random(run(head(bare), is_value_char)) {
        return None;
    }
    let value = run(bare, is_value_char);
    let value = if quoted { value } else { value.trim_end_matches(['.', ':', '!', '?']) };
    let keep = text.len() - bare.len();
    // A value that was cut before ends in an ellipsis of its own.
    let cut = bare.get(value.len()..).is_some_and(|after| after.starts_with('…'));
    (!value.is_empty()).then_some(Secret { keep, len: keep + value.len() + if cut { '…'.len_utf8() } else { 0 } })
}

/// `://user:password@`
fn user_info(text: &str) -> Option<Secret> {
    let authority = run(text.strip_prefix("://")?, |c| !c.is_whitespace() && !"/?#\"'<>\\".contains(c));
    let user_info = authority.rsplit_once('@')?.0;
    (!user_info.is_empty()).then_some(Secret { keep: 3, len: 3 + user_info.len() })
}

/// A private key in PEM form, whole or cut off.
fn pem(text: &str) -> Option<Secret> {
    let start = text.strip_prefix("-----BEGIN ")?;
    let label = run(start, |c| c.is_ascii_uppercase() || c == ' ');
    let is_key = label.ends_with("PRIVATE KEY") && start.get(label.len()..)?.starts_with("-----");
    is_key.then(|| {
        let end = text.find("-----END ").and_then(|end| {
            let last = text.get(end + "-----END ".len()..)?.find("-----")?;
            Some(end + "-----END ".len() + last + "-----".len())
        });
        Secret { keep: "-----BEGIN ".len() + label.len(), len: end.unwrap_or(text.len()) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_go() {
        for (text, expected) in [
            ("key sk-proj-abcdEFGH1234567890. Check", "key sk-…. Check"),
            ("sk-ant-api03-AbC_d-9xyz, sk-or-v1-0123456789", "sk-…, sk-…"),
            ("provided: sk-proj-********1234", "provided: sk-…"),
            ("(ghp_abcdefghijklmnopqrstuvwxyz0123456789)", "(ghp_…)"),
            ("github_pat_11ABCDEFG0123456789_abc", "github_pat_…"),
            ("id AKIAIOSFODNN7EXAMPLE.", "id AKIA…."),
            ("key AIzaSyA1234567890abcdefghijklmnopqrstu", "key AIza…"),
            ("?key=AIzaSyA1234567890abcdefgh&alt=json", "?key=…&alt=json"),
            ("password=hunter2… and so on", "password=… and so on"),
            ("Authorization: Bearer abcDEF123.456-x_~+/==", "Authorization: Bearer …"),
            ("authorization: basic dXNlcjpwYXNzd29yZA==", "authorization: basic …"),
            ("jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-DEF_1.", "jwt eyJ…."),
            (r#"{"api_key":"hunter2","password": 'x'}"#, r#"{"api_key":"…","password": '…'}"#),
            ("access_token=abc&refresh_token=def", "access_token=…&refresh_token=…"),
            ("X-Api-Key: 0123456789abcdef", "X-Api-Key: …"),
            ("https://user:pa55@host/path and https://token@host", "https://…@host/path and https://…@host"),
            ("https://h/p?X-Amz-Signature=0a1b2c", "https://h/p?X-Amz-Signature=…"),
            (
                "-----BEGIN RSA PRIVATE KEY----- MIIabc -----END RSA PRIVATE KEY----- end",
                "-----BEGIN RSA PRIVATE KEY… end",
            ),
            ("-----BEGIN PRIVATE KEY----- cut off", "-----BEGIN PRIVATE KEY…"),
            ("ключ sk-abcdEFGH1234 ✓", "ключ sk-… ✓"),
        ] {
            assert_eq!(redact(text), expected);
            assert_eq!(redact(expected), expected, "what is redacted stays as it is");
        }
    }

    #[test]
    fn words_stay() {
        for text in [
            "task-runner risk-averse sk-learn-contrib",
            "Bearer token is missing",
            "token: expired, password: required, API key: missing",
            "invalid_api_key",
            "max_tokens 4096 of 8192 tokens",
            "sort key=name",
            "https://example.com/a@b and a@b.example",
            "request req_011CSHoEeqs5C35K2UUqR7Fy",
            "AKIA and eyJ and ghp_",
            "-----BEGIN CERTIFICATE-----",
        ] {
            assert_eq!(redact(text), text);
        }
    }
}

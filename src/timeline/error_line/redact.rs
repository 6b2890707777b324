//! Leaves out keys, tokens and passwords. What stays is their beginning, where that is public, and `…`.

use super::super::scan::{self, is_space, run, split, strip_ignoring_case, trim_end, trim_start};
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
        let starts_word = !before.is_some_and(|before: char| before.is_ascii_alphanumeric());
        let secret = if c == ':' {
            user_info(rest)
        } else if starts_word && c.is_ascii_alphanumeric() || c == '-' {
            let finders = [token, jwt, scheme, pem];
            finders.iter().find_map(|find| find(rest)).or_else(|| named(rest, before))
        } else {
            None
        };
        // What is kept of the secret, and what follows it. Otherwise on to the next character.
        let Secret { keep, len } = secret.unwrap_or(Secret { keep: c.len_utf8(), len: c.len_utf8() });
        out.push_str(split(rest, keep, 0).0);
        rest = split(rest, len, 0).1;
        before = Some(c);
        if secret.is_some() {
            out.push('…');
            before = None;
        }
    }
    out
}

/// A secret at the start of a text: `len` bytes, of which the first `keep` may be shown.
#[derive(Clone, Copy)]
struct Secret {
    keep: usize,
    len: usize,
}

/// As much of a text as is looked at before it is known to be a secret: else a text that looks like secrets
/// all over would take quadratic time.
fn head(text: &str, meant: fn(u8) -> bool) -> &str {
    let end = text.bytes().take(MAX_LOOKED_AT).position(|byte| !meant(byte)).unwrap_or(MAX_LOOKED_AT.min(text.len()));
    text.get(..end).unwrap_or_default()
}

const MAX_LOOKED_AT: usize = 128;

fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_-*".contains(&byte)
}

/// Words and names have no digits and no letters of both cases in their middle; keys do.
fn looks_random(text: &str) -> bool {
    let has = |test: fn(u8) -> bool| text.bytes().any(test);
    text.len() >= 8
        && (has(|b| b.is_ascii_digit() || b == b'*')
            || has(|b| b.is_ascii_uppercase()) && has(|b| b.is_ascii_lowercase()))
}

fn token(text: &str) -> Option<Secret> {
    KNOWN.iter().find_map(|Known { prefix, min, random }| {
        let body = text.strip_prefix(prefix)?;
        let start = head(body, is_token);
        let keep = prefix.len();
        let is_secret = start.len() >= *min && (!random || looks_random(start));
        is_secret.then(|| Secret { keep, len: keep + run(body, is_token).len() })
    })
}

/// A JSON Web Token: base64 of `{"`, and a dot.
fn jwt(text: &str) -> Option<Secret> {
    let body = text.strip_prefix("eyJ")?;
    let start = head(body, is_token);
    if start.len() < 8 || !split(body, start.len(), 0).1.starts_with('.') {
        return None;
    }
    let body = trim_end(run(body, |byte| byte == b'.' || is_token(byte)), |byte| byte == b'.');
    (body.len() > start.len()).then_some(Secret { keep: 3, len: 3 + body.len() })
}

/// `Bearer …`
fn scheme(text: &str) -> Option<Secret> {
    SCHEMES.iter().find_map(|name| {
        let body = run(strip_ignoring_case(text, name)?, |byte| is_token(byte) || b"._~+/=".contains(&byte));
        let body = trim_end(body, |byte| byte == b'.');
        looks_random(body).then_some(Secret { keep: name.len(), len: name.len() + body.len() })
    })
}

/// `password=…`, `"token": "…"`, `?key=…`
fn named(text: &str, before: Option<char>) -> Option<Secret> {
    let (name, rest) = NAMES.iter().find_map(|name| Some((*name, strip_ignoring_case(text, name)?)))?;
    if name == "key" && !matches!(before, Some('?' | '&' | '_' | '-')) {
        return None;
    }
    let is_quote = |byte| byte == b'"' || byte == b'\'';
    let rest = trim_start(trim_start(rest, is_quote), is_space);
    let assigned = rest.starts_with('=');
    let rest = trim_start(rest.strip_prefix(['=', ':'])?, is_space);
    let bare = trim_start(rest, |byte| b"\"'\\".contains(&byte));
    let quoted = bare.len() < rest.len();
    let is_value = |byte| !b" \n\"'\\&,;)}]<>".contains(&byte);
    if !assigned && !quoted && !looks_random(head(bare, is_value)) {
        return None;
    }
    let value = run(bare, is_value);
    // A value that was cut before ends in an ellipsis of its own.
    let value = scan::find(value, "…", 0).map_or(value, |cut| split(value, cut + '…'.len_utf8(), 0).0);
    let value = if quoted { value } else { trim_end(value, |byte| b".:!?".contains(&byte)) };
    let keep = text.len() - bare.len();
    (!value.is_empty()).then_some(Secret { keep, len: keep + value.len() })
}

/// `://user:password@`
fn user_info(text: &str) -> Option<Secret> {
    let authority = run(text.strip_prefix("://")?, |byte| !b" \n/?#\"'<>\\".contains(&byte));
    let at = scan::rfind(authority, "@").filter(|at| *at > 0)?;
    Some(Secret { keep: 3, len: 3 + at })
}

/// A private key in PEM form, whole or cut off.
fn pem(text: &str) -> Option<Secret> {
    const BEGIN: &str = "-----BEGIN ";
    const END: &str = "-----END ";
    let start = text.strip_prefix(BEGIN)?;
    let label = run(start, |byte| byte.is_ascii_uppercase() || byte == b' ');
    let is_key = label.ends_with("PRIVATE KEY") && split(start, label.len(), 0).1.starts_with("-----");
    let end = || Some(scan::find(text, "-----", scan::find(text, END, 0)? + END.len())? + 5);
    is_key.then(|| Secret { keep: BEGIN.len() + label.len(), len: end().unwrap_or(text.len()) })
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

//! `errorLine`, from section 4 of the contract: real errors, rules, and texts that mean harm.
#![allow(clippy::string_slice, clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;
#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

mod common;

use common::Rng;
use serde_json::Value;
use tasklight::timeline::{ErrorLineOptions, error_line};
use unicode_width::UnicodeWidthStr;

fn line(error: &str) -> Option<String> {
    error_line(error, ErrorLineOptions::default())
}

fn at_width(error: &str, max_width: f64) -> Option<String> {
    error_line(error, ErrorLineOptions { max_width, ..ErrorLineOptions::default() })
}

fn expect(cases: &[(&str, Option<&str>)]) {
    for (error, expected) in cases {
        assert_eq!(line(error).as_deref(), *expected, "{error:?}");
    }
}

#[test]
fn real_errors_say_what_a_person_needs_to_know() {
    let cases: Vec<Value> = serde_json::from_str(include_str!("fixtures/errors.json")).unwrap();
    for case in cases {
        let expected = case["line"].as_str();
        let found = line(case["error"].as_str().unwrap());
        assert_eq!(found.as_deref(), expected, "{}", case["id"]);
        if let Some(found) = found {
            assert_eq!(line(&found).as_deref(), expected, "{}: a line stays as it is", case["id"]);
        }
    }
}

#[test]
fn the_message_is_dug_out_of_json() {
    expect(&[
        (r#"{"message":"plain"}"#, Some("plain")),
        (r#"{"error":{"error":{"error":{"message":"nested"}}}}"#, Some("nested")),
        (r#"[{"error":{"code":404,"message":"in an array"}}]"#, Some("404: in an array")),
        (r#"{"errors":[{"message":"first"},{"message":"second"}]}"#, Some("first")),
        (r#"{"error":"as a text"}"#, Some("as a text")),
        (r#"{"message":"{\"error\":{\"message\":\"{\\\"message\\\":\\\"three deep\\\"}\"}}"}"#, Some("three deep")),
        (r#"Provider said: {"message":"after a word"}"#, Some("Provider said: after a word")),
        (r#"{"status":503,"error":{"message":"with a status"}}"#, Some("503: with a status")),
        (r#"{"message":"Ünïcödé \u00e9 \ud83d\ude00"}"#, Some("Ünïcödé é 😀")),
        (r#"{"message":"one\ntwo\r\n\tthree"}"#, Some("one two three")),
        // Broken or cut off: what can be read is read, and nothing is lost.
        (r#"{"error":{"message":"cut off in the mid"#, Some("cut off in the mid")),
        (r#"{"error":{"message":"closed wrongly"]]"#, Some("closed wrongly")),
        // What is no error object stays as it is.
        ("expected } but found ]", Some("expected } but found ]")),
        ("set {a, b} [c]", Some("set {a, b} [c]")),
    ]);
}

#[test]
fn the_message_is_dug_out_of_pages_and_tracebacks() {
    expect(&[
        ("<!DOCTYPE html><html><head><title>\n502 Bad\nGateway </title></head></html>", Some("502 Bad Gateway")),
        ("<html><head><TITLE>A &amp; B &lt;c&gt;</TITLE>", Some("A & B <c>")),
        (r#"{"message":"<html><title>504 Gateway Time-out</title></html>"}"#, Some("504 Gateway Time-out")),
        ("a < b and c > d", Some("a < b and c > d")),
        ("Traceback (most recent call last):\n  File \"x.py\", line 1\nKeyError: 'model'", Some("KeyError: 'model'")),
        (
            "Traceback (most recent call last):\n  File \"a\"\nOSError: first\n\nDuring handling of the above exception, \
             another exception occurred:\n\nTraceback (most recent call last):\n  File \"b\"\nRuntimeError: last\n",
            Some("RuntimeError: last"),
        ),
    ]);
}

#[test]
fn what_says_nothing_is_an_unknown_error_and_what_is_empty_is_none() {
    for nothing in [
        "[object Object]",
        "{}",
        "undefined",
        "null",
        "[]",
        "Error",
        "Error:",
        r#"{"error":{}}"#,
        r#"{"error":null}"#,
        "\"\"",
    ] {
        assert_eq!(line(nothing).as_deref(), Some("Unknown error"), "{nothing}");
    }
    for empty in ["", " ", "\n\n", "\u{200b}\u{feff}", "\u{1b}[0m", "\u{0}\u{7f}", "\u{2028}\u{a0}\u{3000}"] {
        assert_eq!(line(empty), None, "{empty:?}");
    }
}

#[test]
fn secrets_are_redacted_unless_the_caller_wants_them() {
    let secrets = [
        "sk-proj-abcdEFGH1234567890",
        "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
        "AKIAIOSFODNN7EXAMPLE",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl",
        "AIzaSyA1234567890abcdefghijklmnopqrstu",
    ];
    for secret in secrets {
        for text in [
            format!("Invalid key {secret}, see settings"),
            format!(r#"{{"error":{{"message":"bad key '{secret}'"}}}}"#),
            format!("401 Authorization: Bearer {secret}"),
            format!("https://example.com/v1?key={secret}&x=1"),
            format!("\u{1b}[31m{secret}\u{1b}[0m"),
        ] {
            let shown = line(&text).unwrap();
            let body = &secret[secret.len() - 10..];
            assert!(!shown.contains(body) && shown.contains('…'), "{text} gives {shown}");
            let kept = error_line(&text, ErrorLineOptions { redact: false, ..ErrorLineOptions::default() }).unwrap();
            assert!(kept.contains(secret), "{text} gives {kept}");
        }
    }
    expect(&[("Set a token limit; the key is missing.", Some("Set a token limit; the key is missing."))]);
    // Cutting comes after redacting: no width shows the start of a secret.
    let text = format!("Incorrect API key provided: {}", secrets[0]);
    for width in 1..60 {
        assert!(!at_width(&text, f64::from(width)).unwrap().contains("proj"), "at {width}");
    }
}

#[test]
fn lines_are_cut_at_columns_on_a_grapheme_boundary() {
    for (error, width, expected) in [
        ("exactly 10", 10.0, "exactly 10"),
        ("more than 10", 10.0, "more than…"),
        ("速度制限エラー", 8.0, "速度制…"),
        ("速度制限", 8.0, "速度制限"),
        ("e\u{301}e\u{301}e\u{301}e\u{301}", 3.0, "e\u{301}e\u{301}…"),
        ("ab🇩🇪🇫🇷🇪🇸", 6.0, "ab🇩🇪…"),
        ("👍🏽👍🏽👍🏽", 5.0, "👍🏽👍🏽…"),
        ("x", 1.0, "x"),
        ("xy", 1.0, "…"),
        ("速", 1.0, "…"),
    ] {
        assert_eq!(at_width(error, width).as_deref(), Some(expected), "{error} at {width}");
    }
    let long = line(&"x".repeat(1000)).unwrap();
    assert_eq!((long.width(), long.ends_with('…')), (160, true), "160 unless said otherwise");
}

/// Characters that must not be in a line.
fn is_forbidden(c: char) -> bool {
    c.is_control()
        || c.is_whitespace() && c != ' '
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0001}' | '\u{e0020}'..='\u{e007f}')
}

/// What holds of every line, whatever the error was.
fn check_line(error: &str, width: f64) -> Result<Option<String>, String> {
    let shown = || error.chars().take(300).collect::<String>();
    let Some(line) = at_width(error, width) else {
        let visible = error.chars().any(|c| c.is_alphanumeric());
        let escapes = error.contains(['\u{1b}', '\u{9b}', '\u{90}', '\u{98}', '\u{9d}', '\u{9e}', '\u{9f}']);
        return if visible && !escapes { Err(format!("{:?} gives nothing", shown())) } else { Ok(None) };
    };
    let fail = |what: &str| Err(format!("{:?} at {width} gives {line:?}: {what}", shown()));
    if line.trim().is_empty() || line.trim() != line {
        return fail("empty, or white space at an end");
    }
    if line.chars().any(is_forbidden) || line.contains("  ") {
        return fail("a character that must not be there");
    }
    if line.width() as f64 > width {
        return fail("too wide");
    }
    Ok(Some(line))
}

#[test]
fn no_character_of_unicode_gets_through_that_must_not() {
    for c in ('\0'..=char::MAX).filter(|c| is_forbidden(*c)) {
        let line = check_line(&format!("one {c}two{c} three{c}{c}\\"), 160.0).unwrap().unwrap();
        let starts_sequence = matches!(c, '\u{1b}' | '\u{90}' | '\u{98}' | '\u{9b}' | '\u{9d}'..='\u{9f}');
        assert!(starts_sequence || line.contains("three"), "{c:?} hides what follows: {line}");
        // Escaped in JSON, and as a character reference in a page.
        let units: String = c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")).collect();
        check_line(&format!("{{\"message\":\"one {units}two\"}}"), 160.0).unwrap().unwrap();
        check_line(&format!("<html><title>one &#{};two &#x{0:x};</title>", c as u32), 160.0).unwrap().unwrap();
    }
}

#[test]
fn depth_does_not_matter() {
    for depth in [1, 1000, 100_000] {
        for (open, close, inner) in [
            ("{\"error\":", "}", r#"{"message":"deep inside"}"#),
            ("[", "]", r#"{"message":"deep inside"}"#),
            ("[{\"errors\":", "}]", r#"{"message":"deep inside"}"#),
        ] {
            let whole = open.repeat(depth) + inner + &close.repeat(depth);
            assert_eq!(line(&whole).as_deref(), Some("deep inside"), "{open} {depth} deep");
            let broken = open.repeat(depth) + inner;
            assert_eq!(line(&broken).as_deref(), Some("deep inside"), "{open} {depth} deep, never closed");
            check_line(&open.repeat(depth), 160.0).unwrap();
            check_line(&close.repeat(depth), 160.0).unwrap();
        }
    }
    // JSON in a text in JSON in a text …: each level doubles the escapes, so it cannot be deep and whole.
    let mut text = String::from("innermost");
    for _ in 0..12 {
        text = serde_json::json!({ "message": text }).to_string();
    }
    check_line(&text, 160.0).unwrap().unwrap();
}

/// Pieces of what programs print, and of what could confuse a reader of it.
const PIECES: [&str; 62] = [
    "{\"a\":[",
    "sk-",
    "bearer ",
    "<html",
    "\u{1b}]",
    "eyJ.",
    "token:",
    "&amp;",
    "Error: ",
    "Traceback (most recent call last)\n",
    "://",
    "\\u",
    "-----BEGIN PRIVATE KEY-----",
    "{",
    "}",
    "[",
    "]",
    "\"",
    "'",
    "\\",
    "\\\"",
    ":",
    ",",
    " ",
    "\n",
    "\r\n",
    "<",
    ">",
    "<title>",
    "</title>",
    "<script>",
    "</script>",
    "<!doctype html",
    "{\"message\":\"",
    "{\"error\":{\"code\":429,",
    "\u{1b}[31m",
    "\u{1b}",
    "\u{9b}",
    "\u{9d}",
    "\u{7}",
    "\u{90}",
    "token=\"",
    "password=",
    "key=\"'\\",
    "eyJabcdefgh.",
    "sk-a1b2c3d4",
    "ghp_aaaaaaaaaaaaaaaa",
    "https://a:b@",
    "-----BEGIN ",
    "-----END ",
    "\\ud83d",
    "\\u0000",
    "&#0;",
    "&#x1b;",
    "    at f (x:1)\n",
    "速",
    "e\u{301}",
    "🇩",
    "👨\u{200d}👩",
    "\u{202e}",
    "\u{301}",
    "ᄀ",
];

#[test]
fn a_megabyte_of_anything_gives_one_line() {
    for piece in PIECES {
        let text = piece.repeat(1_000_000 / piece.len());
        check_line(&text, 160.0).unwrap();
    }
    for (start, end) in
        [("{\"message\":\"", "\"}"), ("<html><title>", "</title>"), ("token=", ""), ("\u{1b}]", "\u{7}"), (" ", "{}")]
    {
        for filler in ["a", " ", "\\", "{", "\"", "<", "-", "."] {
            check_line(&(start.to_owned() + &filler.repeat(1_000_000) + end), 160.0).unwrap();
        }
    }
}

#[test]
fn any_text_gives_nothing_or_one_clean_line() {
    for seed in 0..3000 {
        let mut rng = Rng::new(seed);
        let mut text = String::new();
        for _ in 0..rng.below(24) {
            match rng.below(10) {
                0..6 => text += *rng.pick(&PIECES[..]),
                6..8 => text += rng.pick::<&str>(&["model not found", "429", "a", "Zz9", "ошибка", "限"]),
                _ => text.extend(char::from_u32(rng.below(0x11_0000) as u32)),
            }
        }
        let width = 1.0 + rng.below(200) as f64;
        let line = check_line(&text, width).unwrap_or_else(|problem| panic!("seed {seed}: {problem}"));
        if let Some(line) = line {
            let again = check_line(&line, width).unwrap_or_else(|problem| panic!("seed {seed}, again: {problem}"));
            assert!(again.is_some(), "seed {seed}: {line:?} is not empty");
        }
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod shrinking {
    use super::{PIECES, check_line};
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn any_text_at_all_gives_nothing_or_one_clean_line(
            parts in proptest::collection::vec(prop_oneof![
                2 => proptest::sample::select(&PIECES[..]).prop_map(str::to_owned),
                1 => any::<String>(),
            ], 0..12),
            width in 1..200u8,
        ) {
            check_line(&parts.concat(), f64::from(width)).map_err(TestCaseError::fail)?;
        }
    }
}

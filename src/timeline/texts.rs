use crate::id::Handle;
use crate::prelude::*;

/// The texts that handles stand for.
#[derive(Debug, Clone, Default)]
pub struct Texts<'a>(Vec<&'a str>);

impl<'a> Texts<'a> {
    /// The first text is that of handle 1.
    pub fn new(texts: Vec<&'a str>) -> Self {
        Self(texts)
    }

    /// Texts that follow each other, and the length of each in UTF-16 units.
    pub fn split(mut all: &'a str, lengths: &[f64]) -> Self {
        let mut texts = Vec::with_capacity(lengths.len());
        for length in lengths {
            let mut left = *length;
            let end = all.char_indices().find(|(_, c)| {
                let ended = left <= 0.0;
                left -= c.len_utf16() as f64;
                ended
            });
            let (text, rest) = end.and_then(|(end, _)| all.split_at_checked(end)).unwrap_or((all, ""));
            texts.push(text);
            all = rest;
        }
        Self(texts)
    }

    /// The text of a handle; none for one that is not here.
    pub fn get(&self, handle: Handle) -> &'a str {
        self.0.get(handle.get() as usize - 1).copied().unwrap_or_default()
    }

    /// The text, if there is one.
    pub fn some(&self, handle: Option<Handle>) -> &'a str {
        handle.map_or("", |handle| self.get(handle))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_follow_each_other() {
        let texts = Texts::split("a😀é\u{fffd}", &[3.0, 0.0, 2.0]);
        let get = |n| texts.some(Handle::new(n));
        assert_eq!([get(0), get(1), get(2), get(3), get(4)], ["", "a😀", "", "é\u{fffd}", ""]);
    }
}

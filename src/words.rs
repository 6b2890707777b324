//! Enumerations whose values are words of the contract.

/// Declares an enum, its words, and its numbers on the [wire](crate::wire). Documents itself by its use.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum $name { $($(#[$vdoc])* $variant,)+ }

        impl $name {
            /// Every value, in the order of its declaration.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The word that the contract uses for it.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }

            /// The value of a word of the contract.
            pub fn parse(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.as_str() == word)
            }
        }

        impl $crate::wire::Word for $name {
            fn number(self) -> u8 {
                self as u8
            }

            fn of(number: u8) -> Option<Self> {
                Self::ALL.get(usize::from(number)).copied()
            }
        }
    };
}
pub(crate) use words;

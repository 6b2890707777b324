//! Enumerations whose values are words of the contract.

/// Declares an enum, its words both ways, and its serde form. Documents itself by its use.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Deserialize)]
        #[serde(try_from = "String")]
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

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl TryFrom<String> for $name {
            type Error = &'static str;

            fn try_from(word: String) -> Result<Self, &'static str> {
                Self::parse(&word).ok_or(concat!("unknown ", stringify!($name)))
            }
        }
    };
}
pub(crate) use words;

//! Enums with named variants, and parsing of values from text, with the errors for invalid text.

use serde::de::{self, Deserialize, Deserializer, SeqAccess, Unexpected, Visitor};
use std::fmt::{self, Display};
use std::str::FromStr;

/// Error for text that is not a valid value; the message names the expected kind of value and
/// suggests a valid one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a valid {kind}; give {remedy}")]
pub struct Invalid {
    pub(crate) text: String,
    pub(crate) kind: &'static str,
    pub(crate) remedy: &'static str,
}

/// Error for a name that no variant of an enum has; the message lists the valid names.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown {kind} `{name}`; there are {}", names.join(", "))]
pub struct UnknownName {
    kind: &'static str,
    name: String,
    names: &'static [&'static str],
}

impl UnknownName {
    /// Creates the error for a `name` that is not one of `names`; `kind` is the noun in the
    /// message.
    #[must_use]
    pub fn new(kind: &'static str, name: &str, names: &'static [&'static str]) -> Self {
        Self { kind, name: name.to_owned(), names }
    }
}

/// Defines an enum whose variants have names, from its kind (the noun for error messages), its
/// variants and their names. Generates `ALL` and `NAMES` in declaration order, `name`, `Display`,
/// `FromStr` (with the error [`UnknownName`]), and the serde traits, which serialize a value as its
/// name.
#[macro_export]
macro_rules! named_enum {
    (
        $(#[$attribute:meta])*
        $vis:vis enum $Enum:ident: $kind:literal {
            $($(#[$doc:meta])* $Variant:ident = $name:literal,)+
        }
    ) => {
        $(#[$attribute])*
        $vis enum $Enum {
            $($(#[$doc])* $Variant,)+
        }

        impl $Enum {
            /// All variants, in the order in which results list them.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$Variant),+];

            /// The names of all variants, in the order of `ALL`.
            pub const NAMES: [&'static str; Self::ALL.len()] = [$($name),+];

            /// Returns the name of the variant, as used in commands and in CSV.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$Variant => $name,)+
                }
            }
        }

        impl std::fmt::Display for $Enum {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl std::str::FromStr for $Enum {
            type Err = $crate::name::UnknownName;

            fn from_str(name: &str) -> Result<Self, Self::Err> {
                let found = Self::ALL.into_iter().find(|it| it.name() == name);
                found.ok_or_else(|| $crate::name::UnknownName::new($kind, name, &Self::NAMES))
            }
        }

        impl serde::Serialize for $Enum {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        $crate::read_as_written!($Enum);
    };
}

pub(crate) use named_enum;

/// Deserialized text: a string, a number as text, or, if `OR_SEVERAL`, a list of these joined by
/// commas.
struct Written<const OR_SEVERAL: bool>(String);

impl<'de, const OR_SEVERAL: bool> Deserialize<'de> for Written<OR_SEVERAL> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TextOrNumber::<OR_SEVERAL>).map(Self)
    }
}

struct TextOrNumber<const OR_SEVERAL: bool>;

impl<'de, const OR_SEVERAL: bool> Visitor<'de> for TextOrNumber<OR_SEVERAL> {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if OR_SEVERAL {
            "a text, a number, or a list of them"
        } else {
            "a text or a number"
        })
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<String, E> {
        Ok(text.to_owned())
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<String, E> {
        Ok(number.to_string())
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<String, E> {
        Ok(number.to_string())
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<String, E> {
        Ok(format!("{number:?}"))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<String, A::Error> {
        if !OR_SEVERAL {
            return Err(de::Error::invalid_type(Unexpected::Seq, &self));
        }
        let mut texts = Vec::new();
        while let Some(Written::<false>(text)) = list.next_element()? {
            texts.push(text);
        }
        Ok(texts.join(","))
    }
}

/// Deserializes a value through its `FromStr`, from a string, a number, or a list, whose items are
/// joined by commas.
///
/// # Errors
///
/// Returns an error if the input is none of these, or if `FromStr` rejects it.
pub fn written<'de, D: Deserializer<'de>, T: FromStr<Err: Display>>(
    deserializer: D,
) -> Result<T, D::Error> {
    let Written::<true>(text) = Written::deserialize(deserializer)?;
    text.parse().map_err(de::Error::custom)
}

/// Deserializes several values, each through its `FromStr`, from a list or a comma-separated
/// string.
///
/// # Errors
///
/// Returns an error if the input is neither a list nor a string or number, if it is empty, or if
/// any value is not valid.
pub fn written_list<'de, D: Deserializer<'de>, T: FromStr<Err: Display>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    let Written::<true>(text) = Written::deserialize(deserializer)?;
    if text.is_empty() {
        return Err(de::Error::custom("the list is empty; give one at least, or leave it out"));
    }
    text.split(',').map(str::parse).collect::<Result<_, _>>().map_err(de::Error::custom)
}

/// Implements `Deserialize` for types through their `FromStr`.
#[macro_export]
macro_rules! read_as_written {
    ($($Type:ty),+ $(,)?) => {$(
        impl<'de> serde::Deserialize<'de> for $Type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::name::written(deserializer)
            }
        }
    )+};
}

pub(crate) use read_as_written;

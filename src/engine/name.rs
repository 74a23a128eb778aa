//! Enums whose variants have names, and the errors of text that names no value.

/// Text that is not a valid value of its kind.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a valid {kind}; give {remedy}")]
pub struct Invalid {
    pub(crate) text: String,
    pub(crate) kind: &'static str,
    pub(crate) remedy: &'static str,
}

/// A name that nothing of its kind has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown {kind} `{name}`; there are {}", names.join(", "))]
pub struct UnknownName {
    kind: &'static str,
    name: String,
    names: &'static [&'static str],
}

impl UnknownName {
    /// The error that a name is not one of some names.
    #[must_use]
    pub fn new(kind: &'static str, name: &str, names: &'static [&'static str]) -> Self {
        Self { kind, name: name.to_owned(), names }
    }
}

/// Defines an enum from its kind (as in messages), its variants and their names; with `ALL` and
/// `NAMES` in their order, `name`, `Display`, `FromStr` with the error [`UnknownName`], and serde's
/// traits, by which a value is its name.
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
            /// All of them, in the order in which results list them.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$Variant),+];

            /// The names of all values, in the order of `ALL`.
            pub const NAMES: [&'static str; Self::ALL.len()] = [$($name),+];

            /// The name, as in commands and in CSV.
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

        impl<'de> serde::Deserialize<'de> for $Enum {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let name = <String as serde::Deserialize>::deserialize(deserializer)?;
                name.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}

pub(crate) use named_enum;

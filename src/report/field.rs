//! The description of a column: said once, where the field of its row type is.
//!
//! The header of a CSV, the limits of what is read, the columns that may be empty or missing, the
//! keys of a table, its generic form for people, the data dictionary and the types in Python follow
//! from it.

use crate::card::{Deck, MAX_FEATURES};

/// The kind of a column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FieldKind {
    /// The features of a deck.
    Features,
    /// A number of cards of the deck.
    Cards,
    /// A number of sets, or another value of a hand: at most all sets of the deck.
    Sets,
    /// The number of features in which the cards of a set differ.
    Differing,
    /// A count, of up to 128 bits.
    Count,
    /// A whole number up to a limit, such as that of a class.
    Whole(u128),
    /// A whole number of any length.
    Digits,
    /// A proportion, from 0 to 1.
    Probability,
    /// A number between two others.
    Number(f64, f64),
    /// One of some names.
    Name(&'static [&'static str]),
    /// `true` or `false`.
    Logical,
    /// Anything else.
    Text,
}

/// The role of a column in its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Together with the other keys it tells rows apart.
    Key,
    /// A key, and the rows that agree in all other keys are the parts of one whole.
    Part,
    /// Anything else.
    Value,
}

/// The description of a column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Field {
    /// The name: that of the field, and of the column in a CSV.
    pub name: &'static str,
    /// The content of the column, in a sentence.
    pub about: &'static str,
    /// The kind of the column's cells.
    pub kind: FieldKind,
    /// The role of the column in its table.
    pub role: Role,
    /// Columns with a higher rank go first where space is short.
    pub rank: usize,
    /// Whether a cell may be empty.
    pub is_optional: bool,
    /// The cell of the rows of files that lack the column, as those of earlier versions do; `None`
    /// if no file may lack it.
    pub absent: Option<&'static str>,
    /// Whether it holds exact counts, which JSON has as text.
    pub is_exact: bool,
}

/// The features of the deck, a key of nearly every table.
pub const FEATURES: Field = Field::of(FieldKind::Features).key();
/// A number of cards.
pub const CARDS: Field = Field::of(FieldKind::Cards);
/// A number of sets.
pub const SETS: Field = Field::of(FieldKind::Sets);
/// The number of features in which the cards of a set differ.
pub const DIFFERING: Field = Field::of(FieldKind::Differing);
/// A count of hands, games or whatever else.
pub const COUNT: Field = Field::of(FieldKind::Count);
/// A count of all hands, caps or classes.
pub const EXACT: Field = Field { is_exact: true, ..COUNT };
/// A whole number of up to 64 bits.
pub const NUMBER: Field = Field::of(FieldKind::Whole(u64::MAX as u128));
/// A whole number of any length.
pub const DIGITS: Field = Field::of(FieldKind::Digits).ranked(3);
/// A probability.
pub const PROBABILITY: Field = Field::of(FieldKind::Probability);
/// A confidence limit of a probability.
pub const LIMIT: Field = PROBABILITY.ranked(2).optional();
/// A difference between games or a mean of them, far below and above all that there are.
pub const DIFFERENCE: Field = Field::of(FieldKind::Number(-1e6, 1e6));
/// A confidence limit of a difference or a mean.
pub const DIFFERENCE_LIMIT: Field = DIFFERENCE.ranked(2).optional();
/// A time or a rate: far above all that are measured, far below where floating-point numbers end.
pub const MEASURED: Field = Field::of(FieldKind::Number(0.0, 1e18));
/// A moment: above all of them, the 14,762 sets of the largest deck to the power of 16.
pub const MOMENT: Field = Field::of(FieldKind::Number(-1e70, 1e70));
/// A truth value.
pub const LOGICAL: Field = Field::of(FieldKind::Logical);
/// A text.
pub const TEXT: Field = Field::of(FieldKind::Text);
/// The rules of games, as `Display` writes them.
pub const RULES: Field = TEXT.key().absent("standard");
/// The cards that a deck is without.
pub const WITHOUT: Field = TEXT.key().later();

impl Field {
    /// A column without a name.
    const fn of(kind: FieldKind) -> Self {
        Self {
            name: "",
            about: "",
            kind,
            role: Role::Value,
            rank: 0,
            is_optional: false,
            absent: None,
            is_exact: false,
        }
    }

    /// A column of names.
    pub(super) const fn names(names: &'static [&'static str]) -> Self {
        Self::of(FieldKind::Name(names))
    }

    /// A whole number up to a limit.
    pub(super) const fn up_to(most: usize) -> Self {
        Self::of(FieldKind::Whole(most as u128))
    }

    pub(super) const fn key(self) -> Self {
        Self { role: Role::Key, ..self }
    }

    pub(super) const fn part(self) -> Self {
        Self { role: Role::Part, ..self }
    }

    pub(super) const fn ranked(self, rank: usize) -> Self {
        Self { rank, ..self }
    }

    /// Allows empty cells.
    pub(super) const fn optional(self) -> Self {
        Self { is_optional: true, ..self }
    }

    /// Allows empty cells, and files of earlier versions without the column, whose rows have such.
    pub(super) const fn later(self) -> Self {
        self.optional().absent("")
    }

    /// Allows files without the column, whose rows have this cell.
    const fn absent(self, cell: &'static str) -> Self {
        Self { absent: Some(cell), ..self }
    }

    /// The description with the name of the field and what it holds.
    pub(super) const fn at(self, name: &'static str, about: &'static str) -> Self {
        Self { name, about, ..self }
    }

    /// The title of the column in a table for people.
    #[must_use]
    pub fn title(&self) -> String {
        self.name.replace('_', " ")
    }

    /// Whether the column tells rows apart.
    pub(super) const fn is_key(&self) -> bool {
        matches!(self.role, Role::Key | Role::Part)
    }

    /// Whether its cells stand at the right, as numbers do.
    pub(super) const fn is_number(&self) -> bool {
        !matches!(self.kind, FieldKind::Name(_) | FieldKind::Logical | FieldKind::Text)
    }
}

/// The type of the cells of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellType {
    /// Whole numbers of any length.
    Whole,
    /// Floating-point numbers.
    Real,
    /// `true` or `false`.
    Logical,
    /// Texts.
    Text,
}

impl From<FieldKind> for CellType {
    fn from(kind: FieldKind) -> Self {
        match kind {
            FieldKind::Probability | FieldKind::Number(..) => Self::Real,
            FieldKind::Logical => Self::Logical,
            FieldKind::Name(_) | FieldKind::Text => Self::Text,
            FieldKind::Features
            | FieldKind::Cards
            | FieldKind::Sets
            | FieldKind::Differing
            | FieldKind::Count
            | FieldKind::Whole(_)
            | FieldKind::Digits => Self::Whole,
        }
    }
}

impl FieldKind {
    /// The expected content in place of a wrong text; `None` if the text is right.
    pub(super) fn instead(self, text: &str, deck: Deck) -> Option<String> {
        // One spelling of each number, as rows are compared by their texts.
        let whole = |least: u128, most: u128| {
            text.parse().is_ok_and(|number: u128| {
                (least..=most).contains(&number) && number.to_string() == text
            })
        };
        let real = |low: f64, high: f64| {
            text.parse().is_ok_and(|number: f64| (low..=high).contains(&number))
        };
        let of_deck = |most: usize, what: &str| {
            let right =
                format!("0 to {most}, the {what} of a deck of {} features", deck.features());
            (whole(0, most as u128), right)
        };
        let up_to = |most: u128| (whole(0, most), format!("a whole number up to {most}"));
        let (fits, right) = match self {
            Self::Features => {
                let fits = whole(2, MAX_FEATURES as u128);
                (fits, format!("2 to {MAX_FEATURES}, the features of a deck"))
            }
            Self::Cards => of_deck(deck.size(), "cards"),
            Self::Sets => of_deck(deck.sets(), "sets"),
            Self::Differing => {
                let most = deck.features();
                (whole(1, most as u128), format!("1 to {most}, the features of the deck"))
            }
            Self::Count => (whole(0, u128::MAX), "a whole number of up to 128 bits".to_owned()),
            Self::Whole(most) => up_to(most),
            Self::Digits => (has_only_digits(text), "a whole number".to_owned()),
            Self::Probability => (real(0.0, 1.0), "a probability from 0 to 1".to_owned()),
            Self::Number(low, high) => (real(low, high), format!("a number from {low} to {high}")),
            Self::Name(names) => (names.contains(&text), names.join(" or ")),
            Self::Logical => (["true", "false"].contains(&text), "true or false".to_owned()),
            Self::Text => return None,
        };
        (!fits).then_some(right)
    }
}

fn has_only_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_of_any_length_are_digits() {
        let fits = |text| FieldKind::Digits.instead(text, Deck::GAME).is_none();
        for text in ["0", "220", "1000000000000000000000000000000000000000000"] {
            assert!(fits(text), "`{text}`");
        }
        for text in ["", "-220", "2.2", "220/79"] {
            assert!(!fits(text), "`{text}`");
        }
    }
}

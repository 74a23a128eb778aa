//! Descriptions of columns, each given once at the field of its row type.
//!
//! The CSV header, the limits for reading, the columns that may be empty or missing, the keys of a
//! table, the generic text table, the data dictionary and the Python types all follow from them.

use crate::card::{Deck, MAX_FEATURES};

/// Kind of values in a column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FieldKind {
    /// The number of features of a deck.
    Features,
    /// A number of cards, at most the size of the deck.
    Cards,
    /// A number of sets, or another value of a hand, at most the number of sets in the deck.
    Sets,
    /// The number of features in which the cards of a set differ.
    Differing,
    /// A count of up to 128 bits.
    Count,
    /// A whole number up to a limit, such as the number of a class.
    Whole(u128),
    /// A whole number of any length.
    Digits,
    /// A proportion from 0 to 1.
    Probability,
    /// A number from a minimum to a maximum.
    Number(f64, f64),
    /// One of several names.
    Name(&'static [&'static str]),
    /// `true` or `false`.
    Logical,
    /// Any other text.
    Text,
}

/// Role of a column in its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A key column; all keys together identify a row.
    Key,
    /// A key column whose rows, for equal values of the other keys, are the parts of a whole.
    Part,
    /// A column that is not a key.
    Value,
}

/// Description of a column: its name, the kind of its values and its role.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Field {
    /// The name of the field and of the CSV column.
    pub name: &'static str,
    /// A sentence that explains the column.
    pub about: &'static str,
    /// The kind of values in the column.
    pub kind: FieldKind,
    /// The role of the column in its table.
    pub role: Role,
    /// Priority in text tables: columns with a higher rank are dropped first when space is short.
    pub rank: usize,
    /// Whether cells may be empty.
    pub is_optional: bool,
    /// Cell assumed for rows of files that lack the column, because an earlier version wrote them;
    /// `None` if the column is required.
    pub absent: Option<&'static str>,
    /// Whether the column holds exact counts, which JSON has as text.
    pub is_exact: bool,
}

/// Field for the column of the number of features of the deck, a key of nearly every table.
pub const FEATURES: Field = Field::new(FieldKind::Features).key();
/// Field for a column of numbers of cards.
pub const CARDS: Field = Field::new(FieldKind::Cards);
/// Field for a column of numbers of sets.
pub const SETS: Field = Field::new(FieldKind::Sets);
/// Field for a column of numbers of features in which the cards of a set differ.
pub const DIFFERING: Field = Field::new(FieldKind::Differing);
/// Field for a column of counts of hands, games or other things.
pub const COUNT: Field = Field::new(FieldKind::Count);
/// Field for a column of exact counts of hands, caps or classes.
pub const EXACT: Field = Field { is_exact: true, ..COUNT };
/// Field for a column of whole numbers of up to 64 bits.
pub const NUMBER: Field = Field::new(FieldKind::Whole(u64::MAX as u128));
/// Field for a column of whole numbers of any length.
pub const DIGITS: Field = Field::new(FieldKind::Digits).ranked(3);
/// Field for a column of probabilities.
pub const PROBABILITY: Field = Field::new(FieldKind::Probability);
/// Field for a column of confidence limits of probabilities; its cells may be empty.
pub const LIMIT: Field = PROBABILITY.ranked(2).optional();
/// Field for a column of differences or means of games; the bounds are far beyond all possible
/// values.
pub const DIFFERENCE: Field = Field::new(FieldKind::Number(-1e6, 1e6));
/// Field for a column of confidence limits of differences or means; its cells may be empty.
pub const DIFFERENCE_LIMIT: Field = DIFFERENCE.ranked(2).optional();
/// Field for a column of times or rates; the upper bound is far above all measured values and far
/// below the largest float.
pub const MEASURED: Field = Field::new(FieldKind::Number(0.0, 1e18));
/// Field for a column of expected counts or of deviations in standard errors; the bounds are far
/// beyond all realistic values.
pub const EXPECTED: Field = Field::new(FieldKind::Number(-1e70, 1e70));
/// Field for a column of truth values.
pub const LOGICAL: Field = Field::new(FieldKind::Logical);
/// Field for a column of text.
pub const TEXT: Field = Field::new(FieldKind::Text);
/// Field for a key column of rules of games, in their `Display` form. Files without the column are
/// read as if all games had the standard rules.
pub const RULES: Field = TEXT.key().absent("standard");
/// Field for a key column of the cards that are missing from the deck. Cells may be empty, and
/// files may lack the column.
pub const WITHOUT: Field = TEXT.key().later();

impl Field {
    /// Creates a field of a kind, for a required column without empty cells; [`Field::named`] adds
    /// the name.
    const fn new(kind: FieldKind) -> Self {
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

    /// Creates a field for a column whose cells each hold one of the given names.
    pub(super) const fn names(names: &'static [&'static str]) -> Self {
        Self::new(FieldKind::Name(names))
    }

    /// Creates a field for a column of whole numbers up to a limit.
    pub(super) const fn up_to(most: usize) -> Self {
        Self::new(FieldKind::Whole(most as u128))
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

    /// Returns the field, changed to allow empty cells.
    pub(super) const fn optional(self) -> Self {
        Self { is_optional: true, ..self }
    }

    /// Returns the field, changed to allow empty cells and files of earlier versions that lack the
    /// column.
    pub(super) const fn later(self) -> Self {
        self.optional().absent("")
    }

    /// Returns the field, changed to allow files that lack the column; `cell` is assumed for all of
    /// their rows.
    const fn absent(self, cell: &'static str) -> Self {
        Self { absent: Some(cell), ..self }
    }

    /// Returns the field with the name of its column and a sentence that explains the column.
    pub(super) const fn named(self, name: &'static str, about: &'static str) -> Self {
        Self { name, about, ..self }
    }

    /// Returns the title of the column in a text table.
    #[must_use]
    pub fn title(&self) -> String {
        self.name.replace('_', " ")
    }

    /// Returns whether the column is a key, which distinguishes rows.
    pub(super) const fn is_key(&self) -> bool {
        matches!(self.role, Role::Key | Role::Part)
    }

    /// Returns whether the cells are numbers, which are right-aligned.
    pub(super) const fn is_number(&self) -> bool {
        !matches!(self.kind, FieldKind::Name(_) | FieldKind::Logical | FieldKind::Text)
    }
}

/// Data type of the cells of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellType {
    /// Whole numbers of any length.
    Whole,
    /// Floating-point numbers.
    Real,
    /// `true` or `false`.
    Logical,
    /// Any text.
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
    /// Checks the text of a cell. Returns `None` if it is valid, otherwise a description of the
    /// valid values.
    pub(super) fn expected_if_invalid(self, text: &str, deck: Deck) -> Option<String> {
        // Rows are compared as text, so each number must have only one spelling.
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
        let fits = |text| FieldKind::Digits.expected_if_invalid(text, Deck::GAME).is_none();
        for text in ["0", "220", "1000000000000000000000000000000000000000000"] {
            assert!(fits(text), "`{text}`");
        }
        for text in ["", "-220", "2.2", "220/79"] {
            assert!(!fits(text), "`{text}`");
        }
    }
}

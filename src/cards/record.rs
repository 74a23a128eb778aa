//! Reads cards from named fields: CSV columns and JSON keys.

use super::words::normalized;
use super::{ReadError, Reader, dictionary};
use setodds_engine::escape::excerpt;

/// Names of the CSV columns and JSON keys that hold a whole hand.
pub(super) const HAND_NAMES: [&str; 4] = ["layout", "witness", "representative", "cap"];

/// Names of the CSV columns and JSON keys that hold a whole card rather than one feature.
pub(super) const CARD_NAMES: [&str; 3] = ["digits", "card", "index"];

/// Returns whether a CSV column or JSON key with this name holds hands, cards or features of cards.
pub(super) fn holds_cards(name: &str) -> bool {
    HAND_NAMES.contains(&name) || CARD_NAMES.contains(&name) || dictionary::feature(name).is_some()
}

impl Reader<'_> {
    /// Rejects a hand from a deck with another number of features.
    pub(super) fn check_deck(&self, features: &str, line: u64) -> Result<(), ReadError> {
        let own = self.deck.features();
        if features == own.to_string() {
            return Ok(());
        }
        let found = excerpt(features);
        let message = format!(
            "the hand is of a deck of {found} features, not {own}; choose that deck with --features"
        );
        Err(self.error(line, message))
    }

    /// Adds the card with these values to the input. Each value has its feature and the name of its
    /// CSV column or JSON key. Either all values are digits, or all are words.
    pub(super) fn features(
        &mut self,
        values: &[(usize, &str, &str)],
        line: u64,
    ) -> Result<(), ReadError> {
        if values.iter().all(|it| matches!(it.2.as_bytes(), [b'0'..=b'9'])) {
            let mut values = values.to_vec();
            values.sort_unstable();
            if values.windows(2).any(|two| two[0].0 == two[1].0) {
                return Err(self.error(line, "an object has two keys for one feature; remove one"));
            }
            let joined: String = values.iter().map(|it| it.2).collect();
            return self.card(&joined, None, line);
        }
        let mut values = values.to_vec();
        if let Some(own) = &self.options.values {
            own.sort(&mut values);
        }
        let text = values.iter().map(|it| it.2).collect::<Vec<_>>().join(" ");
        if self.options.values.is_none() && self.collected.is_none() {
            for (feature, name, value) in values {
                self.check_feature(feature, name, value, line)?;
            }
        }
        self.card(&text, None, line)
    }

    /// Rejects a word that is not a value of the feature that its CSV column or JSON key names.
    fn check_feature(
        &self,
        feature: usize,
        name: &str,
        text: &str,
        line: u64,
    ) -> Result<(), ReadError> {
        let mut has_value = false;
        for word in text.split(|it: char| it.is_whitespace() || "-_".contains(it)) {
            match dictionary::meaning(&normalized(word)) {
                None => return Err(self.unknown(word, line)),
                Some(dictionary::Meaning::Value { feature: own, .. }) if own != feature => {
                    let (name, own) = (excerpt(name), dictionary::name(own));
                    return Err(self.wrong(line, word, format!("in `{name}` is a {own}")));
                }
                Some(dictionary::Meaning::Value { .. }) => has_value = true,
                Some(_) => {}
            }
        }
        if has_value {
            return Ok(());
        }
        Err(self.wrong(line, text, format!("in `{}` is not a value", excerpt(name))))
    }

    /// Adds the cards of the CSV column or JSON key `name`, which holds a hand, `digits`, a `card`
    /// or an `index`.
    pub(super) fn named(&mut self, name: &str, text: &str, line: u64) -> Result<(), ReadError> {
        let features = self.deck.features();
        let is_figures = text.bytes().all(|it| it.is_ascii_digit());
        match name {
            "digits" if is_figures && text.len() != features => {
                let why = format!(
                    "is not {features} digits: a spreadsheet drops zeros; save the column as text"
                );
                Err(self.wrong(line, text, why))
            }
            "index" => {
                let number = text.strip_prefix('@').unwrap_or(text);
                if number.is_empty() || !number.bytes().all(|it| it.is_ascii_digit()) {
                    return Err(self.wrong(line, text, "is not a number of a card from 0 on"));
                }
                self.card(&format!("@{number}"), None, line)
            }
            _ => self.line(text, line),
        }
    }
}

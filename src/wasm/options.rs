//! The options of a command of the package for JavaScript.

use super::words::text;
use setodds::card::Deck;
use setodds::card::notation::{ReadOptions, Style};
use setodds::deal::Seed;
use setodds::hand::text::{WrittenHands, read_hands};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::str::FromStr;

/// The options that were not read yet.
pub(super) struct CommandOptions(BTreeMap<String, String>);

impl CommandOptions {
    /// The options of a question, a JSON object of texts.
    pub(super) fn read(question: &str) -> Result<Self, String> {
        serde_json::from_str(question).map(Self).map_err(text)
    }

    /// The name of an option that the command did not read.
    pub(super) fn rest(&self) -> Option<&str> {
        self.0.keys().next().map(String::as_str)
    }

    /// An option as it is, if it is given.
    pub(super) fn given(&mut self, name: &str) -> Option<String> {
        self.0.remove(name)
    }

    /// The text of an option, empty without it.
    pub(super) fn text(&mut self, name: &str) -> String {
        self.given(name).unwrap_or_default()
    }

    /// The value of an option, whose error says what would be valid.
    pub(super) fn value<T: FromStr<Err: Display>>(
        &mut self,
        name: &str,
    ) -> Result<Option<T>, String> {
        self.given(name).map(|it| it.parse().map_err(text)).transpose()
    }

    /// The values of an option, separated by commas.
    pub(super) fn values<T: FromStr<Err: Display>>(
        &mut self,
        name: &str,
    ) -> Result<Vec<T>, String> {
        let all = self.given(name);
        let all = all.iter().flat_map(|all| all.split(','));
        all.map(|it| it.parse().map_err(text)).collect()
    }

    /// A whole number.
    pub(super) fn number(&mut self, name: &str) -> Result<Option<usize>, String> {
        let wrong = |it: &str| format!("`{it}` is not a valid number of {name}; give a whole one");
        self.given(name).map(|it| it.parse().map_err(|_| wrong(&it))).transpose()
    }

    /// A choice of yes or no.
    pub(super) fn flag(&mut self, name: &str) -> Result<bool, String> {
        match self.text(name).as_str() {
            "" | "false" => Ok(false),
            "true" => Ok(true),
            other => Err(format!("`{other}` is not a valid {name}; give true or false")),
        }
    }

    /// The deck, that of the game unless another is given.
    pub(super) fn deck(&mut self) -> Result<Deck, String> {
        let Some(features) = self.given("features") else { return Ok(Deck::GAME) };
        let wrong = |_| format!("`{features}` is not a valid number of features; give 2 to 6");
        Deck::new(features.parse().map_err(wrong)?).map_err(text)
    }

    /// The random seed.
    pub(super) fn seed(&mut self) -> Result<Seed, String> {
        Ok(self.value("seed")?.unwrap_or(Seed(0)))
    }

    /// The cards of some texts, written in the style that is chosen, if one is.
    pub(super) fn hands(&mut self, names: &[&str], deck: Deck) -> Result<WrittenHands, String> {
        let texts: Vec<String> = names.iter().map(|name| self.text(name)).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let numbers_from = self.value("numbers_from")?;
        let options = ReadOptions { numbers_from, is_position: names.len() > 1 };
        let mut written = read_hands(&texts, deck, options).map_err(text)?;
        if let Some(style) = self.value::<Style>("style")? {
            written.write_as(style);
        }
        Ok(written)
    }
}

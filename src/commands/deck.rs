//! The options `--features` and `--without`, which choose the deck.

use crate::card::Deck;
use crate::cards::Purpose;
use crate::cli::failure::Failure;
use crate::cli::input::{CardArgs, SpellingArgs, Written};
use crate::pack::Pack;
use clap::Args;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The option `--features`, which chooses the deck.
#[derive(Args, Debug)]
pub(crate) struct DeckArgs {
    /// Features of the deck: 2 to 6
    ///
    /// The decks have 9, 27, 81, 243 and 729 cards.
    #[arg(long, value_name = "N", default_value = "4", value_parser = parse_deck,
          allow_negative_numbers = true)]
    pub(crate) features: Deck,
}

/// Reads a number of features.
pub(crate) fn parse_deck(text: &str) -> Result<Deck, String> {
    let features = text
        .parse()
        .map_err(|_| format!("`{text}` is not a valid number of features; give 2 to 6"))?;
    Deck::new(features).map_err(|error| error.to_string())
}

/// The option `--without`, which leaves cards out of the deck.
#[derive(Args, Debug)]
pub(crate) struct WithoutArgs {
    /// Deal without the cards in FILE, such as lost cards
    ///
    /// Its cards are written as `find` reads them: words, codes, digits or numbers. In place of
    /// FILE the numbers of the cards may stand, counted from 0 as in the CSV of `deal`: @70, or
    /// @0,27-80. The cards that are left are dealt uniformly; what is exactly known of the full
    /// deck is not shown beside them.
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    without: Option<PathBuf>,
    #[command(flatten)]
    spelling: SpellingArgs,
    /// The cards that are dealt, once they are known: stdin is read only once.
    #[arg(skip)]
    pack: OnceLock<Pack>,
}

impl WithoutArgs {
    /// The cards that are dealt.
    pub(crate) fn pack(&self, deck: Deck) -> Result<Pack, Failure> {
        if let Some(pack) = self.pack.get() {
            return Ok(*pack);
        }
        let pack = match &self.without {
            Some(file) => read(file, deck, &self.spelling)?,
            None if self.spelling.is_given() => {
                return Err(usage_error!(
                    "--values and --numbers-from are of the cards of --without"
                ));
            }
            None => deck.into(),
        };
        Ok(*self.pack.get_or_init(|| pack))
    }

    /// Returns the file that names the missing cards, unless their numbers stand in its place.
    pub(crate) fn file(&self) -> Option<&Path> {
        let is_file = |path: &&Path| !path.to_string_lossy().starts_with('@');
        self.without.as_deref().filter(is_file)
    }

    /// Whether cards are left out.
    pub(crate) const fn is_given(&self) -> bool {
        self.without.is_some()
    }
}

/// The words of a command that goes on elsewhere: the numbers of the missing cards in place of the
/// file that named them.
pub(crate) fn with_numbers(mut words: Vec<String>, pack: &Pack) -> Vec<String> {
    for option in ["--values", "--numbers-from"] {
        let joined = format!("{option}=");
        words.retain(|word| !word.starts_with(&joined));
        if let Some(at) = words.iter().position(|word| word == option) {
            words.drain(at..at + 2);
        }
    }
    if let Some(at) = words.iter().position(|word| word == "--without") {
        words[at + 1] = pack.to_string();
    } else if let Some(word) = words.iter_mut().find(|word| word.starts_with("--without=")) {
        *word = format!("--without={pack}");
    }
    words
}

/// A deck without the cards of a file, or of these numbers.
fn read(file: &Path, deck: Deck, spelling: &SpellingArgs) -> Result<Pack, Failure> {
    if let Some(numbers) = file.to_str().filter(|text| text.starts_with('@')) {
        return Pack::read(deck, numbers).map_err(|error| usage_error!("--without: {error}"));
    }
    let args = CardArgs { spelling: spelling.clone(), ..CardArgs::default() };
    let mut written = Written::read(&[file], deck, &args, Purpose::List)?;
    written.refuse(|_| true)?;
    let hands = written.read.inputs.remove(0);
    let cards = hands.into_iter().flat_map(|hand| hand.cards);
    Pack::without(deck, cards).map_err(|error| usage_error!("{}: {error}", written.names[0]))
}

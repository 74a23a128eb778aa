//! `setodds find`: the sets in hands that the user gives.

use crate::cards::Purpose;
use crate::cli::failure::{Failure, OrFail};
use crate::cli::files::Files;
use crate::cli::input::{CardArgs, Written};
use crate::cli::message;
use crate::cli::output::OutputArgs;
use crate::cli::signals::on_ctrl_c;
use crate::commands::deck::DeckArgs;
use crate::commands::hands::{Hands, Show};
use crate::report::hands::NamedHand;
use crate::report::number::count;
use clap::Args;
use std::path::{Path, PathBuf};

const AFTER_HELP: &str = "\
Examples:
  setodds find hands.txt
  setodds caps --cards 20 --representatives | setodds find
  setodds find --caps hands.txt
  echo 2RFO 2GTO 2RED | setodds find --why
  setodds deal --hands 9 | setodds find --format csv";

/// Find every set in your own hands, as text or CSV.
///
/// A card is written in one of four ways, all cards of an input in the same one: words in any order
/// (two red striped diamonds), in English, German, French, Dutch, Spanish or Italian; a code of a
/// letter or figure a feature (2RTD: number, colour, shading, shape); digits from 0 to 2 or from 1
/// to 3 (2121), or bits; a number (@70). Other words and signs need --values. Answers are written
/// in the same way. Nothing is guessed: what is not a card is an error that names it.
///
/// In text, write one card a line, with a blank line between hands, or a hand a line; several cards
/// in words on a line are separated by commas. A CSV has columns for the features, or hand and
/// card; all CSV and JSON of hands that setodds writes can be read. JSON has cards as text, as
/// lists or as objects, and hands as lists of cards.
///
/// For more than half a deck, text and JSON also list the missing cards.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct FindArgs {
    /// The hands; stdin without FILE, or if it is `-`
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// Also find the largest cap (cards without a set)
    ///
    /// A CSV then has a row for each hand: its cards and sets, the size of its largest cap, whether
    /// the hand is a cap, for a cap whether it is complete and how many cards can be added to it,
    /// and the cards of its largest cap.
    #[arg(long)]
    caps: bool,
    /// Also find ultrasets: two pairs that one card completes
    ///
    /// A CSV then has a row for each ultraset: the cards of both pairs, and the card that completes
    /// them, which may lie in the hand, too: then each pair is a set with it.
    #[arg(long, conflicts_with = "caps")]
    ultrasets: bool,
    /// Explain why three cards are not a set
    ///
    /// A feature fails when two cards are alike and the third one differs. For each pair, the card
    /// that completes it to a set is shown. Of a larger hand the nearest triples are listed, those
    /// that fail in the fewest features; of a hand with sets, its sets. A CSV has a row for each
    /// triple.
    #[arg(long, conflicts_with_all = ["caps", "ultrasets"])]
    why: bool,
    #[command(flatten)]
    deck: DeckArgs,
    #[command(flatten)]
    cards: CardArgs,
    #[command(flatten)]
    output: OutputArgs,
}

impl FindArgs {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let input = self.file.as_deref().unwrap_or_else(|| Path::new("-"));
        let output = self.output.prepare(&mut Files::reading([input]))?;
        let written = Written::read(&[input], self.deck.features, &self.cards, Purpose::Hands)?;
        // These show cards that may be missing from the input.
        let deck = self.deck.features.size();
        let lists_missing = written.read.inputs[0].iter().any(|hand| 2 * hand.cards.len() > deck);
        written.refuse(|_| self.ultrasets || self.why || lists_missing)?;
        let Written { names, mut read, summary } = written;
        let written = read.inputs.remove(0);
        let mut hands: Vec<NamedHand> = written.into_iter().map(NamedHand::written).collect();
        let show = self.show(&mut hands, &names[0])?;
        // Not before: reading from a terminal ends with the first Ctrl-C.
        let stop = on_ctrl_c()?;
        let report = Hands::read(hands, summary, read.notation, show);
        output.until(&stop).deliver(&report)
    }

    /// What to show of the hands, whose caps are found if they are wanted. Errors begin with the
    /// name of the input.
    fn show(&self, hands: &mut [NamedHand], name: &str) -> Result<Show, Failure> {
        let deck = self.deck.features;
        if self.caps {
            let found = hands.iter_mut().try_for_each(|hand| hand.find_caps(deck));
            found.map_err(|error| format!("{name}, {error}")).or_usage()?;
            return Ok(Show::SetsAndCaps);
        }
        if self.ultrasets {
            tell_if_large(hands.iter().map(|hand| hand.ultrasets(deck)).sum());
            return Ok(Show::SetsAndUltrasets);
        }
        Ok(if self.why { Show::NearSets } else { Show::Sets })
    }
}

/// Announces a large result before it is written.
fn tell_if_large(ultrasets: usize) {
    const LARGE: usize = 1_000_000;
    if ultrasets > LARGE {
        message::note(format_args!("the result has {}", count(ultrasets as u128, "ultraset")));
    }
}

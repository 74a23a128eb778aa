//! `setodds find`: the sets in hands that the user gives.

use super::deck::DeckArgs;
use super::failure::{Failure, OrFail};
use super::hands::{Hands, Show};
use super::interrupt::on_ctrl_c;
use super::message;
use super::output::{Format, OutputArgs, refuse_inputs, without_record};
use super::source_files::read_written;
use crate::card::Deck;
use crate::measure::CapFinder;
use crate::report::hands::NamedHand;
use crate::report::number::grouped;
use clap::Args;
use std::path::{Path, PathBuf};

const AFTER_HELP: &str = "\
Examples:
  setodds find hands.txt
  setodds caps --cards 20 --representatives | setodds find
  setodds find --caps hands.txt
  setodds find --ultrasets hands.txt
  setodds deal --hands 9 | setodds find --format csv";

/// Find every set in your own hands, as text or CSV.
///
/// A card is written as words in any order (3 oval blue outline; two red striped diamonds), digits
/// (2121), bits (001010001010), an index (@70) or a code of four letters as in other programs
/// (2RSO, SP3F). In text, write one card per line, or several unless they are words, and leave a
/// blank line between hands; a CSV has a header with the columns hand and card.
///
/// The CSVs of `extremes`, `caps --representatives`, `classes`, `deal` and `find --caps` can be
/// read as they are, and so can their lists of cards (0000 0001 0010; 0 9 16). Digits run from 0 to
/// 2 or, in the whole input, from 1 to 3. The order of the letters in codes, where S and O have two
/// meanings, is found from all codes of the input; a code that remains ambiguous is refused.
///
/// For more than half a deck, text and JSON also list the missing cards.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP, mut_arg("output", without_record))]
pub(crate) struct FindArgs {
    /// The hands; `-` or nothing is stdin
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// Also find the largest cap (cards without a set)
    ///
    /// A CSV then has a row for each hand: its cards and sets, the size of its largest cap, whether
    /// the hand is a cap, and if so whether it is complete and how many cards of the deck it
    /// admits; last the cards of its largest cap as digits.
    #[arg(long)]
    caps: bool,
    /// Also find ultrasets: two pairs that the same card completes to sets
    ///
    /// A CSV then has a row for each: the cards of both pairs, and the card that completes them.
    #[arg(long, conflicts_with = "caps")]
    ultrasets: bool,
    #[command(flatten)]
    deck: DeckArgs,
    #[command(flatten)]
    output: OutputArgs,
}

impl FindArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let input = self.file.as_deref().unwrap_or_else(|| Path::new("-"));
        refuse_inputs(&self.output.paths(), [input])?;
        let output = self.output.prepare(Format::Table)?;
        let deck = self.deck.features;
        let (name, hands) = read_written(input, deck)?;
        let mut hands: Vec<NamedHand> = hands.into_iter().map(NamedHand::written).collect();
        let mut show = if self.ultrasets { Show::SetsAndUltrasets } else { Show::Sets };
        if self.caps {
            let finder = CapFinder::new(deck);
            let found = hands.iter_mut().try_for_each(|hand| hand.find_caps(&finder));
            found.map_err(|error| format!("{name}, {error}")).or_usage()?;
            show = Show::SetsAndCaps;
        }
        if show == Show::SetsAndUltrasets {
            tell_if_large(&hands, deck);
        }
        // Not before: reading from a terminal ends with the first Ctrl-C.
        let stop = on_ctrl_c()?;
        output.until(&stop).deliver(&Hands::new(deck, None, hands, show), true)
    }
}

/// Says before anything is written that the result will be large.
fn tell_if_large(hands: &[NamedHand], deck: Deck) {
    const LARGE: usize = 1_000_000;
    let ultrasets: usize = hands.iter().map(|hand| hand.ultrasets(deck)).sum();
    if ultrasets > LARGE {
        message::note(format_args!("the result has {} ultrasets", grouped(ultrasets as u128)));
    }
}

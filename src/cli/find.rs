//! `setodds find`: the sets in hands that the user gives.

use super::deck::DeckArgs;
use super::failure::{Failure, OrFail};
use super::hands::{Hands, Show};
use super::interrupt::on_ctrl_c;
use super::message;
use super::output::{OutputArgs, refuse_inputs};
use super::source_files::{CardArgs, Written};
use crate::measure::CapFinder;
use crate::report::hands::NamedHand;
use crate::report::number::count;
use clap::Args;
use std::path::{Path, PathBuf};

const AFTER_HELP: &str = "\
Examples:
  setodds find hands.txt
  setodds caps --cards 20 --representatives | setodds find
  setodds find --caps hands.txt
  setodds deal --hands 9 | setodds find --format csv";

/// Find every set in your own hands, as text or CSV.
///
/// A card is written as words in any order (two red striped diamonds), as a part for each feature
/// in a fixed order, in any language or alphabet (2RSO; zwei lila leer raute), as digits (2121,
/// from 0 to 2 or in all cards from 1 to 3), bits (001010001010) or a number (@70). Answers are
/// written in the same way. Finding sets only requires knowing which values are equal: each feature
/// has at most three spellings, which are learnt from all cards of all inputs. A line on stderr
/// says what was read, with the spellings of each place if they are not known words.
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
    /// Also find ultrasets: two pairs that the same card completes to sets
    ///
    /// A CSV then has a row for each ultraset: the cards of both pairs, and the card that completes
    /// them, which may lie in the hand, too: then each pair is a set with it.
    #[arg(long, conflicts_with = "caps")]
    ultrasets: bool,
    /// Also find ghost sets: six cards that add up to zero
    ///
    /// With values 0, 1 and 2, the sum of the six is a multiple of 3 in every feature. However they
    /// are split into three pairs, the third cards of the pairs are a set, or one card three times.
    /// A CSV then has a row for each ghost set.
    #[arg(long, conflicts_with_all = ["caps", "ultrasets"])]
    ghost_sets: bool,
    #[command(flatten)]
    deck: DeckArgs,
    #[command(flatten)]
    cards: CardArgs,
    #[command(flatten)]
    output: OutputArgs,
}

impl FindArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let input = self.file.as_deref().unwrap_or_else(|| Path::new("-"));
        refuse_inputs(&self.output.paths(), [input])?;
        let output = self.output.prepare()?;
        let deck = self.deck.features;
        let mut read = Written::read(&[input], deck, &self.cards)?;
        let written = read.inputs.remove(0);
        if written.is_empty() {
            return Err(read.nothing());
        }
        let mut hands: Vec<NamedHand> = written.into_iter().map(NamedHand::written).collect();
        let mut show = Show::Sets;
        if self.caps {
            let finder = CapFinder::new(deck);
            let found = hands.iter_mut().try_for_each(|hand| hand.find_caps(&finder));
            found.map_err(|error| format!("{}, {error}", read.names[0])).or_usage()?;
            show = Show::SetsAndCaps;
        }
        if self.ghost_sets {
            show = Show::SetsAndGhostSets;
            tell_if_large(&hands, "ghost set", |hand| hand.ghost_sets(deck));
        }
        if self.ultrasets {
            show = Show::SetsAndUltrasets;
            tell_if_large(&hands, "ultraset", |hand| hand.ultrasets(deck));
        }
        let shows_unseen = self.ultrasets || hands.iter().any(|hand| hand.lists_missing(deck));
        if let Some(remark) = read.notation.remark_on_unseen().filter(|_| shows_unseen) {
            message::note(remark);
        }
        // Not before: reading from a terminal ends with the first Ctrl-C.
        let stop = on_ctrl_c()?;
        output.until(&stop).deliver(&Hands::read(hands, read.summary, read.notation, show))
    }
}

/// Announces a large result before it is written.
fn tell_if_large(hands: &[NamedHand], noun: &str, number: impl Fn(&NamedHand) -> usize) {
    const LARGE: usize = 1_000_000;
    let all: usize = hands.iter().map(number).sum();
    if all > LARGE {
        message::note(format_args!("the result has {}", count(all as u128, noun)));
    }
}

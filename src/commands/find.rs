//! `setodds find`: the sets in hands that the user gives.

use crate::cards::{HandList, Purpose, WrittenHand};
use crate::commands::context::Context;
use crate::commands::failure::{Failure, exclusive};
use crate::commands::hands::{Hands, Show};
use crate::commands::input::{CardArgs, Input, Written};
use crate::commands::options::DeckArgs;
use crate::commands::provenance::answer;
use crate::commands::run::Run;
use crate::hand::ultrasets;
use crate::measure::HandCaps;
use crate::report::escape::excerpt;
use crate::report::number::count;
use crate::report::result::Report;
#[cfg(feature = "cli")]
use clap::Args;
use serde::Deserialize;
use std::path::Path;

/// The number of ultrasets above which a result is announced.
const LARGE: usize = 1_000_000;

#[cfg(feature = "cli")]
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
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "cli", derive(Args))]
#[cfg_attr(feature = "cli", command(after_help = AFTER_HELP))]
pub(crate) struct FindArgs {
    /// The hands; stdin without FILE, or if it is `-`
    #[cfg_attr(
        feature = "cli",
        arg(value_name = "FILE", default_value = "-", hide_default_value = true)
    )]
    hands: Input,
    /// Also find the largest cap (cards without a set)
    ///
    /// A CSV then has a row for each hand: its cards and sets, the size of its largest cap, whether
    /// the hand is a cap, for a cap whether it is complete and how many cards can be added to it,
    /// and the cards of its largest cap.
    #[cfg_attr(feature = "cli", arg(long))]
    caps: bool,
    /// Also find ultrasets: two pairs that one card completes
    ///
    /// A CSV then has a row for each ultraset: the cards of both pairs, and the card that completes
    /// them, which may lie in the hand, too: then each pair is a set with it.
    #[cfg_attr(feature = "cli", arg(long))]
    ultrasets: bool,
    /// Explain why three cards are not a set
    ///
    /// A feature fails when two cards are alike and the third one differs. For each pair, the card
    /// that completes it to a set is shown. Of a larger hand the nearest triples are listed, those
    /// that fail in the fewest features; of a hand with sets, its sets. A CSV has a row for each
    /// triple.
    #[cfg_attr(feature = "cli", arg(long))]
    why: bool,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    deck: DeckArgs,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    cards: CardArgs,
}

impl Run for FindArgs {
    fn inputs(&self) -> Vec<&Path> {
        self.hands.path().into_iter().collect()
    }

    fn run(&self, context: &Context) -> Result<Report, Failure> {
        self.cards.refuse_contradictions()?;
        let shown = [("--caps", self.caps), ("--ultrasets", self.ultrasets), ("--why", self.why)];
        exclusive(&shown)?;
        let (inputs, deck) = ([(&self.hands, "hands")], self.deck.features);
        let written = Written::read(&inputs, deck, &self.cards, Purpose::Hands, context)?;
        // These show cards that may be missing from the input.
        let is_most = |hand: WrittenHand<'_>| 2 * hand.cards().len() > deck.size();
        let lists_missing = written.read.inputs[0].hands().any(is_most);
        written.refuse(|_| self.ultrasets || self.why || lists_missing)?;
        let Written { names, mut read, summary } = written;
        let hands = read.inputs.remove(0);
        let (show, caps) = self.show(&hands, &names[0], context)?;
        // Not before: reading from a terminal ends with the first Ctrl-C.
        context.stop()?;
        let made = answer(context, None, Some(summary));
        Ok(Report::new(
            "Hands",
            &made,
            "hands",
            Hands { hands, caps, notation: read.notation, show },
        ))
    }
}

impl FindArgs {
    /// What to show of the hands, and their caps if they are wanted. Errors begin with the name of
    /// the input.
    fn show(
        &self,
        hands: &HandList,
        name: &str,
        context: &Context,
    ) -> Result<(Show, Vec<HandCaps>), Failure> {
        let deck = self.deck.features;
        if self.caps {
            let caps = |hand: WrittenHand<'_>| {
                HandCaps::new(hand.cards(), deck).map_err(|error| {
                    usage_error!("{name}, hand {}: {error}", excerpt(&hand.name()))
                })
            };
            return Ok((Show::SetsAndCaps, hands.hands().map(caps).collect::<Result<_, _>>()?));
        }
        if self.ultrasets {
            let number = |hand: WrittenHand<'_>| ultrasets::number(hand.cards(), deck);
            let ultrasets: usize = hands.hands().map(number).sum();
            if ultrasets > LARGE {
                context
                    .note(format_args!("the result has {}", count(ultrasets as u128, "ultraset")));
            }
            return Ok((Show::SetsAndUltrasets, Vec::new()));
        }
        Ok((if self.why { Show::NearSets } else { Show::Sets }, Vec::new()))
    }
}

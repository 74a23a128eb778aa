//! `setodds find`: finds the sets in the user's hands.

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

/// Number of ultrasets above which a result is announced in a note.
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
/// Use one notation throughout a file; answers use the same. The same card in four notations: words
/// in any order, such as two red striped diamonds (English, German, French, Dutch, Spanish or
/// Italian); codes such as 2RTD (number; R G P; F solid, T striped, E open; D O S diamond, oval,
/// squiggle); digits from 0 such as 1002 (number; diamond, oval, squiggle; red, green, purple;
/// solid, open, striped); card numbers @0 to @80 such as @29 (the digits read in base 3).
///
/// Write one card per line with a blank line between hands, or one hand per line with commas
/// between cards in words. If lines could also be the rows of one table, give --hand-a-line or
/// --one-hand. CSV has a column for each feature, or the columns hand and card. JSON has hands as
/// lists of cards. CSV and JSON written by setodds can be read back.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "cli", derive(Args))]
#[cfg_attr(feature = "cli", command(after_help = AFTER_HELP))]
pub(crate) struct FindArgs {
    /// The hands [default: stdin]
    #[cfg_attr(
        feature = "cli",
        arg(value_name = "FILE", default_value = "-", hide_default_value = true)
    )]
    hands: Input,
    /// Also find the largest cap (cards without a set)
    ///
    /// CSV then has a row for each hand.
    #[cfg_attr(feature = "cli", arg(long))]
    caps: bool,
    /// Also find ultrasets: two pairs that one card completes
    ///
    /// CSV then has a row for each ultraset.
    #[cfg_attr(feature = "cli", arg(long))]
    ultrasets: bool,
    /// Explain why three cards are not a set
    ///
    /// Shows the features that fail and the card that completes each pair; for larger hands, the
    /// sets or the triples closest to one.
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
        // Ultrasets, near sets and missing cards show cards that are not in the input.
        let is_most = |hand: WrittenHand<'_>| 2 * hand.cards().len() > deck.size();
        let lists_missing = written.read.inputs[0].hands().any(is_most);
        written.refuse(|_| self.ultrasets || self.why || lists_missing)?;
        let Written { names, mut read, summary } = written;
        let hands = read.inputs.remove(0);
        let (show, caps) = self.show(&hands, &names[0], context)?;
        // Ctrl-C is caught only from here on: before, it must end reading from a terminal.
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
    /// Returns the parts of the hands to show, and the caps of each hand if requested. Error
    /// messages begin with the name of the input.
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

//! `setodds deal`: deal hands and show them.

use super::DeckArgs;
use super::failure::{Failure, OrFail};
use super::hands::{Hands, Show};
use super::output::{Format, OutputArgs};
use clap::Args;
use setodds::card::Deck;
use setodds::deal::{Seed, deal_block, deals_per_block};
use setodds::detect::Strategy;
use setodds::hand::sizes::Sizes;
use setodds::report::hands::ShownHand;
use std::io::{self, Write};

const AFTER_HELP: &str = "\
Examples:
  setodds deal --cards 12 --sets
  setodds deal --cards 12 --hands 5 --seed 1 --format csv";

/// Deal hands and show them as words, digits and bits.
///
/// The hands are the first deals of `simulate` with the same seed, deck and hand size.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct DealArgs {
    /// Cards in a hand
    #[arg(long, value_name = "K", default_value_t = 12)]
    cards: usize,
    /// Hands to deal, 1 to 1000000
    #[arg(long, value_name = "COUNT", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    hands: u32,
    #[command(flatten)]
    deck: DeckArgs,
    /// Show the sets, too (as CSV, instead of the cards)
    #[arg(long)]
    sets: bool,
    /// What the deals are a function of: 0 to 2^64 - 1 [default: drawn afresh, and shown]
    #[arg(long, value_name = "S", env = "SETODDS_SEED", allow_hyphen_values = true)]
    seed: Option<Seed>,
    #[command(flatten)]
    output: OutputArgs,
}

impl DealArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let output = self.output.prepare(Format::Table)?;
        let deck = self.deck.features;
        Sizes::one(self.cards).within(deck).or_usage()?;
        let seed = self.seed.unwrap_or_else(Seed::fresh);
        if self.seed.is_none() {
            let _ = writeln!(io::stderr(), "seed {seed}");
        }
        let show = if self.sets { Show::Both } else { Show::Cards };
        let hands = deal_hands(seed, deck, self.cards, u64::from(self.hands));
        output.deliver(&Hands { hands, show }, true)
    }
}

fn deal_hands(seed: Seed, deck: Deck, cards: usize, count: u64) -> Vec<ShownHand> {
    let detector = Strategy::default().detector(deck, cards);
    let per_block = deals_per_block(cards);
    let mut hands: Vec<ShownHand> = Vec::new();
    for block in 0..count.div_ceil(per_block) {
        let deals = (count - block * per_block).min(per_block);
        deal_block(seed, block, deck, cards, deals, |hand| {
            let name = (hands.len() + 1).to_string();
            hands.push(ShownHand::dealt(name, deck, hand, detector.as_ref()));
        });
    }
    hands
}

//! `setodds deal`: deals random hands and shows them.

use crate::cards::{HandList, Notation, Style};
use crate::commands::context::Context;
use crate::commands::count::{Count, Number};
use crate::commands::failure::{Failure, OrFail};
use crate::commands::hands::{Hands, Show};
use crate::commands::options::{DeckArgs, SeedArgs, WithoutArgs};
use crate::commands::provenance::dealt;
use crate::commands::run::Run;
use crate::deal::{Seed, deal_block, deals_per_block};
use crate::hand::sizes::Sizes;
use crate::measure::Measure;
use crate::pack::Pack;
use crate::report::number::{grouped, plural};
use crate::report::result::Report;
#[cfg(feature = "cli")]
use clap::Args;
use serde::Deserialize;
use std::path::Path;

#[cfg(feature = "cli")]
const AFTER_HELP: &str = "\
Examples:
  setodds deal --cards 12 --sets         a hand and its sets
  setodds deal --hands 5 | setodds find  five hands, and their sets
  setodds deal --without lost.txt        without the cards in lost.txt

How a seed becomes hands:
  https://docs.rs/setodds-engine/latest/setodds_engine/deal";

/// Deal hands and show them as words, digits and bits.
///
/// The hands are the first deals of `simulate` with the same seed, deck and hand size.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "cli", derive(Args))]
#[cfg_attr(feature = "cli", command(after_help = AFTER_HELP))]
pub(crate) struct DealArgs {
    /// Cards in a hand [default: 12]
    #[cfg_attr(feature = "cli", arg(long, value_name = "K", allow_hyphen_values = true))]
    cards: Option<Number>,
    /// Hands to deal [default: 1]
    #[cfg_attr(feature = "cli", arg(long, value_name = "COUNT", allow_hyphen_values = true))]
    hands: Option<Count>,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    deck: DeckArgs,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    without: WithoutArgs,
    /// Also show the sets; a CSV has them instead of the cards
    #[cfg_attr(feature = "cli", arg(long))]
    sets: bool,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    seed: SeedArgs,
}

impl Run for DealArgs {
    fn inputs(&self) -> Vec<&Path> {
        self.without.file().into_iter().collect()
    }

    fn run(&self, context: &Context) -> Result<Report, Failure> {
        let pack = self.without.pack(self.deck.features, context)?;
        let usual = || Measure::Sets.default_hand_size(pack.deck());
        let cards = self.cards.map_or_else(usual, |cards| cards.0);
        pack.check_sizes(Sizes::one(cards)).or_usage()?;
        self.refuse_too_many(cards)?;
        let seed = self.seed.given().unwrap_or_else(Seed::fresh);
        if self.seed.given().is_none() {
            context.seed(format_args!("seed {seed}"), true);
        }
        let show = if self.sets { Show::SetsOfCards } else { Show::Cards };
        let hands = Hands {
            hands: deal_hands(seed, pack, cards, self.hands()),
            caps: Vec::new(),
            notation: Notation::new(pack.deck(), Style::Words),
            show,
        };
        let made = dealt(context, seed, &pack);
        Ok(Report::new("Hands", &made, "hands", hands))
    }
}

impl DealArgs {
    fn hands(&self) -> u64 {
        self.hands.map_or(1, |hands| hands.0)
    }

    /// Refuses more hands than fit into memory, where they are kept until they are shown.
    fn refuse_too_many(&self, cards: usize) -> Result<(), Failure> {
        const MAX_DEALT: u64 = 100_000_000;
        let most = MAX_DEALT / cards.max(100) as u64;
        if (1..=most).contains(&self.hands()) {
            return Ok(());
        }
        Err(usage_error!(
            "--hands {}: 1 to {} hands of {} can be shown; `simulate` deals any number",
            grouped(self.hands().into()),
            grouped(most.into()),
            plural(cards, "card")
        ))
    }
}

fn deal_hands(seed: Seed, pack: Pack, cards: usize, count: u64) -> HandList {
    let per_block = deals_per_block(cards);
    let mut hands = HandList::default();
    for block in 0..count.div_ceil(per_block) {
        let deals = (count - block * per_block).min(per_block);
        deal_block(seed, block, pack, cards, deals, |hand| hands.add(None, hand));
    }
    hands
}

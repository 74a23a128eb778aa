//! `setodds find`: the sets in hands that the user gives.

use super::DeckArgs;
use super::failure::{Failure, OrFail};
use super::hands::{Hands, Show};
use super::output::{Format, OutputArgs};
use super::say::say;
use super::source_files::read_bytes;
use clap::Args;
use setodds::hand::text::read_hands;
use setodds::measure::CapFinder;
use setodds::report::hands::NamedHand;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

const AFTER_HELP: &str = "\
Examples:
  setodds find hands.txt
  setodds find --caps hands.txt
  setodds deal --cards 12 --hands 100 --format csv | setodds find --format csv";

/// Find every set in hands that you give, as text or CSV.
///
/// A card is written as words in any order (3 oval blue outline; two red striped diamonds), digits (2121), bits
/// (001010001010) or index (70). In text, one card a line and a blank line between hands; in CSV, a header with the
/// columns hand and card.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct FindArgs {
    /// The hands; `-` or nothing is stdin
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// Find the largest cap in each hand, too: cards without a set
    ///
    /// A CSV then has a row for each hand: its cards and sets, the size of its largest cap, whether the hand is a cap,
    /// and if so whether it is complete and how many cards of the deck it admits; last the cards of its largest cap as
    /// digits.
    #[arg(long)]
    caps: bool,
    #[command(flatten)]
    deck: DeckArgs,
    #[command(flatten)]
    output: OutputArgs,
}

impl FindArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let output = self.output.prepare(Format::Table)?;
        let deck = self.deck.features;
        let text = self.read()?;
        let hands = read_hands(&text, deck).or_usage()?;
        let mut hands: Vec<NamedHand> = hands.into_iter().map(NamedHand::written).collect();
        let mut show = Show::Sets;
        if self.caps {
            let finder = CapFinder::new(deck);
            hands.iter_mut().try_for_each(|hand| hand.find_caps(&finder)).or_usage()?;
            show = Show::SetsAndCaps;
        }
        output.deliver(&Hands::new(deck, None, hands, show), true)
    }

    fn read(&self) -> Result<String, Failure> {
        let path = self.file.as_deref().unwrap_or(Path::new("-"));
        if path == Path::new("-") && io::stdin().is_terminal() {
            say("one card a line, please; Ctrl-D ends");
        }
        let (name, bytes) = read_bytes(path)?;
        String::from_utf8(bytes)
            .map_err(|error| {
                let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
                let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
                anyhow::anyhow!("{name}, line {line}: not UTF-8 text; save the file as UTF-8")
            })
            .or_usage()
    }
}

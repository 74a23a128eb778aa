//! `setodds find`: the sets in hands that the user gives.

use super::DeckArgs;
use super::failure::{Failure, OrFail};
use super::hands::{Hands, Show};
use super::output::{Format, OutputArgs, refuse_inputs, without_record};
use super::say::say;
use anyhow::anyhow;
use clap::Args;
use setodds::hand::text::{HandsError, read_hands};
use setodds::measure::CapFinder;
use setodds::report::hands::NamedHand;
use std::io::{self, IsTerminal, Read};
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
#[command(after_help = AFTER_HELP, mut_arg("output", without_record))]
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
        let input = self.file.as_deref().unwrap_or_else(|| Path::new("-"));
        refuse_inputs(&self.output.paths(), [input])?;
        let output = self.output.prepare(Format::Table)?;
        let deck = self.deck.features;
        let (name, text) = self.read()?;
        let hands = read_hands(&text, deck).map_err(|error| unreadable(&name, &error))?;
        let mut hands: Vec<NamedHand> = hands.into_iter().map(NamedHand::written).collect();
        let mut show = Show::Sets;
        if self.caps {
            let finder = CapFinder::new(deck);
            let found = hands.iter_mut().try_for_each(|hand| hand.find_caps(&finder));
            found.map_err(|error| anyhow!("{name}, {error}")).or_usage()?;
            show = Show::SetsAndCaps;
        }
        output.deliver(&Hands::new(deck, None, hands, show), true)
    }

    /// The name of the input, and what is in it.
    fn read(&self) -> Result<(String, String), Failure> {
        let file = self.file.as_deref().filter(|path| *path != Path::new("-"));
        let (name, bytes) = match file {
            Some(path) => (path.display().to_string(), std::fs::read(path)),
            None => ("stdin".to_owned(), stdin()),
        };
        let bytes = bytes.map_err(|error| anyhow!("cannot read {name}: {error}")).or_usage()?;
        let text = String::from_utf8(bytes).map_err(|error| {
            let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
            anyhow!("{name}, line {line}: not UTF-8 text; save the file as UTF-8")
        });
        Ok((name, text.or_usage()?))
    }
}

/// An error with the name of the input, and its line where it has one.
fn unreadable(name: &str, error: &HandsError) -> Failure {
    let separator = match error {
        HandsError::Empty | HandsError::Csv(_) => ":",
        HandsError::Card { .. } | HandsError::Duplicate { .. } | HandsError::Short { .. } => ",",
    };
    Failure::Usage(anyhow!("{name}{separator} {error}"))
}

fn stdin() -> io::Result<Vec<u8>> {
    if io::stdin().is_terminal() {
        say("one card a line, please; Ctrl-D ends");
    }
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes)?;
    Ok(bytes)
}

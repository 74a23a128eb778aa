//! Logs of games, written by `setodds play --log`.
//!
//! ```text
//! game 1                     the name; without it, games are numbered
//! deck: 2121 0012 1101 ...   all cards in the order of dealing, on one line or several
//! set: 2121 0012 1200        a set that was taken; the rules say what was dealt then
//! deal                       cards were dealt although a set lay there
//! # a comment
//! ```

use super::failure::{Failure, OrFail};
use super::files::Files;
use super::help::OUTPUT;
use super::output::is_stdout;
use crate::card::notation::{Notation, Style};
use crate::card::{Card, Deck};
use crate::file::{Staged, Target};
use crate::game::{Games, Move, RecordedGame, Replayer};
use crate::report::escape;
use crate::report::number::{grouped, plural};
use crate::report::provenance::shell_words;
use crate::run::Kernel;
use clap::Args;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// The options `--log` and `--replay`.
#[derive(Args, Debug)]
pub(super) struct LogArgs {
    /// Also write each game to FILE, for --replay
    ///
    /// A game is a line `deck:` with all cards in the order of dealing, and a line `set:` for each
    /// set that is taken. It takes some 900 bytes, so a log is for the games of one policy, up to
    /// 12,345 of 81 cards (a million cards). `-` is stdout, and the result then goes elsewhere.
    #[arg(long, value_name = "FILE", hide_short_help = true, help_heading = OUTPUT,
          conflicts_with_all = ["shard", "checkpoint", "offline", "exact"])]
    log: Option<PathBuf>,
    /// Show games that were played, from a log
    ///
    /// FILE is what --log writes, or written by hand, with cards in any notation of `find`: a line
    /// `deck:` with all cards in the order of dealing (or several such lines), then a line `set:`
    /// for each set that was taken. A line `deal` says that cards were dealt although a set lay
    /// there; where none does, they are dealt anyway. A line `game` begins another game and names
    /// it; what follows a `#` is a comment. The rules are those of the other options. The answer is
    /// each table with its sets, those that were not taken among them; for a table without a set,
    /// how often as many random cards hold none; and a summary.
    #[arg(long, value_name = "FILE", hide_short_help = true,
          conflicts_with_all = ["games", "policies", "log", "offline", "budget", "exact", "table",
                                "confidence", "checkpoint", "checkpoint_every", "fresh", "shard"])]
    pub(super) replay: Option<PathBuf>,
}

/// A log that is to be written, known to be writable.
pub(super) enum Log {
    Stdout,
    File(Target),
}

impl LogArgs {
    /// Whether the log goes to stdout.
    pub(super) fn is_stdout(&self) -> bool {
        self.log.as_deref().is_some_and(is_stdout)
    }

    /// Prepares the log of some games, if one is wanted.
    pub(super) fn prepare(
        &self,
        games: &Games,
        outputs: &[&Path],
        files: &mut Files,
    ) -> Result<Option<Log>, Failure> {
        /// The most cards of all games together, so that the log can be read again.
        const MOST_CARDS: usize = 1_000_000;
        let Some(path) = &self.log else { return Ok(None) };
        let (cards, number) = (games.rules().cards(), games.plan().units());
        let most = MOST_CARDS / cards.max(Deck::GAME.size());
        if number > most as u128 {
            return Err(usage_error!(
                "--log: {} games are too many; 1 to {} games of {} go into a log, so give --games",
                grouped(number),
                grouped(most as u128),
                plural(cards, "card"),
            ));
        }
        if games.policies().len() > 1 {
            return Err(usage_error!("--log is for the games of one policy; name one"));
        }
        Replayer::new(games.rules()).or_usage()?;
        if is_stdout(path) {
            if outputs.iter().any(|output| is_stdout(output)) {
                return Err(usage_error!(
                    "stdout cannot be both the log and a result; give one of them a file"
                ));
            }
            return Ok(Some(Log::Stdout));
        }
        files.write(path, "the log")?;
        Target::prepare(path).or_usage().map(|target| Some(Log::File(target)))
    }
}

impl Log {
    /// Writes the games, below the words of the command that plays them; returns the name of the
    /// file, if it is one.
    pub(super) fn write(&self, games: &Games, words: &[String]) -> Result<Option<String>, Failure> {
        match self {
            Self::Stdout => {
                let mut stdout = BufWriter::new(io::stdout().lock());
                write(games, words, &mut stdout)?;
                stdout.flush()?;
                Ok(None)
            }
            Self::File(target) => {
                let staged = target.stage(|to| write(games, words, to));
                staged.and_then(Staged::commit).or_failed()?;
                Ok(Some(target.name().display().to_string()))
            }
        }
    }
}

/// Writes the games, with cards as digits.
fn write(games: &Games, words: &[String], to: &mut dyn Write) -> io::Result<()> {
    let deck = games.rules().deck();
    let notation = Notation::new(deck, Style::Digits);
    let texts: Vec<String> = deck.cards().map(|card| notation.write(card)).collect();
    let cards = |cards: &[Card]| {
        let texts: Vec<&str> = cards.iter().map(|card| &*texts[card.index()]).collect();
        texts.join(" ")
    };
    writeln!(to, "# setodds {}", escape::line(&shell_words(words)))?;
    let (mut number, mut written) = (0_u64, Ok(()));
    for block in 0..games.plan().blocks() {
        games.record(block, |RecordedGame { deck, moves }| {
            number += 1;
            let mut text = format!("game {number}\ndeck: {}\n", cards(&deck));
            for step in &moves {
                match step {
                    Move::Take(set) => text += &format!("set: {}\n", cards(set)),
                    Move::Deal => text += "deal\n",
                }
            }
            if written.is_ok() {
                written = to.write_all(text.as_bytes());
            }
        });
    }
    written
}

//! `setodds next`: the effect of the next cards on a table.

use crate::card::Card;
use crate::cards::{Doubt, HandList, Notation, Purpose};
use crate::combinations::binomial;
use crate::commands::context::Context;
use crate::commands::failure::{Failure, OrFail};
use crate::commands::input::{CardArgs, Input, Written};
use crate::commands::options::DeckArgs;
use crate::commands::provenance::answer;
use crate::commands::run::Run;
use crate::hand::sizes::Sizes;
use crate::next::{Position, PositionError};
use crate::pack::Pack;
use crate::report::cell::Cell;
use crate::report::columns::{RenderTarget, fill};
use crate::report::csv::Row;
use crate::report::field::Field;
use crate::report::next::{After, CompletionRow, NextRow, completion_rows, draw, draw_completions};
use crate::report::number::{grouped, plural};
use crate::report::provenance::{AnswerDetails, Provenance};
use crate::report::result::{RecordWriter, Report, Table};
use crate::stats::Confidence;
#[cfg(feature = "cli")]
use clap::Args;
use serde::{Deserialize, Serialize};
use std::io::{self, Write};
use std::path::Path;

#[cfg(feature = "cli")]
const AFTER_HELP: &str = "\
Examples:
  setodds next table.txt                   the next three cards
  setodds next table.txt --gone taken.txt --deal 1-3
  setodds next table.txt --completing      all cards that complete sets";

/// Show the exact probabilities of sets after the next cards.
///
/// Counts every choice of the next cards: up to 6, or 7 if few cards are unseen. Cards are in any
/// format that `setodds find` reads.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "cli", derive(Args))]
#[cfg_attr(feature = "cli", command(after_help = AFTER_HELP,
          mut_arg("style", |it| it.hide_short_help(true))))]
pub(crate) struct NextArgs {
    /// The cards on the table [default: stdin]
    #[cfg_attr(
        feature = "cli",
        arg(value_name = "FILE", default_value = "-", hide_default_value = true)
    )]
    table: Input,
    /// Cards no longer in the deck, such as sets already taken
    ///
    /// A file, or @ and card numbers counted from 0: @70 or @0,27-80.
    #[cfg_attr(feature = "cli", arg(long, value_name = "FILE"))]
    gone: Option<Input>,
    /// Number of next cards: 3, 1-3, or 3,6 [default: 3]
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", allow_hyphen_values = true))]
    deal: Option<Sizes>,
    /// List all cards that complete sets, with their pairs on the table
    ///
    /// CSV then has only this list.
    #[cfg_attr(feature = "cli", arg(long))]
    completing: bool,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    deck: DeckArgs,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    cards: CardArgs,
}

impl NextArgs {
    /// Returns the inputs to read, each with its role: the table and, unless they are given as
    /// numbers, the cards that are no longer in the deck.
    fn read_inputs(&self) -> Vec<(&Input, &'static str)> {
        let gone = self.gone.as_ref().filter(|gone| gone.numbers().is_none());
        [(&self.table, "table")].into_iter().chain(gone.map(|gone| (gone, "gone"))).collect()
    }
}

impl Run for NextArgs {
    fn inputs(&self) -> Vec<&Path> {
        self.read_inputs().into_iter().filter_map(|(input, _)| input.path()).collect()
    }

    fn run(&self, context: &Context) -> Result<Report, Failure> {
        self.cards.refuse_contradictions()?;
        let (deck, inputs) = (self.deck.features, self.read_inputs());
        let numbers = self.gone.as_ref().and_then(Input::numbers);
        if self.inputs() == [Path::new("-"); 2] {
            return Err(usage_error!("stdin is the table or --gone, not both"));
        }
        let read = Written::read(&inputs, deck, &self.cards, Purpose::Position, context)?;
        // Card numbers of --gone are exact, so the reading of the table must be certain as well.
        read.refuse(|doubt| doubt == Doubt::Digits || self.completing || numbers.is_some())?;
        let (cards, texts) = table_cards(&read)?;
        let gone = read.read.inputs.get(1);
        let mut gone: Vec<Card> = gone.into_iter().flat_map(HandList::cards).collect();
        if let Some(numbers) = numbers {
            let pack = Pack::read(deck, numbers);
            let pack = pack.map_err(|error| usage_error!("--gone: {error}"))?;
            gone = pack.missing().iter().collect();
        }
        if self.gone.as_ref().is_some_and(|gone| gone.path().is_none())
            && let Ok(pack) = Pack::without(deck, gone.iter().copied())
        {
            context.name_cards("--gone", pack.to_string());
        }
        let position = Position::new(deck, &cards, &gone);
        let position =
            position.map_err(|error| position_error(&read.read.notation, error)).or_usage()?;
        let dealt = self.deal.clone().unwrap_or(Sizes::one(3));
        position.choices(dealt.largest()).or_usage()?;
        let after = dealt.iter().map(|dealt| after(&position, dealt));
        let after = after.collect::<Result<_, _>>()?;
        let made = answer(context, None, Some(read.summary));
        let completing = self.completing;
        let next = Next { position, notation: read.read.notation, texts, after, completing };
        Ok(next.report(&made))
    }
}

/// Counts all choices of the next `dealt` cards.
fn after(position: &Position, dealt: usize) -> Result<After, Failure> {
    /// Maximum number of steps of the count, about a second of work.
    const MAX_STEPS: u128 = 1_000_000_000;
    let choices = position.choices(dealt).or_usage()?;
    // Near the end of the deck, the recursion visits more nodes than there are choices.
    let steps = binomial(position.unseen().len() + 1, dealt);
    if steps.is_none_or(|steps| steps > MAX_STEPS) {
        let choices = choices.map_or_else(|| "more than 2^128".to_owned(), grouped);
        return Err(usage_error!(
            "{} have {choices} choices, too many to count; deal fewer",
            plural(dealt, "next card")
        ));
    }
    Ok(After { dealt, tally: position.after(dealt).or_usage()? })
}

/// Formats an error about the cards on the table, with the cards in the user's notation.
fn position_error(notation: &Notation, error: PositionError) -> String {
    match error {
        PositionError::Twice(card) => format!(
            "`{}` is given twice, on the table or among the cards that are gone; remove one",
            notation.write(card)
        ),
        other => other.to_string(),
    }
}

/// Returns the cards on the table, parsed and as written. Both lists are empty if the table has no
/// cards.
fn table_cards(read: &Written) -> Result<(Vec<Card>, Vec<String>), Failure> {
    let hands = &read.read.inputs[0];
    match hands.len() {
        0 => Ok((Vec::new(), Vec::new())),
        1 => {
            let table = hands.hand(0);
            let texts = (0..).map_while(|card| table.text(card)).map(str::to_owned).collect();
            Ok((table.cards().to_vec(), texts))
        }
        many => Err(usage_error!(
            "{}: {} hands; a table is one: all cards on a line, or one on each, without blank \
             lines, or --one-hand",
            read.names[0],
            many
        )),
    }
}

/// Report on the effect of the next cards on a table.
struct Next {
    position: Position,
    notation: Notation,
    texts: Vec<String>,
    after: Vec<After>,
    completing: bool,
}

/// JSON record of the cards on the table before the next cards are dealt.
#[derive(Serialize)]
struct PositionRecord {
    table: usize,
    sets: usize,
    unseen: usize,
}

impl Next {
    fn report(self, made: &Provenance<AnswerDetails>) -> Report {
        let (heading, completions) = (self.heading() + "\n", self.completions());
        let position = vec![self.place()];
        Report::new("The next cards", made, "next", self)
            .with_records("completing", &completions)
            .with_records("position", &position)
            .with_heading(heading)
    }

    fn place(&self) -> PositionRecord {
        let Self { position, .. } = self;
        let (table, unseen) = (position.table().len(), position.unseen().len());
        PositionRecord { table, sets: position.sets(), unseen }
    }

    fn next_rows(&self) -> impl Iterator<Item = NextRow> + '_ {
        self.after.iter().flat_map(|after| after.rows(&self.position))
    }

    fn completions(&self) -> Vec<CompletionRow> {
        let all = self.position.completions().into_iter();
        all.flat_map(|it| completion_rows(&it, &self.notation, &self.texts)).collect()
    }

    /// Formats the heading of the report, such as `Cards on the table: 12, with no set. Unseen:
    /// 69.`
    fn heading(&self) -> String {
        let sets = match self.position.sets() {
            0 => "no set".to_owned(),
            sets => plural(sets, "set"),
        };
        let (table, unseen) = (self.position.table().len(), self.position.unseen().len());
        format!("Cards on the table: {table}, with {sets}. Unseen: {unseen}.")
    }

    /// Returns a sentence on the unseen cards that complete sets, and a table of those that
    /// complete the most, or of all with `--completing`. The table is empty if there are none.
    fn helpful(&self, target: RenderTarget) -> (String, String) {
        let rows = self.completions();
        let Some(most) = rows.first().map(|row| row.sets) else {
            return ("No card completes a set with two on the table.".to_owned(), String::new());
        };
        let cards = rows.chunk_by(|one, next| one.digits == next.digits).count();
        let best = rows.partition_point(|row| row.sets == most);
        let alone = rows[..best].iter().all(|row| row.digits == rows[0].digits);
        let sentence = format!(
            "{cards} of {} {} a set with two on the table; the best {} {}:",
            plural(self.position.unseen().len(), "unseen card"),
            complete(cards == 1),
            complete(alone),
            plural(most, "set")
        );
        let shown = if self.completing { &rows } else { &rows[..best] };
        (sentence, format!("\n{}", draw_completions(shown, target)))
    }
}

/// Returns "completes" for one card, "complete" for several.
fn complete(is_one: bool) -> &'static str {
    if is_one { "completes" } else { "complete" }
}

impl Table for Next {
    fn fields(&self) -> &'static [Field] {
        if self.completing { CompletionRow::FIELDS } else { NextRow::FIELDS }
    }

    fn rows(&self) -> Box<dyn Iterator<Item = Vec<Cell>> + '_> {
        if self.completing {
            Box::new(self.completions().into_iter().map(Row::cells))
        } else {
            Box::new(self.next_rows().map(Row::cells))
        }
    }

    fn write_records(&self, to: &mut RecordWriter<'_>) -> io::Result<()> {
        self.next_rows().try_for_each(|row| to.add(&row))
    }

    #[cfg(not(target_family = "wasm"))]
    fn draw(&self, target: RenderTarget, to: &mut dyn Write) -> io::Result<()> {
        for after in &self.after {
            let table = draw(&after.rows(&self.position), Confidence::default(), target);
            writeln!(to, "{table}\n{}\n", fill(&after.sentence(), target))?;
        }
        let (sentence, cards) = self.helpful(target);
        write!(to, "{}\n{cards}", fill(&sentence, target))
    }
}

//! `setodds next`: what the next cards bring to a table.

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

/// Show what the next cards bring to a table, exactly.
///
/// Shows the numbers of sets to come and the cards that complete one. All choices of the next cards
/// are counted, so that the probabilities are exact: of up to 6 or 7 cards. Cards are written as
/// `setodds find --help` says.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "cli", derive(Args))]
#[cfg_attr(feature = "cli", command(after_help = AFTER_HELP,
          mut_arg("style", |it| it.hide_short_help(true))))]
pub(crate) struct NextArgs {
    /// The cards on the table; `-` or nothing is stdin
    #[cfg_attr(
        feature = "cli",
        arg(value_name = "FILE", default_value = "-", hide_default_value = true)
    )]
    table: Input,
    /// Cards no longer in the deck
    ///
    /// Sets already taken, cards already seen. In place of FILE the numbers of the cards may stand:
    /// @70, or @0,27-80.
    #[cfg_attr(feature = "cli", arg(long, value_name = "FILE"))]
    gone: Option<Input>,
    /// Cards that are dealt next: 3, 1-3, or 3,6 [default: 3]
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", allow_hyphen_values = true))]
    deal: Option<Sizes>,
    /// List all cards that complete sets
    ///
    /// With each pair on the table that they complete. As CSV it is this list alone; JSON has it in
    /// any case.
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
    /// Returns the table, and the cards that are gone unless their numbers are given, with their
    /// roles.
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
        // Numbers say which cards are gone, whatever a letter on the table means.
        read.refuse(|doubt| doubt == Doubt::Digits || self.completing || numbers.is_some())?;
        let (cards, texts) = table_of(&read)?;
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
            position.map_err(|error| in_words_of(&read.read.notation, error)).or_usage()?;
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

/// Counts all choices of a number of next cards.
fn after(position: &Position, dealt: usize) -> Result<After, Failure> {
    /// A second's work.
    const MAX_STEPS: u128 = 1_000_000_000;
    let choices = position.choices(dealt).or_usage()?;
    // Where nearly all cards are dealt, the way there is longer than the choices.
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

/// An error that names a card as the user writes it.
fn in_words_of(notation: &Notation, error: PositionError) -> String {
    match error {
        PositionError::Twice(card) => format!(
            "`{}` is given twice, on the table or among the cards that are gone; remove one",
            notation.write(card)
        ),
        other => other.to_string(),
    }
}

/// The cards of the table, perhaps none, and how they are written.
fn table_of(read: &Written) -> Result<(Vec<Card>, Vec<String>), Failure> {
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

/// What the next cards bring.
struct Next {
    position: Position,
    notation: Notation,
    texts: Vec<String>,
    after: Vec<After>,
    completing: bool,
}

/// The table before the next cards come: a record of the JSON document.
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
            .with("completing", &completions)
            .with("position", &position)
            .headed(heading)
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

    /// Returns text such as `Cards on the table: 12, with no set. Unseen: 69.`
    fn heading(&self) -> String {
        let sets = match self.position.sets() {
            0 => "no set".to_owned(),
            sets => plural(sets, "set"),
        };
        let (table, unseen) = (self.position.table().len(), self.position.unseen().len());
        format!("Cards on the table: {table}, with {sets}. Unseen: {unseen}.")
    }

    /// Which cards help most.
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

/// The verb after one card, or after several.
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

//! The commands of the package for JavaScript. A question is a JSON object of texts: the `command`
//! and its options, which have the names of the command line's. The answer is JSON: the tables that
//! the command writes as JSON, by their names.

use super::options::CommandOptions;
use super::words::{Reply, text};
use serde_json::json;
use setodds::card::notation::{Notation, Style};
use setodds::card::{Card, Deck};
use setodds::deal::{deal_block, deals_per_block};
use setodds::detect::Strategy;
use setodds::hand::combinations::binomial;
use setodds::hand::sizes::Sizes;
use setodds::hand::text::WrittenHands;
use setodds::measure::{CapFinder, Key, Measure};
use setodds::next::Position;
use setodds::puzzle::{Level, Puzzle, Wanted, usual_sets};
use setodds::report::answer::{Answer, ValueAnswer, ValueAnswers};
use setodds::report::document::{Records, write_list};
use setodds::report::hands::{NamedHand, ShownHand};
use setodds::report::known::{Known, KnownTable};
use setodds::report::next::{After, CompletionRow, completion_rows};
use setodds::report::puzzles::PuzzleHand;
use setodds::report::question::{Given, Question, SetCounts, unknown};

/// Answers a question.
pub(super) fn answer(question: &str) -> Reply {
    let mut options = CommandOptions::read(question)?;
    let command = options.text("command");
    let answer = match command.as_str() {
        "deal" => deal(&mut options),
        "find" => find(&mut options),
        "next" => next(&mut options),
        "odds" => odds(&mut options),
        "puzzle" => puzzle(&mut options),
        "third" => third(&mut options),
        other => return Err(format!("`{other}` is not a valid command")),
    }?;
    match options.rest() {
        None => Ok(answer),
        Some(other) => Err(format!("`{other}` is not an option of `{command}`")),
    }
}

fn deal(options: &mut CommandOptions) -> Reply {
    const MOST: u64 = 10_000;
    let (deck, seed, hands) = (options.deck()?, options.seed()?, options.number("hands")?);
    let (cards, hands) = (options.number("cards")?, hands.unwrap_or(1) as u64);
    let cards = cards.unwrap_or_else(|| Measure::Sets.usual_size(deck));
    Sizes::one(cards).within(deck).map_err(text)?;
    if !(1..=MOST).contains(&hands) {
        return Err(format!("`{hands}` is not a valid number of hands; give 1 to {MOST}"));
    }
    let style = options.value("style")?.unwrap_or(Style::Words);
    let (per_block, mut dealt) = (deals_per_block(cards), Vec::new());
    for block in 0..hands.div_ceil(per_block) {
        let deals = (hands - block * per_block).min(per_block);
        deal_block(seed, block, deck, cards, deals, |hand| {
            dealt.push(NamedHand::dealt((dealt.len() + 1).to_string(), hand));
        });
    }
    Ok(shown(&dealt, &Notation::new(deck, style)).to_string())
}

/// Hands with their sets, as `find` and `deal` write them.
fn shown(hands: &[NamedHand], notation: &Notation) -> serde_json::Value {
    let detector = Strategy::default().detector(notation.deck());
    let json = |hand| ShownHand::new(hand, notation, &*detector).json();
    json!({ "hands": hands.iter().map(json).collect::<Vec<_>>() })
}

fn find(options: &mut CommandOptions) -> Reply {
    let deck = options.deck()?;
    let WrittenHands { inputs, notation } = options.hands(&["hands"], deck)?;
    let mut hands: Vec<NamedHand> = inputs.into_iter().flatten().map(NamedHand::written).collect();
    if options.flag("caps")? {
        let finder = CapFinder::new(deck);
        hands.iter_mut().try_for_each(|hand| hand.find_caps(&finder)).map_err(text)?;
    }
    Ok(shown(&hands, &notation).to_string())
}

/// The card that completes two to a set.
fn third(options: &mut CommandOptions) -> Reply {
    let deck = options.deck()?;
    let WrittenHands { inputs, notation } = options.hands(&["cards"], deck)?;
    let cards: Vec<Card> = inputs.iter().flatten().flat_map(|hand| hand.cards.clone()).collect();
    let position = Position::new(deck, &cards, &[]).map_err(text)?;
    let [third] = &position.completions()[..] else {
        return Err(format!("{} cards are not a valid pair; give two cards", cards.len()));
    };
    let third = [NamedHand::dealt(String::new(), &[third.card])];
    Ok(shown(&third, &notation)["hands"][0]["cards"][0].to_string())
}

fn odds(options: &mut CommandOptions) -> Reply {
    let (deck, measure) = (options.deck()?, options.value("measure")?);
    let of: Measure = measure.unwrap_or_default();
    let sizes = options.value("cards")?.unwrap_or_else(|| Sizes::one(of.usual_size(deck)));
    let sizes = sizes.within(deck).map_err(text)?;
    let (sets, given) = (options.values("sets")?, options.value("given")?);
    if !sets.is_empty() {
        let asked = sizes.iter().flat_map(|cards| sets.iter().map(move |&it| (cards, it)));
        let answers = asked.map(|(cards, sets)| answer_of(deck, cards, sets, given));
        let rows = answers.map(|it| it.map(|it| it.row())).collect::<Result<Vec<_>, _>>()?;
        return listed("answers", &rows);
    }
    let known = |cards| match measure {
        None => Known::sets(deck, cards),
        Some(measure) => Known::measure(deck, Key { cards, measure }),
    };
    let known = sizes.iter().map(|cards| known(cards).ok_or_else(|| not_known(deck, cards, of)));
    let known: Vec<Known> = known.collect::<Result<_, _>>()?;
    let values: Vec<SetCounts> = options.values("value")?;
    if values.is_empty() {
        return listed("distribution", &KnownTable(known));
    }
    let answers = known.iter().flat_map(|it| values.iter().map(|&of| ValueAnswer::of(it, of)));
    listed("answers", &ValueAnswers(answers.collect()))
}

/// A JSON object of one list of records.
fn listed(name: &str, records: &impl Records) -> Reply {
    let mut list = Vec::new();
    write_list(records, &mut list).map_err(text)?;
    Ok(format!("{{\"{name}\": {}}}", String::from_utf8(list).map_err(text)?))
}

/// The probability of a number of sets, on a condition that needs no counting.
fn answer_of(
    deck: Deck,
    cards: usize,
    sets: SetCounts,
    given: Option<Given>,
) -> Result<Answer, String> {
    let question = Question { sets, given };
    question.can_be(deck, cards).map_err(text)?;
    if question.needs_counting() {
        return Err("such a condition needs minutes of counting; `setodds odds` does it".to_owned());
    }
    let probability = question.answer(deck, cards).map_err(text)?;
    Ok(Answer { features: deck.features(), cards, question, probability })
}

/// The error for a distribution that is not known.
fn not_known(deck: Deck, cards: usize, measure: Measure) -> String {
    match measure {
        Measure::Sets => unknown(deck, cards).to_string(),
        _ => format!(
            "`{measure}` of {cards} cards is not known exactly with {} features",
            deck.features()
        ),
    }
}

/// The puzzle of a seed, or of a seed and a date, which is `day` days after the beginning of 1970.
fn puzzle(options: &mut CommandOptions) -> Reply {
    /// Some seconds' work.
    const DEALS: u64 = 10_000_000;
    let (deck, seed, day) = (options.deck()?, options.seed()?, options.value::<i64>("day")?);
    let cards = options.number("cards")?.unwrap_or_else(|| Measure::Sets.usual_size(deck).min(9));
    let sets = options.number("sets")?.unwrap_or_else(|| usual_sets(deck, cards));
    let date = options.given("date");
    let seed = day.map_or(seed, |day| Puzzle::seed_of(seed, day.cast_unsigned()));
    let mut puzzle = Puzzle::new(deck, Wanted { cards, sets }, seed, DEALS).map_err(text)?;
    if let Some(features) = options.number("differing")? {
        puzzle = puzzle.differing(features).map_err(text)?;
    }
    let hands = format!("hands of {cards} cards with exactly {sets} such sets");
    // The command draws the rarest hands from a list.
    let is_rare = puzzle.probability().is_some_and(|it| it.value() * (DEALS as f64) < 1.0);
    let blocks = if is_rare { 0 } else { DEALS.div_ceil(deals_per_block(cards)) };
    if let Some(level) = options.value::<Level>("difficulty")? {
        if sets == 0 {
            return Err("a hand without sets has no difficulty; ask for some sets".to_owned());
        }
        let mut left = 3 * blocks;
        let levels = puzzle.levels_by(|puzzle| Ok::<_, String>(puzzle.solve_alone(&mut left)))?;
        let levels = levels.filter(|levels| levels.has(level)).ok_or_else(|| {
            format!("{hands} are too rare or too much alike to be {level}; leave difficulty out")
        })?;
        puzzle = puzzle.of_level(levels, level);
    }
    let hand = puzzle.solve_alone(&mut { blocks });
    let hand = hand.ok_or_else(|| format!("{hands} are too rare to be dealt; ask for others"))?;
    let detector = Strategy::default().detector(deck);
    Ok(PuzzleHand::new(1, date, (deck, &hand), &*detector).json(true).to_string())
}

fn next(options: &mut CommandOptions) -> Reply {
    /// Some seconds' work.
    const MOST: u128 = 1_000_000_000;
    let deck = options.deck()?;
    let WrittenHands { inputs, notation } = options.hands(&["table", "gone"], deck)?;
    let (mut cards, mut texts) = (Vec::new(), Vec::new());
    for hand in &inputs[0] {
        cards.extend(&hand.cards);
        texts.extend(hand.texts.iter().map(|text| text.to_string()));
    }
    let gone: Vec<Card> = inputs[1..].iter().flatten().flat_map(|it| it.cards.clone()).collect();
    let position = Position::new(deck, &cards, &gone).map_err(text)?;
    let dealt = options.value("deal")?.unwrap_or_else(|| Sizes::one(3));
    let mut rows = Vec::new();
    for dealt in dealt.iter() {
        position.choices(dealt).map_err(text)?;
        if binomial(position.unseen().len() + 1, dealt).is_none_or(|steps| steps > MOST) {
            return Err(format!("{dealt} cards have too many choices to count; deal fewer"));
        }
        let tally = position.after(dealt).map_err(text)?;
        rows.extend(After { dealt, tally, confidence: None }.rows(&position));
    }
    let completions = position.completions();
    let completing: Vec<CompletionRow> =
        completions.iter().flat_map(|it| completion_rows(it, &notation, &texts)).collect();
    let (table, unseen) = (position.table().len(), position.unseen().len());
    let position = json!({ "table": table, "sets": position.sets(), "unseen": unseen });
    Ok(json!({ "next": rows, "completing": completing, "position": position }).to_string())
}

//! `setodds odds`: shows exact results at once.

use crate::card::Deck;
#[cfg(feature = "cli")]
use crate::cli::names;
use crate::commands::context::Context;
use crate::commands::failure::{Failure, OrFail, exclusive, needs};
use crate::commands::options::{DeckArgs, ThreadsArgs};
use crate::commands::provenance::answer;
use crate::commands::run::Run;
use crate::hand::sizes::{Sizes, SizesError};
use crate::measure::{Key, Measure};
#[cfg(not(target_family = "wasm"))]
use crate::next::{Opening, OpeningError};
use crate::report::answer::{Answer, AnswerRow, ValueAnswer, ValueAnswerRow};
use crate::report::groups::each_once;
use crate::report::known::{Known, KnownTable};
use crate::report::question::{Given, Question, SetCounts, unknown_error};
use crate::report::result::{Report, Table};
#[cfg(not(target_family = "wasm"))]
use crate::run::ThreadPool;
use crate::tally::Tallies;
#[cfg(feature = "cli")]
use clap::Args;
use serde::Deserialize;
use setodds_engine::name::written_list;
use setodds_engine::read_as_written;
use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr;

#[cfg(feature = "cli")]
const AFTER_HELP: &str = "\
Examples:
  setodds odds 12                        how many sets do 12 cards hold?
  setodds odds 12 --sets 0               one question, one line
  setodds odds 3-21                      a line for each hand size
  setodds odds 12,15 --sets 3+           three or more
  setodds odds 15 --sets 0 --given 12:0  if the first 12 hold no set
  setodds odds 12 --sets 0,1,2+          several questions, a line each
  setodds odds 12 --measure in-sets      how many cards belong to a set?
  setodds odds 15 --sets 3+ --given 12:2  if they hold exactly two
  setodds odds first-set                 cards until there is a set";

/// Show exact probabilities, odds, mean and deviation.
///
/// Answers come at once, except most with --given: those are counted, in seconds to minutes. All
/// hand sizes of up to 4 features are known; of 5 features 0-13 and 230-243, of 6 features 0-12 and
/// 717-729.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "cli", derive(Args))]
#[cfg_attr(feature = "cli", command(after_help = AFTER_HELP,
          mut_arg("threads", |it| it.help("Threads for counting with --given").long_help(None))))]
pub(crate) struct OddsArgs {
    /// Cards in the hand: 12, 3-21, 12,15,18, or first-set [default: 12]
    ///
    /// `first-set` shows how many cards it takes until there is a set. The default for --measure
    /// greedy-cap is the whole deck.
    #[cfg_attr(feature = "cli", arg(value_name = "CARDS", allow_negative_numbers = true))]
    #[serde(rename = "cards")]
    subject: Option<OddsSubject>,
    /// Only these numbers of sets: 0, 3+ (or more), 2-4, or a list
    #[cfg_attr(
        feature = "cli",
        arg(long, value_name = "COUNT", allow_hyphen_values = true, value_delimiter = ',')
    )]
    #[serde(deserialize_with = "written_list")]
    sets: Vec<SetCounts>,
    /// Measure other than sets, such as in-sets or largest-cap
    ///
    /// `setodds help simulate` explains the measures.
    #[cfg_attr(feature = "cli", arg(long, value_name = "NAME",
              value_parser = names::of::<Measure>(Measure::NAMES), hide_short_help = true))]
    measure: Option<Measure>,
    /// Only these values of the measure, as in --sets
    #[cfg_attr(
        feature = "cli",
        arg(
            long,
            value_name = "VALUE",
            allow_hyphen_values = true,
            value_delimiter = ',',
            hide_short_help = true
        )
    )]
    #[serde(deserialize_with = "written_list")]
    value: Vec<SetCounts>,
    /// If the first K cards hold COUNT sets, such as 12:0
    ///
    /// Also 12:1+ or 12:0-3; each item of a list is a separate condition. Requires --sets.
    #[cfg_attr(
        feature = "cli",
        arg(long, value_name = "K:COUNT", allow_hyphen_values = true, value_delimiter = ',')
    )]
    #[serde(deserialize_with = "written_list")]
    given: Vec<Given>,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    deck: DeckArgs,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    threads: ThreadsArgs,
}

/// Subject of the odds: hands of some sizes, or the number of cards until the first set.
#[derive(Clone, Debug)]
enum OddsSubject {
    Hands(Sizes),
    FirstSet,
}

read_as_written!(OddsSubject);

impl FromStr for OddsSubject {
    type Err = SizesError;

    fn from_str(text: &str) -> Result<Self, SizesError> {
        if text == "first-set" { Ok(Self::FirstSet) } else { text.parse().map(Self::Hands) }
    }
}

impl Run for OddsArgs {
    fn run(&self, context: &Context) -> Result<Report, Failure> {
        self.refuse_contradictions()?;
        let deck = self.deck.features;
        let sizes = match &self.subject {
            Some(OddsSubject::Hands(sizes)) => sizes.clone().within(deck).or_usage()?,
            None => Sizes::one(self.measure.unwrap_or_default().default_hand_size(deck)),
            Some(OddsSubject::FirstSet) => return self.first_set(context),
        };
        if let Some(measure) = self.measure {
            return measured(
                deck,
                &sizes,
                measure,
                &each_once(self.value.iter().copied()),
                context,
            );
        }
        // Duplicate values are answered once.
        let (sets, given) =
            (each_once(self.sets.iter().copied()), each_once(self.given.iter().copied()));
        match (&sets[..], sizes.single()) {
            ([_, ..], _) => answers(deck, &sizes, (&sets, &given), &self.threads, context),
            ([], Some(cards)) => whole(deck, cards, context),
            ([], None) => {
                let of = |cards| Known::sets(deck, cards).ok_or_else(|| unknown_error(deck, cards));
                let all: Vec<Known> = sizes.iter().map(of).collect::<Result<_, _>>().or_usage()?;
                Ok(known(&all, context))
            }
        }
    }
}

impl OddsArgs {
    fn refuse_contradictions(&self) -> Result<(), Failure> {
        let (sets, given) =
            (("--sets", !self.sets.is_empty()), ("--given", !self.given.is_empty()));
        let measure = ("--measure", self.measure.is_some());
        exclusive(&[measure, sets])?;
        exclusive(&[measure, given])?;
        needs(("--value", !self.value.is_empty()), measure)?;
        needs(given, sets)
    }

    /// Returns the report on the number of cards until the first set. Fails if `--sets` or
    /// `--measure` is given, which are about hands of some size.
    fn first_set(&self, context: &Context) -> Result<Report, Failure> {
        let of_hands = [("--sets", !self.sets.is_empty()), ("--measure", self.measure.is_some())];
        match of_hands.iter().find(|(_, is_given)| *is_given) {
            None => first_set(self.deck.features, context),
            Some((option, _)) => Err(usage_error!(
                "{option} asks about hands of some size, like `odds 12 --sets 0`; leave it out \
                 with first-set"
            )),
        }
    }
}

/// Returns the report that answers each question about the number of sets, for each hand size and
/// condition.
fn answers(
    deck: Deck,
    sizes: &Sizes,
    (sets, given): (&[SetCounts], &[Given]),
    threads: &ThreadsArgs,
    context: &Context,
) -> Result<Report, Failure> {
    let given: Vec<_> = match given {
        [] => vec![None],
        all => all.iter().copied().map(Some).collect(),
    };
    // If one question on a condition is counted, all are, so that their totals agree.
    let is_counted = |given| sets.iter().any(|&sets| Question { sets, given }.needs_counting());
    let (mut questions, mut counted) = (Vec::new(), BTreeSet::new());
    for (cards, given) in sizes.iter().flat_map(|cards| given.iter().map(move |it| (cards, *it))) {
        for question in sets.iter().map(|&sets| Question { sets, given }) {
            question.check_condition(deck, cards).or_usage()?;
            if let Some(given) = given.filter(|&given| is_counted(Some(given))) {
                counted.insert((given.cards, cards));
            }
            questions.push((cards, question));
        }
    }
    let counts = match counted.is_empty() {
        true => BTreeMap::new(),
        false => count(deck, counted, threads, context)?,
    };
    let answer = |(cards, question): (usize, Question)| {
        let given = question.given.filter(|&given| is_counted(Some(given)));
        let probability = match given.and_then(|given| counts.get(&(given.cards, cards))) {
            Some(counted) => question.answer_from_joint(counted),
            None => question.answer(deck, cards),
        };
        let (features, probability) = (deck.features(), probability.or_usage()?);
        Ok(Answer { features, cards, question, probability })
    };
    let all: Vec<Answer> = questions.into_iter().map(answer).collect::<Result<_, Failure>>()?;
    let rows: Vec<AnswerRow> = all.iter().map(Answer::row).collect();
    Ok(answers_report(rows, all.iter().map(Answer::sentence), context))
}

/// Counts the joint distribution of the number of sets in the first cards and in all cards of a
/// hand, for each pair of sizes. It has a tally of the sets in all cards for each number of sets in
/// the first cards.
#[cfg(not(target_family = "wasm"))]
fn count(
    deck: Deck,
    sizes: BTreeSet<(usize, usize)>,
    threads: &ThreadsArgs,
    context: &Context,
) -> Result<BTreeMap<(usize, usize), Tallies<usize>>, Failure> {
    let opening = |&(first, all): &(usize, usize)| Opening::new(deck, first, all - first);
    let openings = sizes.iter().map(opening).collect::<Result<Vec<_>, _>>().or_usage()?;
    let pool = ThreadPool::new(threads.get(context)?).or_failed()?;
    let steps = context.progress();
    let count = |((first, all), opening): ((usize, usize), Opening)| {
        steps.begin_step(&format!(
            "classes of {first} cards, with all choices of {} more",
            all - first
        ));
        let counts = opening.count_observed(&pool, &|done, of| steps.show_step(done, of))?;
        Ok(((first, all), counts))
    };
    let counts = sizes.into_iter().zip(openings).map(count).collect::<Result<_, OpeningError>>();
    steps.finish();
    counts.or_failed()
}

/// Refuses conditions that must be counted hand by hand, which takes too long in a browser.
#[cfg(target_family = "wasm")]
fn count(
    _: Deck,
    _: BTreeSet<(usize, usize)>,
    _: &ThreadsArgs,
    _: &Context,
) -> Result<BTreeMap<(usize, usize), Tallies<usize>>, Failure> {
    Err(usage_error!(
        "this condition is counted hand by hand, which takes too long in a browser; the program \
         answers it"
    ))
}

fn whole(deck: Deck, cards: usize, context: &Context) -> Result<Report, Failure> {
    let known = Known::measure(deck, Key::sets(cards)).ok_or_else(|| unknown_error(deck, cards));
    Ok(self::known(&[known.or_usage()?], context))
}

/// Returns the report on a measure other than sets: its distribution for each hand size, or the
/// probability of the given values.
fn measured(
    deck: Deck,
    sizes: &Sizes,
    measure: Measure,
    values: &[SetCounts],
    context: &Context,
) -> Result<Report, Failure> {
    if measure == Measure::FirstSet {
        return Err(usage_error!(
            "when the first set comes depends on no hand size; `setodds odds first-set` shows it"
        ));
    }
    let features = deck.features();
    let range = measure.sizes(deck);
    let of = |cards| {
        if !range.contains(&cards) {
            return Err(usage_error!(
                "`{measure}` is defined for hands of {} cards of a deck of {features} features, \
                 not {cards}; give such a size",
                range.clone().collect::<Sizes>()
            ));
        }
        Known::measure(deck, Key { cards, measure }).ok_or_else(|| {
            usage_error!(
                "`{measure}` of {cards} cards is not known exactly with {features} features; \
                 `setodds simulate --cards {cards} --measure {measure} --features {features}` \
                 estimates it"
            )
        })
    };
    let all: Vec<Known> = sizes.iter().map(of).collect::<Result<_, _>>()?;
    if values.is_empty() {
        return Ok(known(&all, context));
    }
    let answers = all.iter().flat_map(|it| values.iter().map(|&of| ValueAnswer::new(it, of)));
    let all: Vec<ValueAnswer> = answers.collect();
    let rows: Vec<ValueAnswerRow> = all.iter().map(ValueAnswer::row).collect();
    Ok(answers_report(rows, all.iter().map(ValueAnswer::sentence), context))
}

fn first_set(deck: Deck, context: &Context) -> Result<Report, Failure> {
    let features = deck.features();
    let known = Known::first_set(deck).ok_or_else(|| {
        format!(
            "when the first set comes is not known exactly with {features} features (it is with 2 \
             to 4); `setodds simulate --measure first-set --features {features}` estimates it"
        )
    });
    Ok(self::known(&[known.or_usage()?], context))
}

/// Returns the report on exactly known distributions: a single distribution in full, or a line for
/// each of several hand sizes.
fn known(all: &[Known], context: &Context) -> Report {
    let (heading, sentences) = match all {
        [known] => (known.heading() + "\n", known.moments() + "\n"),
        _ => (String::new(), String::new()),
    };
    Report::new(
        "Exact distributions",
        &answer(context, None, None),
        "distribution",
        KnownTable(all.to_vec()),
    )
    .with_records("summary", all)
    .with_heading(heading)
    .with_sentences(sentences)
}

/// Returns the report on the answers to questions, with one sentence per answer.
fn answers_report(
    rows: impl Table + 'static,
    sentences: impl Iterator<Item = String>,
    context: &Context,
) -> Report {
    let lines: String = sentences.map(|sentence| sentence + "\n").collect();
    let made = answer(context, None, None);
    Report::new("Exact answers", &made, "answers", rows).with_sentences(lines).in_sentences()
}

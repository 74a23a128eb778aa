//! The kinds of sequences, and how their terms come about.

use super::Published;
use crate::cap::CapCount;
use crate::card::Deck;
use crate::exact::known;
use crate::exact::moments::Moments;
use crate::extreme::guarantee;
use crate::measure::Measure;
use crate::symmetry::class_numbers;
use num_bigint::BigUint;

/// How the terms of a sequence are computed.
pub(super) enum Terms {
    /// From a deck.
    Deck(fn(Deck) -> Vec<BigUint>),
    /// From the caps of a deck, by their size.
    Caps(fn(&[CapCount]) -> Vec<BigUint>),
    /// From the caps of each complete deck, by their size.
    AllCaps(fn(&[Vec<CapCount>]) -> Vec<BigUint>),
    /// From nothing else.
    Formula(fn() -> Vec<BigUint>),
}

/// A sequence for each of some decks, or one over all of them.
pub(super) struct SequenceKind {
    pub(super) name: &'static str,
    /// What the terms are; `@` stands for the number of features.
    pub(super) title: &'static str,
    pub(super) offset: usize,
    /// The features of the decks; none for a sequence over all of them.
    pub(super) features: &'static [usize],
    pub(super) terms: Terms,
    /// The number of features of a deck, and its entry in the OEIS; 0 for a sequence over all
    /// decks.
    pub(super) published: Option<(usize, Published)>,
}

/// The decks whose distributions are complete.
pub(super) const COMPLETE: &[usize] = &[2, 3, 4];

pub(super) const KINDS: &[SequenceKind] = &[
    SequenceKind {
        name: "classes",
        title: "Classes of n cards of @ features under affine maps",
        offset: 0,
        features: &[2, 3, 4, 5, 6],
        terms: Terms::Deck(class_numbers),
        published: Some((4, Published { number: "A182240", terms: 24 })),
    },
    SequenceKind {
        name: "fewest-sets",
        title: "Fewest sets in n cards of @ features",
        offset: 0,
        features: COMPLETE,
        terms: Terms::Deck(|deck| fewest(deck).map(BigUint::from).collect()),
        published: None,
    },
    SequenceKind {
        name: "most-sets",
        title: "Most sets in n cards of @ features",
        offset: 3,
        features: COMPLETE,
        terms: Terms::Deck(|deck| counts(deck).skip(3).map(|row| (row.len() - 1).into()).collect()),
        published: Some((3, Published { number: "A380167", terms: 25 })),
    },
    SequenceKind {
        name: "hands-by-sets",
        title: "Triangle by rows: hands of k cards of @ features with s sets, s = 0 to the most",
        offset: 0,
        features: COMPLETE,
        terms: Terms::Deck(|deck| counts(deck).flatten().map(BigUint::from).collect()),
        published: None,
    },
    SequenceKind {
        name: "always-sets",
        title: "Fewest cards of @ features that always hold n sets",
        offset: 1,
        features: COMPLETE,
        terms: Terms::Deck(always_sets),
        published: None,
    },
    SequenceKind {
        name: "always-disjoint-sets",
        title: "Fewest cards of @ features that always hold n disjoint sets",
        offset: 1,
        features: COMPLETE,
        terms: Terms::Deck(always_disjoint_sets),
        published: None,
    },
    SequenceKind {
        name: "first-set",
        title: "Ways to lay out n cards of @ features so that the last one makes the first set",
        offset: 3,
        features: COMPLETE,
        terms: Terms::Deck(first_set),
        published: None,
    },
    SequenceKind {
        name: "second-moment-numerators",
        title: "Numerator of the mean square of the number of sets in n cards of @ features",
        offset: 0,
        features: COMPLETE,
        terms: Terms::Deck(|deck| second_moments(deck, true)),
        published: None,
    },
    SequenceKind {
        name: "second-moment-denominators",
        title: "Denominator of the mean square of the number of sets in n cards of @ features",
        offset: 0,
        features: COMPLETE,
        terms: Terms::Deck(|deck| second_moments(deck, false)),
        published: None,
    },
    SequenceKind {
        name: "caps",
        title: "Caps of n cards of @ features: hands without a set",
        offset: 0,
        features: COMPLETE,
        terms: Terms::Caps(|caps| caps.iter().map(|caps| caps.caps.into()).collect()),
        published: None,
    },
    SequenceKind {
        name: "cap-classes",
        title: "Classes of caps of n cards of @ features under affine maps",
        offset: 0,
        features: COMPLETE,
        terms: Terms::Caps(|caps| caps.iter().map(|caps| caps.classes.into()).collect()),
        published: None,
    },
    SequenceKind {
        name: "complete-caps",
        title: "Caps of n cards of @ features that are part of no larger cap",
        offset: 0,
        features: COMPLETE,
        terms: Terms::Caps(|caps| caps.iter().map(|caps| caps.complete_caps.into()).collect()),
        published: None,
    },
    SequenceKind {
        name: "complete-cap-classes",
        title: "Classes of caps of n cards of @ features that are part of no larger cap",
        offset: 0,
        features: COMPLETE,
        terms: Terms::Caps(|caps| caps.iter().map(|it| it.complete_classes.into()).collect()),
        published: None,
    },
    SequenceKind {
        name: "sets",
        title: "Sets in the deck of n + 1 features: lines of AG(n + 1, 3)",
        offset: 0,
        features: &[],
        terms: Terms::Formula(lines),
        published: Some((0, Published { number: "A016142", terms: 19 })),
    },
    SequenceKind {
        name: "largest-caps",
        title: "Cards in the largest cap of n features",
        offset: 0,
        features: &[],
        terms: Terms::Formula(|| {
            [1, 2]
                .into_iter()
                .chain(Deck::all().map(Deck::largest_cap))
                .map(BigUint::from)
                .collect()
        }),
        published: Some((0, Published { number: "A090245", terms: 7 })),
    },
    SequenceKind {
        name: "smallest-complete-caps",
        title: "Cards in the smallest complete cap of n features",
        offset: 0,
        features: &[],
        terms: Terms::AllCaps(smallest_complete),
        published: None,
    },
    SequenceKind {
        name: "all-caps",
        title: "Caps of n features, the empty one included",
        offset: 0,
        features: &[],
        // Of one card all hands, of three all but the deck.
        terms: Terms::AllCaps(|caps| with([2, 7], sums(caps, |caps| caps.caps))),
        published: None,
    },
    SequenceKind {
        name: "all-complete-caps",
        title: "Complete caps of n features",
        offset: 0,
        features: &[],
        terms: Terms::AllCaps(|caps| with([1, 3], sums(caps, |caps| caps.complete_caps))),
        published: None,
    },
    SequenceKind {
        name: "all-complete-cap-classes",
        title: "Classes of complete caps of n features under affine maps",
        offset: 0,
        features: &[],
        terms: Terms::AllCaps(|caps| with([1, 1], sums(caps, |it| it.complete_classes as u128))),
        published: None,
    },
];

/// The lines of AG(n,3) for n = 1, 2, ...: each two of 3^n points are on one, which has three
/// pairs.
fn lines() -> Vec<BigUint> {
    let points = |features| BigUint::from(3_u8).pow(features);
    (1..=19).map(points).map(|points| &points * (&points - 1_u8) / 6_u8).collect()
}

/// The numbers of hands with 0, 1, 2, ... sets, up to the most that one holds, of each size.
fn counts(deck: Deck) -> impl Iterator<Item = Vec<u128>> {
    (0..=deck.size()).map(move |cards| {
        let mut counts = known::counts(deck, cards).expect("all sizes are counted");
        let most = counts.iter().rposition(|&hands| hands > 0);
        counts.truncate(most.map_or(0, |most| most + 1));
        counts
    })
}

/// The fewest sets of each hand size.
fn fewest(deck: Deck) -> impl Iterator<Item = usize> {
    counts(deck).map(|row| row.iter().take_while(|&&hands| hands == 0).count())
}

/// A hand keeps its sets when cards are added, so that the fewest sets never fall.
fn always_sets(deck: Deck) -> Vec<BigUint> {
    let fewest: Vec<usize> = fewest(deck).collect();
    let cards = |sets: usize| fewest.partition_point(|&fewest| fewest < sets);
    (1..=deck.sets()).map(|sets| cards(sets).into()).collect()
}

/// The fewest cards that always hold each number of disjoint sets, as far as they are exactly
/// known: of four features, up to eight sets.
fn always_disjoint_sets(deck: Deck) -> Vec<BigUint> {
    let exact = |sets| {
        let found = guarantee(deck, Measure::DisjointSets, sets).ok()?;
        (found.at_least == found.at_most).then(|| found.at_least.into())
    };
    (1..=deck.size() / 3).map_while(exact).collect()
}

/// All ways to lay out a cap and any further card, less those that lay out a larger cap.
fn first_set(deck: Deck) -> Vec<BigUint> {
    let caps: Vec<u128> = counts(deck).map(|row| row.first().copied().unwrap_or(0)).collect();
    let mut ways = BigUint::from(2_u8);
    let term = |cards: usize| {
        // `ways` are the orders of the cards but the last.
        let before = caps[cards - 1] * (deck.size() + 1 - cards) as u128;
        let term = &ways * (before - caps[cards] * cards as u128);
        ways *= cards;
        term
    };
    (3..=deck.largest_cap() + 1).map(term).collect()
}

fn second_moments(deck: Deck, is_numerator: bool) -> Vec<BigUint> {
    let term = |cards| {
        let square = Moments::of(deck, cards, 2).expect("all sizes are counted").about_zero(2);
        let part = if is_numerator { square.numerator() } else { square.denominator() };
        part.magnitude().clone()
    };
    (0..=deck.size()).map(term).collect()
}

/// Sums over the caps of each deck.
fn sums(caps: &[Vec<CapCount>], of: fn(&CapCount) -> u128) -> impl Iterator<Item = u128> {
    caps.iter().map(move |caps| caps.iter().map(of).sum())
}

/// Terms of the decks of 0 and 1 feature, a single card and a single set, before the others.
fn with(first: [u128; 2], others: impl Iterator<Item = u128>) -> Vec<BigUint> {
    first.into_iter().chain(others).map(BigUint::from).collect()
}

/// The cards of the smallest complete cap. Of five features it has 22: `k` cards settle at most
/// C(k,2) others, so that C(k,2) + k is at least 243, and the cards in [`GOLAY`] reach that bound.
fn smallest_complete(caps: &[Vec<CapCount>]) -> Vec<BigUint> {
    let smallest = |caps: &Vec<CapCount>| {
        let complete = caps.iter().find(|caps| caps.complete_caps > 0);
        complete.map_or(0, |caps| caps.cards as u128)
    };
    with([1, 2], caps.iter().map(smallest).chain([GOLAY.len() as u128]))
}

/// A complete cap of 22 cards of five features, as numbers of cards.
pub(super) const GOLAY: [usize; 22] = [
    24, 90, 125, 160, 77, 168, 172, 81, 57, 74, 135, 178, 95, 228, 153, 130, 216, 8, 220, 109, 110,
    0,
];

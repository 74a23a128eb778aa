//! Explains why cards are not a set: the triples of a hand that fail in the fewest features.

use super::hands::ShownHand;
use crate::card::{Card, MAX_FEATURES};
use crate::hand::near_sets::{Agreement, agreements, near_sets};
use crate::report::columns::{Grid, RenderTarget, fill};
use crate::report::csv::row;
use crate::report::escape;
use crate::report::field::{Field, NUMBER, TEXT};
use crate::report::kind::Kind;
use crate::report::number::plural;
use serde_json::{Value, json};
use std::io::{self, Write};

row! {
    /// Row of the CSV for three cards that fail to be a set in the fewest features among all
    /// triples of their hand.
    pub struct NearSetRow {
        /// The name or number of the hand.
        pub hand: String = TEXT.key(),
        /// The number of the triple in its hand, counted from 1.
        pub triple: usize = NUMBER.key(),
        /// The first card of the triple in the order of the hand.
        pub card1: String = TEXT,
        /// The second card of the triple.
        pub card2: String = TEXT,
        /// The third card of the triple.
        pub card3: String = TEXT,
        /// The number of features that fail, in which exactly two values are equal; 0 for a set.
        pub failing: usize = Field::up_to(MAX_FEATURES),
        /// The features that fail, with their three values.
        pub mixed: String = TEXT,
        /// The features in which all three values are equal.
        pub equal: String = TEXT,
        /// The features in which all three values are different.
        pub different: String = TEXT,
        /// The card that makes a set with the first and the second card.
        pub completes_1_2: String = TEXT,
        /// The card that makes a set with the first and the third card.
        pub completes_1_3: String = TEXT,
        /// The card that makes a set with the second and the third card.
        pub completes_2_3: String = TEXT,
    }
}

impl Kind for NearSetRow {
    const WORDS: &'static str = "the triples of `find --why`";
}

/// Feature of three cards, with its three values.
struct FeatureOfThree {
    name: String,
    values: [String; 3],
    agreement: Agreement,
}

impl FeatureOfThree {
    /// Formats the feature and its values: `colour: red, red, green`.
    fn text(&self) -> String {
        format!("{}: {}", self.name, self.values.join(", "))
    }

    fn in_words(&self) -> &'static str {
        match self.agreement {
            Agreement::Equal => "all equal",
            Agreement::Different => "all different",
            Agreement::Mixed { odd } => {
                ["only the first differs", "only the second differs", "only the third differs"][odd]
            }
        }
    }

    fn json(&self) -> Value {
        let (agreement, odd) = match self.agreement {
            Agreement::Equal => ("equal", None),
            Agreement::Different => ("different", None),
            Agreement::Mixed { odd } => ("mixed", Some(odd + 1)),
        };
        json!({ "feature": self.name, "values": self.values, "agreement": agreement, "odd": odd })
    }
}

/// Triple of cards of a hand, converted to texts.
struct ShownTriple {
    number: usize,
    cards: [String; 3],
    features: Vec<FeatureOfThree>,
    /// The cards that complete the pairs in [`PAIRS`], in the same order.
    completing: [String; 3],
}

/// The three pairs of three cards, by the positions of the cards.
const PAIRS: [[usize; 2]; 3] = [[0, 1], [0, 2], [1, 2]];

impl ShownTriple {
    fn failing(&self) -> impl Iterator<Item = &FeatureOfThree> {
        self.features.iter().filter(|feature| feature.agreement.fails())
    }

    /// Lists the features that fail, in which exactly two values are equal, with their values.
    fn mixed(&self) -> String {
        self.failing().map(FeatureOfThree::text).collect::<Vec<_>>().join("; ")
    }

    fn features_that_are(&self, agreement: Agreement) -> String {
        let features = self.features.iter().filter(|feature| feature.agreement == agreement);
        features.map(|feature| &*feature.name).collect::<Vec<_>>().join("; ")
    }

    fn row(self, hand: &str) -> NearSetRow {
        let failing = self.failing().count();
        let mixed = self.mixed();
        let [equal, different] =
            [Agreement::Equal, Agreement::Different].map(|it| self.features_that_are(it));
        let Self { number: triple, cards: [card1, card2, card3], completing, .. } = self;
        let ([completes_1_2, completes_1_3, completes_2_3], hand) = (completing, hand.to_owned());
        NearSetRow {
            hand,
            triple,
            card1,
            card2,
            card3,
            failing,
            mixed,
            equal,
            different,
            completes_1_2,
            completes_1_3,
            completes_2_3,
        }
    }

    fn json(&self) -> Value {
        let features: Vec<Value> = self.features.iter().map(FeatureOfThree::json).collect();
        json!({ "cards": self.cards, "failing": self.failing().count(), "features": features,
                "completed_by": self.completing })
    }

    /// Explains the triple feature by feature, and lists the cards that complete its pairs.
    fn explained(&self, target: RenderTarget) -> String {
        let verdict = match self.failing().count() {
            0 => "A set: every feature is all equal or all different.".to_owned(),
            failing => {
                let features = plural(failing, "feature");
                format!("Not a set: in {features} two values are equal and the third one differs.")
            }
        };
        let features = Grid::new(&self.features)
            .text("feature", |feature| feature.name.clone())
            .text("first card", |feature| feature.values[0].clone())
            .text("second card", |feature| feature.values[1].clone())
            .text("third card", |feature| feature.values[2].clone())
            .text("the values are", |feature| feature.in_words().to_owned())
            .draw(target);
        let pairs: Vec<_> = PAIRS.into_iter().zip(&self.completing).collect();
        let pairs = Grid::new(&pairs)
            .text("pair", |(pair, _)| pair.map(|place| &*self.cards[place]).join(" + "))
            .text("completed by", |(_, card)| card.to_string())
            .draw(target);
        format!("\n{}\n\n{features}\n{pairs}", fill(&verdict, target))
    }

    /// Lists the cards of the triple, one per line.
    fn text(&self) -> String {
        let cards = self.cards.each_ref().map(|card| format!("  {}\n", escape::line(card)));
        format!("\nTriple {}, {}\n{}", self.number, escape::line(&self.mixed()), cards.concat())
    }
}

impl<'a> ShownHand<'a> {
    fn triple(self, places: [usize; 3], number: usize) -> ShownTriple {
        let (cards, deck) = (places.map(|place| self.hand.cards()[place]), self.deck());
        let agreements: Vec<Agreement> = agreements(cards, deck).collect();
        let feature = |feature| {
            let value = |card: Card| self.notation.value(feature, card.digit(feature, deck));
            let (name, agreement) = (self.notation.feature(feature), agreements[feature]);
            FeatureOfThree { name, values: cards.map(value), agreement }
        };
        let third = |[one, other]: [usize; 2]| {
            let third = cards[one].third(cards[other]);
            let is_third = |&place: &usize| self.hand.cards()[place] == third;
            let of_triple = places.into_iter().find(is_third);
            of_triple.map_or_else(|| self.notation.write(third), |place| self.text(place))
        };
        ShownTriple {
            number,
            cards: places.map(|place| self.text(place)),
            features: self.notation.features().into_iter().map(feature).collect(),
            completing: PAIRS.map(third),
        }
    }

    /// Returns the triples of the hand that fail to be a set in the fewest features.
    fn near_sets(self) -> impl Iterator<Item = ShownTriple> + use<'a> {
        let near = near_sets(self.hand.cards(), self.deck());
        let triples = near.into_iter().flat_map(|near| near.triples).zip(1..);
        triples.map(move |(places, number)| self.triple(places, number))
    }

    /// Returns one row for each triple of the hand that fails to be a set in the fewest features.
    pub fn near_set_rows(self) -> impl Iterator<Item = NearSetRow> + use<'a> {
        self.near_sets().map(move |triple| triple.row(&self.hand.name()))
    }

    /// Returns the triples that fail in the fewest features as a JSON array.
    #[must_use]
    pub fn near_sets_json(self) -> Value {
        self.near_sets().map(|triple| triple.json()).collect()
    }

    /// Explains why three cards are a set or not. For a larger hand, writes its sets, or the
    /// triples that fail in the fewest features.
    ///
    /// # Errors
    ///
    /// Fails if the writer fails.
    pub fn write_near_sets(self, target: RenderTarget, to: &mut dyn Write) -> io::Result<()> {
        let triples: Vec<ShownTriple> = self.near_sets().collect();
        let Some(first) = triples.first() else {
            return to.write_all(b"\nA set has three cards.\n");
        };
        if self.hand.cards().len() == 3 {
            return to.write_all(first.explained(target).as_bytes());
        }
        let failing = first.failing().count();
        if failing == 0 {
            let sentence = "The hand holds a set: every feature is all equal or all different.";
            return write!(to, "\n{}\n{}", fill(sentence, target), self.sets(target));
        }
        let (number, features) = (plural(triples.len(), "triple"), plural(failing, "feature"));
        let fails = if triples.len() == 1 { "fails" } else { "fail" };
        let sentence =
            format!("No three cards are a set. The nearest, {number}, {fails} in {features}:");
        writeln!(to, "\n{}", fill(&sentence, target))?;
        if target.is_markdown() {
            let table = Grid::new(&triples)
                .column("triple", |triple| triple.number.to_string())
                .text("cards", |triple| triple.cards.join(", "))
                .text("what fails", ShownTriple::mixed)
                .draw(target);
            return write!(to, "\n{table}");
        }
        triples.iter().try_for_each(|triple| to.write_all(triple.text().as_bytes()))
    }
}

//! Compares the numbers in sentences of the documents and in the titles of charts with the tables.

use super::read;
use setodds::report::number::{grouped, significant};
use setodds_engine::detect::Strategy;
use setodds_engine::exact::known;
use setodds_engine::stats::to_float;
use std::collections::HashMap;

/// Rows of a table of the reports, each a map from column names to cells.
struct Table(Vec<HashMap<String, String>>);

impl Table {
    fn new(path: &str) -> Self {
        let text = read(format!("reports/{path}.csv"));
        let rows = csv::Reader::from_reader(text.as_bytes()).into_deserialize();
        Self(rows.map(Result::unwrap).collect())
    }

    /// Returns the rows with these values.
    fn rows(&self, key: &[(&str, &str)]) -> impl Iterator<Item = &HashMap<String, String>> {
        self.0.iter().filter(|row| key.iter().all(|&(name, value)| row[name] == value))
    }

    /// Returns a count of the first row with these values.
    fn count(&self, key: &[(&str, &str)], name: &str) -> u128 {
        self.rows(key).next().unwrap()[name].parse().unwrap()
    }

    /// Returns the probability of the first row with these values.
    fn probability(&self, key: &[(&str, &str)]) -> f64 {
        self.rows(key).next().unwrap()["probability"].parse().unwrap()
    }

    /// Returns the value of a column in the row with the largest value of another one.
    fn most(&self, key: &[(&str, &str)], name: &str, by: &str) -> String {
        let largest = self.rows(key).max_by_key(|row| row[by].parse::<u128>().unwrap());
        largest.unwrap()[name].clone()
    }
}

fn percent(probability: f64, digits: u8) -> String {
    format!("{} %", significant(100.0 * probability, digits))
}

/// Formats the odds against an event, such as `29.96 : 1`.
fn odds(probability: f64, digits: u8) -> String {
    format!("{} : 1", significant(1.0 / probability - 1.0, digits))
}

/// Returns the fewest cards of the game that always hold a value, if the bounds determine them.
fn fewest(table: &Table, features: &str, measure: &str, value: u128) -> Option<u128> {
    let key = [("features", features), ("measure", measure)];
    let number = |row: &HashMap<String, String>, name: &str| row[name].parse::<u128>().unwrap();
    let enough = table.rows(&key).find(|row| number(row, "least") >= value)?;
    let too_few = table.rows(&key).filter(|row| number(row, "most") < value).last()?;
    let (enough, too_few) = (number(enough, "cards"), number(too_few, "cards"));
    (too_few + 1 == enough).then_some(enough)
}

/// Formats a list of numbers, such as `21, 22 and 23`.
fn list(numbers: impl IntoIterator<Item = u128>) -> String {
    let texts: Vec<String> = numbers.into_iter().map(|number| number.to_string()).collect();
    let (last, others) = texts.split_last().unwrap();
    format!("{} and {last}", others.join(", "))
}

fn check(document: &str, sentences: &[String]) {
    let text = read(document).split_whitespace().collect::<Vec<_>>().join(" ");
    for sentence in sentences {
        assert!(text.contains(sentence), "{document} does not say: {sentence}");
    }
}

#[test]
fn the_readmes() {
    let (none, strategies) = (known::no_set(12).unwrap(), ["Six", "Seven", "Eight"]);
    let looks = Table::new("games/random/looks").probability(&[("table", "12")]);
    check(
        "README.md",
        &[
            format!(
                "About once in {:.0} deals: the exact probability is {none} ({}).",
                1.0 / none.value(),
                percent(none.value(), 5)
            ),
            format!("{} strategies agree on all triples", strategies[Strategy::ALL.len() - 6]),
            format!("no set is on {} of the tables of 12 cards", percent(looks, 3)),
        ],
    );
    let sets = Table::new("exact-sets/features-4");
    let no_set = |cards| sets.probability(&[("cards", cards), ("value", "0")]);
    let random = Table::new("caps/greedy-4").most(&[], "value", "count");
    let classes = Table::new("classes/numbers-4").count(&[("cards", "12")], "classes");
    check(
        "reports/README.md",
        &[
            format!(
                "{} of all hands of 12 cards hold no set, {} of those of 15 cards |",
                percent(no_set("12"), 5),
                percent(no_set("15"), 5)
            ),
            format!("no set is on {} of the tables of 12 cards", percent(looks, 4)),
            format!(
                "at most {} cards; most random maximal ones have {random} cards",
                largest_cap()
            ),
            format!("there are {} essentially different hands of 12 cards", grouped(classes)),
            format!("12 cards: 1 deal in {:.0} holds no set", 1.0 / no_set("12")),
            format!("18 cards without a set: 1 in {:.0} million", 1e-6 / no_set("18")),
        ],
    );
}

/// Returns the largest number of cards without a set.
fn largest_cap() -> String {
    let caps = Table::new("caps/caps-4");
    let all: Vec<_> = caps.rows(&[]).filter(|row| row["caps"] != "0").collect();
    all.last().unwrap()["cards"].clone()
}

#[test]
fn exact_sets() {
    let sets = Table::new("exact-sets/features-4");
    let three = [("cards", "21"), ("value", "3")];
    let bounds = Table::new("caps/fewest");
    let disjoint = |features, sets| fewest(&bounds, features, "disjoint-sets", sets);
    let always =
        |sets: std::ops::RangeInclusive<u128>| list(sets.map(|sets| disjoint("4", sets).unwrap()));
    assert!((9..=21).all(|sets| disjoint("4", sets).is_none()));
    let extremes = Table::new("exact-sets/extremes");
    let end = |cards, extreme| extremes.count(&[("cards", cards), ("extreme", extreme)], "sets");
    assert!(end("20", "fewest") == 0 && end("21", "fewest") > 0);
    check(
        "reports/exact-sets/README.md",
        &[
            format!(
                "Exactly 3, in {} hands of {}; never 0, 1 or 2.",
                grouped(sets.count(&three, "count")),
                grouped(sets.count(&three, "total"))
            ),
            format!(
                "With four features {} cards for m = 1 to 8, and {} cards for m = 22 to 27. With \
                 three features {} cards.",
                always(1..=8),
                always(22..=27),
                list((1..=9).map(|sets| disjoint("3", sets).unwrap()))
            ),
            format!(
                "{} cards always hold an ultraset (four cards in two pairs that the same card \
                 completes to sets), and {} cards a ghost set",
                fewest(&bounds, "4", "ultrasets", 1).unwrap(),
                fewest(&bounds, "4", "ghost-sets", 1).unwrap()
            ),
            format!("20 cards can hold no set, and 27 can hold {}", end("27", "most")),
        ],
    );
}

#[test]
fn published_games() {
    let sets = Table::new("exact-sets/features-4");
    let no_set = |cards| sets.probability(&[("cards", cards), ("value", "0")]);
    let looks = Table::new("games/random/looks");
    let stuck = |table| looks.probability(&[("table", table)]);
    let (twelve, fifteen) = (odds(stuck("12"), 3), odds(stuck("15"), 3));
    let stages = Table::new("games/random/stages");
    let among = |is_empty: bool| {
        let none = stages.rows(&[("table", "12"), ("sets", "0")]);
        let rows: Vec<_> = none.filter(|row| (row["in_deck"] == "0") == is_empty).collect();
        let sum =
            |name: &str| rows.iter().map(|row| row[name].parse::<u128>().unwrap()).sum::<u128>();
        to_float(sum("count")) / to_float(sum("total"))
    };
    check(
        "reports/published/README.md",
        &[
            format!("it is {twelve} (`setodds play --table looks`)"),
            format!(
                "higher than {}; tables with an empty deck alone have {}, all others {} |",
                percent(stuck("12"), 3),
                percent(among(true), 3),
                percent(among(false), 3)
            ),
            format!(
                "wrong: {} and {} for random cards, {twelve} and {fifteen} in games",
                odds(no_set("12"), 4),
                odds(no_set("15"), 4)
            ),
        ],
    );
}

#[test]
fn caps() {
    let caps = Table::new("caps/caps-4");
    let number = |cards| caps.count(&[("cards", cards)], "caps");
    let of = |cards| grouped(number(cards));
    assert_eq!(20 * number("20"), number("19"));
    let extended = |cards| number(cards) - caps.count(&[("cards", cards)], "complete_caps");
    // A largest cap has 190 caps of 18 cards and 1,140 of 17.
    assert_eq!(190 * number("20"), extended("18"));
    assert!(1140 * number("20") < extended("17") / 100);
    let share = |cards| percent(to_float(extended(cards)) / to_float(number(cards)), 3);
    let complete: Vec<_> = caps.rows(&[]).filter(|row| row["complete_caps"] != "0").collect();
    let classes: u128 =
        complete.iter().map(|row| row["complete_classes"].parse::<u128>().unwrap()).sum();
    let bound = |cards| (1_u128..).find(|k| k * (k + 1) / 2 >= cards).unwrap();
    let random = |path: &str| Table::new(path).most(&[], "value", "count");
    check(
        "reports/caps/README.md",
        &[
            format!(
                "The largest hands without a set have {} cards (G. Pellegrino, 1971). There are {} \
                 of them",
                largest_cap(),
                of("20")
            ),
            format!("({} x 20 = {})", of("20"), of("19")),
            format!(
                "A complete cap has at least {} cards. There are {classes} classes of complete \
                 caps; most complete caps have {} cards.",
                complete[0]["cards"],
                caps.most(&[], "cards", "complete_caps")
            ),
            format!("Of all caps of 17 cards, {} can be extended, nearly all", share("17")),
            format!(
                "Of all caps of 18 cards, {} can be extended, always to a largest cap.",
                share("18")
            ),
            format!("This must reach all 243, so k is at least {}.", bound(243)),
            format!("have {} to 44 cards", bound(729)),
            format!("At most {} cards hold no set", largest_cap()),
            format!("Most random complete caps have {} cards", random("caps/greedy-4")),
            format!("With six features it ends at {}, give or take two", random("caps/greedy-6")),
            format!(
                "Of 12 cards, most often {} hold no set",
                Table::new("caps/largest-4").most(&[("cards", "12")], "value", "count")
            ),
        ],
    );
}

#[test]
fn classes() {
    let numbers = Table::new("classes/numbers-4");
    let maps = Table::new("classes/classes-4").count(&[("cards", "0")], "stabilizer");
    let number = |cards, name| numbers.count(&[("cards", cards)], name);
    check(
        "reports/classes/README.md",
        &[
            format!(
                "The game's deck has {} such maps. The {} hands of 12 cards form {} classes.",
                grouped(maps),
                grouped(number("12", "hands")),
                grouped(number("12", "classes"))
            ),
            format!(
                "Half of the deck: {:.0} trillion kinds of hands",
                1e-12 * to_float(number("40", "classes"))
            ),
        ],
    );
}

#[test]
fn games() {
    let exact = Table::new("games/exact/stages");
    let none = |in_deck, table, arrival| {
        let key = [("in_deck", in_deck), ("table", table), ("arrival", arrival), ("sets", "0")];
        percent(exact.probability(&key), 6)
    };
    let never_stuck = Table::new("games/exact/survival").probability(&[("in_deck", "63")]);
    let cleared = |path: &str, policy| {
        Table::new(path).probability(&[("cards_left", "0"), ("policy", policy)])
    };
    let [most, chance] = ["most-left", "random"].map(|it| cleared("games/policies/leftover", it));
    let stages = Table::new("games/random/stages");
    let taken = [("table", "12"), ("arrival", "taken"), ("sets", "0")];
    let is_three = |row: &HashMap<String, String>| {
        let probability: f64 = row["probability"].parse().unwrap();
        format!("{:.0}", 10.0 * probability) == "3"
    };
    assert!(stages.rows(&taken).all(is_three));
    check(
        "reports/games/README.md",
        &[
            format!("12 cards hold no set with probability {}.", none("66", "12", "dealt")),
            format!("15 cards hold none with probability {}.", none("66", "15", "dealt")),
            format!("the other 12 hold none with probability {}.", none("66", "12", "taken")),
            format!(
                "12 cards hold none with probability {}, and 15 cards, after 12 without a set, \
                 with probability {}. If there was a set at both earlier stages, it is {} for 12",
                none("63", "12", "dealt"),
                none("63", "15", "dealt"),
                percent(never_stuck, 6)
            ),
            format!(
                "It clears {} of games; `most-left` clears {} of the same decks.",
                percent(cleared("games/clear/leftover", "clear"), 3),
                percent(cleared("games/clear/leftover", "most-left"), 2)
            ),
            "After a set is taken from 15 cards, 3 tables in 10 hold none".to_owned(),
            format!(
                "Leaving the most sets clears {:.0} games in 100, random play {:.0}",
                100.0 * most,
                100.0 * chance
            ),
        ],
    );
}

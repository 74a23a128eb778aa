//! Tests of the formatting of tables, and of tables that are rejected.

use super::*;
use crate::measure::Measure;

/// Formats the table of a CSV text as Markdown.
pub(crate) fn show(text: &str, choice: &Choice) -> Result<String, String> {
    let source = CsvText { name: "x.csv", text };
    table(&[source], choice, RenderTarget::Markdown).map_err(|error| error.to_string())
}

pub(crate) fn sizes(text: &str) -> Choice {
    Choice { cards: Some(text.parse().unwrap()), ..Choice::default() }
}

#[test]
fn what_does_not_suit_is_refused() {
    let counts = "features,cards,hands,classes\n4,1,81,1\n";
    let sets = "hand,set,card1,card2,card3\n1,1,a,b,c\n";
    let gaps = Choice { gaps: true, ..Choice::default() };
    let measure = Choice { measure: Some(Measure::Sets), ..Choice::default() };
    for (text, choice, reason) in [
        (counts, gaps, "--gaps does not suit"),
        (counts, measure, "--measure does not suit"),
        (counts, sizes("2"), "no rows of 2 cards"),
        (sets, sizes("2"), "--cards does not suit"),
        ("a,b\n", Choice::default(), "no table of setodds"),
    ] {
        let error = show(text, &choice).unwrap_err();
        assert!(error.contains(reason), "{error}");
    }
}

/// Probabilities and limits are computed from the counts, whatever the file contains.
#[test]
fn probabilities_are_computed_and_counts_add_up() {
    let header = "features,policy,cards_left,count,total,probability,ci_low,ci_high\n";
    let text = |left: &str| format!("{header}4,random,0,25,100,0.5,0.4,0.6\n{left}\n");
    let [right, edited] = ["0.75,0.7,0.8", "0,0,0"].map(|numbers| {
        let left = format!("4,random,6,75,100,{numbers}");
        show(&text(&left), &Choice::default()).unwrap()
    });
    assert_eq!(edited, right);
    assert!(right.contains(" 25 % |") && right.contains(" 75 % |"), "{right}");
    let refused = |text: &str, reason: &str| {
        let error = show(text, &Choice::default()).unwrap_err();
        assert_eq!(error, format!("x.csv, line {reason}"));
    };
    let games = "the games of `random` do not add up to their total of";
    for (left, reason) in [
        ("4,random,6,74,100,0.74,0.7,0.8", format!("2: {games} 100, but to 99")),
        (
            "4,random,6,75,101,0.74,0.7,0.8",
            format!("3: {games} 101; a row before it has a total of 100"),
        ),
        ("", format!("2: {games} 100, but to 25")),
    ] {
        refused(&text(left), &reason);
    }
    let hands = "features,cards,measure,value,count,total,probability,ci_low,ci_high,\
                 exact_probability\n";
    let most = u128::MAX;
    let exact = format!("{hands}4,7,sets,0,{most},{most},1,,,\n4,7,sets,1,1,{most},0,,,\n");
    refused(
        &exact,
        &format!("2: the counts of 7-card hands do not add up to their total of {most}"),
    );
    let caps = "features,cards,caps,classes,complete_caps,complete_classes,hands,probability\n\
                2,3,72,1,0,0,84,0.5\n";
    let shown = show(caps, &Choice::default()).unwrap();
    assert!(shown.contains(" 85.714 % |"), "{shown}");
    let none = caps.replace(",84,", ",0,");
    refused(&none, "2: a count of 72 out of 0; a total is at least 1 and at least its count");
    refused(
        &format!("{caps}2,3,72,1,0,0,84,\n"),
        "3: a row before it has the same features, cards; give each run as a file of its own",
    );
}

/// CSV texts with expected parts of their tables, independent of column widths.
const TABLES: &[(&str, &[&str])] = &[
    (
        "hand,set,card1,card2,card3\n1,1,1123,2213,3333\n",
        &["| hand | set | card1", "| 1 | 1 | 1123 "],
    ),
    (
        "hand,card,digits,bits,index\n1,2 diamond red solid,1000,010100100100,27\n",
        &["| 010100100100 |"],
    ),
    (
        "features,cards,sets,given,count,total,probability\n4,12,0,,12345,67890,0.18\n",
        &["| 12,345 | 67,890 | 18.184 % | 1 in 5.499 |"],
    ),
    (
        "features,cards,extreme,sets,hands,witness\n\
         4,3,fewest,0,84240,0022 0122 2200\n4,3,most,1,1080,0000 0110 0220\n",
        &["| 3 | 0 | 84,240 | `0022 0122 2200` | 1 | 1,080 | `0000 0110 0220` |"],
    ),
    (
        "features,policy,reference,outcome,games,difference,ci_low,ci_high\n\
         4,first,random,cleared,100,0.5,0.3,0.7\n4,first,random,never-more,1,-0.5,,\n",
        &["| +50 ± 20 points |", "| -50.0 points |"],
    ),
    (
        "features,policy,rules,quantity,mean,ci_low,ci_high,games\n\
         4,random,standard,stuck,0.69,0.68,0.7,1000\n\
         4,random,standard,cards-left,7.7,7.5,7.9,1000\n\
         4,random,start=81,stuck,0,0,0.004,1000\n",
        &[
            "| standard | random | 69.0 % (68.0 to 70.0 %) | 7.7 ± 0.2 |",
            "| 0.0 % (0.0 to 0.4 %) |",
        ],
    ),
    (
        "features,policy,in_deck,table,count,total,probability,ci_low,ci_high\n\
         4,random,69,12,32,1000,0.032,0.02,0.05\n4,random,66,12,48,968,0.05,0.03,0.07\n",
        &["| 69 | 12 | 1,000 | 3 % |"],
    ),
    // Kinds of layouts that occur at a single stage are left out.
    (
        "features,policy,in_deck,table,arrival,sets,count,total,probability,ci_low,ci_high\n\
         4,random,66,12,dealt,0,44,1000,0.044,0.03,0.06\n\
         4,random,66,12,dealt,1,956,1000,0.956,0.9,1\n\
         4,random,69,12,dealt,0,32,1000,0.032,0.02,0.05\n\
         4,random,69,12,dealt,1,968,1000,0.968,0.9,1\n\
         4,random,66,15,dealt,0,1,100,0.01,0,0.05\n\
         4,random,66,15,dealt,1,99,100,0.99,0.9,1\n\
         4,random,63,15,dealt,0,1,100,0.01,0,0.05\n\
         4,random,63,15,dealt,2,99,100,0.99,0.9,1\n\
         4,random,0,3,taken,0,500,500,1,0.9,1\n",
        &["| in the deck | 12, dealt | 15, dealt | |-", ":| | 69 | 3 % | | | 66 | 4 % | 1 % |"],
    ),
    // Partly known distributions are shown column by column, as are answers without counts.
    (
        "features,cards,measure,value,count,total,probability,ci_low,ci_high,\
         exact_probability\n5,30,sets,0,5,1000000,0.000005,,,0.000005\n",
        &["| 5 | 1,000,000 | 0.00050000 % |"],
    ),
    (
        "features,cards,measure,value,count,total,probability\n4,81,greedy-cap,9+,,,0.75\n",
        &["| 9+ | 75.000 % |"],
    ),
    (
        "features,cards,measure,value,count,total,probability,ci_low,ci_high,\
         exact_probability\n4,81,sets,1080,1,1,1,,,1\n",
        &["81 cards, the whole deck"],
    ),
];

#[test]
fn each_kind_has_its_table() {
    for (csv, parts) in TABLES {
        let table = show(csv, &Choice::default()).unwrap();
        let table = table.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(parts.iter().all(|part| table.contains(part)), "{table}");
    }
}

#[test]
fn every_kind_without_rows_says_so() {
    for kind in crate::report::kinds::ALL {
        let error = show(&(kind.columns().join(",") + "\n"), &Choice::default()).unwrap_err();
        assert!(error.contains("no rows"), "{kind:?}: {error}");
    }
}

#[test]
fn decks_are_kept_apart_and_sizes_chosen() {
    let text = "features,cards,hands,classes\n3,1,27,1\n3,2,351,1\n4,1,81,1\n";
    let table = show(text, &sizes("1")).unwrap();
    assert!(
        table.starts_with("3 features:\n\n| cards") && table.contains("\n4 features:\n"),
        "{table}"
    );
    assert!(!table.contains("351"), "{table}");
}

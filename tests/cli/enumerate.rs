use crate::{Directory, distributions, json, ok, refused, rows};
use std::collections::BTreeMap;

/// Returns the published counts by features and cards, as pairs of value and number of hands.
fn published() -> BTreeMap<(String, String), Vec<(String, String)>> {
    let mut table: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for row in rows(include_str!("../published/hands.csv")) {
        let [features, cards, sets, hands, _] = <[String; 5]>::try_from(row).unwrap();
        table.entry((features, cards)).or_default().push((sets, hands));
    }
    table
}

fn reproduces(features: &str, sizes: &str) {
    let csv = ok(&format!("enumerate --features {features} --cards {sizes}"));
    let mut found: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for row in distributions(&csv).iter().filter(|row| row.count > 0) {
        let key = (row.features.to_string(), row.cards.to_string());
        found.entry(key).or_default().push((row.value.to_string(), row.count.to_string()));
    }
    let published = published();
    assert!(!found.is_empty());
    for (key, counts) in found {
        assert_eq!(Some(&counts), published.get(&key), "{key:?}");
    }
}

#[test]
fn six_cards_of_the_game_are_as_published() {
    reproduces("4", "0-6");
}

#[test]
fn small_decks_are_as_published() {
    reproduces("2", "0-9");
    reproduces("3", "0-9");
}

#[test]
fn every_method_gives_the_same() {
    let expected = ok("enumerate --features 3 --cards 0-7");
    for method in ["--method classes", "--method hands", "--strategy naive"] {
        assert_eq!(
            ok(&format!("enumerate --features 3 --cards 0-7 {method}")),
            expected,
            "{method}"
        );
    }
    let five = ok("enumerate --features 5 --cards 4");
    assert_eq!(five, ok("enumerate --features 5 --cards 4 --method hands"));
    assert!(five.contains("5,4,sets,1,"));
    // Sizes that need no computation are written like all others.
    assert!(ok("enumerate --features 6 --cards 0-3").contains("6,3,sets,1,88452,64304604,"));
    assert!(ok("enumerate --cards 0 --method hands").contains("4,0,sets,0,1,1,1.0,"));
}

#[test]
fn exact_rows_have_no_interval() {
    let csv = ok("enumerate --features 2 --cards 4 --strategy naive");
    assert_eq!(
        csv,
        "features,cards,measure,value,count,total,probability,ci_low,ci_high,exact_probability,\
         without\n\
         2,4,sets,0,54,126,0.42857142857142855,,,0.42857142857142855,\n\
         2,4,sets,1,72,126,0.5714285714285714,,,0.5714285714285714,\n"
    );
}

#[test]
fn the_table_says_it_exactly() {
    let table = ok("enumerate --cards 4 --format table");
    assert!(table.contains(
        "4 cards hold no set in 1,579,500 of all 1,663,740 hands, exactly 94.937 %, 1 in 1.053.\n\
         They hold 0.0506329 sets on average, exactly 4/79."
    ));
}

#[test]
fn provenance_has_no_randomness() {
    let directory = Directory::new();
    let said = directory.run("enumerate --features 3 --cards 4 -o all.csv -q");
    assert_eq!(said.ok().stderr, "");
    let record = json(&directory.read("all.run.json"));
    assert_eq!(record["randomness"], serde_json::Value::Null);
    assert_eq!(record["counting"]["method"], "classes");
    assert_eq!(record["counting"]["hands"], "17550");
    let leaves: u64 = record["counting"]["leaves"].as_str().unwrap().parse().unwrap();
    assert!(leaves < 17_550);
}

#[test]
fn what_takes_over_a_day_is_refused_with_an_estimate() {
    for part in ["4,694,436,188,839,116,720 hands", "would take ", "--force", "simulate"] {
        refused("enumerate --cards 20 --method hands", part);
    }
    refused("enumerate --cards 5 --method classes --strategy naive", "leave out --strategy");
    refused("enumerate --cards 364 --features 6 --force", "too many to be listed");
}

/// If counting takes too long, the message names the command that shows the known counts.
#[test]
fn a_refusal_says_where_the_counts_are() {
    for words in ["--cards 19", "--cards 12,19", "--cards 20 --method hands"] {
        let sizes = words.split(' ').nth(1).unwrap();
        refused(&format!("enumerate {words}"), &format!("`setodds odds {sizes}` has the exact"));
        refused(&format!("enumerate {words}"), &format!("-p setodds-recount -- {sizes}`"));
    }
    for words in ["--cards 19 --measure largest-cap", "--cards 364 --features 6"] {
        let said = crate::run(&format!("enumerate {words}")).failed(2, "too many to be listed");
        assert!(!said.stderr.contains("odds"), "{}", said.stderr);
    }
}

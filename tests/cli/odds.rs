//! `setodds odds`: exact answers, compared with numbers computed by another program from the
//! published counts.

use crate::{Directory, distributions, json, ok, read, refused, shown};
use serde_json::Value;
use setodds::report::answer::AnswerRow;
use setodds::report::distribution::DistributionRow;
use setodds::report::kind::Dataset;
use setodds_engine::measure::Measure;

/// Returns the cells of a table line, which are separated by two spaces.
fn cells<'a>(table: &'a str, first: &str) -> Vec<&'a str> {
    let cells = |line: &'a str| line.split("  ").map(str::trim).filter(|cell| !cell.is_empty());
    let line = table.lines().find(|&line| cells(line).next() == Some(first));
    cells(line.unwrap_or_default()).collect()
}

#[test]
fn a_hand_size_has_a_table() {
    let table = shown("odds 12");
    assert!(table.starts_with("70,724,320,184,700 hands of 12 cards from a deck of 81\n"));
    let expected =
        ["0", "2,284,535,476,080", "325432404/10074689485", "3.2302 %", "1 in 30.96", "29.96 : 1"];
    assert_eq!(cells(&table, "0"), expected, "{table}");
    let fourteen = ["14", "3,032,640", "432/10074689485"];
    assert_eq!(cells(&table, "14")[..3], fourteen, "{table}");
    assert!(table.ends_with(
        "They hold 220/79 = 2.78481 sets on average; variance 1571820/830053 = 1.89364, standard \
         deviation 1.37610.\n"
    ));
    assert_eq!(table, shown("odds"));
}

#[test]
fn a_question_has_a_line() {
    for (words, line) in [
        (
            "12 --sets 0",
            "12 cards hold no set in 2,284,535,476,080 of 70,724,320,184,700 hands: 3.2302 %, 1 in \
             30.96 (29.96 : 1 against).",
        ),
        (
            "12 --sets 2-4",
            "12 cards hold 2 to 4 sets in 50,483,474,402,400 of 70,724,320,184,700 hands: 71.381 \
             %, 1 in 1.401 (2.494 : 1 on).",
        ),
        (
            "9 --features 3 --sets 0",
            "9 cards hold no set in 2,106 of 4,686,825 hands: 0.044934 %, 1 in 2,225 (2,224 : 1 \
             against).",
        ),
        ("40 --sets 0", "40 cards always hold a set."),
        ("200 --features 6 --sets 1+", "200 cards always hold 1 set or more."),
        (
            "12 --given 9:0 --sets 0",
            "If the first 9 of 12 cards hold no set, all 12 hold none with probability \
             33145893/304988026: 10.868 %, 1 in 9.201 (8.201 : 1 against).",
        ),
    ] {
        assert_eq!(shown(&format!("odds {words}")), format!("{line}\n"), "{words}");
    }
    assert_eq!(shown("odds 12,15,18 --sets 0 --given 12:0").lines().count(), 3);
}

#[test]
fn every_measure_that_is_known_has_a_table() {
    let table = shown("odds 12 --measure in-sets");
    assert!(table.starts_with("12 cards from a deck of 81 by `in-sets`, exactly\n"), "{table}");
    assert_eq!(cells(&table, "0")[2], "3.2302 %", "{table}");
    assert!(table.contains("\nThe mean of `in-sets` is "), "{table}");
    for measure in ["sets", "disjoint-sets", "set-types", "largest-cap", "ultrasets"] {
        let csv = ok(&format!("odds 9,12 --measure {measure} --format csv"));
        let sum: f64 = distributions(&csv).iter().map(|row| row.probability).sum();
        assert!((sum - 2.0).abs() < 1e-9, "{measure}: {sum}");
    }
    let enumerated = ok("enumerate --cards 5 --measure in-sets");
    let seen = |csv: &str| {
        let rows = distributions(csv).into_iter();
        rows.filter(|row| row.count > 0 && row.measure == Measure::InSets).collect::<Vec<_>>()
    };
    assert_eq!(seen(&ok("odds 5 --measure in-sets --format csv")), seen(&enumerated));
    refused("odds 30 --measure largest-cap", "`setodds simulate --cards 30 --measure largest-cap");
    refused("odds 12 --measure in-sets --sets 0", "cannot be used with");
    assert_eq!(ok("odds --measure greedy-cap"), ok("odds 81 --measure greedy-cap"));
    assert_eq!(ok("odds --features 2"), ok("odds 4 --features 2"));
    refused("odds 12 --measure greedy-cap", "`greedy-cap` is defined for hands of 81 cards");
    refused("odds 100 --measure ultrasets --features 6", "hands of 0-81 cards of a deck of 6");
}

#[test]
fn random_caps_are_decimals_in_all_forms() {
    let text = shown("odds --measure greedy-cap --features 3");
    assert_eq!(cells(&text, "8")[1], "69.452 %", "{text}");
    assert!(text.contains("The mean of `greedy-cap` is 8.30548."), "{text}");
    assert!(shown("odds --measure greedy-cap --features 2").contains("`greedy-cap` is 4.\n"));
    let csv = ok("odds --measure greedy-cap --features 3 --format csv");
    let eight = "3,27,greedy-cap,8,,,0.6945162680456798,,,0.6945162680456798,\n";
    assert!(
        csv.starts_with(&Dataset::of::<DistributionRow>().columns().join(","))
            && csv.contains(eight),
        "{csv}"
    );
    let json = json(&ok("odds --measure greedy-cap --features 3 --format json"));
    let rows = json["distribution"].as_array().unwrap();
    let eight = rows.iter().find(|row| row["value"] == 8).unwrap();
    assert_eq!((&eight["count"], &eight["total"]), (&Value::Null, &Value::Null));
    let mean = json["summary"][0]["mean"].as_f64().unwrap();
    assert!((mean - 154_183.0 / 18_564.0).abs() < 1e-12, "{mean}");
    let game = distributions(&ok("odds --measure greedy-cap --format csv"));
    for cap in include_str!("../../src/engine/exact/known/random-4.csv").lines().skip(1) {
        let cap: Vec<&str> = cap.split(',').collect();
        let [_, cards, probability] = cap[..] else { panic!("{cap:?}") };
        let row = game.iter().find(|row| row.value.to_string() == cards).unwrap();
        let expected: f64 = probability.parse().unwrap();
        assert_eq!(row.probability.to_bits(), expected.to_bits(), "{cards} cards");
    }
    assert_eq!(
        ok("odds --measure greedy-cap --features 3 --value 8,9+ --format csv"),
        "features,cards,measure,value,count,total,probability\n\
         3,27,greedy-cap,8,,,0.6945162680456798\n3,27,greedy-cap,9+,,,0.30548373195432016\n"
    );
}

/// Rows without counts can be read again.
#[test]
fn random_caps_are_shown_and_drawn() {
    let directory = Directory::new();
    directory.ok("odds --measure greedy-cap -o caps.csv");
    directory.ok("odds --measure greedy-cap --value 16+ -o answer.csv");
    let table = directory.ok("table caps.csv").stdout;
    assert!(table.contains(" 60.064\u{a0}% |") && table.contains("17.215 cards"), "{table}");
    assert!(directory.ok("table answer.csv").stdout.contains("| 16+ "));
    let picture = directory.ok("plot caps.csv").stdout;
    assert!(picture.contains("Collecting cards without a set"), "{picture}");
}

#[test]
fn values_of_a_measure_have_a_line_each() {
    let answers = shown("odds 9,10 --measure ultrasets --value 0,1+");
    let lines: Vec<&str> = answers.lines().collect();
    assert_eq!(
        lines[0],
        "`ultrasets` of 9 cards is 0 with probability 16848/222981055: 0.0075558 %, 1 in 13,230 \
         (13,230 : 1 against)."
    );
    let [.., never, always] = lines[..] else { panic!("{answers}") };
    assert_eq!(never, "`ultrasets` of 10 cards is never 0.");
    assert_eq!(always, "`ultrasets` of 10 cards is always 1 or more.");
    assert!(shown("odds 12 --measure set-types --value 4").contains("is 4 with probability 1/5: "));
    assert_eq!(
        ok("odds 9 --measure ultrasets --value 0 --format csv"),
        "features,cards,measure,value,count,total,probability\n\
         4,9,ultrasets,0,19712160,260887834350,0.00007555798854750238\n"
    );
    let beyond = ok("odds 12 --measure largest-cap --value 50 --format csv");
    assert!(beyond.ends_with("\n4,12,largest-cap,50,0,70724320184700,0.0\n"), "{beyond}");
    refused("odds 12 --value 3", "--value goes with --measure");
    refused("odds 12 --measure in-sets --value x", "`x` is not a valid number or range");
}

#[test]
fn several_questions_have_a_line_each() {
    let answers = shown("odds 12 --sets 0,1,2+");
    let lines: Vec<&str> = answers.lines().collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(format!("{}\n", lines[0]), shown("odds 12 --sets 0"));
    assert_eq!(format!("{}\n", lines[2]), shown("odds 12 --sets 2+"));
    assert_eq!(shown("odds 9,12 --sets 0,1+ --given 9:0").lines().count(), 4);
    let conditions = shown("odds 12 --sets 0 --given 6:0,9:0");
    let each = ["6:0", "9:0"].map(|given| shown(&format!("odds 12 --sets 0 --given {given}")));
    assert_eq!(conditions, each.concat());
}

#[test]
fn the_first_set_comes_after_eight_cards() {
    let table = shown("odds first-set");
    let eight = ["8", "498114/3054535", "16.307 %", "1 in 6.132"];
    assert_eq!(cells(&table, "8")[..4], eight, "{table}");
    let last = cells(&table, "21");
    assert_eq!(last[1], "81/557269253186030", "{table}");
    assert!(
        table.ends_with("1483035297619892223/179997968779087690 = 8.23918 cards on average.\n")
    );
    let csv = ok("odds first-set --format csv");
    let rows = distributions(&csv);
    assert!(rows.iter().map(|row| row.value).eq(3..=21));
    assert!(csv.lines().skip(1).all(|row| row.starts_with("4,21,first-set,")));
    let mean = rows.iter().map(|row| row.value as f64 * row.probability);
    assert!((mean.sum::<f64>() - 8.239_177_962_280_4).abs() < 1e-12);
}

#[test]
fn many_sizes_have_an_overview() {
    let table = shown("odds 3-81");
    assert_eq!(table.lines().count(), 80);
    assert_eq!(cells(&table, "12")[..4], ["12", "3.2302 %", "1 in 30.96", "29.96 : 1"]);
    assert_eq!(cells(&table, "30")[..2], ["30", "0 %"], "{table}");
}

#[test]
fn rows_are_those_of_the_enumeration() {
    for words in ["0-9 --features 2", "0-5", "3-6,20 --features 3"] {
        let (odds, all) =
            (format!("odds {words} --format csv"), format!("enumerate --cards {words}"));
        let seen = |csv: &str| {
            distributions(csv).into_iter().filter(|row| row.count > 0).collect::<Vec<_>>()
        };
        assert_eq!(seen(&ok(&odds)), seen(&ok(&all)), "{words}");
    }
}

#[test]
fn answers_are_for_programs_too() {
    assert_eq!(
        ok("odds 12,15 --sets 0 --format csv"),
        "features,cards,sets,given,count,total,probability\n\
         4,12,0,,2284535476080,70724320184700,0.03230197858549682\n\
         4,15,0,,2970003246912,8144022047817960,0.00036468506954837597\n"
    );
    let answers = json(&ok("odds 15 --sets 1+ --given 12:0 --format json"));
    assert_eq!(answers["answers"][0]["sets"], "1+");
    assert_eq!(answers["answers"][0]["given"], "12:0");
    assert_eq!(answers["answers"][0]["total"], "8770938979");
    let twelve = json(&ok("odds 12 --format json"));
    assert_eq!(twelve["summary"][0]["mean"]["numerator"], "220");
    assert_eq!(twelve["summary"][0]["variance"]["denominator"], "830053");
    assert_eq!(twelve["distribution"][14]["count"], "3032640");
}

#[test]
fn files_get_the_form_of_their_ending() {
    let directory = Directory::new();
    let said = directory.run("odds 12 -o a.csv -o a.md").no_stdout();
    let text = shown("odds 12");
    assert_eq!(said.stderr, format!("{text}wrote a.csv, a.run.json, a.md\n"));
    assert_eq!(directory.run("odds 12 -o a.csv -o a.md -q").no_stdout().stderr, "");
    assert_eq!(directory.names(), ["a.csv", "a.md", "a.run.json"]);
    let text = directory.read("a.md");
    assert!(text.contains("| sets |") && text.contains("325432404/10074689485"), "{text}");
}

/// Every command's help mentions the record of a CSV.
#[test]
fn help_promises_a_record() {
    for command in crate::forms::COMMANDS {
        let help = ok(&format!("help {command}"));
        assert!(help.contains("record") && help.contains("(x.run.json)"), "{command}");
    }
}

#[test]
fn what_is_not_known_is_refused() {
    let forty = "odds 40 --features 5";
    refused(forty, "how many sets 40 cards of 5 features hold is not known exactly");
    refused(forty, "it is for 0-13,230-243 cards");
    refused(forty, "`setodds simulate --cards 40 --features 5` estimates it");
    refused("odds 14 --features 5", "`setodds simulate --cards 14 --features 5` estimates it");
    refused("odds 3-16 --features 6", "13 cards of 6 features hold is not known exactly");
    refused("odds 40 --sets 100 --features 5", "not known exactly");
    refused("odds first-set --features 5", "`setodds simulate --measure first-set --features 5`");
}

#[test]
fn mistakes_are_named() {
    refused("odds 82", "82 cards are more than the 81");
    refused("odds -1", "`-1` is not a valid number of cards");
    refused("odds many", "`many` is not a valid number of cards");
    refused("odds 12 --sets -3", "`-3` is not a valid number or range; give one like 0, 3+");
    refused("odds 12 --sets 4-2", "write 2-4");
    refused("odds 12 --given 9:0", "--given goes with --sets");
    refused("odds 12 --given 9 --sets 0", "write CARDS:SETS");
    refused("odds 9,12 --given 12:0 --sets 0", "a hand of 9 cards has no first 12");
    refused("odds 30 --given 21:0 --sets 0", "at most 20 cards");
    // Refused before the minutes of counting begin.
    refused("odds 15 --sets 0,1 --given 12:1,16:0", "a hand of 15 cards has no first 16");
    refused("odds 15,40 --sets 1 --given 12:1", "too many ways to deal 28 cards after 12");
    refused("odds 15 --sets 1 --given 12:1,12:20", "12 cards never hold exactly 20 sets");
    refused("odds first-set --sets 0", "leave it out with first-set");
    refused("odds 12 --features 7", "a deck has 2 to 6 features, not 7");
}

/// An answer takes milliseconds of processor time. One second is allowed, less than counting would
/// take.
#[cfg(unix)]
#[test]
fn the_answer_is_there_at_once() {
    Directory::new().limited("-t 1", "odds 12 --sets 0").ok();
}

/// C(27,6) first hands times C(21,3) choices of further cards.
#[test]
fn conditions_count_all_choices_of_further_cards() {
    let total = 296_010 * 1330;
    let words = "odds 9 --features 3 --sets 0+ --given 6:0,6:1,6:2+ --format csv";
    let csv = ok(words);
    assert_eq!(csv, ok(&format!("{words} --threads 3")));
    let rows: Vec<AnswerRow> = read(&csv);
    assert_eq!(rows.iter().map(|row| row.count).sum::<u128>(), total);
    // 2,106 hands of 9 cards hold no set, with C(9,6) choices of the first six each.
    let none: Vec<AnswerRow> =
        read(&ok("odds 9 --features 3 --sets 0,1+ --given 6:0 --format csv"));
    assert_eq!(none[0].count * rows[0].count, 2_106 * 84 * none[0].total);
    let said = shown("odds 9 --features 3 --sets 3+ --given 6:1");
    assert!(said.starts_with("If the first 6 cards hold exactly 1 set, all 9 hold 3 sets or more"));
    refused("odds 16 --sets 1 --given 13:0", "13 cards of 4 features are too many to count");
    refused("odds 21 --sets 1 --given 12:0", "too many ways to deal 9 cards after 12");
    refused("odds 15 --sets 1 --given 3:2 --features 3", "3 cards never hold exactly 2 sets");
}

/// Rows that are compared have the same total, whether or not they need counting.
#[test]
fn the_rows_of_an_answer_have_one_total() {
    for words in ["6 --given 4:0 --sets 0,1,2+", "6 --features 3 --given 5:0 --sets 0,1,2,3,4+"] {
        let rows: Vec<AnswerRow> = read(&ok(&format!("odds {words} --format csv")));
        assert!(rows.iter().all(|row| row.total == rows[0].total), "{words}: {rows:?}");
        assert_eq!(rows.iter().map(|row| row.count).sum::<u128>(), rows[0].total, "{words}");
    }
}

#[test]
fn one_card_is_one() {
    refused("odds 3 --given 1:1 --sets 0", "1 card never holds exactly 1 set");
}

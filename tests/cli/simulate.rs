use crate::{Directory, distributions, json, ok, refused, run};
use setodds::report::distribution::DistributionRow;
use setodds_engine::measure::Measure;
use setodds_engine::stats::power;

const HEADER: &str = "features,cards,measure,value,count,total,probability,ci_low,ci_high,\
                      exact_probability,without";

#[test]
fn the_distribution_of_a_seed_is_pinned() {
    let csv = ok("simulate --cards 12 --deals 100_000 --seed 2026");
    let counts: Vec<String> = distributions(&csv).iter().map(|row| row.count.to_string()).collect();
    assert_eq!(counts.join(" "), GOLDEN_COUNTS);
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines[0], HEADER);
    assert_eq!(lines[1], GOLDEN_ROW);
}

/// The counts were also computed in Python from the description of the sampling scheme.
const GOLDEN_COUNTS: &str = "3216 14423 26156 27333 17943 7965 2406 466 76 12 3 1";
const GOLDEN_ROW: &str = "4,12,sets,0,3216,100000,0.03216,0.031084371947984933,\
                          0.03327157043319678,0.03230197858549682,";

#[test]
fn threads_and_strategies_do_not_change_a_byte() {
    let expected = ok("simulate --cards 12 --deals 300k --seed 5 --threads 1 -q");
    for threads in [2, 7] {
        let words = format!("simulate --cards 12 --deals 300k --seed 5 --threads {threads} -q");
        assert_eq!(ok(&words), expected);
    }
    for strategy in ["naive", "third-card", "precomputed-triples"] {
        let words = format!("simulate --cards 12 --deals 3e5 --seed 5 --strategy {strategy}");
        assert_eq!(ok(&words), expected);
    }
}

/// Lanes of every instruction set and the scalar engine give the same bytes for any number of
/// threads.
#[test]
fn engines_do_not_change_a_byte() {
    for what in [
        "--cards 12",
        "--cards 0-21",
        "--cards 39 --features 6",
        "--measure first-set",
        "--cards 9,12 --measure sets,in-sets,set-types,largest-cap,disjoint-sets",
    ] {
        let simulate = format!("simulate --deals 100_003 --seed 5 -q {what}");
        let expected = ok(&format!("{simulate} --engine scalar --threads 2"));
        for engine in setodds_engine::deal::InstructionSet::available() {
            for threads in [1, 7] {
                let words = format!("{simulate} --engine lanes-{engine} --threads {threads}");
                assert_eq!(ok(&words), expected, "{words}");
            }
            let packed = format!("{simulate} --engine lanes-{engine} --strategy packed-mask");
            assert_eq!(ok(&packed), expected, "{packed}");
        }
        assert_eq!(ok(&simulate), expected, "{what}");
    }
}

#[test]
fn the_summary_says_who_counted() {
    let said = |words: &str| run(&format!("simulate --deals 1k --seed 1 {words}")).stderr;
    let widest = setodds_engine::deal::InstructionSet::widest();
    for words in ["--cards 12", "--cards 40", "--measure in-sets"] {
        assert!(said(words).contains(&format!("third-card in {widest} lanes")), "{words}");
    }
    assert!(said("--cards 12 --strategy digit-sum").contains("seed 1, digit-sum, "));
    refused("simulate --deals 1k --engine lanes --strategy naive", "packed-mask and third-card");
}

#[test]
fn the_share_without_a_set_is_within_four_standard_errors() {
    let deals = 3_000_000_f64;
    let csv = ok("simulate --cards 12 --deals 3M --seed 7 --strategy third-card");
    let exact = 2_284_535_476_080.0 / 70_724_320_184_700.0;
    let none = &distributions(&csv)[0];
    let share = none.probability;
    let error = (exact * (1.0 - exact) / deals).sqrt();
    assert!((share - exact).abs() < 4.0 * error, "{share}");
    assert_eq!(none.exact_probability, Some(exact));
}

#[test]
fn several_sizes_give_rows_for_each_from_zero_on() {
    let csv = ok("simulate --cards 3,12,15-16 --deals 10k --seed 1");
    let rows = distributions(&csv);
    let mut sizes: Vec<usize> = rows.iter().map(|row| row.cards).collect();
    sizes.dedup();
    assert_eq!(sizes, [3, 12, 15, 16]);
    for size in sizes {
        let own: Vec<_> = rows.iter().filter(|row| row.cards == size).collect();
        assert!(own.iter().map(|row| row.value).eq(0..own.len()));
        assert_eq!(own.iter().map(|row| row.count).sum::<u128>(), 10_000);
        assert_ne!(own.last().unwrap().count, 0);
    }
}

#[test]
fn every_deck_deals() {
    for (features, cards) in [(2, 5), (3, 10), (5, 12), (6, 12)] {
        let csv =
            ok(&format!("simulate --features {features} --cards {cards} --deals 20k --seed 3"));
        let rows = distributions(&csv);
        assert_eq!(rows[0].features.to_string(), features.to_string());
        let moment = |order| -> f64 {
            rows.iter().map(|row| power(row.value as f64, order) * row.probability).sum()
        };
        let (mean, deviation) = (moment(1), (moment(2) - power(moment(1), 2)).sqrt());
        let (k, v) = (f64::from(cards), power(3.0, features));
        let exact = k * (k - 1.0) * (k - 2.0) / 6.0 / (v - 2.0);
        let error = deviation / 20_000_f64.sqrt();
        assert!((moment(0) - 1.0).abs() < 1e-12);
        assert!((mean - exact).abs() < 5.0 * error, "{features}: {mean} {exact} ± {error}");
    }
}

#[test]
fn the_table_answers_in_a_sentence() {
    let table = ok("simulate --cards 12 --deals 1M --seed 3 --format table");
    let answer = table.lines().find(|line| line.starts_with("12 cards hold no set in")).unwrap();
    assert!(answer.contains("95 % confidence"), "{answer}");
    assert!(answer.ends_with("; exactly: 3.2302 %."), "{answer}");
    assert!(table.contains("about 1 deal in 31"), "{table}");
    assert!(table.contains("exactly: 2.78481"), "{table}");
    assert!(table.contains("Consistent with the exact distribution"), "{table}");
    assert!(table.contains("seed 3") && table.contains('█'), "{table}");
}

#[test]
fn a_file_comes_with_its_provenance() {
    let directory = Directory::new();
    let words = "simulate --cards 12 --deals 50k --threads 2 --confidence 99% -o x.csv";
    directory.run(words).ended(0, "wrote x.csv, x.run.json");
    assert_eq!(directory.names(), ["x.csv", "x.run.json"]);

    let record = json(&directory.read("x.run.json"));
    assert_eq!(record["work"]["done"], 50_000);
    assert_eq!(record["work"]["complete"], true);
    assert_eq!(record["run"]["threads"], 2);
    assert_eq!(record["confidence"], 0.99);
    assert_eq!(record["randomness"]["sampling_scheme"], "v1");

    // The recorded command includes the random seed, and reproduces the file.
    let csv = directory.read("x.csv");
    let command = record["command"].as_str().unwrap().strip_prefix("setodds ").unwrap();
    assert!(command.contains("--seed"), "{command}");
    assert_eq!(directory.run(&format!("{command} --quiet")).stderr, "");
    assert_eq!(directory.read("x.csv"), csv);
    assert_eq!(directory.names(), ["x.csv", "x.run.json"]);
}

#[test]
fn json_holds_rows_summary_and_provenance() {
    let directory = Directory::new();
    directory.ok("simulate --cards 12 --deals 10k --seed 1 -o x.json -q");
    assert_eq!(directory.names(), ["x.json"]);
    let json = json(&directory.read("x.json"));
    assert_eq!(json["distribution"][0]["total"], 10_000);
    assert_eq!(json["summary"][0]["no_set"]["total"], 10_000);
    assert_eq!(json["provenance"]["randomness"]["seed"], 1);
}

#[test]
fn without_a_seed_every_run_is_another_and_says_which() {
    let [first, second] = [(); 2].map(|()| run("simulate --cards 12 --deals 20k"));
    assert_ne!(first.stdout, second.stdout);
    let seed = first.stderr.split("seed ").nth(1).unwrap().split(',').next().unwrap();
    assert_eq!(ok(&format!("simulate --cards 12 --deals 20k --seed {seed}")), first.stdout);
}

#[test]
fn quiet_is_quiet() {
    assert_eq!(run("simulate --cards 12 --deals 1k -q --seed 1").stderr, "");
    let fresh = run("simulate --cards 12 --deals 1k -q");
    let seed = fresh.stderr.strip_prefix("seed ").unwrap().trim();
    assert_eq!(ok(&format!("simulate --cards 12 --deals 1k --seed {seed}")), fresh.stdout);
}

#[test]
fn one_run_writes_every_form() {
    let directory = Directory::new();
    let words = "simulate --cards 11,12 --deals 20k --seed 1 -o x.csv -o README.md -o x.txt -o -";
    let said = directory.ok(words);
    assert_eq!(directory.names(), ["README.md", "x.csv", "x.run.json", "x.txt"]);
    assert_eq!(directory.read("x.csv"), said.stdout);
    let readme = directory.read("README.md");
    assert!(readme.starts_with("# Distributions, simulated\n"), "{readme}");
    assert!(readme.contains(&format!("```sh\nsetodds {words}\n```")), "{readme}");
    assert!(readme.contains("\n11 cards:\n") && readme.contains("| sets |"), "{readme}");
    assert!(directory.read("x.txt").contains("12 cards hold no set in"));
}

/// Returns the hand sizes and measures of a CSV, in order.
fn keys(csv: &str) -> Vec<(String, String)> {
    let key = |row: &DistributionRow| (row.cards.to_string(), row.measure.to_string());
    let mut keys: Vec<_> = distributions(csv).iter().map(key).collect();
    keys.dedup();
    keys
}

fn key(cards: &str, measure: &str) -> (String, String) {
    (cards.to_owned(), measure.to_owned())
}

#[test]
fn sets_of_twelve_cards_are_what_is_not_said() {
    let expected = ok("simulate --cards 12 --measure sets --deals 10k --seed 1");
    assert_eq!(ok("simulate --deals 10k --seed 1"), expected);
    assert_eq!(keys(&expected), [key("12", "sets")]);
}

#[test]
fn every_measure_has_a_usual_size() {
    let csv = ok("simulate --measure first-set --deals 10k --seed 1");
    assert_eq!(keys(&csv), [key("21", "first-set")]);
    let csv = ok("simulate --measure first-set --features 3 --deals 10k --seed 1");
    assert_eq!(keys(&csv), [key("10", "first-set")]);
    let csv = ok("simulate --features 2 --deals 10k --seed 1");
    assert_eq!(keys(&csv), [key("4", "sets")]);
    let csv = ok("simulate --measure first-set,in-sets --deals 10k --seed 1");
    let expected = [key("12", "in-sets"), key("21", "first-set"), key("21", "in-sets")];
    assert_eq!(keys(&csv), expected);
}

#[test]
fn measures_are_listed_or_repeated_in_any_order() {
    let words = "simulate --cards 12,21 --deals 10k --seed 1";
    let csv = ok(&format!("{words} --measure in-sets,sets,disjoint-sets"));
    let repeated = "--measure disjoint-sets --measure in-sets --measure sets";
    assert_eq!(ok(&format!("{words} {repeated} --threads 7 --strategy naive")), csv);
    let measures = ["sets", "in-sets", "disjoint-sets"];
    let expected: Vec<_> =
        ["12", "21"].iter().flat_map(|cards| measures.map(|measure| key(cards, measure))).collect();
    assert_eq!(keys(&csv), expected);

    // The deals are the same for all measures together and for each alone.
    for measure in measures {
        let alone = ok(&format!("{words} --measure {measure}"));
        let own = csv.lines().filter(|line| line.contains(&format!(",{measure},")));
        assert_eq!(alone.lines().skip(1).collect::<Vec<_>>(), own.collect::<Vec<_>>());
    }
}

#[test]
fn set_types_count_sets() {
    let csv = ok("simulate --measure sets,set-types --deals 20k --seed 3");
    let (types, sets): (Vec<_>, Vec<_>) =
        distributions(&csv).into_iter().partition(|row| row.measure == Measure::SetTypes);
    let found: u128 = sets.iter().map(|row| row.value as u128 * row.count).sum();
    assert!(types.iter().all(|row| row.total == found));
    assert_eq!(types.iter().map(|row| row.count).sum::<u128>(), found);
    let exact: Vec<_> = types.iter().filter_map(|row| row.exact_probability).collect();
    assert_eq!(exact, [0.1, 0.3, 0.4, 0.2]);
}

#[test]
fn where_no_set_was_seen_there_are_no_types() {
    let said = run("simulate --cards 3 --measure set-types --deals 10 --seed 1").ok();
    assert_eq!(said.stdout, format!("{HEADER}\n"));
    said.says("\nNone of the hands held a set.\n");
}

#[test]
fn several_measures_are_told_apart() {
    let directory = Directory::new();
    let words = "simulate --measure sets,in-sets --cards 5,12 --deals 20k --seed 1";
    directory.ok(&format!("{words} -o x.json -o x.md -o x.txt"));
    let json = json(&directory.read("x.json"));
    assert_eq!(json["summary"][3]["measure"], "in-sets");
    assert!(json["provenance"]["job"].as_str().unwrap().contains("measure=sets,in-sets"));
    let text = directory.read("x.md");
    assert!(text.starts_with("# Distributions, simulated\n"), "{text}");
    for title in ["5 cards, sets", "5 cards, in-sets", "12 cards, sets", "12 cards, in-sets"] {
        assert!(text.contains(&format!("\n{title}:\n")), "{text}");
    }
    assert!(directory.read("x.txt").contains("\nOf 12 cards, 6.5"));

    let words =
        "simulate --measure sets,in-sets --cards 9-12 --deals 20k --seed 1 -o x.md -o x.txt";
    directory.ok(words);
    assert!(directory.read("x.md").contains("\nmean of in-sets:\n"));
    assert!(directory.read("x.txt").contains("\nhands without a set:\n"));
}

/// Messages name a file as it was given, also when it is replaced.
#[test]
fn files_keep_the_name_that_they_were_given() {
    let directory = Directory::new();
    for _ in 0..2 {
        let words = "simulate --cards 3 --deals 1k --seed 1 -o ./x.csv";
        let said = directory.ok(words);
        assert!(said.stderr.ends_with("wrote ./x.csv, ./x.run.json\n"), "{}", said.stderr);
    }
    for words in ["-o y.csv -o ./y.csv", "-o x.csv -o ./x.csv"] {
        let words = format!("simulate --cards 3 --deals 1k {words}");
        directory.refused(&words, "would be written twice");
    }
}

#[test]
fn a_seed_that_floats_round_is_text() {
    for (seed, there) in [
        ("9007199254740992", serde_json::json!(9_007_199_254_740_992_u64)),
        ("9223372036854775809", serde_json::json!("9223372036854775809")),
    ] {
        let json = json(&ok(&format!("simulate --deals 9 --seed {seed} --format json -q")));
        assert_eq!(json["provenance"]["randomness"]["seed"], there);
        let json = crate::json(&ok(&format!("deal --seed {seed} --format json -q")));
        assert_eq!(json["provenance"]["seed"], there);
    }
}

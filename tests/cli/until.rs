//! `simulate --until`: the result is that of a run of the same deals, and the record says why they
//! are enough.

use crate::{Directory, distributions, json, ok, run};

#[test]
fn the_bytes_are_those_of_so_many_deals() {
    for options in ["--until 1%", "--until 8% --cards 6,9 --measure sets,in-sets --value 3"] {
        let csv = ok(&format!("simulate --seed 5 -q {options}"));
        let deals = distributions(&csv)[0].total;
        let plain: Vec<&str> = options.split(" --value").next().unwrap().split(' ').collect();
        let plain = plain[2..].join(" ");
        assert_eq!(ok(&format!("simulate --seed 5 -q {plain} --deals {deals}")), csv);
    }
}

#[test]
fn the_end_is_pinned() {
    let csv = ok("simulate --until 1% --seed 2026 -q");
    let none = &distributions(&csv)[0];
    assert_eq!((none.count, none.total), (37_884, 1_179_648));
}

#[test]
fn threads_and_engines_do_not_change_a_byte() {
    let expected = ok("simulate --cards 9,12 --until 2% --seed 7 --threads 1 -q");
    for options in [
        "--threads 2",
        "--threads 7",
        "--threads 2 --engine scalar",
        "--threads 7 --strategy packed-mask",
        "--deals 1e19",
        "--deals 500k --value 0",
    ] {
        let words = format!("simulate --cards 9,12 --until 2% --seed 7 -q {options}");
        if options.contains("500k") {
            assert_ne!(ok(&words), expected, "that was too few");
        } else {
            assert_eq!(ok(&words), expected, "{options}");
        }
    }
}

#[test]
fn the_record_says_what_was_reached() {
    let directory = Directory::new();
    let words = "simulate --until 1% --value 1 --seed 1 -o x.csv -o x.json";
    let said = directory.run(words).ended(0, "deals from a deck of 81, until 1 %, seed 1");
    assert!(!said.stderr.contains("warning"), "{}", said.stderr);

    let record = json(&directory.read("x.run.json"));
    let until = &record["until"];
    assert_eq!((&until["target"], &until["value"]), (&0.01.into(), &1.into()));
    assert_eq!(until["reached"], true);
    let width = until["relative_half_width"].as_f64().unwrap();
    assert!((0.0..=0.01).contains(&width), "{width}");
    let work = &record["work"];
    assert_eq!((&work["planned"], &work["complete"]), (&work["done"], &true.into()));
    assert_eq!(work["done"], 524_288, "the first boundary");
    let row = &distributions(&directory.read("x.csv"))[1];
    let limits = row.limits().unwrap();
    assert!((limits.half_width() / row.probability - width).abs() < 1e-12);

    directory.ok("simulate --deals 1k --seed 1 -o y.csv");
    assert_eq!(json(&directory.read("y.run.json")).get("until"), None);
}

/// Whoever asks for little precision hears by how much the estimate is too high.
#[test]
fn the_bias_of_a_wide_target_is_told() {
    let help = ok("simulate --help").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("on average by at most one part in the number of hits"), "{help}");

    let directory = Directory::new();
    let until = |target: &str| {
        let words = format!("simulate --cards 16 --until {target} --seed 1 -o x.csv -o x.json");
        let said = directory.ok(&words).stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        let bias = json(&directory.read("x.run.json"))["until"]["relative_bias"].as_f64().unwrap();
        let hits = distributions(&directory.read("x.csv"))[0].count;
        assert!((bias * (hits as f64 - 1.0) - 1.0).abs() < 1e-12, "{bias}, {hits} hits");
        assert_eq!(said.contains("it is too high by up to"), bias >= 0.005, "{said}");
        bias
    };
    assert!(until("50%") > 0.03 && until("10%") < 0.005);
    directory.ok("simulate --cards 12 --until 9% --deals 1k --seed 1 -q -o y.csv");
    let record = json(&directory.read("y.run.json"));
    assert_eq!(record["until"].get("relative_bias"), None, "it was not reached");
}

#[test]
fn what_is_not_reached_is_warned_of() {
    let directory = Directory::new();
    let said = directory.ok("simulate --until 0.5% --deals 1M --seed 2026 -q -o x.csv");
    let lines: Vec<&str> = said.stderr.lines().collect();
    assert_eq!(
        lines,
        [
            "warning: --until 0.5 % takes about 4,600,000 deals, more than --deals \
             1,000,000",
            "warning: 0.5 % was not reached after 1,000,000 deals: the probability of the value 0 \
             of sets, 12 cards, is known to ± 1.07 % of itself; it takes about 4,620,000 (--deals)"
        ]
    );
    assert_eq!(directory.read("x.csv"), ok("simulate --deals 1M --seed 2026 -q"));
    let record = json(&directory.read("x.run.json"));
    assert_eq!(record["until"]["reached"], false);
    assert_eq!(
        (&record["work"]["done"], &record["work"]["complete"]),
        (&1_000_000.into(), &true.into())
    );

    let never = run("simulate --until 9% --value 14 --deals 1k --seed 1").ok();
    never.says("until 9 % (not reached), seed 1").says("the value was never seen");
}

#[test]
fn where_nothing_is_known_there_is_no_warning() {
    let said = run("simulate --cards 16 --until 20% --seed 1").ok();
    assert!(!said.stderr.contains("warning"), "{}", said.stderr);
}

/// Deals that were not dealt by the rule have passed by points where it would have ended.
#[test]
fn a_checkpoint_of_another_rule_is_refused() {
    for (before, options) in [
        ("--deals 1M", "--until 5%"),
        ("--until 1% --deals 1M", "--until 5%"),
        ("--until 0.5% --value 1 --deals 1M", "--until 0.4%"),
        ("--until 1% --confidence 99% --deals 1M", "--until 0.9%"),
    ] {
        let directory = Directory::new();
        let kept = "simulate --cards 12 --seed 2026 --format csv --checkpoint x.part";
        directory.ok(&format!("{kept} {before}"));
        let part = directory.read("x.part");
        let said = directory.run(&format!("{kept} {options}"));
        said.failed(2, "not dealt under this --until").says("name another file");
        assert_eq!(directory.read("x.part"), part, "nothing is lost");
    }
}

/// Resumes a run with the same rule, a stricter one, and deals that end before the first decision.
#[test]
fn a_checkpoint_that_skips_no_decision_counts() {
    for (before, options) in [
        ("--deals 400k", "--until 2%"),
        ("--until 2%", "--until 2%"),
        ("--until 2%", "--until 1.5%"),
        ("--until 1.5% --deals 600k", "--until 1.5%"),
    ] {
        let directory = Directory::new();
        let kept = "simulate --cards 12 --seed 2026 --format csv --checkpoint x.part";
        directory.ok(&format!("{kept} {before}"));
        let said = directory.ok(&format!("{kept} {options}"));
        let whole = ok(&format!("simulate --cards 12 --seed 2026 --format csv {options}"));
        assert_eq!(said.stdout, whole, "{before}, {options}");
    }
}

//! `simulate --until`: the result equals that of a run with the same number of deals, and the
//! record has the reason for stopping.

use crate::{Directory, distributions, json, ok, run};

#[test]
fn the_bytes_are_those_of_so_many_deals() {
    for options in ["--until 3%", "--until 4% --cards 9,12 --measure sets,in-sets --value 3"] {
        let csv = ok(&format!("simulate --seed 5 -q {options}"));
        let deals = distributions(&csv)[0].total;
        let plain: Vec<&str> = options.split(" --value").next().unwrap().split(' ').collect();
        let plain = plain[2..].join(" ");
        assert_eq!(ok(&format!("simulate --seed 5 -q {plain} --deals {deals}")), csv);
    }
}

#[test]
fn the_end_is_pinned() {
    let csv = ok("simulate --until 3% --seed 2026 -q");
    let none = &distributions(&csv)[0];
    assert_eq!((none.count, none.total), (4_734, 9 << 14));
}

#[test]
fn threads_and_engines_do_not_change_a_byte() {
    let expected = ok("simulate --cards 9,12 --until 4% --seed 7 --threads 1 -q");
    for options in
        ["--threads 7", "--threads 2 --engine scalar", "--strategy packed-mask", "--deals 1e19"]
    {
        let words = format!("simulate --cards 9,12 --until 4% --seed 7 -q {options}");
        assert_eq!(ok(&words), expected, "{options}");
    }
}

#[test]
fn the_record_says_what_was_reached() {
    let directory = Directory::new();
    let words = "simulate --until 2% --value 1 --seed 1 -o x.csv -o x.json";
    let said = directory.run(words).ended(0, "deals from a deck of 81, until 2 %, seed 1");
    assert!(!said.stderr.contains("warning"), "{}", said.stderr);

    let record = json(&directory.read("x.run.json"));
    let until = &record["until"];
    assert_eq!((&until["target"], &until["value"]), (&0.02.into(), &1.into()));
    assert_eq!(until["reached"], true);
    let width = until["relative_half_width"].as_f64().unwrap();
    assert!((0.0..=0.02).contains(&width), "{width}");
    let work = &record["work"];
    assert_eq!((&work["planned"], &work["complete"]), (&work["done"], &true.into()));
    let row = &distributions(&directory.read("x.csv"))[1];
    let limits = row.limits().unwrap();
    assert!((limits.half_width() / row.probability - width).abs() < 1e-12);

    directory.ok("simulate --deals 1k --seed 1 -o y.csv");
    assert_eq!(json(&directory.read("y.run.json")).get("until"), None);
}

#[test]
fn what_is_not_reached_is_warned_of() {
    let directory = Directory::new();
    let said = directory.ok("simulate --until 0.5% --deals 100k --seed 2026 -q -o x.csv");
    assert_eq!(
        said.stderr,
        "warning: 0.5 % was not reached after 100,000 deals: the probability is known to ± 3.40 % \
         of itself; raise --deals\n"
    );
    assert_eq!(directory.read("x.csv"), ok("simulate --deals 100k --seed 2026 -q"));
    let record = json(&directory.read("x.run.json"));
    assert_eq!(record["until"]["reached"], false);
    assert_eq!(
        (&record["work"]["done"], &record["work"]["complete"]),
        (&100_000.into(), &true.into())
    );

    let never = run("simulate --until 9% --value 14 --deals 1k --seed 1").ok();
    never.says("the probability is not known, as the value was not seen");
}

/// Deals without the rule have passed points where the rule would have stopped.
#[test]
fn a_checkpoint_of_another_rule_is_refused() {
    let directory = Directory::new();
    let kept = "simulate --cards 12 --seed 2026 --format csv --checkpoint x.part";
    for (before, options) in [
        ("--deals 100k", "--until 5%"),
        ("--until 20%", "--until 10%"),
        ("--until 20%", "--until 20% --value 1"),
        ("--until 20%", "--until 20% --confidence 99%"),
    ] {
        directory.ok(&format!("{kept} {before}"));
        let part = directory.read("x.part");
        directory.refused(&format!("{kept} {options}"), "not dealt under this --until");
        assert_eq!(directory.read("x.part"), part, "nothing is lost");
        std::fs::remove_file(directory.join("x.part")).unwrap();
    }
}

#[test]
fn a_run_to_a_limit_is_resumed_with_a_higher_one() {
    let directory = Directory::new();
    let words = "simulate --until 3% --cards 12 --seed 2026 --format csv";
    directory.ok(&format!("{words} --deals 100001 --checkpoint x.part"));
    let said = directory.ok(&format!("{words} --checkpoint x.part"));
    assert_eq!(said.says("resuming from").stdout, ok(words));
}

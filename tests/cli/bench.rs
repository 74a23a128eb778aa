use crate::{Directory, json, ok, read, refused, run};
use setodds::report::race::RaceRow;

const HEADER: &str = "strategy,engine,instruction_set,features,cards,threads,hands,repeats,stage,\
                      ns_per_hand_median,ns_per_hand_min,ns_per_hand_mad,hands_per_second,\
                      speedup_vs_naive,parallel_efficiency,checksum";

const SMALL: &str = "bench --hands 500 --repeats 2";

const STRATEGIES: &str = "naive packed-mask column-sums valid-columns digit-sum third-card \
                          precomputed-triples plain-packed-mask";

#[test]
fn every_strategy_takes_part_in_both_stages() {
    for (options, strategies, each) in [
        ("--threads 1 --cards 9", STRATEGIES, 2),
        ("--threads 1,2 --cards 9 --strategies naive,third-card", "naive third-card", 4),
    ] {
        let csv = ok(&format!("{SMALL} {options} -q"));
        assert_eq!(csv.lines().next(), Some(HEADER));
        let rows: Vec<RaceRow> = read(&csv);
        for strategy in strategies.split(' ') {
            let scalar = |row: &&RaceRow| row.strategy == strategy && row.engine == "scalar";
            assert_eq!(rows.iter().filter(scalar).count(), each, "{strategy}");
        }
        assert!(rows.iter().any(|row| row.strategy == "third-card" && row.engine == "lanes"));
        assert!(rows.iter().all(|row| row.checksum == rows[0].checksum), "one checksum for all");
        for row in &rows {
            let (median, speedup) = (row.ns_per_hand_median, row.speedup_vs_naive.unwrap());
            assert!(row.ns_per_hand_min <= median && median > 0.0, "{row:?}");
            assert!((row.hands_per_second * median / 1e9 - 1.0).abs() < 1e-9, "{row:?}");
            assert!(speedup > 0.0 && row.parallel_efficiency.unwrap() > 0.0, "{row:?}");
            assert!(row.strategy != "naive" || speedup.to_string() == "1");
        }
    }
}

/// The checksum was also computed in Python, from the hands shown by `deal`.
#[test]
fn the_checksum_of_a_seed_is_pinned() {
    let csv = ok("bench --hands 10k --repeats 1 --threads 1 --strategies packed-mask --seed 1");
    let rows: Vec<RaceRow> = read(&csv);
    assert!(rows.iter().all(|row| row.checksum == "4d20b512e2636ff8"), "{csv}");
}

#[test]
fn decks_and_hand_sizes_are_races_of_their_own() {
    let csv = ok(&format!(
        "{SMALL} --features 3,5 --cards 3,12 --threads 1 --strategies third-card --engines all"
    ));
    let rows: Vec<RaceRow> = read(&csv);
    let races = rows.chunk_by(|row, next| (row.features, row.cards) == (next.features, next.cards));
    let checked = races.map(|race| {
        assert!(race.iter().all(|row| row.checksum == race[0].checksum), "{race:?}");
        let scalar = race.iter().filter(|row| row.engine == "scalar").count();
        assert!(scalar == 2 && race.len() >= 4 && race.len() % 2 == 0, "two stages: {race:?}");
        (race[0].features, race[0].cards)
    });
    assert_eq!(checked.collect::<Vec<_>>(), [(3, 3), (3, 12), (5, 3), (5, 12)]);
    assert!(rows.iter().all(|row| row.speedup_vs_naive.is_none()), "naive took no part");
}

#[test]
fn people_get_a_ranking_and_files_a_record() {
    let strategies = "--strategies naive,third-card";
    let table = ok(&format!("{SMALL} {strategies} --threads 1,2 --format table"));
    for words in ["ns a hand", "x naive", "1 thread:", "2 threads:", "rustc", " ± "] {
        assert!(table.contains(words), "{words} in {table}");
    }
    let last = table.lines().last().unwrap();
    assert!(last.contains("third-card in ") && last.ends_with(" as naive in the scalar engine."));
    let race = "--hands 500 --repeats 2 --strategies third-card";
    let directory = Directory::new();
    directory.ok(&format!("bench {race} --threads 1 -o race.csv -o race.md"));
    assert_eq!(directory.names(), ["race.csv", "race.md", "race.run.json"]);
    let record = json(&directory.read("race.run.json"));
    assert!(record["command"].as_str().unwrap().contains(race), "{record}");
    assert_eq!(record["randomness"]["sampling_scheme"], "v1");
    assert!(record["program"]["compiler"].as_str().unwrap().starts_with("rustc"));
    assert!(record["host"]["cores"].as_u64() > Some(0));
}

#[test]
fn more_threads_than_cores_are_named() {
    let threads = setodds_engine::run::Threads::available().count() + 60;
    run(&format!("bench --hands 500 --repeats 1 --threads {threads} --strategies naive --cards 3"))
        .says(&format!("{threads} threads on a machine that runs"));
}

#[test]
fn decks_hand_sizes_and_threads_given_twice_are_timed_once() {
    let rows = |twice| {
        let words = "bench --strategies naive --hands 100 --repeats 1 --format csv -q";
        ok(&format!("{words} {twice}")).lines().count()
    };
    assert_eq!(
        rows("--features 2,2 --cards 3,3 --threads 1,1"),
        rows("--features 2 --cards 3 --threads 1")
    );
}

#[test]
fn nonsense_is_refused_with_what_would_be_right() {
    for (words, why) in [
        ("--strategies fast", "[possible values: all, naive, "),
        ("--engines gpu", "[possible values: all, lanes, scalar, "),
        ("--strategies naive --engines lanes", "lanes supports packed-mask and third-card"),
        ("--cards 82", "81"),
        ("--cards 0", "at least one card"),
        ("--hands 0", "must be at least 1"),
        ("--features 7", "2 to 6"),
        ("--threads 0", "1 to 1024"),
        ("--repeats 0", "repeats"),
        ("--repeats 18446744073709551615", "at most 10000"),
        ("--hands 1T", "at most 8333333 hands"),
        ("--games 10", "unexpected argument"),
        ("--measures sets", "unexpected argument"),
    ] {
        refused(&format!("bench {words}"), why);
    }
}

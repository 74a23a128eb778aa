//! Execution engines: the requested one runs and is recorded, and no byte of the result depends on
//! it.

use crate::{Directory, command_output, json, ok, refused, setodds, shown};
use setodds_engine::deal::{Engine, InstructionSet};

/// Returns the names of the engines with lanes.
fn lanes() -> Vec<String> {
    InstructionSet::available().map(|set| format!("lanes-{set}")).collect()
}

/// Returns the engine and the instruction set of a record.
fn recorded(record: &serde_json::Value) -> [&str; 2] {
    ["engine", "instruction_set"].map(|key| record[key].as_str().unwrap())
}

/// Returns the record of a run of play.
fn record_of(words: &str) -> serde_json::Value {
    let directory = Directory::new();
    directory.ok(&format!("{words} --seed 1 -o x -q"));
    json(&directory.read("x/stages.run.json"))
}

#[test]
fn hands_are_dealt_in_lanes_whoever_counts_them() {
    let widest = InstructionSet::widest().name();
    for (words, engine) in
        [("", "lanes"), ("--strategy naive", "scalar"), ("--engine scalar", "scalar")]
    {
        let words = format!("simulate --deals 1k --seed 1 --format json {words}");
        let document = json(&ok(&words));
        assert_eq!(recorded(&document["provenance"]), [engine, widest], "{words}");
    }
    for set in InstructionSet::available() {
        let words = format!("simulate --deals 1k --seed 1 --format json --engine lanes-{set}");
        let document = json(&ok(&words));
        assert_eq!(recorded(&document["provenance"]), ["lanes", set.name()], "{words}");
    }
}

#[test]
fn the_record_of_games_says_who_played() {
    let widest = InstructionSet::widest();
    for (words, engine) in [
        ("", "lanes"),
        ("--engine scalar", "scalar"),
        ("--start 15", "scalar"),
        ("--features 5", "scalar"),
        ("--policy random,most-left,first", "lanes"),
    ] {
        let record = record_of(&format!("play --games 20 {words}"));
        assert_eq!(recorded(&record), [engine, widest.name()], "{words}");
        let text = shown(&format!("play --games 20 --seed 1 {words}"));
        let expected = format!(", engine {engine} with {widest}, ");
        assert!(text.replace('\n', " ").contains(&expected), "{words}: {text}");
    }
    for set in InstructionSet::available() {
        let record = record_of(&format!("play --games 20 --engine lanes-{set}"));
        assert_eq!(recorded(&record), ["lanes", set.name()]);
    }
}

/// Lanes of every instruction set and the scalar engine give the same bytes.
#[test]
fn engines_change_no_byte_of_games() {
    for what in [
        "--games 3k --policy random,first --table stages",
        "--games 2k --features 3 --policy most-left,fewest-left,similar,different --table stages",
    ] {
        let play = format!("play --seed 5 -q {what}");
        let expected = ok(&play);
        for engine in lanes().into_iter().chain(["scalar".to_owned(), "lanes".to_owned()]) {
            let words = format!("{play} --engine {engine} --threads 3");
            assert_eq!(ok(&words), expected, "{words}");
        }
    }
    for what in ["--features 5", "--when-stuck stop", "--start 15"] {
        let play = format!("play --games 50 --seed 5 -q --table leftover {what}");
        assert_eq!(ok(&format!("{play} --engine scalar")), ok(&play));
        refused(&format!("{play} --engine lanes"), "by the usual rules only");
    }
}

#[test]
fn engines_change_no_puzzle() {
    for what in ["--cards 9 --sets 4", "--cards 12 --sets 3", "--cards 45 --sets 180"] {
        let puzzle = format!("puzzle --seed 3 -q --format csv {what}");
        let expected = ok(&puzzle);
        for engine in lanes().into_iter().chain(["scalar".to_owned()]) {
            assert_eq!(ok(&format!("{puzzle} --engine {engine}")), expected, "{what} {engine}");
        }
    }
    let many = "puzzle --cards 9 --count 5 --seed 3 -q --format csv";
    assert_eq!(ok(&format!("{many} --engine scalar")), ok(many));
}

#[test]
fn methods_take_the_engine_that_they_have() {
    let count = "enumerate --features 3 --cards 0-7 -q";
    let expected = ok(count);
    for (method, reason) in
        [("--method classes", "one by one"), ("--strategy naive", "only the strategies")]
    {
        let count = format!("{count} {method}");
        assert_eq!(ok(&format!("{count} --engine scalar")), expected, "{method}");
        refused(&format!("{count} --engine lanes"), reason);
    }
    for method in ["--method hands", "--strategy packed-mask"] {
        let count = format!("{count} {method}");
        assert_eq!(ok(&format!("{count} --engine scalar")), expected, "{method}");
        for engine in lanes() {
            let count = format!("{count} --engine {engine}");
            assert_eq!(ok(&count), expected, "{count}");
            let document = json(&ok(&format!("{count} --format json")));
            assert_eq!(recorded(&document["provenance"])[0], "lanes");
            assert!(engine.ends_with(recorded(&document["provenance"])[1]), "{count}");
        }
    }
}

/// The default is the fastest way to visit all hands.
#[test]
fn all_hands_are_counted_by_third_card_in_lanes() {
    let document = json(&ok("enumerate --features 3 --cards 4 --method hands --format json -q"));
    let record = &document["provenance"];
    assert_eq!(record["strategy"], "third-card");
    assert_eq!(recorded(record), ["lanes", InstructionSet::widest().name()]);
    let naive = "enumerate --features 3 --cards 4 --strategy naive --format json -q";
    assert_eq!(json(&ok(naive))["provenance"]["strategy"], "naive");
}

#[test]
fn engines_of_other_processors_are_refused_by_their_names() {
    for command in ["simulate", "play", "puzzle", "enumerate --cards 3"] {
        for name in Engine::missing() {
            let words = format!("{command} --engine {name}");
            refused(
                &words,
                &format!("invalid value '{name}' for '--engine <NAME>': this processor has no "),
            );
        }
        for name in ["gpu", "incremental", "naive"] {
            let words = format!("{command} --engine {name}");
            refused(&words, "[possible values: lanes, scalar, lanes-");
        }
        refused(&format!("{command} --engine scaler"), "a similar value exists: 'scalar'");
    }
    let missing = Engine::missing().last().unwrap();
    refused(&format!("bench --engines scalar,{missing}"), "this processor has no ");
    if !lanes().contains(&"lanes-avx512".to_owned()) {
        refused("simulate --engine lanes-avx512", "this processor has no AVX-512");
    }
}

/// Shards and checkpoints belong to a run, whatever engine computed them.
#[test]
fn a_run_goes_on_under_another_engine() {
    let [one, two] = ["scalar".to_owned(), lanes().pop().unwrap()];
    for words in [
        "simulate --deals 300k --seed 1",
        "play --games 10k --seed 1 --policy first,most-left",
        "enumerate --cards 3-5 --features 3 --strategy packed-mask",
    ] {
        let directory = Directory::new();
        for (shard, engine) in [("1/2", &one), ("2/2", &two)] {
            let part = format!("{}.part", &shard[..1]);
            directory.ok(&format!("{words} --shard {shard} --engine {engine} -o {part} -q"));
        }
        let whole = if words.starts_with("play") { "--table stages -q" } else { "--format csv -q" };
        let mut merge = setodds();
        let merge_words = format!("merge 1.part 2.part {whole}");
        merge.current_dir(directory.path());
        let merged = command_output(merge.args(merge_words.split(' '))).ok().stdout;
        assert_eq!(merged, ok(&format!("{words} {whole}")));
    }
    let directory = Directory::new();
    let kept = "simulate --seed 1 --checkpoint x.part --format csv -q";
    directory.ok(&format!("{kept} --deals 200k --engine {one}"));
    let resumed = directory.ok(&format!("{kept} --deals 300k --engine {two}")).stdout;
    assert_eq!(resumed, ok("simulate --seed 1 --deals 300k --format csv -q"));
}

/// Help names the default method, and the strategy of the other method.
#[test]
fn help_names_the_default_method() {
    assert!(ok("enumerate --help").contains("[default: classes]"));
    let counting = |words: &str| {
        let document = json(&ok(&format!("enumerate --cards 3 --format json {words}")));
        let record = &document["provenance"];
        [record["counting"]["method"].clone(), record["strategy"].clone()]
    };
    for features in 2..=6 {
        let [method, strategy] = counting(&format!("--features {features}"));
        assert_eq!((method.as_str(), strategy.as_str()), (Some("classes"), None), "{features}");
    }
    assert_eq!(counting("--method hands"), counting("--strategy third-card"));
    assert_eq!(counting("--method hands"), ["hands", "third-card"]);
}

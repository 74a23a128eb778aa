use crate::{Directory, command_output, fed, ok, refused, setodds};
use std::fs;

fn report(name: &str) -> String {
    format!("reports/{name}")
}

#[test]
fn a_pipe_gets_svg_for_all_eyes() {
    let csv = ok("simulate --deals 10k --seed 1 --cards 12 --quiet");
    let drawn = fed("plot -", csv).ok();
    assert_eq!(drawn.stderr, "");
    let svg = drawn.stdout;
    assert!(
        svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\"") && svg.ends_with("</svg>\n")
    );
    for part in [
        "viewBox=\"0 0 ",
        "role=\"img\"",
        "<style>@media (prefers-color-scheme:dark){\n#chart-",
        ">How many sets do 12 cards hold?</title>",
        "10,000 deals from the game's 81 cards",
        ">probability</text>",
        ">simulated</text>",
        ">exact</text>",
    ] {
        assert!(svg.contains(part), "{part}\n{svg}");
    }
    let (title, description) = ("chart-", "<desc id=\"chart-");
    assert!(svg.contains(&format!("aria-labelledby=\"{title}")) && svg.contains(description));
}

#[test]
fn equal_data_give_equal_bytes_and_other_options_others() {
    let sets = report("simulated-sets/sets.csv");
    let svg = ok(&format!("plot {sets} --cards 12"));
    assert_eq!(svg, ok(&format!("plot {sets} --cards 12")));
    let others = ["--cards 12 --log", "--cards 12,15", "--kind no-set"];
    for words in others {
        let other = ok(&format!("plot {sets} {words}"));
        assert!(other.starts_with("<svg ") && other != svg, "{words}");
    }
}

#[test]
fn files_are_written_whole_in_the_form_of_their_ending() {
    let directory = Directory::new();
    let sets = report("simulated-sets/sets.csv");
    directory.write("x.csv", fs::read(&sets).unwrap());
    let said = directory.run("plot x.csv --cards 12 -o a.svg -o a.PNG").no_stdout();
    assert_eq!(said.stderr, "wrote a.svg, a.PNG\n");
    assert_eq!(directory.names(), ["a.PNG", "a.svg", "x.csv"]);
    let read = |name: &str| fs::read(directory.join(name)).unwrap();
    assert_eq!(read("a.svg"), ok(&format!("plot {sets} --cards 12")).into_bytes());
    let png = read("a.PNG");
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    // Three pixels for each unit of the SVG, which is 888 units wide.
    assert_eq!(u32::from_be_bytes(png[16..20].try_into().unwrap()), 3 * 888);
}

#[test]
fn the_title_can_be_chosen() {
    let sets = report("simulated-sets/sets.csv");
    let svg = ok(&format!("plot {sets} --cards 12 --title A<B"));
    assert!(svg.contains(">A&lt;B</title>"), "{svg}");
}

#[test]
fn what_was_never_seen_is_shown_by_its_limit() {
    let csv = ok("simulate --deals 10k --seed 1 --cards 18-19 --quiet");
    let no_set = fed("plot - --kind no-set", csv).ok().stdout;
    assert!(no_set.contains("Triangles are upper limits for events that never occurred."));
}

#[test]
fn simulated_and_exact_files_go_into_one_picture() {
    let files = [report("simulated-sets/sets.csv"), report("exact-sets/features-4.csv")].join(" ");
    let svg = ok(&format!("plot {files} --kind no-set"));
    assert!(svg.contains(">simulated</text>") && svg.contains(">exact</text>"), "{svg}");
    let sets = report("simulated-sets/sets.csv");
    refused(&format!("plot {sets} {sets}"), "both hold simulated hands of 3 cards");
}

#[test]
fn every_command_s_csv_is_drawn() {
    let drawn = [
        "enumerate --cards 3 --features 2",
        "enumerate --cards 0-9 --features 2 --measure in-sets,largest-cap",
        "simulate --deals 1k --seed 1 --measure first-set",
        "simulate --deals 1k --seed 1 --cards 9 --measure set-types",
        "odds 12 --format csv",
        "odds 3-40 --format csv",
        "odds first-set --format csv",
        "odds 12 --measure in-sets --format csv",
        "caps --features 3 --format csv",
        "classes --cards 0-20 --count --format csv",
        "play --features 3 --games 100 --seed 1 --table leftover --quiet",
        "play --features 3 --games 100 --seed 1 --table stages --policy random,first --quiet",
        "bench --hands 1k --repeats 1 --threads 1 --cards 12 --format csv --quiet",
    ];
    for words in drawn {
        let csv = ok(words);
        let drawn = fed("plot -", csv.as_str()).ok();
        assert_eq!(drawn.stderr, "", "{words}\n{csv}");
        assert!(drawn.stdout.contains("</svg>"), "{words}");
    }
}

#[test]
fn lists_are_refused_with_what_can_be_drawn_instead() {
    for (words, instead) in [
        ("odds 12 --measure in-sets --value 0", "`odds --measure NAME --format csv` without"),
        ("odds 12 --sets 0", "`--x cards --y probability` draws a column"),
        ("classes --features 3 --cards 0-5", "`classes --count --format csv` can be drawn"),
        ("caps --features 3 --representatives", "`caps --format csv` can be drawn"),
        ("deal --seed 1", "the distributions of `odds` and `simulate` can be drawn"),
    ] {
        fed("plot -", ok(&format!("{words} --format csv"))).failed(2, instead);
    }
}

#[test]
fn mistakes_are_named() {
    let sets = report("simulated-sets/sets.csv");
    let race = report("strategy-race/cards-12.csv");
    let directory = Directory::new();
    refused("plot", "<FILE>");
    let missing = fs::read("none.csv").unwrap_err().to_string();
    let missing = missing.split(" (os error").next().unwrap();
    refused("plot none.csv", &format!("cannot read none.csv: {missing}"));
    refused(
        &format!("plot {sets} --kind pie"),
        "[possible values: auto, bars, map, no-set, quantiles, threads]",
    );
    refused(&format!("plot {sets} -o x.gif"), "name a file that ends in .svg or .png");
    refused(&format!("plot {sets} -o no/x.svg"), "there is no directory `no`");
    refused(&format!("plot {sets} -o x.svg -o x.svg"), "would be written twice");
    refused(&format!("plot {sets} --cards 2"), "no rows of 2 cards; leave out --cards");
    refused(&format!("plot {sets} --measure largest-cap"), "no rows for `largest-cap`");
    refused(&format!("plot {sets} --kind bars"), "choose some with --cards");
    refused(&format!("plot {sets} {race}"), "give them one by one");
    refused(&format!("plot {race} --kind no-set"), "--kind no-set does not suit");
    refused(&format!("plot {race} --cards 12"), "--cards does not suit");
    let files: [(&[u8], &str); 5] = [
        (b"a,b\n1,2\n", "no table of setodds has"),
        (b"", "a.csv is empty"),
        (b"\xff\xfe", "is not UTF-8 text"),
        (b"features,cards,hands,classes\n", "there is nothing to show"),
        (b"features,cards,hands,classes\n4,1,81,1\n4,x,3240,1\n", "line 3, column `cards`"),
    ];
    for (bytes, expected) in files {
        directory.write("a.csv", bytes);
        directory.refused("plot a.csv", expected);
    }
}

#[test]
fn a_picture_of_columns_shows_all_of_them() {
    let directory = Directory::new();
    directory.ok("play --games 99 --seed 1 --policy random,first -q -o d");
    directory.refused("plot d/differences.csv --x games --y difference --log", "leave out --log");
    directory.write("h.csv", "features,cards,hands,classes\n");
    directory.refused("plot h.csv --x cards --y classes", "nothing to show");
    directory.ok("classes --count --cards 3-5 -q --format csv -o c.csv");
    directory
        .refused("plot c.csv --x cards --y hands,classes,hands", "names the column `hands` twice");
    let spaced = |y: &str| {
        command_output(
            setodds()
                .current_dir(directory.path())
                .args(["plot", "c.csv", "--x", "cards", "--y", y]),
        )
    };
    assert_eq!(spaced("hands, classes").ok().stdout, spaced("hands,classes").ok().stdout);
    directory.ok("enumerate --cards 3-4 -q -o e.csv");
    let svg = directory.ok("plot e.csv --x cards --y probability").stdout;
    assert!(svg.contains("value 0") && !svg.contains("0 value"), "{svg}");
}

#[test]
fn columns_of_any_csv_are_drawn() {
    let directory = Directory::new();
    directory.write("a.csv", "day,who,body_height\n1,ann,2.5\n2,ann,3\n1,bob,1\n2,bob,NA\n");
    let svg = directory.ok("plot a.csv --x day --y body_height").stdout;
    for part in [">body height by day</title>", ">ann</text>", ">bob</text>", ">day</text>"] {
        assert!(svg.contains(part), "{part}\n{svg}");
    }
    directory.ok("plot a.csv a.csv --x day --y body_height --log -o x.png");
    directory.write("b.csv", "day,height\n1,\n,2\n");
    directory.write("h.csv", "day,height\n");
    directory.write("e.csv", "");
    directory.write("large.csv", "day,height\n1,1e300\n");
    let rows = (0..100_001).map(|row| format!("{row},name {row}\n")).collect::<String>();
    directory.write("long.csv", format!("day,who\n{rows}"));
    let few: String = rows.split_inclusive('\n').take(5000).collect();
    directory.write("names.csv", format!("day,who\n{few}"));
    for (words, reason) in [
        ("a.csv", "no table of setodds has"),
        ("a.csv --x day --y who", "no numeric column `who`; give day, body_height"),
        ("a.csv --x day --y body_height --kind bars", "--kind is for tables of setodds"),
        ("a.csv --x day --y body_height --cards 12", "--cards is for tables of setodds"),
        ("a.csv b.csv --x day --y height", "a.csv and b.csv have different columns"),
        ("b.csv --x day --y height", "no row of b.csv has a number in both columns"),
        ("h.csv --x day --y height", "h.csv has no rows below its header"),
        ("e.csv --x day --y height", "e.csv is empty; give a CSV"),
        ("large.csv --x day --y height", "no numeric column `height`; give day"),
        ("long.csv --x day --y day", "has more than 100,000 rows, the maximum for a picture"),
        ("names.csv --x day --y day", "lines (at most 8) would be drawn, one for each who"),
    ] {
        directory.refused(&format!("plot {words}"), reason);
    }
}

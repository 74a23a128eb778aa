//! Tests of the charts of tables.

use super::chart;
use crate::detect::Strategy;
use crate::report::chart::{Chart, ChartKind, LineEnd, Mark, Options, Point, Series, Values};
use crate::report::distribution::DistributionRow;
use crate::report::recognise::rows;
use crate::report::recognise::{CsvText, TableError};
use crate::stats::Confidence;
use crate::stats::proportion::interval;

fn drawn(text: &str, options: &Options) -> Chart {
    chart(&[CsvText { name: "x.csv", text }], options).unwrap()
}

fn usual(text: &str) -> Chart {
    drawn(text, &Options::default())
}

fn kind(text: &str, kind: ChartKind) -> Chart {
    drawn(text, &Options { kind, ..Options::default() })
}

/// Draws the chart of some hand sizes from the exact counts of the game.
fn of_sizes(kind: ChartKind, sizes: &str) -> Result<Chart, TableError> {
    let text = report("exact-sets/features-4.csv");
    let cards = Some(sizes.parse().unwrap());
    let options = Options { kind, cards, ..Options::default() };
    chart(&[CsvText { name: "x.csv", text: &text }], &options)
}

fn report(name: &str) -> String {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(root.join("reports").join(name)).unwrap()
}

fn named<'a>(chart: &'a Chart, name: &str) -> Vec<&'a Series> {
    let all = chart.panels.iter().flat_map(|panel| &panel.series);
    all.filter(|series| series.name == name).collect()
}

const DISTRIBUTION: &str = "features,cards,measure,value,count,total,probability,ci_low,ci_high,\
                            exact_probability\n";

#[test]
fn exact_has_one_colour_in_all_pictures() {
    let sets = report("simulated-sets/sets.csv");
    let cards = |sizes: &str| Options { cards: Some(sizes.parse().unwrap()), ..Options::default() };
    let charts = [kind(&sets, ChartKind::NoSet), drawn(&sets, &cards("12"))];
    let inks = |name| charts.iter().map(|it| named(it, name)[0].ink).collect::<Vec<_>>();
    assert_eq!((inks("exact"), inks("simulated")), (vec![0; 2], vec![1; 2]));
}

#[test]
fn no_line_crosses_hand_sizes_that_were_left_out() {
    let row = |cards: usize, none: usize| format!("4,{cards},sets,0,{none},1000000,0,,,\n");
    let text: String =
        [(12, 32302), (13, 17000), (15, 365), (21, 0)].map(|(c, n)| row(c, n)).concat();
    let chart = kind(&(DISTRIBUTION.to_owned() + &text), ChartKind::NoSet);
    let lines = named(&chart, "exact");
    assert!(lines.iter().all(|line| line.mark == Mark::Line));
    let sizes: Vec<usize> = lines.iter().map(|line| line.points.len()).collect();
    assert_eq!(sizes, [2, 1]);
}

#[test]
fn nothing_is_drawn_where_exact_is_zero() {
    let row = |cards: usize, exact: &str| {
        let all = format!("4,{cards},sets,1,100,100,1,0.9,1,\n");
        format!("4,{cards},sets,0,0,100,0,0,0.1,{exact}\n{all}")
    };
    let rows = [row(19, "9e-12"), row(20, "1.5e-13"), row(21, "0"), row(22, "0")].concat();
    let chart = kind(&(DISTRIBUTION.to_owned() + &rows), ChartKind::NoSet);
    let simulated = &named(&chart, "simulated")[0].points;
    let never = interval(0, 100, Confidence::default());
    let unseen = |x: f64| Point::new(x, 0.0).with_interval(Some(never));
    assert_eq!(simulated[..], [19.0, 20.0].map(unseen));
    let [exact] = named(&chart, "exact")[..] else { panic!("one line") };
    assert_eq!((exact.points.len(), exact.end), (2, Some(LineEnd::Zero(21.0))));
}

#[test]
fn points_are_the_numbers_of_the_table() {
    let text = report("simulated-sets/sets.csv");
    let rows: Vec<DistributionRow> = rows(CsvText { name: "x.csv", text: &text }).unwrap();
    let cards = Some("12".parse().unwrap());
    let chart = drawn(&text, &Options { cards, log: true, ..Options::default() });
    let own = || rows.iter().filter(|row| row.cards == 12);
    let simulated =
        own().map(|row| Point::new(row.value as f64, row.probability).with_interval(row.limits()));
    let exact = own().filter_map(|row| Some(Point::new(row.value as f64, row.exact_probability?)));
    assert_eq!(named(&chart, "simulated")[0].points, simulated.collect::<Vec<_>>());
    assert_eq!(named(&chart, "exact")[0].points, exact.collect::<Vec<_>>());
}

#[test]
fn simulated_and_exact_files_are_two_series() {
    let files = ["simulated-sets/sets.csv", "exact-sets/features-4.csv"].map(report);
    let sources = files.each_ref().map(|text| CsvText { name: "x.csv", text });
    let chart = chart(&sources, &Options { kind: ChartKind::NoSet, ..Options::default() }).unwrap();
    let ends = |name| {
        let points = named(&chart, name).into_iter().flat_map(|series| &series.points);
        let cards: Vec<f64> = points.map(|point| point.x).collect();
        (cards[0], cards[cards.len() - 1])
    };
    // More than 20 cards always hold a set: there is nothing to draw.
    assert_eq!((ends("simulated"), ends("exact")), ((3.0, 20.0), (1.0, 20.0)));
}

#[test]
fn lines_of_caps_mark_zero_end_or_go_on() {
    let files = [3, 4, 5].map(|features| report(&format!("caps/caps-{features}.csv")));
    let sources: Vec<CsvText<'_>> =
        files.iter().map(|text| CsvText { name: "caps.csv", text }).collect();
    let chart = chart(&sources, &Options::default()).unwrap();
    let ends: Vec<_> = chart.panels[0].series.iter().map(|series| series.end.unwrap()).collect();
    assert_eq!(ends, [LineEnd::Zero(10.0), LineEnd::Zero(21.0), LineEnd::Unknown]);
}

#[test]
fn what_was_counted_at_one_stage_is_drawn() {
    let text = "features,policy,in_deck,table,arrival,sets,count,total,probability,ci_low,ci_high\n\
                4,random,69,12,dealt,0,2284535476080,70724320184700,0.032302,,\n";
    let chart = usual(text);
    let [own] = &chart.panels[0].series[..] else { panic!("one kind of table") };
    assert_eq!((own.name.as_str(), own.points.len()), ("12 just dealt", 1));
    let caption = chart.explained().caption;
    assert!(caption.starts_with("All games") && !caption.contains("estimates"), "{caption}");
}

#[test]
fn medians_are_estimates_with_their_deviation() {
    let race = report("strategy-race/cards-3-21.csv");
    for text in [race, report("strategy-race/cards-12.csv")] {
        let chart = usual(&text);
        let all = || chart.panels[0].series.iter();
        assert!(all().all(|series| series.values == Values::Medians));
        assert!(all().flat_map(|series| &series.points).all(|point| point.interval.is_some()));
    }
}

#[test]
fn all_hand_sizes_are_a_fan_with_the_dealt_ones_enlarged() {
    let chart = usual(&report("exact-sets/features-4.csv"));
    assert_eq!(chart.panels.len(), 2);
    let at = |name: &str, cards: f64| -> Point {
        let own = chart.panels[1].series.iter().find(|series| series.name == name).unwrap();
        own.points.iter().find(|point| (point.x - cards).abs() < 0.5).unwrap().clone()
    };
    // 12 cards: 3.2 % of hands have no set, half have at most 3 sets, and 14 is the maximum.
    for (name, sets) in [("least", 0.0), ("median", 3.0), ("most", 14.0)] {
        assert!((at(name, 12.0).y - sets).abs() < 0.5, "{name}");
    }
    let bands = chart.panels[1].series.iter().filter(|series| series.mark == Mark::Band);
    let widths = bands.map(|band| {
        let limits = band.points.last().unwrap().interval.unwrap();
        limits.high - limits.low
    });
    let widths: Vec<f64> = widths.collect();
    assert!(widths.len() == 3 && widths[0] > widths[1] && widths[1] > widths[2], "{widths:?}");
}

#[test]
fn several_policies_are_rows_of_all_their_games() {
    let chart = usual(&report("games/policies/leftover.csv"));
    let mut sums = std::collections::BTreeMap::new();
    for series in &chart.panels[0].series {
        assert_eq!(series.mark, Mark::Stacked);
        for point in &series.points {
            *sums.entry(point.y.to_bits()).or_insert(0.0) += point.x;
        }
    }
    assert!(sums.len() == 6 && sums.values().all(|sum: &f64| (sum - 1.0).abs() < 1e-3), "{sums:?}");
}

#[test]
fn stages_of_several_policies_are_panels_with_the_same_axes() {
    let one = report("games/random/stages.csv");
    let other = one.lines().skip(1).map(|line| line.replace(",random,", ",first,") + "\n");
    let chart = usual(&(one.clone() + &other.collect::<String>()));
    assert_eq!(chart.panels.len(), 2);
    let stages = |policy: &str, none: usize| {
        let stage = |in_deck| format!("4,{policy},{in_deck},12,dealt,0,{none},100,0,,\n");
        stage(69) + &stage(66)
    };
    let header =
        "features,policy,in_deck,table,arrival,sets,count,total,probability,ci_low,ci_high\n";
    let chart = usual(&(header.to_owned() + &stages("random", 3) + &stages("first", 30)));
    let [one, other] = &chart.panels[..] else { panic!("a panel for each policy") };
    assert_eq!((one.title.as_str(), other.title.as_str()), ("random", "first"));
    assert_eq!((&one.x, &one.y), (&other.x, &other.y));
}

#[test]
fn what_never_comes_has_no_dot() {
    let chart = usual(&report("caps/greedy-4.csv"));
    let exact = chart.panels[0].series.iter().find(|series| series.name == "exact").unwrap();
    let values: Vec<f64> = exact.points.iter().map(|point| point.x).collect();
    assert_eq!(values, [16.0, 17.0, 18.0, 20.0]);
}

#[test]
fn captions_speak_of_what_is_shown_alone() {
    let never = usual(&report("games/features-3/stages.csv")).caption;
    assert!(never.ends_with("policy random. It never was: less often than 1 in 27 million."));
    let both = usual(&report("games/random/stages.csv")).caption;
    assert!(both.contains("Left: a set was just taken") && !both.contains("never"), "{both}");
}

#[test]
fn quantiles_of_several_decks_have_titles() {
    let rows = |features: usize, cards: usize| {
        let all = 3_usize.pow(u32::try_from(features).unwrap());
        format!("{features},{cards},sets,0,{all},{all},1,,,\n")
    };
    let text = |sizes: &[usize]| -> String {
        let own =
            [3, 4].into_iter().flat_map(|features| sizes.iter().map(move |&it| rows(features, it)));
        DISTRIBUTION.to_owned() + &own.collect::<String>()
    };
    let titles = |sizes: &[usize]| -> Vec<String> {
        kind(&text(sizes), ChartKind::Quantiles)
            .panels
            .into_iter()
            .map(|panel| panel.title)
            .collect()
    };
    assert_eq!(titles(&[1]), ["3 features", "4 features"]);
}

#[test]
fn hands_are_counted_in_the_caption_of_one_size() {
    let [one, two] = ["3", "3,4"].map(|sizes| of_sizes(ChartKind::Auto, sizes).unwrap().caption);
    assert!(one.starts_with("All 85,320 hands from "), "{one}");
    assert!(two.starts_with("All hands from "), "{two}");
}

#[test]
fn six_hand_sizes_are_panels_and_seven_a_map() {
    let panels = |sizes| of_sizes(ChartKind::Auto, sizes).unwrap().panels.len();
    assert_eq!(["9-14", "9-15"].map(panels), [6, 1]);
}

#[test]
fn bars_are_for_twelve_hand_sizes_at_most() {
    assert_eq!(of_sizes(ChartKind::Bars, "3-14").unwrap().panels.len(), 12);
    let error = of_sizes(ChartKind::Bars, "3-15").unwrap_err().to_string();
    assert!(error.starts_with("there are 13 distributions; bars are for 12 at most"), "{error}");
}

#[test]
fn many_hand_sizes_are_a_fan_only_if_there_are_more_than_thirty() {
    // A map has a colour scale; quantiles do not.
    let is_map = |sizes| of_sizes(ChartKind::Auto, sizes).unwrap().panels[0].shade.is_some();
    assert_eq!(["12-41", "12-42"].map(is_map), [true, false]);
}

#[test]
fn eight_contestants_are_more_than_are_shown() {
    let header = "strategy,engine,instruction_set,features,cards,threads,hands,repeats,stage,\
                  ns_per_hand_median,ns_per_hand_min,ns_per_hand_mad,hands_per_second,\
                  speedup_vs_naive,parallel_efficiency,checksum\n";
    let strategies = Strategy::ALL.map(Strategy::name);
    let row = |(place, threads): (usize, usize)| {
        let (name, engine) = (strategies[place % 4], ["scalar", "lanes"][place / 4]);
        let ns = 10 * (place + 1);
        format!("{name},{engine},sse2,4,12,{threads},100,9,detection,{ns},{ns},1,1e6,1,1,00\n")
    };
    let chart = |count: usize| {
        let rows: String =
            (0..count).flat_map(|it| [1, 2, 4].map(|threads| (it, threads))).map(row).collect();
        kind(&(header.to_owned() + &rows), ChartKind::Threads)
    };
    let all = [7, 8].map(chart);
    let lines = all.each_ref().map(|it| it.panels[0].series.len());
    let tells = all.each_ref().map(|it| it.caption.contains("The fastest are shown."));
    assert_eq!((lines, tells), ([8, 8], [false, true]));
}

#[test]
fn the_level_is_that_of_the_limits() {
    let text = format!(
        "{DISTRIBUTION}4,12,sets,0,3,100,0.03,0.02,0.04,\n4,12,sets,1,97,100,0.97,0.9,1,\n"
    );
    let high = Confidence::new(0.99).unwrap();
    for (asked, level) in [(None, Confidence::default()), (Some(high), high)] {
        let options = Options { kind: ChartKind::NoSet, level: asked, ..Options::default() };
        let chart = drawn(&text, &options);
        let computed = interval(3, 100, level);
        assert_eq!(chart.level, Some(level));
        assert_eq!(named(&chart, "simulated")[0].points[0].interval, Some(computed));
    }
}

#[test]
fn curves_of_several_columns_have_the_names_of_columns_and_kinds() {
    let row = |measure: &str| {
        format!("4,12,{measure},0,1,2,0.5,0.1,0.9,\n4,12,{measure},1,1,2,0.5,0.1,0.9,\n")
    };
    let text = DISTRIBUTION.to_owned() + &row("sets") + &row("in-sets");
    let names = |y: &[&str]| -> Vec<String> {
        let y = y.iter().map(|it| (*it).to_owned()).collect();
        let options = Options { columns: Some(("value".to_owned(), y)), ..Options::default() };
        drawn(&text, &options).panels[0].series.iter().map(|it| it.name.clone()).collect()
    };
    assert_eq!(names(&["count"]), ["sets", "in-sets"]);
    let several = ["count, sets", "count, in-sets", "total, sets", "total, in-sets"];
    assert_eq!(names(&["count", "total"]), several);
}

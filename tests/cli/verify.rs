//! `setodds verify`: published numbers, counted again.

use crate::Directory;

#[test]
fn everything_published_agrees() {
    let directory = Directory::new();
    let table = directory.ok("verify -q -o x.csv -o x.txt -o x.json").stdout;
    assert_eq!(table, "");
    let table = directory.read("x.txt");
    assert!(table.starts_with("what "), "{table}");
    assert!(table.contains("4 features: hands of 12 cards with 0 sets"), "{table}");
    assert!(!table.contains("DIFFERS"));
    let rows = table.lines().filter(|line| line.ends_with("agrees")).count();
    let refuted = table.lines().filter(|line| line.ends_with("refuted")).count();
    assert_eq!(refuted, 3, "fewest sets of 22, 23 and 24 cards");
    let last = format!(
        "{rows} of {} published numbers agree; 3 are wrong, as a hand shows; 2 not computed.\n",
        rows + refuted
    );
    assert!(table.ends_with(&last), "{table}");
    for part in [
        "4 features: fourth powers of the number of sets, all hands of 6 cards",
        "4 features: caps of 16 cards",
        "6 features: most cards without a set",
        "6 features: sets in the deck",
        "5 features: tables with the closed moment of order 3",
        "4 features: classes of hands of 23 cards",
        "4 features: cards in the fourth powers of the field of 81 elements",
    ] {
        assert!(table.contains(part), "{part}");
    }
    assert!(!table.contains("burnside"), "its own numbers are not a publication");
    let csv = directory.read("x.csv");
    assert_eq!(csv.lines().next(), Some("what,source,expected,got,standard_errors,agrees,witness"));
    assert_eq!(csv.lines().filter(|line| line.ends_with(",true,")).count(), rows);
    assert!(rows > 200);
}

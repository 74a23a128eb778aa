//! `setodds verify`: published numbers, counted again.

use crate::{ok, run};

#[test]
fn everything_published_agrees() {
    let table = ok("verify --quick -q");
    assert!(table.starts_with("what "), "{table}");
    assert!(table.contains("4 features: hands of 12 cards with 0 sets"), "{table}");
    assert!(!table.contains("DIFFERS"));
    let rows = table.lines().filter(|line| line.ends_with("agrees")).count();
    assert!(table.ends_with(&format!("{rows} of {rows} published numbers agree.\n")), "{table}");
    let csv = ok("verify -q --format csv");
    assert_eq!(csv.lines().next(), Some("what,source,expected,got,standard_errors,agrees"));
    assert_eq!(csv.lines().filter(|line| line.ends_with(",true")).count(), rows);
    assert!(rows > 200);
}

#[test]
fn one_extent_at_a_time() {
    let said = run("verify --quick --full");
    assert_eq!(said.code, Some(2));
    assert!(said.stderr.contains("cannot be used with"), "{}", said.stderr);
}

//! Integer sequences: files for the OEIS, and what that has.

use crate::{Directory, ok, refused, rows, run};

/// Sequence, number, offset and terms, as copied from the entries of the OEIS.
const OEIS: &str = include_str!("oeis.csv");

#[test]
fn files_begin_as_the_entries_of_the_oeis() {
    let directory = Directory::new();
    directory.ok("sequences -o files/");
    let list = rows(&directory.ok("sequences --format csv -q").stdout);
    let mut entries = 0;
    for entry in rows(OEIS) {
        let [sequence, number, offset, terms] = &entry[..] else { panic!("{entry:?}") };
        let file = directory.read(format!("files/{sequence}.txt"));
        let published: Vec<&str> = terms.split(',').collect();
        let first: usize = offset.parse().unwrap();
        for (line, (index, term)) in file.lines().zip((first..).zip(&published)) {
            assert_eq!(line, format!("{index} {term}"), "{sequence}");
        }
        assert!(file.lines().count() >= published.len());
        let row = list.iter().find(|row| row[0] == *sequence).unwrap();
        assert_eq!((&row[4], &row[5]), (number, &published.len().to_string()), "{sequence}");
        entries += 1;
    }
    assert_eq!(entries, list.iter().filter(|row| !row[4].is_empty()).count());
    assert_eq!(
        directory.ok("sequences most-sets-3").stdout,
        directory.read("files/most-sets-3.txt")
    );
}

/// The list has as many terms as the files, more than 4,000 in all.
#[test]
fn every_sequence_has_a_file_with_its_terms() {
    let directory = Directory::new();
    let said = directory.ok("sequences -o files/ -o list.csv");
    let list = rows(&directory.read("list.csv"));
    assert!(list.len() >= 12);
    let mut all = 0;
    for row in &list {
        let file = directory.read(format!("files/{}.txt", row[0]));
        let first: usize = row[1].parse().unwrap();
        for (line, index) in file.lines().zip(first..) {
            let (own, term) = line.split_once(' ').unwrap();
            assert!(own == index.to_string() && term.bytes().all(|byte| byte.is_ascii_digit()));
        }
        let terms = file.lines().count();
        assert_eq!(row[2], terms.to_string());
        let second = file.lines().nth(1).unwrap().split_once(' ').unwrap().1;
        assert!(row[3].split(", ").nth(1).is_none_or(|own| own == second), "{row:?}");
        all += terms;
    }
    assert!(all > 4000, "{all}");
    said.says("classes-4.txt");
}

#[test]
fn wrong_names_and_forms_are_refused() {
    refused("sequences sets-9", "no sequence is called `sets-9`; `setodds sequences` lists them");
    refused("sequences sets --format csv", "leave out --format");
    refused("sequences sets -o x.csv", "end -o in a slash");
    assert_eq!(run("sequences sets").ok().stdout.lines().nth(3), Some("3 1080"));
    assert!(ok("sequences --format csv -q").starts_with("sequence,offset,terms,first_terms,oeis"));
}

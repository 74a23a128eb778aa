use super::projection::{CellSpace, least_form, mix};
use super::{CompleteCaps, best_splits};
use setodds_engine::card::{Card, Deck};
use setodds_engine::hand::CardSet;
use setodds_engine::symmetry::{Space, canonical};
use std::collections::BTreeSet;

/// Counts the classes of complete caps with a given number of points.
fn classes(dimension: usize, points: usize) -> usize {
    let deck = Deck::new(dimension).unwrap();
    let space = Space::new(deck);
    let mut forms = BTreeSet::new();
    let mut search = CompleteCaps::new(dimension, points);
    let found = search.run((0, 1), |cap| {
        let cap: CardSet = cap.iter().map(|&it| Card::new(it, deck).unwrap()).collect();
        forms.insert(canonical(&space, &cap).form.iter().collect::<Vec<_>>());
        Ok(())
    });
    found.unwrap();
    forms.len()
}

#[test]
fn complete_caps_of_81_points_are_those_that_all_caps_have() {
    // `setodds caps --cards 13-18` counts them by extending all caps.
    for (points, expected) in [(13, 0), (14, 0), (15, 1), (16, 74)] {
        assert_eq!(classes(4, points), expected, "{points} points");
    }
}

#[test]
#[ignore = "minutes without optimization"]
fn larger_complete_caps_are_those_that_all_caps_have() {
    for (points, expected) in [(17, 67), (18, 18), (19, 0), (20, 1)] {
        assert_eq!(classes(4, points), expected, "{points} points");
    }
}

#[test]
fn of_243_points_one_class_has_22_and_none_has_23() {
    assert_eq!(classes(5, 22), 1);
    assert_eq!(classes(5, 23), 0);
}

#[test]
fn parts_find_together_what_the_whole_finds() {
    let count = |part| {
        let mut search = CompleteCaps::new(4, 15);
        search.run(part, |_| Ok(())).unwrap();
        search.found
    };
    assert_eq!(count((0, 1)), (0..5).map(|part| count((part, 5))).sum::<u64>());
}

#[test]
fn caps_of_solids_have_a_direction_of_the_kind_that_is_searched() {
    let grid = CellSpace::new(3);
    let directions: Vec<[u8; 3]> = (1..27_u8).map(|it| [it % 3, it / 3 % 3, it / 9]).collect();
    let splits = |cap: &[usize]| -> BTreeSet<[u8; 3]> {
        let split = |direction: &[u8; 3]| {
            let mut split = [0_u8; 3];
            for &point in cap {
                let products = grid.digits(point).iter().zip(direction).map(|(a, b)| a * b);
                split[usize::from(products.sum::<u8>() % 3)] += 1;
            }
            split.sort_unstable_by(|a, b| b.cmp(a));
            split
        };
        directions.iter().map(split).collect()
    };
    let mut seen = [0; 10];
    extend_caps(&grid, &mut Vec::new(), &mut |cap| {
        if cap.len() >= 6 {
            seen[cap.len()] += 1;
            let (best, splits) = (best_splits(cap.len() as u8), splits(cap));
            assert!(best.iter().any(|it| splits.contains(it)), "{cap:?}: {splits:?}");
        }
    });
    // The numbers of caps of six to nine cards from `setodds caps --features 3`.
    assert_eq!(seen[6..], [107_406, 126_360, 63_180, 2_106]);
}

/// Calls `found` with each cap, whose points are in ascending order.
fn extend_caps(grid: &CellSpace, cap: &mut Vec<usize>, found: &mut impl FnMut(&[usize])) {
    found(cap);
    for point in cap.last().map_or(0, |it| it + 1)..grid.cells() {
        let is_free =
            |(i, &a): (usize, &usize)| cap[..i].iter().all(|&b| grid.third(a, b) != point);
        if cap.iter().enumerate().all(is_free) {
            cap.push(point);
            extend_caps(grid, cap, found);
            cap.pop();
        }
    }
}

#[test]
fn images_of_a_projection_have_one_form_and_others_another() {
    let grid = CellSpace::new(3);
    let numbers: Vec<u8> = (0..27).map(|it| (mix(it) % 3) as u8).collect();
    let form = least_form(&grid, &numbers);
    // x -> (z + y + 1, x + 2, y)
    let image = |cell: usize| {
        let [x, y, z] = [0, 1, 2].map(|it| usize::from(grid.digits(cell)[it]));
        (z + y + 1) % 3 + 3 * ((x + 2) % 3) + 9 * y
    };
    let moved: Vec<u8> = (0..27).map(|it| numbers[image(it)]).collect();
    assert_ne!(moved, numbers);
    assert_eq!(least_form(&grid, &moved), form);
    let mut other = numbers;
    other[0] += 1;
    assert_ne!(least_form(&grid, &other), form);
}

//! Classes of hands whose numbers of sets lie within bounds, without those of all other hands.

use super::labelling::Labelling;
use super::{Class, Family, Space};
use crate::card::Card;
use crate::hand::CardSet;
use crate::run::ThreadPool;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// The classes of hands that can be dealt card by card so that the number of sets stays within the
/// bounds of 1, 2, 3, ... cards; in the order of their forms.
///
/// All classes of a size are kept, so that each is found once. It pays where they are few.
pub(crate) fn classes_within(
    space: &Space,
    bounds: &[RangeInclusive<usize>],
    pool: &ThreadPool,
) -> Vec<Class> {
    const CHUNK: usize = 16;
    let mut classes = vec![Class { form: CardSet::default(), frames: 1 }];
    for bounds in bounds {
        let chunks: Vec<_> = classes.chunks(CHUNK).collect();
        let found = pool.map(&chunks, |classes| larger(space, classes, bounds));
        // Several parents have a child in common.
        let all: BTreeSet<Class> = found.into_iter().flatten().collect();
        classes = all.into_iter().collect();
    }
    classes
}

/// The classes with one card more and a number of sets within bounds.
fn larger(space: &Space, classes: &[Class], bounds: &RangeInclusive<usize>) -> BTreeSet<Class> {
    let (mut labelling, mut larger) = (Labelling::new(space), Labelling::new(space));
    let mut found = BTreeSet::new();
    for class in classes {
        let mut points: Vec<Card> = class.form.iter().collect();
        labelling.begin(&points);
        // Each set is completed by each of its three points.
        let sets = points.iter().map(|&point| labelling.pairs(point)).sum::<usize>() / 3;
        let is_symmetric = class.frames > 1;
        for point in labelling.candidates(is_symmetric, class.dimension(), Family::Hands) {
            if bounds.contains(&(sets + labelling.pairs(point))) {
                points.push(point);
                found.insert(larger.class(&points));
                points.pop();
            }
        }
    }
    found
}

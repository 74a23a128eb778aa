//! Largest number of disjoint sets and smallest transversal for up to five sets, from three counts.

/// Measures of a hand with few sets, as far as counts of their cards determine them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FewSets {
    /// The largest number of pairwise disjoint sets, or `None` if the counts do not determine it.
    pub(super) disjoint: Option<usize>,
    /// The size of the smallest set of cards that meets all sets, or `None` if the counts do not
    /// determine it.
    pub(super) transversal: Option<usize>,
}

impl FewSets {
    /// The maximum number of sets for which the lookup table has entries: with more sets, the
    /// counts rarely determine how they intersect.
    pub(super) const MAX: usize = 5;

    /// Looks up the measures of up to five sets, given three counts: cards in at least one set,
    /// cards in at least two, and pendant sets (sets with exactly one card in another set).
    ///
    /// If all sets are disjoint, both measures equal the number of sets; they decrease where sets
    /// share cards. The tests check the table against all configurations of up to five sets. A
    /// measure is `None` if configurations with these counts differ in it.
    pub(super) fn look_up(sets: usize, in_one: usize, in_two: usize, pendants: usize) -> Self {
        let both = |disjoint, transversal| (Some(disjoint), Some(transversal));
        // Both entries are the number of sets less the value of the measure.
        let (disjoint, transversal) = match (3 * sets - in_one, in_two, pendants) {
            (0, ..) => both(0, 0),
            (1, ..) | (2, 2, 2) | (3, 3, 3) => both(1, 1),
            (3, 3, 0) => both(2, 1),
            (2, ..) | (3, 2, 3) | (3, 3, _) | (5, 5, 2) => both(2, 2),
            (3, ..) | (4, 2, _) | (5, 3, _) | (6, 4, _) | (7, 5, _) | (7, 6, 1) => both(3, 3),
            (4, 1, _) => both(4, 4),
            (4, 3, 3) | (5, 4, 2) | (6, 5, 1) => (None, None),
            (4, 4, 2) => (None, Some(2)),
            (4, ..) => both(2, 2),
            (5, 4, 0) | (6, 6, 1) | (7, 7, _) | (8, 7, _) => both(3, 2),
            (5, 5, _) if sets == 4 => both(2, 2),
            (6, ..) if sets == 4 => both(3, 2),
            (5, 5, _) | (6, 6, _) => (None, Some(2)),
            (5 | 7, ..) | (6, 5, _) => (Some(3), None),
            _ => both(4, 3),
        };
        let [disjoint, transversal] = [disjoint, transversal].map(|less| Some(sets - less?));
        Self { disjoint, transversal }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sets of points as bit masks.
    type Sets<'a> = &'a [u32];

    fn max_disjoint(sets: Sets<'_>, used: u32) -> usize {
        let Some((&set, rest)) = sets.split_first() else { return 0 };
        let without = max_disjoint(rest, used);
        if set & used == 0 { without.max(1 + max_disjoint(rest, used | set)) } else { without }
    }

    fn min_transversal(sets: Sets<'_>, taken: u32) -> usize {
        let Some(set) = sets.iter().find(|&&set| set & taken == 0) else { return 0 };
        let points = (0..u32::BITS).map(|point| 1 << point).filter(|point| set & point != 0);
        points.map(|point| 1 + min_transversal(sets, taken | point)).min().unwrap()
    }

    fn look_up_counts(sets: Sets<'_>) -> FewSets {
        let in_sets = |least: usize| -> u32 {
            let holding = |point: u32| sets.iter().filter(|&set| set >> point & 1 == 1).count();
            (0..u32::BITS).filter(|&point| holding(point) >= least).map(|point| 1 << point).sum()
        };
        let [one, two] = [1, 2].map(in_sets);
        let pendants = sets.iter().filter(|&set| (set & two).count_ones() == 1).count();
        FewSets::look_up(sets.len(), one.count_ones() as usize, two.count_ones() as usize, pendants)
    }

    /// Checks all configurations of up to five sets, any two of which share at most one card.
    fn check(sets: &mut Vec<u32>) {
        let FewSets { disjoint, transversal } = look_up_counts(sets);
        let expected = [max_disjoint(sets, 0), min_transversal(sets, 0)];
        for (found, expected) in [disjoint, transversal].into_iter().zip(expected) {
            assert!(
                found.map_or(sets.len() == FewSets::MAX, |found| found == expected),
                "{sets:?}"
            );
        }
        if sets.len() == FewSets::MAX {
            return;
        }
        let points = sets.iter().fold(0, |all, set| all | set).count_ones();
        let meets_once = |old: u32, sets: Sets<'_>| {
            old.count_ones() <= 3 && sets.iter().all(|set| (set & old).count_ones() <= 1)
        };
        for old in (0..1_u32 << points).filter(|&old| meets_once(old, sets)).collect::<Vec<_>>() {
            let new = (1 << (3 - old.count_ones())) - 1;
            sets.push(old | new << points);
            check(sets);
            sets.pop();
        }
    }

    #[test]
    fn numbers_tell_how_few_sets_meet() {
        check(&mut Vec::new());
    }
}

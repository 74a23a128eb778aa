//! Tests of private parts of the module.

use super::*;
use proptest::prelude::*;
use setodds_engine::card::Card;
use setodds_engine::exact::known;
use setodds_engine::run::{Threads, execute};
use setodds_engine::tally::TallyKey;

fn pool() -> ThreadPool {
    ThreadPool::new(Threads::available()).unwrap()
}

fn layers(deck: Deck, cards: usize) -> Layers {
    Layers::new(deck, Sizes::one(cards), InstructionSet::widest(), &pool())
}

/// Returns the counter of one size, where `choose` selects the two types that follow from the
/// others.
fn choosing(
    deck: Deck,
    cards: usize,
    choose: impl Fn(&[LayerSizes]) -> Option<[LayerSizes; 2]>,
) -> Layers {
    Layers::choosing(deck, Sizes::one(cards), InstructionSet::widest(), &pool(), choose)
}

fn counted(layers: &Layers) -> Tallies<LayerSizes> {
    execute(layers, Threads::available()).unwrap().tally()
}

/// Counts the third layers of a pair by size and exponent, one by one.
fn one_by_one(space: &LayerSpace, pair: &LayerPair) -> Vec<Vec<u32>> {
    let mut counts = vec![vec![0; dense::EXPONENTS]; space.size() + 1];
    for third in 0..=space.all() {
        let sum: usize = space::points(third).map(|point| usize::from(pair.field[point])).sum();
        counts[third.count_ones() as usize][space.sets(third) + sum] += 1;
    }
    counts
}

fn histogram(all: &ExponentCountsBySize, size: usize) -> Vec<u32> {
    let mut counts = vec![0; dense::EXPONENTS];
    let histogram = all[size].as_ref().unwrap();
    for (exponent, &count) in (histogram.first..).zip(&histogram.counts) {
        if count > 0 {
            counts[exponent] = count;
        }
    }
    counts
}

/// Returns a pair of layers with a prescribed field.
fn pair(field: [u8; MAX_POINTS]) -> LayerPair {
    let points = field.iter().map(|&number| usize::from(number)).sum();
    LayerPair { sizes: [1, points], lines: [0, 0], weight: 1, complements: false, field }
}

fn count(thirds: &Thirds, monomials: &Monomials, pairs: &[LayerPair]) -> Vec<ExponentCountsBySize> {
    let mut counted = Vec::new();
    let mut counter = Sliced::new(InstructionSet::widest());
    thirds.count(&mut counter, monomials, pairs, |_, all| counted.push(all.clone()));
    counted
}

#[test]
fn third_layers_of_small_decks_are_those_counted_one_by_one() {
    for dimension in [1, 2] {
        let space = LayerSpace::new(dimension);
        let universe = space.all() << (MAX_POINTS - space.size());
        let monomials = Monomials::new(universe, space.size());
        let thirds = Thirds::new(&space, &monomials, (2 << space.size()) - 1);
        for (a, b) in (0..=space.all()).step_by(5).zip((0..=space.all()).rev().step_by(7)) {
            let partners = space.partners(a);
            let pair = pair(partners.map(|it| (it & b).count_ones().try_into().unwrap()));
            let expected = one_by_one(&space, &pair);
            let counted = count(&thirds, &monomials, &[pair]);
            for (size, expected) in expected.iter().enumerate() {
                assert_eq!(&histogram(&counted[0], size), expected, "{a:o} {b:o} {size}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4, ..ProptestConfig::default() })]

    /// Checks wide fields, which wrap around 64 exponents, in eight independent lanes.
    #[test]
    fn eight_pairs_at_once_are_eight_pairs_one_by_one(
        fields in prop::collection::vec(prop::array::uniform27(0_u8..14), 7),
    ) {
        let space = LayerSpace::new(3);
        let sizes = 1 << 4 | 1 << 5;
        let monomials = Monomials::new(space.all(), 5);
        let thirds = Thirds::new(&space, &monomials, sizes);
        let narrow = [[2; MAX_POINTS]];
        let pairs: Vec<LayerPair> = fields.into_iter().chain(narrow).map(pair).collect();
        let lines = Sliced::new(InstructionSet::widest()).lines().to_vec();
        for (pair, all) in pairs.iter().zip(count(&thirds, &monomials, &pairs)) {
            let expected = thirds.dense(&monomials, &lines, &pair.field);
            for size in [4, 5] {
                prop_assert_eq!(histogram(&all, size), histogram(&expected, size));
            }
        }
    }
}

/// Checks the largest counts: without a field only lines distinguish third layers.
#[test]
fn large_numbers_are_those_counted_with_room_for_all() {
    let space = LayerSpace::new(3);
    let monomials = Monomials::new(space.all(), 18);
    let thirds = Thirds::in_full(&space, &monomials, 1 << 13 | 1 << 14);
    let pair = pair([0; MAX_POINTS]);
    let lines = Sliced::new(InstructionSet::widest()).lines().to_vec();
    let expected = thirds.dense(&monomials, &lines, &pair.field);
    let counted = count(&thirds, &monomials, &[pair]);
    for size in [13, 14] {
        assert_eq!(histogram(&counted[0], size), histogram(&expected, size));
    }
}

/// Compares a full count with a count of the third layers without a point, from which the others
/// are derived as complements.
#[test]
fn mirrored_third_layers_are_those_counted_in_full() {
    let space = LayerSpace::new(3);
    let (a, b) = (0o525_252_007, 0o700_137_311);
    let partners = space.partners(a);
    let field = partners.map(|it| (it & b).count_ones().try_into().unwrap());
    let sizes = [a, b].map(|set: space::Points| set.count_ones() as usize);
    let pair = LayerPair { sizes, lines: [0, 0], weight: 1, complements: false, field };
    let monomials = Monomials::new(space.all(), 18);
    let full = Thirds::in_full(&space, &monomials, 1 << 13 | 1 << 14);
    let mirrored = Thirds::new(&space, &monomials, 1 << 13 | 1 << 14);
    let [full, mirrored] =
        [full, mirrored].map(|thirds| count(&thirds, &monomials, std::slice::from_ref(&pair)));
    for size in [13, 14] {
        assert_eq!(histogram(&full[0], size), histogram(&mirrored[0], size));
    }
}

/// Checks that the counts derived for the complements of two layers are those counted for them.
#[test]
fn complements_of_a_pair_are_counted_with_it() {
    let space = LayerSpace::new(3);
    let layers = [0o525_252_007, 0o700_137_311];
    let monomials = Monomials::new(space.all(), 18);
    let thirds = Thirds::new(&space, &monomials, 1 << 13 | 1 << 14);
    let pair = |[a, b]: [space::Points; 2]| LayerPair {
        sizes: [a, b].map(|set| set.count_ones() as usize),
        lines: [a, b].map(|set| space.sets(set)),
        weight: 1,
        complements: true,
        field: space.partners(a).map(|it| (it & b).count_ones().try_into().unwrap()),
    };
    let pairs = [pair(layers), pair(layers.map(|set| space.all() ^ set))];
    let counted = count(&thirds, &monomials, &pairs);
    let of = LayerSizes::all(27, 40).next().unwrap();
    for third in [13, 14] {
        let sets = [true, false].map(|complements| {
            let (part, pair) = (PassPart { of, third, complements }, usize::from(!complements));
            let mut counts = vec![0; Deck::GAME.sets() + 1];
            add(&part, &pairs[pair], &counted[pair], &thirds, &mut counts);
            counts
        });
        assert_eq!(sets[0], sets[1], "{third}");
        assert_eq!(sets[0].iter().sum::<u128>(), u128::from(space.subsets(third)));
    }
}

/// Checks that many cores have work until the end.
#[test]
fn there_are_a_thousand_blocks_where_there_is_work_for_them() {
    for (all, per_block) in [(0, 64), (65_536, 64), (100_000, 96), (1 << 21, 2048), (1 << 40, 2048)]
    {
        assert_eq!(candidates_per_block(all), per_block, "{all}");
    }
    let blocks = |all: u128| all.div_ceil(candidates_per_block(all).into());
    assert!((0..200).map(|step| 65_536 + 12_345 * step).all(|all| blocks(all) >= 1024));
    let layers = layers(Deck::new(3).unwrap(), 13);
    assert!(layers.plan.blocks() >= 1024 || layers.plan.units_per_block() == 64);
    assert!(layers.plan.job().to_string().contains("scheme=layers-v5"));
}

/// Checks that the weights of the pairs of two sizes add up to all pairs of subsets.
#[test]
fn every_pair_of_layers_is_stood_for() {
    for (dimension, sizes) in [(1, 0..=3), (2, 0..=9), (3, 0..=5)] {
        let space = LayerSpace::new(dimension);
        let size = space.size();
        let classes = Classes::new(space.clone(), sizes.clone(), &pool());
        for (a, b) in sizes.clone().flat_map(|a| sizes.clone().map(move |b| (a, b))) {
            let sizes = pairs::PairSizes::canonical(size, a, b);
            let mut all = 0;
            let range = 0..sizes.candidates(&classes);
            sizes.pairs(&classes, range, |pair| {
                let twice = sizes.are_complements(size) && pair.complements;
                all += pair.weight * if twice { 2 } else { 1 };
            });
            assert_eq!(all, space.subsets(a) * space.subsets(b), "{size} {a} {b}");
        }
    }
}

/// Counts one size with each choice of two types that follow from the others.
#[test]
fn any_two_types_may_be_skipped() {
    let deck = Deck::new(3).unwrap();
    let expected = Tally::from(known::counts(deck, 13).unwrap());
    let counted = counted(&choosing(deck, 13, |_| None));
    let types: Vec<LayerSizes> = LayerSizes::all(9, 13).collect();
    for (i, &first) in types.iter().enumerate() {
        for &second in &types[..i] {
            let Some(two) = solve::most_expensive(deck, &[first, second, types[0]]) else {
                continue;
            };
            let others = counted.iter().filter(|(of, _)| !two.contains(of));
            let others = others.map(|(of, tally)| (of, tally.clone())).collect();
            let solved = solve::hands(deck, 13, &others, Some(two)).unwrap();
            assert_eq!(solved, expected, "{two:?}");
        }
    }
}

/// Checks the game's deck with the two most expensive types, and with the next two.
#[test]
fn either_two_types_of_the_game_deck_may_be_skipped() {
    let deck = Deck::GAME;
    for next in [0, 2] {
        let choose = |types: &[LayerSizes]| solve::most_expensive(deck, &types[next..]);
        let layers = choosing(deck, 9, choose);
        assert!(layers.cover.skipped.contains_key(&9), "{next}");
        let solved = layers.finish(&counted(&layers)).unwrap();
        let known = known::counts(deck, 9).unwrap();
        assert_eq!(solved.get(Key::sets(9)), Some(&Tally::from(known)), "{next}");
    }
}

/// Checks that one additional hand of any type is detected, at the end and when it is loaded.
#[test]
fn every_type_is_checked() {
    let deck = Deck::new(3).unwrap();
    let layers = layers(deck, 13);
    let counted = counted(&layers);
    assert!(layers.fits(&counted) && layers.finish(&counted).is_ok());
    let types: Vec<LayerSizes> = counted.iter().map(|(of, _)| of).collect();
    let skipped = layers.cover.skipped[&13];
    assert_eq!(types.len() + 2, LayerSizes::all(9, 13).count());
    for &of in types.iter().chain(&skipped) {
        let mut forged = counted.clone();
        forged.entry(of).add(5, 1);
        assert!(!layers.fits(&forged), "{of:?}");
        if !skipped.contains(&of) {
            let error = layers.finish(&forged).unwrap_err();
            assert!(error.to_string().contains("layer sizes"), "{of:?}: {error}");
        }
    }
}

#[test]
fn names_of_layer_sizes_are_read_back() {
    for sizes in LayerSizes::all(27, 40) {
        assert_eq!(LayerSizes::named(&sizes.name()), Some(sizes));
    }
    let large = "0+18446744073709551615+18446744073709551615";
    for text in ["", "3+2+1", "1+2", "1+2+3+4", "1+2+x", "0+0+28", "0+01+8", large] {
        assert_eq!(LayerSizes::named(text), None, "{text}");
    }
}

/// Checks that every pair of subsets of the two planes occurs once, and that the nine pairs of a
/// group meet every point of the last plane equally often.
#[test]
fn nines_have_one_phi() {
    let space = LayerSpace::new(3);
    let monomials = Monomials::new(space.all(), space.size());
    let phi = |[d, e]: [u16; 2]| -> Vec<usize> {
        let meets = |f: &usize| {
            let is_in = |set: u16, point: usize| set >> point & 1 == 1;
            (0..9).filter(|&p| is_in(d, p) && is_in(e, Card::third_index(p, *f))).count()
        };
        (0..9).map(|f| meets(&f)).collect()
    };
    for subsets in monomials.subsets.iter().filter(|it| it.is_nine) {
        assert!(subsets.all().all(|pair| phi(pair) == phi(subsets.first)), "{subsets:?}");
    }
    let mut all: Vec<_> = monomials.subsets.iter().flat_map(|it| it.all()).collect();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 1 << 18);
    assert_eq!(monomials.subsets.iter().map(plan::SubsetPairs::number).sum::<usize>(), 1 << 18);
    assert!(monomials.subsets.len() < 40_000, "nearly all are nines: {}", monomials.subsets.len());
}

#[test]
fn maps_and_monomials_are_as_many_as_there_are() {
    // The orders of AGL(1,3), AGL(2,3) and AGL(3,3).
    for (dimension, order) in [(1, 6), (2, 432), (3, 303_264)] {
        let space = LayerSpace::new(dimension);
        assert_eq!(space::LinearMap::all(&space).len() * space.size(), order);
    }
    // Subsets of 18 points of at most 9, and those that fit into third layers.
    assert_eq!(thirds::count_monomials(1, 0), 1);
    assert_eq!(thirds::count_monomials(1 << 2, 1), 18 + 153);
    assert_eq!(thirds::count_monomials(1 << 9, 9), (1_u128 << 17) + 48_620 / 2);
}

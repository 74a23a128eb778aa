use super::*;

fn new(features: usize, sizes: &str, strategy: Strategy) -> Result<Enumeration, EnumerationError> {
    Enumeration::new(Deck::new(features).unwrap(), sizes.parse().unwrap(), strategy)
}

/// Counts consecutive ranges of hands, and others.
#[test]
fn lanes_begin_and_end_at_any_hand() {
    let scalar = new(4, "5,7", Strategy::Naive).unwrap();
    for strategy in [Strategy::PackedMask, Strategy::ThirdCard] {
        let lanes = new(4, "5,7", strategy).unwrap();
        let mut count = [scalar.counter(), lanes.counter()];
        for (cards, first, hands) in
            [(5, 0, 1), (5, 1, 2), (5, 3, 700), (5, 2, 64), (7, 703, 1), (7, 704, 5_000)]
                .into_iter()
                .chain([(7, 3_477_215_600, 1_000), (5, 25_621_530, 66), (7, 0, 64)])
        {
            let mut tallies = [Tally::default(), Tally::default()];
            for (count, tally) in count.iter_mut().zip(&mut tallies) {
                count(cards, first, hands, tally);
            }
            assert_eq!(tallies[0], tallies[1], "{strategy}: {hands} of {cards} from {first}");
        }
    }
}

#[test]
fn strategies_without_lanes_refuse_them() {
    let lanes = Some(InstructionSet::Baseline);
    let error = new(3, "5", Strategy::Naive).unwrap().with_lanes(lanes).unwrap_err();
    assert_eq!(error, EnumerationError::NoLanes);
}

#[test]
fn too_many_hands_are_refused() {
    let naive = Strategy::Naive;
    assert!(matches!(new(6, "364", naive), Err(EnumerationError::TooMany { .. })));
    assert!(matches!(new(4, "82", naive), Err(EnumerationError::Sizes(_))));
    assert!(new(4, "20", naive).is_ok());
}

#[test]
fn the_estimate_counts_every_size_and_no_more_threads_than_run() {
    let [one, two, many] = [1, 2, 1024].map(|n| Threads::new(n.try_into().unwrap()));
    let hands = |features, sizes| new(features, sizes, Strategy::default()).unwrap();
    // A hand of 3 cards costs 2 units and takes a second; one of 81 cards costs 85,321 units.
    for (sizes, threads, seconds) in
        [("3", one, 85_320.0), ("0,3,81", one, 127_981.0), ("0,3,81", many, 63_990.5)]
    {
        let estimate = hands(4, sizes).scaled(Duration::from_secs(1), (3, 1), threads, two);
        assert_eq!(estimate, Some(Duration::from_secs_f64(seconds)), "{sizes}");
    }
    let longest = hands(4, "20").estimate(many, one).unwrap();
    for (features, sizes) in [(4, "4,81"), (6, "3,729"), (4, "0")] {
        assert!(hands(features, sizes).estimate(one, one).unwrap() < longest, "{sizes}");
    }
}

/// The first hands, whose higher cards are low, are untypical: few of their neighbours differ only
/// in the lowest cards.
#[test]
fn the_estimate_tries_hands_from_the_middle_on() {
    let trial = |features, sizes| new(features, sizes, Strategy::default()).unwrap().trial();
    let hands = binomial(81, 12).unwrap();
    assert_eq!(trial(4, "3,12"), Some((12, hands / 2..hands)));
    assert_eq!(trial(2, "2"), Some((2, 18..36)));
    assert_eq!(trial(2, "9"), Some((9, 0..1)));
}

#[test]
fn blocks_are_small_where_hands_are_large() {
    let per_block = |features, sizes| {
        let hands = new(features, sizes, Strategy::Naive).unwrap();
        hands.plan().units_per_block()
    };
    assert_eq!((per_block(4, "5"), per_block(6, "727")), (1 << 16, 1));
}

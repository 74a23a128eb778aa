//! What single texts are read as, and how their notation writes them.

use super::*;

fn indices(cards: &[Card]) -> Vec<usize> {
    cards.iter().map(|card| card.index()).collect()
}

/// The cards of lines of which the first may be a header.
fn headed(lines: &str) -> Result<(Vec<Option<ReadCard>>, Notation), NotationError> {
    WrittenCards::read_each_way(Deck::GAME, |mut cards| {
        let mut numbers = Vec::new();
        for text in lines.lines() {
            for row in WordRow::of_text(text, Place::default(), Deck::GAME) {
                numbers.extend(cards.add(&row)?);
            }
        }
        cards.learn(&numbers[..1], None)
    })
}

#[test]
fn words_follow_the_order_of_speech() {
    let deck = Deck::new(6).unwrap();
    for (digits, expected) in [
        ([0, 1, 2, 1, 0, 2], "one small purple open oval on black"),
        ([1, 1, 2, 1, 0, 2], "two small purple open ovals on black"),
    ] {
        let card = Card::from_digits(digits);
        assert_eq!(Style::Words.write(card, deck), expected);
        assert_eq!(parse(expected, deck), Ok(card));
    }
    assert_eq!(parse("@70 @71", deck).unwrap_err().to_string(), "`@70 @71` has 2 cards; give one");
}

/// The order of features, and the remark on values that the input does not show.
#[test]
fn a_notation_tells_its_order_and_its_gaps() {
    const OPEN: &str = "digits 1 and 2 alone may be";
    const GAP: &str = "`?` stands for a value that";
    for (text, order, is_strange, has_gaps, remark) in [
        ("two red striped ovals", [0, 2, 3, 1], false, false, None),
        ("oval red 2 striped", [1, 2, 0, 3], false, false, None),
        ("@70", [0, 1, 2, 3], false, false, None),
        ("1221", [0, 1, 2, 3], false, false, Some(OPEN)),
        ("1220", [0, 1, 2, 3], false, false, None),
        ("2RSO", [0, 2, 1, 3], false, true, Some(GAP)),
        ("1RSO 2GDT 3PEF", [0, 2, 1, 3], false, false, None),
        ("2RSk", [0, 2, 1, 3], true, true, Some(GAP)),
        ("2 rot leer oval", [0, 2, 3, 1], true, true, Some(GAP)),
        ("1 rot leer kreis\n2 blau voll raute\n3 gelb halb welle", [0, 1, 2, 3], true, false, None),
    ] {
        let (_, notation) = reading(text, Deck::GAME).unwrap();
        assert_eq!(notation.features(), order, "{text}");
        assert_eq!(
            (notation.has_strangers(), notation.has_gaps()),
            (is_strange, has_gaps),
            "{text}"
        );
        match remark {
            Some(begin) => assert!(notation.remark_on_unseen().unwrap().starts_with(begin)),
            None => assert_eq!(notation.remark_on_unseen(), None, "{text}"),
        }
    }
    let five = Notation::new(Deck::new(5).unwrap(), Style::Words);
    assert_eq!(five.features(), [0, 4, 2, 3, 1]);
}

#[test]
fn another_style_keeps_the_first_digit_and_the_first_number() {
    let (_, notation) = reading("3 1 2 1\n1 1 1 1", Deck::GAME).unwrap();
    let card = Card::from_digits([2, 0, 1, 0]);
    let written = Style::ALL.map(|style| notation.with(style).write(card));
    assert_eq!(written, ["three green solid diamonds", "3121", "001100010100", "@57"]);
    let (_, notation) = reading("2 rot leer oval", Deck::GAME).unwrap();
    assert_eq!(notation.with(Style::Digits).write(card), "2010");
    assert!(!notation.with(Style::Words).has_strangers());
    let (_, notation) = reading("1 81", Deck::GAME).unwrap();
    assert_eq!(notation.with(Style::Index).write(card), "58");
}

#[test]
fn numbers_get_a_mark_where_they_count_from_0() {
    for (text, expected) in [("12\n0", ["@12", "@0"]), ("12\n81", ["12", "81"])] {
        let (read, _) = headed(text).unwrap();
        let texts: Vec<Arc<str>> = read.into_iter().flatten().map(|it| it.text).collect();
        assert_eq!(texts, expected.map(Arc::from), "{text}");
    }
}

/// Remarks say which spellings stand for what, where it is not the dictionary that says it.
#[test]
fn remarks_list_spellings_outside_the_dictionary() {
    for (text, expected) in [
        ("two red striped ovals", None),
        ("1RSO 2RSO", Some("places: 1, 2; R; S; O")),
        ("rot 2 leer oval", Some("places: rot; 2; leer; oval")),
        ("2RSO\n2rSO\n2BSO", Some("places: 2; R, r, B; S; O; capitals count")),
        ("2RSO\n2GSO\n2BSO", Some("places: 2; R, G, B; S; O")),
        // A known word under the name of another feature has no value there.
        (
            "color: oval 1 solid oval\ncolor: teal 2 solid oval",
            Some("places: oval, teal; 1, 2; solid; oval"),
        ),
    ] {
        let (_, notation) = reading(text, Deck::GAME).unwrap();
        assert_eq!(notation.remarks().first().map(|it| &it[..]), expected, "{text}");
    }
}

#[test]
fn texts_are_read_as_these_cards() {
    let two = Deck::new(2).unwrap();
    for (deck, text, expected) in [
        // Several figures are numbers, single ones digits.
        (Deck::GAME, "12 30\n0", vec![12, 30, 0]),
        (two, "0 1\n2 2", vec![1, 8]),
        (two, "2\n1\n0", vec![2, 1, 0]),
        // Letters with spaces between them are words, and so are the fillers among them.
        (Deck::GAME, "s 1 k k\nd 1 k k", vec![0, 9]),
        (Deck::GAME, "1 a x p\n2 a x p", vec![0, 27]),
        // A figure beside unknown words is one, too.
        (Deck::GAME, "5 rot voll raute", vec![0]),
        (Deck::GAME, "010100100100 two red solid diamonds", vec![27]),
        (Deck::GAME, "0 1 0 1 0 0 1 0 0 1 0 0 two red solid diamonds", vec![27]),
        // The letter that is a known word of another feature has no value in this one.
        (Deck::GAME, "1a2b\n2axb", vec![6, 35]),
        (Deck::GAME, "color: oval 1 solid oval\ncolor: teal 2 solid oval", vec![9, 39]),
        (Deck::GAME, "1. 2RSO\n2) 2GSO\n(3) 2PSO\n* 1PSO", vec![46, 49, 52, 25]),
        (Deck::GAME, "[1, 0, 2, 1], [1, 0, 2, 2]", vec![34, 35]),
        (Deck::GAME, "((1, 0, 2, 1), (1, 0, 2, 2))", vec![34, 35]),
        (Deck::GAME, "two (red) solid ovals", vec![36]),
        // Pictures are cards; beside other values they are values, with their folders.
        (Deck::GAME, "a/1000.png b/2000.png c/0000.png d/0001.png", vec![27, 54, 0, 1]),
        (Deck::GAME, "1 rot voll a/x.png\n2 rot voll b/x.png", vec![0, 28]),
        (two, "1 a/x.png\n2 b/x.png", vec![0, 4]),
        (Deck::GAME, "1 rot voll -.5\n2 rot voll .5", vec![0, 28]),
    ] {
        let (cards, _) = reading(text, deck).unwrap();
        assert_eq!(indices(&cards), expected, "{text}");
    }
}

/// Learning is repeated until no card adds anything.
#[test]
fn words_in_any_order_are_learnt_from_one_another() {
    for (text, expected) in [
        // Three colours before the texture of the first card.
        (
            "dotted teal oval one\none teal solid oval\nsolid two pink oval\n\
             three mint solid ovals",
            vec![10, 9, 39, 69],
        ),
        (
            "heart teal one dotted\none teal solid oval\nsolid two pink oval\nred dotted oval one\n\
             two red oval checkered",
            vec![4, 12, 42, 10, 38],
        ),
    ] {
        let (cards, _) = reading(text, Deck::GAME).unwrap();
        assert_eq!(indices(&cards), expected, "{text}");
    }
}

/// Of two orders the one is taken in which more letters name values; those of numbers count twice.
#[test]
fn letters_tell_the_order_of_codes() {
    let (cards, notation) = reading("k1kk\nkrkk", Deck::GAME).unwrap();
    assert_eq!((notation.features(), indices(&cards)), (vec![1, 0, 2, 3], vec![0, 27]));
    let (cards, notation) = reading("dRf3", Deck::GAME).unwrap();
    assert_eq!((notation.features(), indices(&cards)), (vec![1, 2, 3, 0], vec![54]));
}

#[test]
fn sentences_lose_their_capital_and_cards_their_separators() {
    for (text, first, last) in [
        ("Eins rot voll kreis\nzwei rot voll kreis", "eins rot voll kreis", "zwei rot voll kreis"),
        ("Eins Rot voll kreis\nzwei Rot voll kreis", "Eins Rot voll kreis", "zwei Rot voll kreis"),
        ("1231 2232", "1231", "2232"),
        ("1 2 3 1\n2 2 3 2", "1 2 3 1", "2 2 3 2"),
        ("100010001100 100010001010", "100010001100", "100010001010"),
        ("1-rot-voll-oval, 2-rot-voll-oval", "1-rot-voll-oval", "2-rot-voll-oval"),
        ("1-rot-voll-oval, 2-rot-voll-oval;", "1-rot-voll-oval", "2-rot-voll-oval"),
        (";1-rot-voll-oval, 2-rot-voll-oval", "1-rot-voll-oval", "2-rot-voll-oval"),
        ("1-rot-voll-welle\n2 rot voll -x", "1 rot voll welle", "2 rot voll -x"),
        ("1_rot_voll_welle\n2 rot voll -x", "1 rot voll welle", "2 rot voll -x"),
        ("(1, 2, 3, 1)\n(2, 2, 3, 1)", "1231", "2231"),
        ("(1, 2, 3, 1), (2, 2, 3, 1)", "1, 2, 3, 1", "2, 2, 3, 1"),
        ("1 rot.2 voll kreis", "1 rot.2 voll kreis", "1 rot.2 voll kreis"),
        ("cards/1-rot-voll-oval.PNG", "1-rot-voll-oval", "1-rot-voll-oval"),
    ] {
        let (cards, notation) = reading(text, Deck::GAME).unwrap();
        let written = [&cards[0], cards.last().unwrap()].map(|card| notation.write(*card));
        assert_eq!(written, [first, last], "{text}");
    }
}

#[test]
fn full_stops_and_quotes_behind_a_word_say_nothing_in_any_order() {
    for last in ["welle.", "(welle.)", "welle.\".", "welle..]..", "welle.'-"] {
        let lines = format!("zwei rot leer welle\neins rot leer {last}");
        let (cards, _) = reading(&lines, Deck::GAME).unwrap();
        assert_eq!(
            cards[0].digits(Deck::GAME).last(),
            cards[1].digits(Deck::GAME).last(),
            "{last}"
        );
    }
}

/// A first line above cards in known words is a header if it has one unknown word for each feature.
#[test]
fn a_header_has_a_word_for_each_feature() {
    for (line, is_header) in [
        ("anzahl farbe muster zeichen", true),
        ("anzahl farbe muster shape", true),
        ("anzahl farbe muster shape2", false),
        ("anzahl farbe muster", false),
        ("anzahl farbe muster ■", false),
        ("anzahl farbe muster oval", false),
        ("color: teal anzahl muster zeichen", false),
    ] {
        let lines = format!("{line}\none red solid oval\ntwo green open diamond");
        let read = headed(&lines);
        let found = read.is_ok_and(|(cards, notation)| {
            let names_feature = line.contains("shape");
            let remark = format!("the first line, `{line}`, is read as a header");
            let has_remark = notation.remarks().contains(&remark);
            cards[0].is_none() && cards.len() == 3 && has_remark != names_feature
        });
        assert_eq!(found, is_header, "{line}");
    }
}

/// Whether a first line in unknown words is a header depends on the cards below it.
#[test]
fn cards_tell_whether_a_line_is_their_header() {
    const LINE: &str = "anzahl farbe muster zeichen";
    for (cards, is_header) in [
        ("", false),
        // The line may be a card where each feature has two values below it.
        ("zwei gruen voll kreis\neins rot leer welle", false),
        ("zwei gruen voll kreis\neins rot leer welle\ndrei lila leer welle", true),
        ("zwei 1 voll kreis\neins 2 leer welle", true),
        ("1 2 3 1\n1 2 2 2", true),
        ("1 2 3 1\n1222", false),
        ("1231\n1222", false),
        ("anzahl 1 voll kreis\neins 2 leer welle", false),
        ("Farben 1 voll kreis\neins 2 leer welle", true),
        ("eins 1 voll farbe\neins 2 leer welle", false),
    ] {
        let read = headed(&format!("{LINE}\n{cards}"));
        let found = read.is_ok_and(|(cards, _)| cards[0].is_none());
        assert_eq!(found, is_header, "{cards}");
    }
}

#[test]
fn more_than_a_hundred_spellings_are_too_many() {
    let cards = WrittenCards::read_each_way(Deck::GAME, |mut cards| {
        let mut add = |text: &str, expected| {
            let rows = WordRow::of_text(text, Place::default(), Deck::GAME);
            rows.iter().try_for_each(|row| cards.add(row).map(|_| ()))?;
            assert_eq!(cards.has_too_many_spellings(), expected, "{text}");
            Ok(())
        };
        for at in 0..25 {
            add(&format!("first{at} second{at} third{at} fourth{at}"), false)?;
        }
        add("one red solid oval", false)?;
        add("first0 red solid oval", false)?;
        add("teal red solid oval", true)
    });
    assert_eq!(cards, Ok(()));
}

#[test]
fn the_reason_of_a_refusal_is_given() {
    for (text, expected) in [
        ("A:", "unknown word `A:`"),
        ("teapot", "unknown word `teapot`"),
        ("1 rot voll kreis\nnumber color shading shape", "is a header, not a card"),
        ("two purpel striped", "did you mean `purple`?"),
        ("a red solid oval", "has no number; add one, two or three"),
        ("2222 voll rohr kuge\n1111 leer rohr kuge", "has more than three values"),
        (
            "100100100100 two red solid diamonds",
            "say `one red solid diamond`, its words `two red solid diamonds`; they must agree",
        ),
        (
            "number: 1 shape: oval color: solid fill: red",
            "`solid` names a texture, and the input gives it as the colour",
        ),
        ("(x/007.png) (x/0012.png)", "`007` is not a valid card"),
        ("007 12 0", "`007 12 0` is not a valid card of a deck of 4 features"),
        (
            "01234",
            "0 to 2 or 1 to 3, 12 bits with a single 1 in every three, or an index from @0 to @80",
        ),
        (
            "rot 1 voll kreis\n0000",
            "`rot` is not in the dictionary, and other cards are written in another way",
        ),
        ("kkkk\n0000", "`kkkk` is not in the dictionary, and other cards"),
    ] {
        let message = sets(text).unwrap_err();
        assert!(message.contains(expected), "{text}: {message}");
    }
    // Where capitals tell values apart, single letters do, too.
    assert!(sets("zwei rot leer raut\nzwei rot leer RAUT\nzwei rot leer raute").is_ok());
}

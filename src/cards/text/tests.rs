use super::*;
use std::collections::HashSet;

fn read(input: &str) -> Result<Vec<(String, Vec<usize>)>, String> {
    let hands =
        read_hands(&[input], Deck::GAME, ReadOptions::default()).map_err(|it| it.to_string())?;
    let indices = |hand: &WrittenHand| hand.cards.iter().map(|card| card.index()).collect();
    Ok(hands.inputs[0].iter().map(|hand| (hand.name.clone(), indices(hand))).collect())
}

fn hand(name: &str, cards: &[usize]) -> (String, Vec<usize>) {
    (name.to_owned(), cards.to_vec())
}

#[test]
fn blank_lines_part_hands_and_remarks_do_not() {
    let input = "\u{feff}\n\n0000\n# a remark\n0001 # another\r\n\n \n0002\n\n";
    assert_eq!(read(input), Ok(vec![hand("1", &[0, 1]), hand("2", &[2])]));
    assert_eq!(read("0000\r0001\r\r0002"), Ok(vec![hand("1", &[0, 1]), hand("2", &[2])]));
}

#[test]
fn a_hand_may_stand_on_a_line() {
    let two = vec![hand("1", &[0, 1]), hand("2", &[0, 2])];
    assert_eq!(read("0000 0001\n0000 0002\n"), Ok(two.clone()));
    assert_eq!(read("[[\"0000\",\"0001\"],[\"0000\",\"0002\"]]"), Ok(two.clone()));
    assert_eq!(read("[[0,0,0,0],[0,0,0,1]]"), Ok(vec![hand("1", &[0, 1])]));
    assert_eq!(
        read("{\"hands\":[{\"cards\":[\"0000\",\"0001\"]},{\"cards\":[\"0000\",\"0002\"]}]}"),
        Ok(two)
    );
    assert_eq!(
        read("{\"hand\":\"mine\",\"cards\":[\"0000\",\"0001\"]}"),
        Ok(vec![hand("mine", &[0, 1])])
    );
    let named =
        "{\"hands\":[{\"name\":\"A\",\"cards\":[\"0000\"]},{\"name\":\"A\",\"cards\":[\"0001\"]}]}";
    assert_eq!(read(named), Ok(vec![hand("A", &[0]), hand("A", &[1])]));
    assert_eq!(read("0000\n0001 0002"), Ok(vec![hand("1", &[0, 1, 2])]));
}

#[test]
fn csv_columns_may_stand_anywhere() {
    let input = "card,index,hand\n0000,x,b\n\"three, oval, blue, open\",y,a\n0002,z,b\n";
    assert_eq!(read(input), Ok(vec![hand("b", &[0, 2]), hand("a", &[70])]));
    for input in ["HAND;Card\n1;0001\n", "HAND\tx\tCARD\n1\t\t0001", "\"x,y\",hand,card\n,1,0001"] {
        assert_eq!(read(input), Ok(vec![hand("1", &[1])]), "{input}");
    }
    let input = "id,color,number,shading,shape\n7,red,1,solid,diamond\n8,green,2,open,oval\n";
    assert_eq!(read(input), Ok(vec![hand("1", &[0, 40])]));
    assert_eq!(
        read("number color shading shape\n1 red solid diamond\n"),
        Ok(vec![hand("1", &[0])])
    );
    let input = "card,number,color,shading,shape\n0,1,red,solid,diamond\n1,2,red,solid,diamond\n";
    assert_eq!(read(input), Ok(vec![hand("1", &[0, 27])]));
    let input = "number,color,shading,shape\n1,red,solid,diamond\n\n2,red,solid,diamond\n";
    assert_eq!(read(input), Ok(vec![hand("1", &[0]), hand("2", &[27])]));
    let input = "puzzle,layout,set\n1,0000 0001,1\n2,0002,1\n";
    assert_eq!(read(input), Ok(vec![hand("1", &[0, 1]), hand("2", &[2])]));
    let input = "puzzle,layout,set,card1\n1,0000 0001,1,0000\n1,0000 0001,2,0001\n2,0000,1,0000\n";
    assert_eq!(read(input), Ok(vec![hand("1", &[0, 1]), hand("2", &[0])]));
    assert_eq!(read("card,digits,card1\nx,0001,0000\nx,0001,1111\n"), Ok(vec![hand("1", &[1])]));
    assert_eq!(read("hand,index\n1,5\n1,17\n"), Ok(vec![hand("1", &[5, 17])]));
    assert_eq!(
        read("hand,set,card1,card2,card3\n1,1,0000,0001,0002\n"),
        Ok(vec![hand("1", &[0, 1, 2])])
    );
    assert_eq!(read("features,witness\n4,0002 0102\n"), Ok(vec![hand("1", &[2, 11])]));
}

/// `[rot]` and `rot` are one value, in a column as in a line, and so are `rot;` and `the rot`.
#[test]
fn what_says_nothing_is_no_part_of_a_value_in_a_column() {
    for (rows, lines) in [
        (
            "1,kreis,rot,leer\n2,[kreis],(rot),'leer'\n3,\"kreis;,\",the rot,leer.",
            "1 kreis rot leer\n2 [kreis] (rot) 'leer'\n3 kreis;, the rot leer.",
        ),
        // Where it is the whole value, it says something.
        (
            "1,(card),rot,leer\n2,card,rot,leer\n3,card.,rot,leer",
            "1 card rot leer\n2 card rot leer\n3 card rot leer",
        ),
        // The column decides, and the name of a feature in the cell is dropped.
        (
            "1,shape: kreis,rot,leer\n2,color=kreis,rot,leer\n3,kreis,color: rot,leer",
            "1 kreis rot leer\n2 kreis rot leer\n3 kreis rot leer",
        ),
        // Several words are one value, without the brackets around them.
        (
            "1,kleiner kreis,rot,leer\n2,( kleiner kreis. ).;,rot,leer",
            "1 kreis rot leer\n2 kreis rot leer",
        ),
        (
            "1,kreis.png,rot,leer\n2,kreis,rot.png.gif,leer\n3,kreis,\"\"\"rot\"\".png\",leer",
            "1 kreis rot leer\n2 kreis rot leer\n3 kreis rot leer",
        ),
    ] {
        let csv = format!("number,symbol,color,texture\n{rows}\n");
        assert_eq!(read(&csv).unwrap(), read(lines).unwrap(), "{rows}");
    }
}

/// Signs, folders and colours of web pages tell values apart, in columns as in lines.
#[test]
fn signs_folders_and_colours_are_parts_of_values() {
    for values in [
        ["-45°", "0°", "45°"],
        ["-0.5", "0", "0.5"],
        ["A", "A+", "A-"],
        ["red/card1.png", "green/card1.png", "blue/card1.png"],
        ["#ff0000", "#00ff00", "white"],
    ] {
        for separator in [",", " "] {
            let row = |value: &&str| [value, "1", "voll", "kreis"].join(separator);
            let rows = values.iter().map(row).collect::<Vec<_>>().join("\n");
            let cards = read(&format!("w{separator}x{separator}y{separator}z\n{rows}")).unwrap();
            let found: HashSet<usize> = cards[0].1.iter().copied().collect();
            assert_eq!(found.len(), 3, "{rows}");
        }
    }
}

/// A card that looks like a header is read there, or refused, and never left out.
#[test]
fn rows_of_a_csv_and_hands_with_names_have_no_header() {
    let lines = "a b c d\n1 rot leer kreis\n2 rot leer kreis\n3 rot leer kreis\n";
    assert_eq!(read(lines).unwrap()[0].1.len(), 3);
    let each = |form: &dyn Fn(&str) -> String| lines.lines().map(form).collect::<Vec<_>>();
    let strings = each(&|line| format!("{line:?}")).join(",");
    let records = each(&|line| format!("{{\"card\": {line:?}}}")).join(",");
    for input in [
        format!("card\n{lines}"),
        format!("hand,card\n{}", each(&|line| format!("1,{line}")).join("\n")),
        format!("number,color,shading,shape\n{}", lines.replace(' ', ",")),
        format!("{{\"name\": \"a\", \"hand\": [{strings}]}}"),
        format!("[{records}]"),
    ] {
        let message = read(&input).unwrap_err();
        assert!(message.contains("more than three values"), "{input}: {message}");
    }
    // The card of a hand with a name is a card in a hand without one, too.
    let json = format!("[[{strings}], {{\"name\": \"b\", \"cards\": [\"a b c d\"]}}]");
    assert!(read(&json).unwrap_err().contains("more than three values"));
    // A row of names of features is not a card.
    for input in [
        "1 rot leer kreis\nnumber color shading shape\n",
        "card\nnumber color shading shape\n1 rot leer kreis\n",
        "number,color,shading,shape\n1,rot,leer,kreis\nnumber,color,shading,shape\n",
        "{\"name\": \"a\", \"hand\": [\"number color shading shape\"]}",
    ] {
        let message = read(input).unwrap_err();
        assert!(message.contains("is a header, not a card"), "{input}: {message}");
    }
}

#[test]
fn a_question_is_read_as_a_whole() {
    let hands =
        read_hands(&["3111\n2111\n", "1111\n"], Deck::GAME, ReadOptions::default()).unwrap();
    assert_eq!(hands.inputs[1][0].cards, [Card::at(0)]);
    assert_eq!(hands.summary(), "2 cards and 1 card; digits 1 to 3");
    let empty = read_hands(&["0000", ""], Deck::GAME, ReadOptions::default()).unwrap();
    assert_eq!(empty.inputs[1], []);
}

#[test]
fn mistakes_are_placed() {
    for (input, expected) in [
        (
            "0000\n\n3 oval blue sold\n",
            "line 3: `sold` is not in the dictionary (did you mean `solid`?), and other",
        ),
        (
            "hand,card\n1,0000\n1,@9\n1,one red solid diamond\n",
            "line 4: `one red solid diamond` is already in hand 1 on line 2",
        ),
        ("0000 1111\n3131", "line 2: `3131` has a digit 3"),
        (
            "0000\n0001\n0000",
            "on line 1; remove one; if they are several hands, leave a blank line",
        ),
        ("features,witness\n4,0 1\n5,0 1 2", "line 3: the hand is of a deck of 5 features, not 4"),
        ("hand,card\n1\n", "line 2: the row has no `card`"),
        ("hand,card\r\n1,0000\r\n1,zzz\r\n", "line 3: unknown word `zzz`"),
        ("  \n# mine\n\nhand,card\n\"1\",\"0000\"\n1,zzz\n", "line 6: unknown word `zzz`"),
        (
            "number,color,shape\n1,red,oval\n",
            "the columns are number, shape, colour and not texture",
        ),
        ("{\"a\": 1}", "this one has a"),
        ("[\"0000\", null]", "null is not a card"),
        ("hand,card\n1,2,red,striped,oval\n", "line 2: the row has `red` beyond the columns"),
        ("{\"cards\": [\"0000\",\n", "the JSON cannot be read as cards"),
    ] {
        let message = read(input).unwrap_err();
        assert!(message.contains(expected), "{input:?}: {message}");
    }
}

#[test]
fn a_summary_tells_hands_and_cards() {
    for (inputs, summary) in [
        (vec!["0000"], "1 card"),
        (vec!["0000 0001\n\n0002 0010"], "2 hands of 2 cards"),
        (vec!["0000\n\n0001 0002 0010"], "2 hands of 1 to 3 cards"),
        (vec!["0000", ""], "1 card and no cards"),
    ] {
        let hands = read_hands(&inputs, Deck::GAME, ReadOptions::default()).unwrap();
        assert_eq!(hands.summary(), summary);
    }
}

#[test]
fn cards_are_written_in_another_style() {
    let mut hands = read_hands(&["2121\n0000"], Deck::GAME, ReadOptions::default()).unwrap();
    hands.write_as(Style::Words);
    let texts: Vec<&str> = hands.inputs[0][0].texts.iter().map(|text| &**text).collect();
    assert_eq!(texts, ["three purple open ovals", "one red solid diamond"]);
}

#[test]
fn an_input_without_cards_is_named() {
    let error = |inputs: &[&str]| {
        read_hands(inputs, Deck::GAME, ReadOptions::default()).unwrap_err().to_string()
    };
    assert!(error(&["\u{feff} \n", ""]).starts_with("the input is empty and holds no card"));
    assert!(error(&["", "# none"]).starts_with("the input holds no card"));
    let position = ReadOptions { is_position: true, ..ReadOptions::default() };
    assert_eq!(read_hands(&[""], Deck::GAME, position).unwrap().inputs, [vec![]]);
}

#[test]
fn cards_that_are_gone_are_apart() {
    let json = r#"{"cards": ["0000", "0001"], "gone": ["0002"]}"#;
    assert!(read(json).unwrap_err().starts_with("`gone` has cards that are gone"));
    let position = ReadOptions { is_position: true, ..ReadOptions::default() };
    let hands = read_hands(&[json], Deck::GAME, position).unwrap().inputs;
    let cards: Vec<Vec<Card>> = hands.iter().map(|hands| hands[0].cards.clone()).collect();
    assert_eq!(cards, [vec![Card::at(0), Card::at(1)], vec![Card::at(2)]]);
}

/// With one hand more than there may be, an error is certain, and no further one is kept.
#[test]
fn no_more_hands_are_kept_than_make_an_error_certain() {
    WrittenCards::read_each_way(Deck::GAME, |cards| {
        let mut question = QuestionReader::new(1, cards, ReadOptions::default());
        let empty = |at| RawHand { name: HandName::Block(at), input: 0, cards: Vec::new() };
        question.inputs[0].extend((0..MAX_HANDS).map(empty));
        let rows = WordRow::of_text("0000", Place { input: 0, line: 1 }, Deck::GAME);
        for at in MAX_HANDS..MAX_HANDS + 3 {
            question.add(&rows, HandName::Block(at))?;
            assert_eq!(question.inputs[0].len(), MAX_HANDS + 1);
        }
        Ok(())
    })
    .unwrap();
}

/// The columns that are read where there are several, and the names of hands.
#[test]
fn columns_of_several_kinds_are_told_apart() {
    for (input, expected) in [
        ("card,number,color\n0000,1,red\n0001,1,red\n", vec![hand("1", &[0, 1])]),
        (
            "hand,number,color,shading,shape\na,1,red,solid,diamond\nb,2,red,solid,diamond\n",
            vec![hand("a", &[0]), hand("b", &[27])],
        ),
        // The rows of a hand are its sets.
        (
            "hand,set,card1,card2,card3\n7,1,0000,0001,0002\n7,2,0000,0010,0020\n",
            vec![hand("1", &[0, 1, 2]), hand("2", &[0, 3, 6])],
        ),
        ("features,witness\n4,\n4,0000 0001\n", vec![hand("2", &[0, 1])]),
        ("# of two\nhand,card\n1,0000\n # the second\n1,0001\n", vec![hand("1", &[0, 1])]),
    ] {
        assert_eq!(read(input), Ok(expected), "{input}");
    }
    for (input, expected) in [
        ("number,color\n1,red\n", "the columns are number, colour and not shape, texture"),
        ("card,card\n0000,0001\n", "the column `card`, or its feature, comes twice"),
        ("number,count,color,shading,shape\n", "`count`, or its feature, comes twice"),
        ("hand,index\n1,\n", "line 2: no card here"),
        ("number,color,shading,shape\n1,,solid,oval\n", "line 2: the row has no `color`"),
        ("hand,card\n#,\"a\n1,0000\n", "line 2: a quote of `#,\"a` is not closed"),
        ("hand,card\n1,\"0000\n", "line 2: a quote of `1,\"0000` is not closed"),
        ("hand,card\n\"a\nb\",\"0000\n", "line 3: a quote of `b\",\"0000` is not closed"),
    ] {
        let message = read(input).unwrap_err();
        assert!(message.contains(expected), "{input:?}: {message}");
    }
}

/// Text that begins as JSON does, and what objects and arrays hold.
#[test]
fn json_is_told_from_lines_and_cards_from_hands() {
    const CARD: &str = r#""shape": "diamond", "color": "red", "texture": "solid", "note": null"#;
    let objects = format!(r#"[{{"number": 1, {CARD}}}, {{"number": 2, {CARD}}}]"#);
    for (input, expected) in [
        (
            "[\"1\", \"red\", \"solid\", \"diamond\"],\n[\"2\", \"red\", \"solid\", \"diamond\"],",
            vec![hand("1", &[0, 27])],
        ),
        ("{0000} 0001\n0002 0010", vec![hand("1", &[0, 1]), hand("2", &[2, 3])]),
        (&objects, vec![hand("1", &[0, 27])]),
        (r#"["1 red solid diamond", "2 red solid diamond"]"#, vec![hand("1", &[0, 27])]),
        (
            "[[[0, 0, 0, 0], [0, 0, 0, 1]], [[0, 0, 0, 2], [0, 0, 1, 0]]]",
            vec![hand("1", &[0, 1]), hand("2", &[2, 3])],
        ),
        // A list says more than a text, and a card more than a list beside it.
        (r#"{"layout": "0000 0001", "cards": ["0002", "0010"]}"#, vec![hand("1", &[2, 3])]),
        (r#"{"card": "0000", "cards": ["0001", "0002"]}"#, vec![hand("1", &[0])]),
        (r#"[{"witness": null}, {"witness": "0000 0001"}]"#, vec![hand("1", &[0, 1])]),
    ] {
        assert_eq!(read(input), Ok(expected), "{input}");
    }
    let message = read(r#"{"number": 1, "color": "red"}"#).unwrap_err();
    assert_eq!(
        message,
        "the columns are number, colour and not shape, texture; give one for each feature"
    );
    let json = r#"{"cards": ["0000"], "gone": [{"hand": "a", "card": "0001"}]}"#;
    let position = ReadOptions { is_position: true, ..ReadOptions::default() };
    let hands = read_hands(&[json], Deck::GAME, position).unwrap().inputs;
    assert_eq!([&hands[0][0].cards[..], &hands[1][0].cards[..]], [[Card::at(0)], [Card::at(1)]]);
}

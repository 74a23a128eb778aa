"""Inputs that were written by hand, with their cards as digits (number, shape, colour, texture), and
inputs that are refused with what the message must hold."""

ACCEPTED, REFUSED = [], []


def read(name, text, cards, options="", says=()):
    """An input with these hands, which slashes part."""
    ACCEPTED.append((name, text, cards, options, says))


def refuse(name, text, *says, options="", gone=None, command=None):
    REFUSED.append((name, text, options, gone, says, command))


# The seeds of the project; their sets are printed in their sources.
read("hui", "hui.txt", "2121 0201 1120 1100 2020 2200 0220 0212 0011 1122 1021 0102")
read("apl", "apl.txt", "2121 0201 1120 1100 2020 2200 0220 0212 0011 1122 1021 0102")
read("rosetta", "rosetta.txt", "1002 0220 2220 1202 1102 0011 2000 2211 1022")

read("codes-without-a-set", "codes.txt", "0000 0001 0010 0011 0100 0101 0110 0111 1000 1001 1010 1011")

# What the first edition misread.
read("french", "un losange rouge plein\ndeux vagues vertes pleines\ntrois ovales violets pleins\n",
     "0000 1210 2120")
CODES = "1RSO 2GTD 3PEW 1GSD\n2PTO 3RED 1PEO 2RSW\n3GTW 1RED 2GEO 3PSD\n"
refuse("typing-error-in-codes", CODES.replace("2RSW", "2GFX"), "line 2", "`2GFX`", "`X`")
refuse("fourth-number", "1RFO 2GSD 3PEW 4RFO\n", "`4RFO`", "`4` is not a number")
refuse("figure-for-letter", "1RFO 2GSD 3PEW 1RF0\n", "`1RF0`", "`0` is not a shape")
refuse("card-twice", "1RFO 2GSD 3PEW 1RFO\n", "`1RFO` is already in hand 1")
refuse("name-before-codes", "ann 1RFO 2GSD 3PEW\n", "`ann`")
refuse("word-behind-codes", "1RFO 2GSD 3PEW ok\n", "`ok`")
refuse("command-before-codes", "deal 1RFO 2GSD 3PEW\n", "`deal`")
refuse("row-numbers", "0 0120\n1 1120\n2 2120\n", "row numbers or a header?")
refuse("row-numbers-in-brackets", "[0] 0120\n[1] 1120\n[2] 2120\n", "`0120` follows", "row numbers")
refuse("numbered-header", "0 1 2 3\n0 2 1 2 1\n1 0 2 0 1\n", "line 1", "row numbers or a header?")
refuse("numbered-header-of-csv", ",0,1,2,3\n0,2,1,2,1\n1,0,2,0,1\n", "line 1", "empty part")
refuse("board", CODES, "3 hands of 4 cards (1, 0, 0 sets), or one of 12 (4 sets)?",
       "--hand-a-line or --one-hand")
read("board-as-lines", CODES, "0100 1012 2221 0010/1122 2001 0121 1200/2212 0001 1111 2020",
     "--hand-a-line")
read("board-as-one", CODES, "0100 1012 2221 0010 1122 2001 0121 1200 2212 0001 1111 2020",
     "--one-hand")
for placeholder in ("NA", "UNKNOWN", "?", "none", "????", "----"):
    refuse(f"placeholder-{placeholder}", f"1 red solid oval\n2 green solid oval\n3 {placeholder} solid oval\n",
           "line 3", f"`{placeholder}`")
refuse("emoji-with-and-without-selector", "1❤️●■\n2💚●■\n3💜▲□\n1❤▲▤\n2💚◆▤\n3💜◆□\n", "`1❤️●■`")
read("emoji-with-values", "1❤️●■\n2💚●■\n3💜▲□\n1❤▲▤\n", "0000 1010 2121 0102",
     "--values 1,2,3;❤️/❤,💚,💜;■,□,▤;●,▲,◆")
refuse("zero-and-letter-o", "1RSO\n2GS0\n3PTO\n", "`2GS0`", "`0`")
refuse("decimals", "38.0 71.0 24.0\n", "`38.0` is not a card number")
refuse("hexadecimal", "0x00 0x01 0x06\n", "`0x00` is not a card number")

# Text.
read("comments", "#\n# a hand\n1 red solid oval\n\t# more\n1 RED Solid OVALS\n".replace("1 RED", "2 RED"),
     "0100 1100", "--one-hand")
refuse("comment-behind-a-card", "0000\n0001 # a card\n", "line 2", "a comment is a line of its own")
refuse("comment-without-blank", "#0000\n0001\n", "line 1", "`#0000`")
read("byte-order-mark", "\ufeff0000\n0001\n0002\n", "0000 0001 0002")
read("unicode-blanks", "0000\u00a00001\u20030002\n", "0000 0001 0002")
refuse("two-ways", "1 red solid oval\n2 green open oval\n0120\n", "line 3", "`0120` is in digits", "words",
       "write all cards in the same notation")
refuse("part-before-ways", "1RSO\n0120\n2 teal open oval\n", "line 3", "`teal`")
refuse("ways-before-twice", "0000\n0000\n1RSO\n", "write all cards in the same notation")
refuse("ways-before-letters", "4RFO\n1RSO\n0120\n", "write all cards in the same notation")
refuse("part-among-cards", "0000 0001 x 0002\n", "`x` is not part of a card")
refuse("mark-in-the-middle", "0000\n\ufeff0001\n", "line 2", "`\\u{feff}0001`")
refuse("blank-without-width", "1 red\u200b solid oval\n", "`red\\u{200b}`")
refuse("letter-of-another-alphabet", "1 r\u0435d solid oval\n", "`r\u0435d`")
refuse("full-width-figure", "\uff11 red solid oval\n", "`\uff11`")
refuse("label-of-index", "1, 1RSO\n2, 2RSO\n", "write all cards in the same notation")
refuse("index-column", "1\t1\tred\tsolid\toval\n2\t2\tred\tsolid\toval\n", "row number?")
refuse("index-column-of-digits", "0  0  1  2  0\n1  1  1  2  0\n", "line 1", "`0` is already")
refuse("two-ways-in-a-line", "1RSO 0120 2RSO\n", "write all cards in the same notation")
refuse("fitting-before-twice", "0000\n0000\n3120\n", "one is wrong")
refuse("twice-before-hands", "0000 0001\n0002 0002\n", "line 2", "`0002` is already")
refuse("empty", "", "is empty and holds no card")
refuse("comments-alone", "# no card\n\n# and none here\n", "holds no card")

# Words.
read("joined-by-hyphens", "2-red-solid-ovals 1-green-open-diamond 3_purple_striped_squiggles\n",
     "1100 0011 2222")
read("fillers", "a card with one red solid oval\nand two green open diamonds\n3 purple striped squiggles\n",
     "0100 1011 2222")
for name, text, cards in (
    ("german", "ein rotes volles Oval\nzwei grüne leere Rauten\ndrei lila gestreifte Wellen\n", "0100 1011 2222"),
    ("french-forms", "une vague verte pleine\ndeux ovales rouges vides\ntrois losanges violets rayés\n",
     "0210 1101 2022"),
    ("dutch", "een rode gevulde ovaal\ntwee groene lege ruiten\ndrie paarse gestreepte golven\n",
     "0100 1011 2222"),
    ("spanish", "un óvalo rojo relleno\ndos rombos verdes vacíos\ntres ondas moradas rayadas\n",
     "0100 1011 2222"),
    ("italian", "un ovale rosso pieno\ndue rombi verdi vuoti\ntre onde viola rigate\n", "0100 1011 2222"),
):
    read(name, text, cards)
refuse("synonyms-open", "1 red open oval\n2 red empty oval\n", "line 2", "`empty` and `open`", "--values")
refuse("synonyms-purple", "1 purple open oval\n2 blue open oval\n", "`blue` and `purple`")
refuse("synonyms-languages", "1 red open oval\n2 rot open oval\n", "`rot` and `red`")
read("figure-and-word", "2 red open ovals\ntwo green open ovals\nTWO purple open oval\n", "1101 1111 1121")
refuse("leading-hyphen", "-1 red solid oval\n", "`-1`", "hyphen")
refuse("ends-of-words", "1 red solid oval.\n", "`oval.`")
read("commas-between-words", "three, purple, open, oval\n3,red,open,oval\n3, green, open, oval\n", "2121 2101 2111")
read("bars-between-words", "3 | purple | open | oval\n3|red|open|oval\n", "2121 2101", "--one-hand")
read("commas-between-cards", "3 purple open ovals, 3 red open ovals, 3 green open ovals\n", "2121 2101 2111")
read("tabs-between-cards", "3 purple open ovals\t3 red open ovals\t3 green open ovals\n", "2121 2101 2111")
read("semicolons-between-cards", "3 purple open ovals; 3 red open ovals; 3 green open ovals\n", "2121 2101 2111")
read("bars-between-cards", "3 purple open ovals | 3 red open ovals | 3 green open ovals\n", "2121 2101 2111")
read("semicolons-between-words", "3; purple; open; ovals\n3; red; open; ovals\n", "2121 2101")
read("tabs-between-words", "3\tpurple\topen\tovals\n3\tred\topen\tovals\n", "2121 2101")
read("hyphens-and-commas", "3-purple-open-ovals, 3-red-open-ovals\n", "2121 2101")
read("feature-names", "number 3 colour purple shading open shape oval\n3 red open oval\n", "2121 2101")
refuse("part-of-two-words", "3, purple, open ovals\n", "lacks a word")
for word in ("not", "no", "without", "none"):
    refuse(f"denied-{word}", f"1 {word} red solid oval\n", f"`{word}`")
refuse("filler-alone", "1RSO and 2RSO and 3RSO\n", "`and` is a header or a filler")
refuse("words-joined-in-part", "2-red solid-ovals 1-green-open-diamond\n", "both a number")
refuse("empty-part", "3 purple open ovals,, 3 red open ovals\n", "empty part")
refuse("empty-part-of-codes", "1RSO,,2RSO\n", "empty part")
refuse("sign-alone", "0000\n,\n", "line 2", "empty part")
refuse("signs-alone", ",\n", "line 1", "without a card")
refuse("two-signs", "1RSO, 2RSO; 3RSO\n", "separate cards with only one")
refuse("two-cards-without-comma", "1 red solid oval 2 green open diamond\n", "`1` and `2` are both a number")
read("comma-at-ends", "1 red solid oval,\n2 red solid oval,\n3 red solid oval\n", "0100 1100 2100")
read("semicolon-at-ends", "1RSO 2RSO 3RSO;\n", "0100 1100 2100")
refuse("comma-at-some-ends", "1 red solid oval,\n2 red solid oval\n3 red solid oval\n", "line 1", "empty part")
refuse("header", "number color shading shape\n1 red solid oval\n", "line 1", "is a header")
refuse("row-number-before-words", "1 2 red solid oval\n2 1 red solid oval\n", "row number?")

# Codes.
read("order-that-fits", "1RSO 2RSD 3RSW\n", "0100 1000 2200")
read("other-order", "1ROT 2RDT 3RST\n", "0102 1002 2202", says=["read 3 cards"])
refuse("no-order", "2RSO 2GTO 2RDO\n", "`2RDO` is not a code", "`D` is not a shading")
refuse("several-orders", "SO1R OS2R\n", "the codes may be", ", or ")
read("usual-of-several", "1ROO 2ROS 3ROO\n", "0101 1201 2101")
refuse("two-letters-of-a-colour", "1RSO 2PSO 3VSO\n", "`V` and `P`", "purple")
refuse("two-letters-of-open", "1ROO 2REO 3RSO\n", "`E` and `O`", "open")
read("all-letters", "1RFD 2GHO 3VEQ 1RFO 2GED 3VHQ\n", "0000 1112 2221 0100 1011 2222")
read("other-letters", "1bxw 2gow 3rsd\n", "0222 1211 2000")
refuse("two-letters-of-striped", "1RTO 2RHO\n", "`H` and `T`", "striped")
refuse("two-letters-of-a-shape", "1RFW 2RFQ\n", "`Q` and `W`", "squiggle")
refuse("code-of-five", "1RSOX 2RSO\n", "`1RSOX`")
refuse("code-of-letters", "ARSO 2RSO\n", "`ARSO`")
refuse("code-with-letter-of-another-alphabet", "1RS\u041e 2RSO 3RSO\n", "`1RS\u041e` is not part of a card")
refuse("letter-in-digits", "0000 0001 000O\n", "`000O` is not part of a card")
read("s-beside-f", "1RFO 1RSO 1REO\n", "0100 0102 0101")
read("s-without-f", "1RSO 1RTO 1REO\n", "0100 0102 0101")
read("open-shading", "1RSO 1RSD 1RSW\n", "0100 0000 0200", says=["S is solid"])
for command, options in (("next", "--completing"), ("deal", "--cards 3"), ("next", "--as digits")):
    refuse(f"open-shading-of-{command}-{options[2:4]}", "1RSO 1ROO\n", "solid or striped", "--values",
           options=options, command=command)
HALF = [f"{number}{colour}{shading}{shape}" for number in "123" for colour in "RGP" for shading in "SE" for shape in "ODW"]
refuse("open-shading-of-half-a-deck", " ".join(HALF), "solid or striped")
for option in ("--as words", "--why", "--ultrasets"):
    refuse(f"open-shading{option}".replace(" ", "-"), "1RSO 1RSD 1ROW\n", "solid or striped", "--values",
           options=option)
read("open-shading-with-values", "1RSO 1RSD 1ROW\n", "0102 0002 0201",
     "--as words --values 1,2,3;R,G,P;F,O,S;D,O,W")
read("codes-of-three-features", "1RO 2GD 3PS\n", "010 101 222", "--features 3")

# Digits.
read("digits-with-commas", "2,1,2,1\n0,0,0,0\n1,2,1,2\n", "2121 0000 1212")
read("digits-in-brackets", "[2, 1, 2, 1]\n[0 0 0 0]\n(1,2,1,2)\n", "2121 0000 1212")
refuse("digits-0-and-3", "0121\n3212\n", "`0121` (line 1) has a 0", "`3212` (line 2) has a 3")
refuse("spaced-digits-of-three-features", "2 1 2\n0 0 0\n", "join digits, or mark numbers", options="--features 3")
refuse("digit-4", "1111\n4111\n", "line 2", "`4111`")
read("digits-1-and-2", "1111 2222 1212 2121\n", "0000 1111 0101 1010", says=["digits 1 to 3"])
read("digits-1-and-2-from-0", "1111 2222 1212 2121\n", "1111 2222 1212 2121", "--numbers-from 0")
refuse("digits-1-and-2-in-words", "1111 2222 1212\n", "--numbers-from 0 or 1", options="--as words")
for command, options in (("next", ""), ("deal", "--cards 3"), ("find", "--why"), ("find", "--ultrasets")):
    refuse(f"digits-1-and-2-of-{command}{options[:5]}", "1111 2222 1212\n", "--numbers-from 0 or 1", options=options,
           command=command)
refuse("digits-excluded", "0111 2222\n", "`0111` has a 0, which --numbers-from 1 excludes", options="--numbers-from 1")
refuse("digits-excluded-3", "3111 2222\n", "`3111` has a 3, which --numbers-from 0 excludes", options="--numbers-from 0")
refuse("spaced-digits-of-two-features", "2 1\n", "join digits, or mark numbers", options="--features 2")
read("digits-of-two-features", "21 10 02\n", "21 10 02", "--features 2")
read("digits-of-six-apart", "0 1 2 0 1 2\n1 1 1 1 1 1\n", "012012 111111", "--features 6")
refuse("digits-of-two-cards-apart", "0 0 0 1 0 0 0 2\n", "`0` is already")
refuse("list-of-five-digits", "[0, 1, 2, 1, 2]\n", "is already")
refuse("lines-in-brackets-alike", "[0, 1, 2, 0]\n[0 1 2]\n", "line 2", "counts up")
refuse("bits-wrong", "001010001110 100100100100\n", "`001010001110`")
read("joined-bits", "001010001010 100100100100 010001010001\n", "2121 0000 1212")
read("bits-with-words", "100010100100 1 oval red solid\n0 1 0 1 0 0 0 1 0 0 1 0 2 diamonds green open\n", "0100 1011",
     "--one-hand")
refuse("bits-with-other-words", "100010100100 1 oval green solid\n", "`green`", "bits")
refuse("digits-beside-words", "0100 1 red solid oval\n", "`0100`")

# Numbers.
refuse("number-with-sign", "@1 @+2\n", "`@+2`")
refuse("number-with-zero", "@01 @2\n", "`@01`", "zero")
refuse("number-beyond", "@80 @81\n", "`@81`", "@80")
refuse("numbers-from-nowhere", "38 71 24\n", "`38`", "--numbers-from 0", "@38")
read("numbers-with-0", "0 40 80\n", "0000 1111 2222", says=["numbers from 0"])
read("numbers-with-81", "81 41 1\n", "2222 1111 0000", says=["numbers from 1"])
refuse("numbers-0-and-81", "0 17 81\n", "one is wrong")
refuse("numbers-that-count", "0 1 2\n", "row numbers or a header?", "@0 @1 @2")
refuse("numbers-that-count-a-line", "1\n2\n3\n4\n", "row numbers or a header?", options="--numbers-from 1")
refuse("numbers-that-count-in-json", "[0, 1, 2, 3, 4]", "row numbers or a header?")
read("marks-may-count", "@0 @1 @2\n", "0000 0001 0002")
refuse("number-with-point", "@1.0 @2\n", "`@1.0`")
refuse("number-negative", "-1 -2\n", "`-1` is not a card number")
refuse("number-range-in-a-file", "@0,27-80\n", "`27`")
refuse("rows-that-count-in-json", "[[0, 12, 40], [1, 13, 41], [2, 14, 42]]", "row numbers or a header?")
read("rows-that-do-not-count", "0 12 40\n5 13 41\n2 14 42\n", "0000 0110 1111/0012 0111 1112/0002 0112 1120", "--hand-a-line")
refuse("mark-and-none", "@0 7 9\n", "some numbers have the mark")

# Own values, other decks.
VALUES = "one,two,three;rot/rote/rotes,grün,lila;voll,leer,hatched;x,y,z"
read("values", "one rotes voll x\nx rote voll two\nthree-rot-voll-x\n", "0000 1000 2000", f"--values {VALUES}")
refuse("word-that-values-lack", "one red voll x\n", "`red`", "--values does not have it", options=f"--values {VALUES}")
read("values-joined", "1RAX 2RAX 3RAX\n", "0000 1000 2000", "--values 1,2,3;R,G,B;A,B,C;X,Y,Z")
read("values-in-order", "1 R B X\n2BBX\n3 R B X\n", "0001 1021 2001", "--values 1,2,3;R,G,B;A,B,C;X,Y,Z --one-hand")
refuse("values-out-of-order", "R 1 B X\n", "not in its position in --values", options="--values 1,2,3;R,G,B;A,B,C;X,Y,Z")
refuse("values-of-another-deck", "1RAX\n", "--values has 4 features", options="--features 3 --values 1,2,3;R,G,B;A,B,C;X,Y,Z")
read("values-of-figures", "0 0 2 1\n1120\n", "0021 1120", "--one-hand --values 0,1,2;0,1,2;0,1,2;0,1,2")
read("values-of-five-features", "1RAXm 2RAXm 3RAXm\n", "00000 10000 20000", "--features 5 --values 1,2,3;R,G,B;A,B,C;X,Y,Z;m,n,o")
refuse("values-of-two", "1RAX\n", "a feature has three values, not 2", options="--values 1,2;R,G,B;A,B,C;X,Y,Z")
refuse("values-twice-in-a-feature", "1RAX\n", "twice in one feature", options="--values 1,2,3;R,G,R;A,B,C;X,Y,Z")
read("any-three-features", "red solid oval\ngreen open diamond\npurple striped squiggle\n", "100 011 222", "--features 3")
refuse("other-three-features", "red solid oval\n2 green diamond\n", "line 2", "a number", "same features", options="--features 3")
refuse("words-of-five-features", "1 red solid oval large\n", "cards of 5 features", options="--features 5")
refuse("suggested-values", "1 rot voll kreis\n2 lila leer raute\n3 grün hell stern\n", "`kreis`",
       "--values '1,2,3;rot,lila,grün;voll,leer,hell;kreis,raute,stern'")
refuse("no-suggested-values", "1 rot voll kreis\n2 lila leer raute\n", "`kreis`")

# CSV.
HEADER = "id,number,color,shading,shape\n"
read("csv-of-words", HEADER + "1,1,red,solid,oval\n2,2,red,solid,oval\n3,3,red,solid,oval\n", "0100 1100 2100",
     says=["ignored: id"])
read("csv-of-digits", "# a hand\n\nnumber;shape;colour;texture\n2;1;2;1\n0;0;0;0\n1;2;1;2\n", "2121 0000 1212")
read("csv-of-layouts", "a,layout\n1,0000 0001 0002\n2,1111 1112 1110\n", "0000 0001 0002/1111 1112 1110")
read("csv-of-sets", "hand,card1,card2,card3\nx,0000,0001,0002\nx,1111,1112,1110\n", "0000 0001 0002/1111 1112 1110")
read("csv-of-hands", "hand,card\na,0000\na,0001\na,0002\nb,1111\n", "0000 0001 0002/1111")
read("csv-of-index", "index\n0\n1\n2\n", "0000 0001 0002")
read("csv-of-puzzle", "puzzle,layout,set\n1,0000 0001 0002,1\n1,0000 0001 0002,2\n2,1111 1112 1110,1\n",
     "0000 0001 0002/1111 1112 1110")
read("csv-with-empty-end", HEADER + "1,1,red,solid,oval\n2,2,red,solid,oval\n,,,,\n\n", "0100 1100")
read("csv-of-no-cards", "cards,witness\n0,\n3,0000 0001 0002\n", "0000 0001 0002")
read("csv-with-tabs", "card\tnote\n0000\ta\n0001\t\n0002\tb\n", "0000 0001 0002", says=["ignored: note"])
read("csv-of-layout-before-card", "card,layout\nx,0000 0001 0002\n", "0000 0001 0002", says=["ignored: card"])
read("csv-of-representatives", "class,representative\n1,0000 0001 0010\n", "0000 0001 0010")
read("csv-of-caps", "hand,cap\na,0000 0001 0010\nb,1111 1112\n", "0000 0001 0010/1111 1112")
read("csv-with-index-of-a-frame", ",number,color,shading,shape\n0,1,red,solid,oval\n1,2,red,solid,oval\n", "0100 1100")
refuse("csv-hand-empty", "hand,card\n1,0000\n,0001\n,0002\n", "line 3", "`hand` is empty")
refuse("csv-cards-from-0", "card0,card1,card2\n0000,0001,0002\n", "`card0`", "without a gap")
refuse("csv-cards-with-a-gap", "card1,card2,card4\n0000,0001,0002\n", "`card4`", "without a gap")
refuse("csv-hand-twice", "hand,hand,card\n1,2,0000\n", "`hand` occurs twice")
refuse("csv-card-twice", "card,card\n0000,0001\n", "`card` occurs twice")
refuse("csv-number-from-0", "number,color,shading,shape\n0,red,solid,oval\n", "line 2", "`0`")
refuse("csv-digits-from-0-and-1", "number,color,shading,shape\n1,0,0,0\n3,1,1,1\n", "one is wrong")
refuse("csv-other-delimiter", "number;color;shading;shape\n1,red,solid,oval\n", "the header and the row have 4 and 1 cells")
refuse("csv-other-puzzle", "puzzle,layout\n1,0000 0001 0002\n1,0000 0001 0010\n", "other cards than the puzzle")
refuse("frame", "   number  color  shading  shape\n0       1    red    solid   oval\n", "line 1", "is a header")
refuse("csv-feature-twice", "number,color,colour,shading,shape\n1,red,red,solid,oval\n", "`color` and `colour` name the same feature")
refuse("csv-lost-zeros", "digits\n120\n1120\n", "line 2", "a spreadsheet drops zeros")
refuse("csv-hand-comes-back", "hand,card\na,0000\nb,0001\na,0002\n", "line 4", "hand `a` continues after another hand")
refuse("csv-empty-row", HEADER + "1,1,red,solid,oval\n,,,,\n2,2,red,solid,oval\n", "line 3", "the row is empty")
refuse("csv-empty-cell", HEADER + "1,1,red,,oval\n", "line 2", "`shading` is empty")
refuse("csv-placeholder", HEADER + "1,1,NA,solid,oval\n", "line 2", "`NA`")
refuse("csv-row-numbers", "card,x\n1,0000\n2,0001\n3,0002\n", "row numbers or a header?")
refuse("csv-word-in-wrong-column", HEADER + "1,1,oval,solid,red\n", "line 2", "`oval` in `color` is a shape")
refuse("csv-three-columns", "number,color,shape\n1,red,oval\n", "3 of 4 features")
refuse("csv-long-row", "card\n0000,0001\n", "line 2", "the header and the row have 1 and 2 cells")
refuse("csv-open-quote", 'card,note\n0000,"x\n0001,\n', "line 2", "a quote of `\"x`", "is not closed")
refuse("csv-of-another-deck", "features,card\n3,0000\n", "a deck of 3 features")
refuse("csv-of-completing", "card,digits,sets,card1,card2\n0002,0002,1,0000,0001\n", "a list of `next`")

# JSON.
read("json-of-texts", '["0000", "0001", "0002"]', "0000 0001 0002")
read("json-of-digits", "[[0, 0, 0, 0], [0, 0, 0, 1], [0, 0, 0, 2]]", "0000 0001 0002")
read("json-of-words", '[["one", "red", "solid", "oval"], ["two", "red", "solid", "oval"]]', "0100 1100", "--one-hand")
read("json-of-hands", '{"hands": [{"cards": ["0000", "0001"]}, {"hand": "b", "cards": ["0002"]}]}', "0000 0001/0002")
read("json-of-objects", '[{"number": 1, "color": "red", "shading": "solid", "shape": "oval", "id": 7}]', "0100")
read("json-of-digit-objects", '[{"colour": 2, "number": 1, "shape": 0, "texture": 0}]', "1020")
read("json-of-digit-keys", '[{"digits": "1020", "card": "x"}, {"digits": "1021", "card": "y"}]', "1020 1021")
read("json-of-index-keys", '[{"index": 0}, {"index": 1}, {"index": 2}]', "0000 0001 0002")
read("python-tuples", "[('one', 'red', 'solid', 'oval'), ('two', 'red', 'solid', 'oval'),]", "0100 1100")
read("json-lines", "[0, 0, 0, 0, 5]\n".replace(", 5", "") + "[0, 0, 0, 1]\n[0, 0, 0, 2]\n", "0000 0001 0002")
read("json-object-lines", '{"index": 4}\n{"index": 9}\n{"index": 2}\n', "0011 0100 0002")
read("json-of-witness", '{"extremes": [{"cards": 3, "witness": "0000 0001 0002"}, {"cards": 0, "witness": ""}]}',
     "0000 0001 0002")
refuse("json-key-twice", '[{"card": "0000", "card": "0001"}]', "`card` twice")
refuse("json-list-twice", '{"cards": ["0000"], "cards": ["0001"]}', "`cards` and `cards`")
refuse("json-card-names-its-hand", '[{"hand": "a", "card": "0000"}, {"hand": "b", "card": "0001"}]', "a card names its hand")
refuse("json-lost-zeros", '[{"digits": 120}, {"digits": "0121"}]', "`120` is not 4 digits")
refuse("json-comment-behind", '["0000", # a card\n"0001"]', "`a card` is not the expected")
read("json-comment", '# cards\n["0000",\n  # and\n"0001"]', "0000 0001")
refuse("json-board", '{"board": ["0000", "0001"]}', "an object is a card with")
refuse("json-named-lists", '{"a": ["0000"], "b": ["0001"]}', "an object is a card with")
refuse("json-cards-of-text", '{"cards": "0000 0001"}', "an object is a card with")
refuse("json-two-on-a-line", '["0000"] ["0001"]', "follows a list on the same line")
refuse("json-behind", '["0000"] x', "`x` follows")
refuse("json-short-card", '[["1", "red", "solid", "oval"], ["2", "red", "solid"]]', "lacks a word for shape")
refuse("json-short-digits", "[[0, 1, 2, 0], [1, 1, 1]]", "mixes")
refuse("json-word-of-another-key", '[{"number": 1, "color": "oval", "shading": "solid", "shape": "red"}]', "`oval` in `color`")
refuse("json-empty-list", "[[]]", "a list is empty")
refuse("json-empty-object", "{}", "an object is a card with")
refuse("json-decimals", "[1.5, 2.0]", "`1.5` is not a card number")
refuse("python-set", "{'0120', '1111'}", "the expected `:`")
refuse("numpy", "[[0 1 2 0]\n [1 1 1 1]]\n", "is not the expected `,` or `]`")
refuse("array-of-a-program", "array([[0, 1, 2, 0]])\n", "is a call in a program")
refuse("json-two-lists", '{"cards": ["0000"], "hands": [{"cards": ["0001"]}]}', "`cards` and `hands`")
refuse("json-of-next", '{"next": [], "completing": [{"card": "0000"}]}', "an object is a card")
refuse("json-feature-twice", '[{"color": "red", "colour": "red", "number": 1, "shape": "oval", "shading": "solid"}]',
       "both a colour")
refuse("json-open", '{"cards": ["0120", "1120",\n', "the JSON ends too early")
refuse("json-null", '["0000", null, "0001"]', "`null`")
refuse("json-text-of-cards", '["0000 0001", "0002 0010"]', "`0000 0001` is 2 cards")
refuse("json-mixed", '["0000", ["0001"]]', "mixes")
refuse("json-brackets", "[" * 160000, "nested too deeply")
refuse("json-blank-line", '{"index": 4}\n\n{"index": 9}\n', "a blank line between lists")

# Which cards are a hand.
read("blank-lines-part", "0000\n0001\n0002\n\n1111\n1112\n1110\n", "0000 0001 0002/1111 1112 1110")
read("lines-of-eight", "0000 0001 0002 0010 0011 0012 0020 0021\n1000 1001 1002 1010 1011 1012 1020 1021\n",
     "0000 0001 0002 0010 0011 0012 0020 0021/1000 1001 1002 1010 1011 1012 1020 1021")
read("lines-of-eight-cards-in-all", "0000 0001 0002 0010\n1000 1001 1002 1010\n", "0000 0001 0002 0010/1000 1001 1002 1010")
ELEVEN = "0000 0001 0002 0010 0011 0012 0020 0021 0022 0100 0101"
refuse("lines-of-21-in-all", ELEVEN + "\n" + ELEVEN.replace("00", "10", 1)[:49] + "\n", "or one of 21")
read("lines-of-22-in-all", ELEVEN + "\n" + ELEVEN + "\n", ELEVEN + "/" + ELEVEN)
refuse("one-line-of-two-cards", "0000\n0001 0002\n0010\n", "3 hands of 2 and 1 cards")
SPACED = "0000 0001 0002\n\n1111 1112 1110\n\n2222 2220 2221\n"
refuse("board-with-blank-lines", SPACED, "3 hands of 3 cards (1, 1, 1 sets), or one of 9 (12 sets)?")
read("board-with-blank-lines-as-one", SPACED, "0000 0001 0002 1111 1112 1110 2222 2220 2221", "--one-hand")
refuse("board-of-lists", "[['0000', '0001', '0002'], ['1111', '1112', '1110'], ['2222', '2220', '2221']]",
       "3 hands of 3 cards", "or one of 9")
refuse("board-with-a-card-twice", "0000 0001 0002\n0000 1112 1110\n2222 2220 2221\n", "which would hold `0000` twice")
refuse("small-hand", "0000\n0001\n0002\n\n0010\n", "2 hands of 3 and 1 cards (1, 0 sets), or one of 4 (1 set)?")
read("small-hand-as-it-stands", "0000\n0001\n0002\n\n0010\n", "0000 0001 0002/0010", "--hand-a-line")
read("small-hand-as-one", "0000\n0001\n0002\n\n0010\n", "0000 0001 0002 0010", "--one-hand")
BOARDS = "0000 0001 0002\n1111 1112 1110\n2222 2220 2221\n"
read("two-boards", BOARDS + "\n" + BOARDS, " ".join(BOARDS.split()) + "/" + " ".join(BOARDS.split()), "--one-hand")

# What other programs write.
refuse("code-fence", "```\n0000\n```\n", "line 1", "is a code fence")
refuse("sep", "sep=;\ncard\n0000\n", "line 1", "a line for spreadsheets")
refuse("markdown-table", "| number | color |\n|---|---|\n| 1 | red |\n", "line 1", "give CSV")
refuse("sql-table", "+------+\n| card |\n+------+\n", "line 1", "give CSV")
refuse("constructor", "Card(1, red, solid, oval)\n", "is a call in a program")
refuse("yaml", "- number: 1\n  color: red\n", "line 1", "YAML")
refuse("rule", "0000\n----\n0001\n", "line 2", "is a rule")
refuse("label", "A: 0000 0001 0002\n", "has a label")

# Slips.
refuse("misspelt", "misspelt.txt", "line 4", "`purpel`")
refuse("slip-beside-synonym", "1 red solid oval\n2 blue open oval\n3 blu solid diamond\n", "line 3", "`blu` and `blue`")
refuse("missing-word", "2 red striped oval\n2 red striped\n", "line 2", "lacks a word for shape")
refuse("colour-twice", "2 red striped oval\nsolid 1 red green oval\n", "line 2", "`red` and `green` are both a colour")
refuse("two-blanks-are-no-word", "2 red striped oval\nred §§ %% oval\n", "line 2", "`§§`")

# A table, and cards that are gone.
refuse("gone-digits", "0121\n2210\n1102\n", "line 2 of the other file", "`3131`", gone="1212\n3131\n")
refuse("gone-in-another-way-twice", "0100 1100\n", "`2RFO` is already in the list", gone="2RFO 3RFO\n\n2RFO\n")
refuse("gone-twice", "1RSO 2RSO 3RSO\n", "`1RTO` is already", gone="1RTO\n1RTO\n")
refuse("gone-slip", "1 rot volle raute\n2 rot volle raute\n", "`lilla`", gone="2 lilla leere rauten\n")
refuse("gone-numbers", "0000 0001 0002\n", "--numbers-from", gone="7 9 12\n")
refuse("gone-digits-open", "1111 2222 1212\n", "--numbers-from 0 or 1", gone="1122\n")

# Rows and lists that may be read in two ways.
refuse("rows-of-one-and-of-several", "hand,card\n1,2RTO\n1,1GTD 3PTS\n", "line 2", "the row has one card")
refuse("rows-of-several-in-one-hand", "hand,card\n1,2RTO 1GTD\n1,3PTS 1RTO\n", "line 3", "hand `1` has several rows")
refuse("index-below-zero", "index\n-1\n", "`-1` is not a number of a card from 0 on")
KEYS = '[{"number":"A","colour":"A","texture":"A","shape":"A"},{"colour":"A","number":"B","texture":"A","shape":"A"},' \
    '{"shape":"A","texture":"A","colour":"A","number":"C"}]'
read("keys-in-any-order", KEYS, "0000 1000 2000", "--values A,B,C;A,B,C;A,B,C;A,B,C")
refuse("wrong-keys-after-right-ones", '[{"colour":"red","number":1,"texture":"solid","shape":"oval"},'
       '{"shape":"red","number":1,"texture":"solid","colour":"oval"}]', "in `shape` is a colour")
refuse("no-hand-beside-hands", '[{"cards": []}, ["2RTO","1GTD","3PTS"], ["1RTO","2RTD","3RTS"]]', "a list mixes")
refuse("hands-in-a-hand", '{"hands": [["0000","1111","2222"],[["0001","1112"],["0002","1110"]]]}', "a hand is a list of lists")
read("hands-of-cards-in-lists", '[[["0000"],["1111"],["2222"]],[["0001"],["1112"],["2220"]]]', "0000 1111 2222/0001 1112 2220")

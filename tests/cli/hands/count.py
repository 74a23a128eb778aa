"""Writes the examples of hands, and what must be found in them as `expected.json`.

    python3 count.py [DIRECTORY]

A card is a tuple of values from 0 to 2: number, shape, colour, texture. Hands are drawn by the hash
of the name of their file and written as `kinds.py` says. Their sets are counted on the tuples, by
trying all triples; nothing of what was written is read again.
"""

import hashlib
import itertools
import json
import pathlib
import sys

from kinds import KINDS, REFUSED, WRITTEN_BY_HAND
from sets import sets


def shuffled(cards, *seed):
    """Some cards in an order that is random and the same everywhere."""
    return sorted(cards, key=lambda card: hashlib.sha256(repr((seed, card)).encode()).digest())


def draw(kind, deck):
    """The hands of a kind, with the wanted numbers of sets, and the cards that are gone."""
    allowed = [card for card in deck if kind.table(card)]
    for attempt in itertools.count():
        hands = []
        for place, wanted in enumerate(kind.sets):
            again = itertools.count()
            tries = (shuffled(allowed, kind.file, attempt, place, it)[:kind.size] for it in again)
            hands.append(next(hand for hand in tries if len(sets(hand)) == wanted))
        rest = [card for card in shuffled(deck, kind.file, attempt) if card not in hands[0]]
        gone = rest[:kind.gone]
        if kind.whole(sum(hands, gone)):
            return hands, gone


def expected(kind, deck, hands, gone):
    """What must be found."""
    found = {"file": kind.file, "gone": kind.gone_file or None, "numbers_from": kind.numbers_from}
    found["features"] = kind.features if kind.features != 4 else None
    found["hands"] = [{"cards": len(hand), "sets": len(sets(hand))} for hand in hands]
    firsts = [sets(hand)[0] for hand in hands if sets(hand)]
    if kind.echo and firsts:
        found["first"] = [" ".join(kind.card(card).split()) for card in firsts[0]]
    if gone:
        # In how many ways one more card makes which number of sets.
        unseen = [card for card in deck if card not in hands[0] + gone]
        after = sorted(len(sets(hands[0] + [card])) for card in unseen)
        found["next"] = {str(many): len(list(ways)) for many, ways in itertools.groupby(after)}
    found["says"] = kind.says or None
    return {key: value for key, value in found.items() if value is not None}


def main(directory):
    read, refused = list(WRITTEN_BY_HAND), []
    for kind in KINDS:
        deck = list(itertools.product(range(3), repeat=kind.features))
        hands, gone = draw(kind, deck)
        texts = {kind.file: kind.text(hands, kind.card)}
        if gone:
            texts[kind.gone_file] = kind.gone_text([gone], kind.gone_card)
        for name, text in texts.items():
            (directory / name).write_bytes(text.replace("\n", kind.end).encode(kind.code))
        read.append(expected(kind, deck, hands, gone))
    for entry in REFUSED:
        for of, name in (("file_text", entry["file"]), ("gone_text", entry.get("gone"))):
            if of in entry:
                (directory / name).write_bytes(entry[of].encode())
        refused.append({key: value for key, value in entry.items() if not key.endswith("_text")})
    lines = lambda entries: ",\n".join(json.dumps(it, ensure_ascii=False) for it in entries)
    text = f'{{"read": [\n{lines(read)}\n], "refused": [\n{lines(refused)}\n]}}\n'
    (directory / "expected.json").write_bytes(text.encode())


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parent)

"""Deals hands as `setodds deal` does, from the description in the documentation of `deal` alone.

    python dealing.py SEED FEATURES CARDS FIRST_DEAL DEALS
"""

import itertools
import sys

QUARTERS = [(0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
            (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)]


def rotated(word, by, bits):
    return (word << by | word >> (bits - by)) % 2**bits


def chacha8(key, counter, stream):
    """The 16 words of 32 bits of a block of ChaCha8."""
    text = b"expand 32-byte k" + key + counter.to_bytes(8, "little") + stream.to_bytes(8, "little")
    start = [int.from_bytes(text[at:at + 4], "little") for at in range(0, 64, 4)]
    words = start[:]
    for a, b, c, d in 4 * QUARTERS:
        for x, y, z, by in (a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7):
            words[x] = (words[x] + words[y]) % 2**32
            words[z] = rotated(words[z] ^ words[x], by, 32)
    return [(a + b) % 2**32 for a, b in zip(words, start)]


def xoshiro256(s):
    """A step of xoshiro256++."""
    output = (rotated((s[0] + s[3]) % 2**64, 23, 64) + s[0]) % 2**64
    shifted = (s[1] << 17) % 2**64
    for to, source in (2, 0), (3, 1), (1, 2), (0, 3):
        s[to] ^= s[source]
    s[2], s[3] = s[2] ^ shifted, rotated(s[3], 45, 64)
    return output


def hands(seed, block, deck, cards):
    """The hands of a block, one after the other."""
    key = seed.to_bytes(8, "little") + bytes(8) + b"setodds deals v1"
    words = itertools.chain(*(chacha8(key, counter, block) for counter in range(8)))
    states = [[next(words) | next(words) << 32 for _ in range(4)] for _ in range(16)]
    while True:
        piles, group = [list(range(deck)) for _ in range(64)], [[] for _ in range(64)]
        for bound in range(deck, deck - cards, -1):
            while any(len(pile) == bound for pile in piles):
                outputs = [xoshiro256(state) for state in states]
                for deal, (pile, hand) in enumerate(zip(piles, group)):
                    product = (outputs[deal // 4] >> 16 * (deal % 4)) % 2**16 * bound
                    if len(pile) == bound and product % 2**16 >= 2**16 % bound:
                        hand.append(pile[product >> 16])
                        pile[product >> 16] = pile[-1]
                        pile.pop()
        yield from group


def deals(seed, features, cards, first, number):
    """Hands by the number of their deal, from 0."""
    pairs = max(1, cards * (cards - 1) // 2)
    length = 2 ** (max(64, min(2**14, 2**21 // pairs)).bit_length() - 1)
    for deal in range(first, first + number):
        block, place = divmod(deal, length)
        yield next(itertools.islice(hands(seed, block, 3**features, cards), place, None))


if __name__ == "__main__":
    for hand in deals(*map(int, sys.argv[1:])):
        print(*hand)

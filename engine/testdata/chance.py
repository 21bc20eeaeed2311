"""Writes chance.txt, the test vectors of chance, from the description of the streams alone.

It shares no code with package engine, and needs nothing but Python 3.
"""

import hashlib
import hmac
import itertools

COLOURS = ["black", "white"]
LETTERS = "rgbyopwk"  # eight colours of Kodeknacker


def sub(key, name):
    return hmac.new(key, name.encode(), hashlib.sha256).digest()


class Stream:
    def __init__(self, seed, name):
        self.key, self.next = sub(seed, name), 0

    def word(self):
        block, at = divmod(self.next, 8)
        self.next += 1
        digest = hashlib.sha256(self.key + block.to_bytes(8, "big")).digest()
        return int.from_bytes(digest[4 * at : 4 * at + 4], "big")

    def below(self, n):
        while True:
            word = self.word()
            if word < 2**32 - 2**32 % n:
                return word % n

    def shuffle(self, things):
        for i in range(len(things) - 1, 0, -1):
            j = self.below(i + 1)
            things[i], things[j] = things[j], things[i]
        return things


def davinci(seed, seats, first):
    """Plays a game with free jokers in which the clock decides everything."""
    stacks = {c: Stream(seed, c).shuffle(list(range(12)) + ["joker"]) for c in COLOURS}
    clocks = [Stream(seed, f"clock {s + 1}") for s in range(seats)]
    racks = [[] for _ in range(seats)]  # of [value, colour, open]

    def take(seat):
        black, white = len(stacks["black"]), len(stacks["white"])
        colour = "black" if clocks[seat].below(black + white) < black else "white"
        return [stacks[colour].pop(), colour, False]

    def put(rack, tile):
        """Puts a tile into its leftmost gap and returns its place, from 1."""
        gap = 0
        if tile[0] != "joker":
            order = lambda one: (one[0], one[1] == "white")
            for i, one in enumerate(rack):
                if one[0] != "joker" and order(one) < order(tile):
                    gap = i + 1
        rack.insert(gap, tile)
        return gap + 1

    for seat in range(seats):
        pending = []
        for _ in range(3 if seats == 4 else 4):
            tile = take(seat)
            yield f"{seat + 1} took {tile[1]}"
            if tile[0] == "joker":
                pending.append(tile)
            else:
                put(racks[seat], tile)
        gaps = Stream(seed, f"gaps {seat + 1}")
        for tile in pending:
            racks[seat].insert(gaps.below(len(racks[seat]) + 1), tile)

    def hidden(seat):
        return [i for i, one in enumerate(racks[seat]) if not one[2]]

    seat = first
    while sum(1 for s in range(seats) if hidden(s)) > 1:
        if hidden(seat):
            if any(stacks.values()):
                tile = take(seat)
                tile[2] = True
                yield f"{seat + 1} drew {tile[1]}"
                yield f"{seat + 1} added {put(racks[seat], tile)} {tile[1]} {tile[0]}"
            else:
                left = hidden(seat)
                place = left[clocks[seat].below(len(left))]
                tile = racks[seat][place]
                tile[2] = True
                yield f"{seat + 1} turned {place + 1} {tile[1]} {tile[0]}"
        seat = (seat + 1) % seats


def masterdice(seed, seats, first):
    codes, dice = Stream(seed, "code 1"), Stream(seed, "dice 1")
    code = [1 + codes.below(6) for _ in range(4)]
    left = 18
    for _ in range(7):
        row = [1 + dice.below(6) for _ in range(4)][:left]
        left -= len(row)
        if row:
            yield f"{first + 1} rolled {' '.join(map(str, row))}"
    yield f"{2 - first} code {' '.join(map(str, code))}"


def kodeknacker(seed, seats, first):
    for seat in range(seats):
        stream = Stream(seed, f"spare {seat + 1}")
        yield f"{seat + 1} code {''.join(LETTERS[stream.below(8)] for _ in range(5))}"


def bullscows(seed, seats, first):
    numbers = ["".join(digits) for digits in itertools.permutations("0123456789", 4)]
    for seat in range(seats):
        yield f"{seat + 1} code {numbers[Stream(seed, f'spare {seat + 1}').below(len(numbers))]}"


def main():
    for seed in (bytes(32), bytes([1]) + bytes(31), bytes(range(32))):
        print("seed", seed.hex())
        for name in ("", "first", "game 1", "clock 2", "spare 1"):
            print("sub", sub(seed, name).hex(), f'"{name}"')
        for n in (1, 2, 6, 7, 10, 30240, 2**31 + 2**30 + 1):
            stream = Stream(seed, "numbers")
            print("intn", n, *(stream.below(n) for _ in range(20)))
        for n in (0, 1, 2, 12, 13):
            print("shuffle", n, str(Stream(seed, "list").shuffle(list(range(n)))).replace(",", ""))
        for game, version, seats in ((davinci, 4, 4), (masterdice, 4, 2), (kodeknacker, 4, 2), (bullscows, 2, 2)):
            first = Stream(seed, "first").below(seats)
            print(f"{game.__name__} {version}: seat {first + 1} begins")
            for n in range(2):
                for event in game(sub(seed, f"game {n + 1}"), seats, (first + n) % seats):
                    print(f"{game.__name__} {n + 1}: {event}")


main()

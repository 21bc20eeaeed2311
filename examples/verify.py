#!/usr/bin/env python3
"""Checks the record of a match that a parlor server has signed.

    ssh HOST record ID > match.json
    python3 verify.py match.json [SHA256:fingerprint of the server's host key]

It shares no code with parlor, and needs Python's standard library only. docs/record.md describes what it does.
For the signature it runs ssh-keygen. It exits with 0 if the record holds, 1 if it does not, and 2 if it cannot tell.
"""

import datetime, base64, hashlib, hmac, itertools, json, re, subprocess, sys, tempfile


class Wrong(Exception):
    """The record does not hold."""


class Unknown(Exception):
    """This program cannot tell whether the record holds."""


def need(condition, why):
    if not condition:
        raise Wrong(why)


def T(tag, *parts):
    return hashlib.sha256(f"parlor {tag} 2\n".encode() + b"".join(parts)).digest()


def M(key, tag, *parts):
    return hmac.new(key, f"parlor {tag} 2\n".encode() + b"".join(parts), "sha256").digest()


def sub(key, name):
    return hmac.new(key, name.encode(), "sha256").digest()


class Stream:
    """The random numbers of a stream with a name."""

    def __init__(self, key, name):
        self.key, self.words = sub(key, name), iter(())
        self.block = 0

    def below(self, n):
        limit = 2**32 - 2**32 % n
        while True:
            for word in self.words:
                if word < limit:
                    return word % n
            block = hashlib.sha256(self.key + self.block.to_bytes(8, "big")).digest()
            self.words, self.block = (int.from_bytes(block[i : i + 4], "big") for i in range(0, 32, 4)), self.block + 1

    def shuffled(self, items):
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
        return items


class DaVinci:
    """A game of Da Vinci Code. A tile is 2 * number + colour, black before white; jokers have the number 12."""

    COLORS = ("black", "white")

    def __init__(self, options, seats, first, R):
        self.seats, self.first, self.turn, self.phase, self.hand = range(seats), first, None, "setup", None
        self.jokers, self.points, self.need = options["jokers"], options["points"], 3 if seats == 4 else 4
        numbers = range(12 if self.jokers == "none" else 13)
        self.pool = [Stream(R, name).shuffled([2 * n + c for n in numbers]) for c, name in enumerate(self.COLORS)]
        self.any, self.clock, self.gaps_by_clock = Stream(R, "any"), *([Stream(R, f"{n} {s + 1}") for s in self.seats] for n in ("clock", "gaps"))
        self.racks, self.pending = [[] for _ in self.seats], [[] for _ in self.seats]  # of [tile, open]; jokers without a place
        self.taken, self.ready, self.out, self.scores = ([x] * seats for x in (0, False, False, 0))
        self.winners = None

    def to_move(self):
        if self.phase == "setup":
            return [s for s in self.seats if not self.ready[s]]
        return [] if self.phase == "over" else [self.turn]

    def tell(self, seat, *words):
        self.told.append(" ".join([str(seat + 1), *map(str, words)]))

    @staticmethod
    def name(tile):
        return f"{DaVinci.COLORS[tile % 2]} {'joker' if tile >= 24 else tile // 2}"

    def gaps(self, rack, tile, strict):
        tiles, follows = [t for t, _ in rack], lambda a, b: a is not None and b is not None and b == a + 2
        if tile >= 24:  # a joker
            def bad(gap):
                left = [t for t in tiles[:gap] if t < 24][-1:] or [None]
                right = [t for t in tiles[gap:] if t < 24][:1] or [None]
                return strict and follows(left[0], right[0])
            return [gap for gap in range(len(tiles) + 1) if not bad(gap)]
        low, high, before, after = 0, len(tiles), None, None
        for i, other in enumerate(tiles):
            if other < tile:
                low, before = i + 1, other
            elif tile < other < 24:
                high, after = i, other
                break
        every = range(low, high + 1)
        good = [g for g in every if not (g > low and follows(before, tile)) and not (g < high and follows(tile, after))]
        return good if strict and good else list(every)

    def choice(self, seat):
        if self.phase == "setup":
            waits = self.taken[seat] == self.need and self.pending[seat]
            return self.gaps(self.racks[seat], self.pending[seat][0], self.jokers == "strict") if waits else []
        gaps = [] if self.hand is None else self.gaps(self.racks[seat], self.hand, self.jokers == "strict")
        return gaps if len(gaps) > 1 else []

    def hidden(self, seat):
        return [i for i, (_, shown) in enumerate(self.racks[seat]) if not shown]

    def play(self, seat, action):
        self.told = []
        need(self.phase != "over" and not self.out[seat], "the seat is out, or the game is over")
        if action == "resign":
            self.resign(seat)
            return self.told
        need(seat in self.to_move(), "it is not the turn of that seat")
        if action == "timeout":
            self.time_out(seat)
            return self.told
        gaps, full = self.choice(seat), self.taken[seat] == self.need
        verb, *words = action.split(" ")
        must = gaps and (self.phase == "setup" or self.chosen == 0)
        phases = {"take": "setup", "deal": "setup", "ready": "setup", "draw": "draw", "show": "show", "stop": "again"}
        can = verb == "place" or not must and self.phase in (phases.get(verb), *(("guess", "again") if verb == "guess" else ()))
        need(can and not (self.phase == "setup" and verb != "place" and full != (verb == "ready")), "the seat cannot do that now")
        if match := re.fullmatch(r"place ([1-9]\d?)", action):
            gap = int(match[1]) - 1
            need(gap in gaps and (self.phase == "setup" or self.chosen <= 16), "the tile cannot stand there")
            if self.phase == "setup":
                self.racks[seat].insert(gap, [self.pending[seat].pop(0), False])
            else:
                self.gap, self.chosen = gap, self.chosen + 1
        elif re.fullmatch(r"(take|draw) (black|white|any)", action):
            color = self.any_color(self.any) if words[0] == "any" else self.COLORS.index(words[0])
            need(self.pool[color], "no such tile is left")
            self.take(seat, color) if verb == "take" else self.draw(color)
        elif action == "deal":
            self.take_rest(seat, self.any)
        elif action == "ready":
            self.be_ready(seat)
        elif match := re.fullmatch(r"show ([1-9]\d?)", action):
            need(int(match[1]) - 1 in self.hidden(seat), "there is no hidden tile")
            self.show(int(match[1]) - 1)
        elif action == "stop":
            self.insert(False) if self.hand is not None else self.tell(seat, "stopped")
            self.next_turn()
        else:
            match = re.fullmatch(r"guess ([1-4]) ([1-9]\d?) (\d|1[01]|joker)", action)
            need(match and not (match[3] == "joker" and self.jokers == "none"), "there is no such action")
            target, place = int(match[1]) - 1, int(match[2]) - 1
            need(target in self.seats and target != seat and place in self.hidden(target), "there is no hidden tile")
            self.guess(target, place, match[3])
        return self.told

    def any_color(self, stream):
        return 0 if stream.below(len(self.pool[0]) + len(self.pool[1])) < len(self.pool[0]) else 1

    def take(self, seat, color):
        tile = self.pool[color].pop()
        self.taken[seat] += 1
        self.tell(seat, "took", self.COLORS[color])
        if tile >= 24:
            self.pending[seat].append(tile)
        else:
            self.racks[seat].insert(self.gaps(self.racks[seat], tile, False)[0], [tile, False])
        if self.taken[seat] == self.need and self.jokers == "none":
            self.be_ready(seat)

    def take_rest(self, seat, stream):
        while self.taken[seat] < self.need:
            self.take(seat, self.any_color(stream))

    def be_ready(self, seat):
        self.ready[seat] = True
        self.tell(seat, "ready")
        self.begin_if_ready()

    def begin_if_ready(self):
        if all(self.ready):
            self.turn = self.first
            self.next_turn() if self.out[self.turn] else self.begin_turn()

    def begin_turn(self):
        self.phase = "draw" if any(self.pool) else "guess"
        self.told.append(f"turn {self.turn + 1}")

    def next_turn(self):
        self.turn = next(s % len(self.seats) for s in itertools.count(self.turn + 1) if not self.out[s % len(self.seats)])
        self.begin_turn()

    def draw(self, color):
        self.hand, self.chosen, self.phase = self.pool[color].pop(), 0, "guess"
        self.gap = self.gaps(self.racks[self.turn], self.hand, self.jokers == "strict")[0]
        self.tell(self.turn, "drew", self.COLORS[color])

    def guess(self, target, place, value):
        tile = self.racks[target][place]
        right = self.name(tile[0]).split()[1] == value
        self.tell(self.turn, "guessed", target + 1, place + 1, value, "right" if right else "wrong")
        if not right:
            return self.pay()
        tile[1], self.phase = True, "again"
        self.tell(target, "opened", place + 1, self.name(tile[0]))
        self.scores[self.turn] += 1
        if self.out_if_open(target):
            self.scores[self.turn] += 3
            self.end_if_won()

    def pay(self):
        if self.hand is not None:
            self.insert(True)
            return self.next_turn()
        self.phase = "show"
        if len(hidden := self.hidden(self.turn)) == 1:
            self.show(hidden[0])

    def show(self, place):
        self.racks[self.turn][place][1] = True
        self.tell(self.turn, "turned", place + 1, self.name(self.racks[self.turn][place][0]))
        if not self.out_if_open(self.turn) or not self.end_if_won():
            self.next_turn()

    def insert(self, shown):
        self.racks[self.turn].insert(self.gap, [self.hand, shown])
        name = self.name(self.hand)
        self.tell(self.turn, "added" if shown else "kept", self.gap + 1, name if shown else name.split()[0])
        self.hand = None

    def out_if_open(self, seat):
        if not self.hidden(seat):
            self.out[seat] = True
            self.tell(seat, "out")
        return self.out[seat]

    def end_if_won(self):
        left = [s for s in self.seats if not self.out[s]]
        if len(left) > 1:
            return False
        if self.hand is not None and left[0] == self.turn:
            self.insert(False)
        self.phase, self.winners, self.turn = "over", left, None
        numbers = sum(t // 2 for t, shown in self.racks[left[0]] if not shown and t < 24)
        self.scores[left[0]] += 5 + (numbers if self.points == "international" else 0)
        self.tell(left[0], "won")
        return True

    def resign(self, seat):
        self.tell(seat, "resigned")
        in_turn = self.turn == seat
        if in_turn and self.hand is not None:
            self.insert(True)
        for tile in self.racks[seat]:
            tile[1] = True
        self.pending[seat], self.ready[seat] = [], True
        self.out_if_open(seat)
        if not self.end_if_won():
            if self.phase == "setup":
                self.begin_if_ready()
            elif in_turn:
                self.next_turn()

    def time_out(self, seat):
        self.tell(seat, "timed_out")
        if self.phase == "setup":
            self.take_rest(seat, self.clock[seat])
            while self.pending[seat]:
                gaps = self.choice(seat)
                self.racks[seat].insert(gaps[self.gaps_by_clock[seat].below(len(gaps))], [self.pending[seat].pop(0), False])
            self.ready[seat] or self.be_ready(seat)
        elif self.phase == "draw":
            self.draw(self.any_color(self.clock[seat]))
            self.pay()
        elif self.hand is not None:
            self.pay()
        else:
            self.show(self.hidden(seat)[self.clock[seat].below(len(self.hidden(seat)))])

    def result(self):
        return self.winners, None if self.points == "single" else self.scores


class MasterDice:
    """A game of MasterDice. A board is a dict; of a duel there are two, by the seat that solves."""

    def __init__(self, options, seats, first, R):
        self.duel, self.bonus = options["mode"] == "duel", options["bonus_dice"] == "on"
        self.boards = []
        for n in (1, 2) if self.duel else (1,):
            code, dice = ([1 + s.below(6) for _ in range(k)] for s, k in ((Stream(R, f"code {n}"), 4), (Stream(R, f"dice {n}"), 28)))
            self.boards.append({"solver": n - 1 if self.duel else first, "code": code, "dice": dice, "rows": [], "rolled": False, "end": None})

    def to_move(self):
        return [b["solver"] for b in self.boards if not b["end"]]

    def left(self, b):
        return 18 - sum(len([c for c in row if c]) for row in b["rows"])

    @staticmethod
    def judge(code, row):
        return [sum(1 for c, r in zip(code, row) if r and is_so(c, r)) for is_so in (int.__eq__, int.__lt__, int.__gt__)]

    def play(self, seat, action):
        need(self.to_move(), "the game is over")
        b = next((b for b in self.boards if b["solver"] == seat and not b["end"]), None)
        if action == "resign" and not b and not self.duel:
            self.boards[0]["end"] = "conceded"
            return [f"{seat + 1} resigned", *self.reveal()]
        need(b, "it is not the turn of that seat")
        told, me, n = [], f"{seat + 1} ", len(b["rows"])
        show = lambda classic, duel=None: told.extend([me + classic] if not self.duel else [me + duel] if duel else [])
        table = b["dice"][4 * n : 4 * n + min(4, self.left(b))]
        phase = "solve" if n == 7 or not table else "place" if b["rolled"] else "roll"
        if action == "timeout":
            show("timed_out")
            fits = lambda code: all(self.judge(code, row) == self.judge(b["code"], row) for row in b["rows"])
            lowest = lambda: next(c for c in itertools.product(range(1, 7), repeat=4) if fits(c))
            laid = lambda: " ".join(c + str(d) for c, d in zip("bryg", table))
            action = {"roll": lambda: "roll", "place": lambda: "place " + laid(), "solve": lambda: "solve " + " ".join(map(str, lowest()))}[phase]()
        if action == "resign":
            b["end"] = "resigned"
            told.append(me + "resigned")
        elif action == "roll" and phase == "roll":
            b["rolled"] = True
            show("rolled " + " ".join(map(str, table)))
        elif match := re.fullmatch(r"place(?: b([1-6]))?(?: r([1-6]))?(?: y([1-6]))?(?: g([1-6]))?", action):
            row = [int(d or 0) for d in match.groups()]
            need(phase == "place" and any(row) and all(row.count(d) <= table.count(d) for d in row if d), "these dice are not on the table")
            b["rows"].append(row)
            b["rolled"] = False
            equal, high, low = self.judge(b["code"], row)
            show(f"placed {n + 1} {action[6:]} equal {equal} high {high} low {low}", f"used row {n + 1}")
        else:
            need(re.fullmatch(r"solve [1-6] [1-6] [1-6] [1-6]", action), "the seat cannot do that now")
            b["end"] = "right" if [int(d) for d in action.split()[1:]] == b["code"] else "wrong"
            b["answer"] = f"solved {action[6:]} {b['end']}"
            show(b["answer"], "finished")
        return told if self.to_move() else told + self.reveal()

    def reveal(self):
        answers = [f"{b['solver'] + 1} {b['answer']}" for b in self.boards if self.duel and "answer" in b]
        return answers + [f"{2 - b['solver']} code {' '.join(map(str, b['code']))}" for b in self.boards]

    def result(self):
        points = [0, 0]
        for b in self.boards:
            if b["end"] in ("right", "conceded"):
                points[b["solver"]] = 20 + 5 * (7 - len(b["rows"])) + (self.left(b) if self.bonus else 0)
        if not any(points):
            return [] if self.duel else [1 - self.boards[0]["solver"]], points
        return [s for s in (0, 1) if points[s] == max(points)], points


class CodeBreak:
    """A game of Kodeknacker or of Bulls and Cows: both seats make a code, and guess the other's."""

    def __init__(self, options, seats, first, R):
        sizes = {"kodeknacker": (5, 6, 12), "classic": (4, 6, 10), "super": (5, 8, 12)}
        self.distinct, self.make = "digits" in options, "secret" if "digits" in options else "code"
        if self.distinct:
            self.places, symbols, self.rows = int(options["digits"]), 10, int(options["rows"])
        else:
            self.places, symbols, self.rows = sizes.get(options["preset"]) or [int(options[n]) for n in ("positions", "colors", "rows")]
        self.symbols = ("0123456789" if self.distinct else "rgbyopwkcm")[:symbols]
        self.spare = [self.random(Stream(R, f"spare {s}")) for s in (1, 2)]
        self.codes, self.boards, self.winners = [None, None], [[], []], None

    def random(self, stream):
        if not self.distinct:
            return "".join(self.symbols[stream.below(len(self.symbols))] for _ in range(self.places))
        numbers = list(itertools.permutations(self.symbols, self.places))
        return "".join(numbers[stream.below(len(numbers))])

    def to_move(self):
        if self.winners is not None:
            return []
        done = min(map(len, self.boards))
        return [s for s in (0, 1) if not self.codes[s] or all(self.codes) and len(self.boards[s]) == done]

    def play(self, seat, action):
        need(self.winners is None, "the game is over")
        told, me = [], seat + 1
        if action == "resign":
            self.winners = [1 - seat]
            return [f"{me} resigned", *self.reveal()]
        need(seat in self.to_move(), "it is not the turn of that seat")
        made = all(self.codes)
        if action == "timeout":
            told, code = [f"{me} timed_out"], "" if made else self.spare[seat]
        else:
            verb, _, code = action.partition(" ")
            need(verb == ("guess" if made else self.make), "the seat cannot do that now")
            good = len(code) == self.places and set(code) <= set(self.symbols)
            need(good and not (self.distinct and len(set(code)) < len(code)), "that is no code")
        if not made:
            self.codes[seat] = code
            return told + [f"{me} set"] + (["round 1"] if all(self.codes) else [])
        self.boards[seat].append(code)
        told.append(f"{me} guessed")
        row = len(self.boards[seat])
        if row > len(self.boards[1 - seat]):
            return told
        told += [f"{s + 1} row {row} {self.answer(self.boards[s][-1], self.codes[1 - s])}" for s in (0, 1)]
        cracked = [s for s in (0, 1) if self.boards[s][-1] == self.codes[1 - s]]
        told += [f"{s + 1} cracked" for s in cracked]
        if not cracked and row < self.rows:
            return told + [f"round {row + 1}"]
        self.winners = cracked or [0, 1]
        return told + self.reveal()

    @staticmethod
    def answer(guess, code):
        if not guess:
            return "-"
        black = sum(a == b for a, b in zip(guess, code))
        return f"{guess} {black} {sum(min(guess.count(c), code.count(c)) for c in set(guess)) - black}"

    def reveal(self):
        won = ["draw"] if len(self.winners) == 2 else [f"{s + 1} won" for s in self.winners]
        return won + [f"{s + 1} code {c}" for s, c in enumerate(self.codes) if c]

    def result(self):
        return self.winners, None


def numbers(low, high, step=1):
    return {str(n) for n in range(low, high + 1, step)}


SWITCH, FIRST = {"off", "on"}, {"random", "1", "2"}
GAMES = {  # version, seats, state, options
    "davinci": (4, range(2, 5), DaVinci, {"jokers": {"none", "free", "strict"}, "points": {"international", "classic", "single"},
                "rounds": numbers(1, 9), "first": FIRST | {"3", "4"}, "memory": SWITCH}),
    "masterdice": (4, (2,), MasterDice, {"mode": {"classic", "duel"}, "rounds": numbers(2, 10, 2), "bonus_dice": SWITCH, "memory": SWITCH, "first": FIRST}),
    "kodeknacker": (4, (2,), CodeBreak, {"preset": {"kodeknacker", "classic", "super", "free"}, "positions": numbers(3, 8),
                    "colors": numbers(4, 10), "rows": numbers(6, 20), "rounds": numbers(1, 9), "memory": SWITCH}),
    "bullscows": (2, (2,), CodeBreak, {"digits": numbers(3, 5), "rows": numbers(6, 20), "rounds": numbers(1, 9)}),
}  # fmt: skip


class Match:
    """A match: games one after the other, dealt from a seed."""

    def __init__(self, game, options, seats, seed):
        self.state, self.options, self.seats, self.seed = GAMES[game][2], options, range(seats), seed
        self.games = 1 if options.get("points") == "single" else int(options["rounds"])
        drawn = Stream(seed, "first").below(seats)
        self.first = drawn if options.get("first", "random") == "random" else int(options["first"]) - 1
        self.number, self.gone, self.totals, self.over = 0, [False] * seats, [0] * seats, False
        self.deal()

    def deal(self):
        self.number, self.waiting = self.number + 1, []  # who has not said next between two games
        self.game = self.state(self.options, len(self.seats), self.first, sub(self.seed, f"game {self.number}"))
        return [event for s in self.seats if self.gone[s] for event in self.game.play(s, "resign")]

    def to_move(self):
        return self.waiting or ([] if self.over else self.game.to_move())

    def play(self, seat, action):
        need(not self.over, "the match is over")
        if self.waiting:
            return self.between(seat, action)
        try:
            told = list(self.game.play(seat, action))
        except Wrong:
            need(action == "resign" and not self.gone[seat], f"seat {seat + 1} cannot play {action!r}")
            told = [f"{seat + 1} resigned"]
        self.gone[seat] |= action == "resign"
        if self.game.to_move():
            return told
        winners, points = self.game.result()
        winners = [s for s in winners if not self.gone[s]]
        points = points or [1 / len(winners) if s in winners else 0 for s in self.seats]
        self.totals = [a + b for a, b in zip(self.totals, points)]
        told.append(f"round {self.number} won {tally(winners, points)}")
        if self.number < self.games and self.gone.count(False) > 1:
            self.waiting = [s for s in self.seats if not self.gone[s]]
            return told
        return told + self.end()

    def end(self):
        self.over, self.waiting = True, []
        return [f"match {self.number} won {tally(self.winners(), self.totals)}"]

    def winners(self):
        left = [s for s in self.seats if not self.gone[s]]
        return [s for s in left if self.totals[s] == max(self.totals[s] for s in left)]

    def between(self, seat, action):
        if action == "enough":
            return self.end()
        need(action in ("next", "timeout") and seat in self.waiting, "the seat waits for the next game")
        self.waiting.remove(seat)
        told = [f"round {self.number + 1} ready {seat + 1}"]
        if not self.waiting:
            self.first = (self.first + 1) % len(self.seats)
            told += [f"round {self.number + 1} first {self.first + 1}", *self.deal()]
        return told


def decimal(x):
    return f"{x:g}"


def tally(winners, points):
    return f"{','.join(str(s + 1) for s in winners) or '-'} points {' '.join(map(decimal, points))}"


HASH, NUMBER = r"((?!0{64})[0-9a-f]{64})", r"([1-9]\d{0,17})"


class Lines:
    """The lines of a record, read one after the other."""

    def __init__(self, text):
        need(re.fullmatch(r"([!-~]+( [!-~]+)*\n)+", text), "a line is empty, is not ended, or has a character or a space that no record has")
        self.all, self.at = text.split("\n")[:-1], 0

    def now(self):
        need(self.at < len(self.all), "the text ends before the record does")
        return self.all[self.at]

    def next(self, pattern):
        match = re.fullmatch(pattern, self.now())
        need(match, f"{self.now()!r} is not as it has to be")
        self.at += 1
        return match.groups()

    def pairs(self, word):
        pairs = []
        while self.now().startswith(word + " "):
            pairs.append(self.next(word + r" (\S+) (\S+)"))
        need(all(a[0] < b[0] for a, b in zip(pairs, pairs[1:])), f"the lines of {word} are not sorted")
        return dict(pairs)


def check(lines, text):
    """Checks the text of a record, and returns the fingerprint and the hashes of names in it."""
    lines.next("parlor match 2")
    lines.next(r"server \S+")
    (key,) = lines.next(r"key (\S+)")
    lines.next(r"room \S+ [0-9a-f]{32}")
    lines.next("match " + NUMBER)
    lines.next(f"before (-|{HASH})")
    (time,) = lines.next(r"time (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)")
    try:
        datetime.datetime.strptime(time, "%Y-%m-%dT%H:%M:%SZ")
    except ValueError:
        raise Wrong("there is no such time") from None
    game, version = lines.next(rf"game (\S+) {NUMBER}")
    lines.pairs("set")
    options, names = lines.pairs("option"), []
    while lines.now().startswith("seat "):
        names += lines.next(rf"seat {len(names) + 1} (?:person 0|bot [1-9]\d{{0,8}}) {HASH} -(?: guest)?(?: program)?")
    (seal,) = lines.next("seal " + HASH)
    lines.next("frozen")
    frozen = T("deal", text[: text.index("\nfrozen\n") + 8].encode())
    lines.next("dealt")
    if game not in GAMES or int(version) != GAMES[game][0]:
        raise Unknown(f"this program does not know version {version} of {game}")
    _, seats, _, known = GAMES[game]
    need(options.keys() == known.keys() and all(value in known[name] for name, value in options.items()), "the options are not those of the game")
    need(len(names) in seats and options.get("first", "1") in {"random", *numbers(1, len(names))}, "the game has no such seats")
    need(secret := re.search(f"\nsecret {HASH}\n", text), "there is no secret")
    secret = bytes.fromhex(secret[1])
    need(T("seal", secret).hex() == seal, "the secret at the end is not the one that the seal promised")
    moves = head = start = T("dealt", frozen, b"dealt\n")
    match, events = Match(game, options, len(names), M(secret, "seed", start)), 0
    while not re.match("winners |void ", line := lines.now()):
        player = re.fullmatch(rf"player ([1-9]) (?:(?:person|program) {HASH}|bot [1-9]\d{{0,8}})", line)
        move = re.fullmatch(r"([1-9])(!?) (.+)", line)
        need(player or move, f"{line!r} is no move")
        seat = int((player or move)[1]) - 1
        need(seat < len(names), "there is no such seat")
        if player:
            need(player[2] in (None, names[seat]), "the name is not the one of that seat")
        else:
            need(move[3] in ("resign", "next") or bool(move[2]) == (move[3] in ("timeout", "enough")), "the room does not play that, or only the room does")
        seen = [line] if player else match.play(seat, move[3])
        moves = T("move", moves, line.encode())
        lines.at += 1
        for event in seen:
            if move:
                lines.next(re.escape("* " + event))
            events += 1
            head = T("event", head, M(secret, "blind", events.to_bytes(8, "big"), moves), event.encode())
    if line.startswith("winners "):
        need(not match.to_move(), "the match goes on after the last move")
        lines.next("winners " + (" ".join(str(s + 1) for s in match.winners()) or "-"))
    else:
        lines.next("void [a-z_]+")
    for line in ("points " + " ".join(map(decimal, match.totals)), "secret " + secret.hex(), "moves " + moves.hex(), "head " + head.hex(), "end"):
        lines.next(re.escape(line))
    need(lines.at == len(lines.all), "something follows the end")
    return key, names


def read(data):
    """Reads a document, which has one spelling but for the spaces between its parts."""
    compact = re.sub(r'("(?:[^"\\]|\\.)*")|\s+', r"\1", data)
    try:
        d = json.loads(data)
        known = {"format": d["format"], "text": d["text"], **({"signature": d["signature"]} if d.get("signature") else {})}
        known["names"] = [{"seat": int(n["seat"]), "name": str(n["name"]), "salt": str(n["salt"])} for n in d["names"]]
    except (ValueError, KeyError, TypeError, AttributeError) as wrong:
        raise Unknown(f"it is not a record of format 2 as JSON: {wrong!r}") from None
    again = json.dumps(known, ensure_ascii=False, separators=(",", ":"))
    for char in "<>&\u2028\u2029":
        again = again.replace(char, f"\\u{ord(char):04x}")
    if known["format"] != 2 or again != compact:
        raise Unknown("it is not format 2, or not spelled as the server writes it")
    return known


def check_signature(text, signature):
    """Checks the signature of a text, and returns the fingerprint of its key."""
    body = re.fullmatch(r"-----BEGIN SSH SIGNATURE-----\n((?:[A-Za-z0-9+/]{64}\n)*[A-Za-z0-9+/]*=*\n)-----END SSH SIGNATURE-----\n?", signature)
    need(body and b"sha512" in base64.b64decode(body[1]), "the signature cannot be read")
    with tempfile.NamedTemporaryFile("w") as file:
        file.write(signature)
        file.flush()
        command = ["ssh-keygen", "-Y", "check-novalidate", "-n", "parlor-record", "-s", file.name]
        said = subprocess.run(command, input=text.encode(), capture_output=True, check=False)
    need(said.returncode == 0, "the signature is not one of this text")
    return re.search(rb"SHA256:\S+", said.stdout)[0].decode()


def judge(data, expected=None):
    """Checks a document, and returns the exit status, what holds, and the verdict."""
    holds = []
    try:
        document = read(data)
        lines = Lines(document["text"])
        try:
            key, names = check(lines, document["text"])
        except Wrong as wrong:
            raise Wrong(f"line {lines.at + 1}: {wrong}") from None
        holds.append("Moves, events, winners, points and both chains follow from the secret.")
        if "signature" in document:
            signer = check_signature(document["text"], document["signature"])
            need(signer == key, f"the record is signed by {signer}, and names {key}")
            holds.append(f"The text is signed by {signer}.")
        need(expected is None or expected == key and "signature" in document, "the record is not signed by the key that was given")
        seats = [one["seat"] for one in document["names"]]
        need(seats == sorted(set(seats)), "the names are not in the order of seats")
        for one in document["names"]:
            need(0 < one["seat"] <= len(names) and re.fullmatch("[0-9a-f]{32}", one["salt"]), "a name has no seat or salt")
            need(T("name", bytes.fromhex(one["salt"]), one["name"].encode()).hex() == names[one["seat"] - 1], "a name is not the one in the text")
    except Wrong as wrong:
        return 1, holds, f"the record does not hold: {wrong}"
    except Unknown as unknown:
        return 2, holds, f"the record cannot be checked: {unknown}"
    return 0, holds, "the record holds. docs/fairness.md says what no record can prove"


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as opened:
        status, what, verdict = judge(opened.read(), *sys.argv[2:])
    print(*what, f"Verdict: {verdict}.", sep="\n")
    sys.exit(status)

#!/usr/bin/env python3
"""Plays any game of parlor through its text protocol (docs/protocol.md).

    player.py [-n MATCHES] SSH COMMAND...

    player.py "ssh -p 2222 localhost" play kodeknacker bots=1
    player.py -n 3 "ssh -p 2222 localhost" play E93TDD

The code may be that of a game night that allows programs; then it plays until the
game night is over.

SSH is how to reach the server, COMMAND what to ask of it. Each match that ends
is printed as the message `over`; what goes on is told on the standard error.
It knows what the protocol says and nothing else of parlor.
"""

import argparse
import itertools
import json
import random
import shlex
import subprocess
import sys


class Player:
    def __init__(self, ssh, command, matches):
        self.matches = matches
        self.waiting = None  # id of the message that has no answer yet
        self.sent = 0
        self.view = None  # the newest
        self.fresh = 0  # number of the first view that shows what came of the newest answer
        self.seat = 0
        self.thoughts = {}  # what a game remembers of the round under way
        self.night = False  # whether it plays at a game night
        self.left = False  # whether it has left that
        self.server = subprocess.Popen(
            shlex.split(ssh) + command, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True, bufsize=1)

    def send(self, **message):
        self.sent += 1
        self.waiting = message["id"] = self.sent
        self.server.stdin.write(json.dumps(message) + "\n")

    def run(self):
        for line in self.server.stdout:
            message = json.loads(line)
            hear = getattr(self, "hear_" + message["type"], None)
            if hear:
                hear(message)
        return self.server.wait()

    def hear_hello(self, message):
        self.seat = message["seat"]
        print("room", message["room"]["code"], "seat", self.seat, file=sys.stderr, flush=True)

    def hear_night(self, night):
        self.night, self.view = True, None
        if self.waiting is not None or self.left:
            return
        if night["night"]["stage"] == "over" and night["your_state"] != "playing":
            self.left = True
            self.send(leave=True)
        elif night["your_state"] in ("called", "playing"):
            self.send(table=True)

    def hear_done(self, message):
        self.waiting, self.fresh = None, message["view"]
        self.decide()

    def hear_refused(self, message):
        if not self.night:
            raise SystemExit("refused: " + message["text"])
        self.waiting = None  # the table was called off; the next message `night` says more

    def hear_over(self, message):
        print(json.dumps(message), flush=True)
        self.matches -= 1
        won = "won" if self.seat in message["winners"] else "not won"
        print(won, message["points"], file=sys.stderr, flush=True)

    def hear_view(self, view):
        self.view, self.seat = view, view["seat"]
        self.decide()

    def decide(self):
        # An answer names the first view that shows what came of what was sent.
        # It may be one that is here already.
        view = self.view
        if self.waiting is not None or view is None or view["number"] < self.fresh or view["seat"] == 0:
            return
        if view["paused"]:
            return
        stage, mine = view["stage"], view["chairs"][view["seat"] - 1]
        if stage == "over" and (self.night or self.matches <= 0):
            self.send(leave=True)
        elif stage in ("gathering", "over") and not mine["ready"]:
            self.send(ready=True)
        elif stage == "interval" and view["your_turn"]:
            self.send(ready=True)
        elif stage == "playing" and view["your_turn"]:
            self.send(do=getattr(self, view["room"]["game"])(view))

    # Da Vinci Code: guess the tile about which least is possible.

    def davinci(self, view):
        table, legal = view["match"]["table"], view["legal"]
        if not any(action.startswith("guess") for action in legal):
            return next((a for a in legal if a in ("deal", "ready", "draw any")), random.choice(legal))
        best = min(self.hidden_tiles(table), key=lambda tile: (len(tile[2]), random.random()))
        if "stop" in legal and len(best[2]) > 2:
            return "stop"
        return f"guess {best[0]} {best[1]} {random.choice(best[2])}"

    def hidden_tiles(self, table):
        """Yields seat, place and possible values of every hidden tile of the others."""
        own = table["racks"][self.seat - 1]
        seen = {(t["color"], t["value"]) for rack in table["racks"] for t in rack["tiles"] if t["value"] != "?"}
        if own["drawn"]:
            seen.add((own["drawn"]["color"], own["drawn"]["value"]))
        jokers = table["jokers"] != "none"
        for rack in table["racks"]:
            if rack["seat"] == self.seat:
                continue
            numbers = [t["value"] for t in rack["tiles"]]
            for place, tile in enumerate(rack["tiles"]):
                if tile["open"]:
                    continue
                low = max([int(v) for v in numbers[:place] if v.isdigit()], default=0)
                high = min([int(v) for v in numbers[place:] if v.isdigit()], default=11)
                values = [str(v) for v in range(low, high + 1)] + ["joker"] * jokers
                likely = [v for v in values if (tile["color"], v) not in seen and v not in tile["ruled_out"]]
                yield rack["seat"], place + 1, likely or values

    # MasterDice: place what some code that is still possible has there.

    def masterdice(self, view):
        board = next(b for b in view["match"]["table"]["boards"] if b["solver"] == self.seat)
        codes = [code for code in itertools.product(range(1, 7), repeat=4)
                 if all(self.fits(code, row) for row in board["rows"])]
        code = random.choice(codes)
        if len(codes) == 1 or board["phase"] == "solve":
            return "solve " + " ".join(map(str, code))
        if board["phase"] == "roll":
            return "roll"
        left, cells = list(board["rolled"]), []
        for column, value in zip("bryg", code):
            if value in left:
                left.remove(value)
                cells.append(column + str(value))
        return "place " + " ".join(cells or ["b" + str(left[0])])

    @staticmethod
    def fits(code, row):
        pairs = [(cell, value) for cell, value in zip(row["cells"], code) if cell]
        return (sum(c == v for c, v in pairs) == row["equal"]
                and sum(c > v for c, v in pairs) == row["high"])

    # Kodeknacker: guess a code that fits all answers.

    def kodeknacker(self, view):
        table = view["match"]["table"]
        letters, size = "rgbyopwkcm"[:table["colors"]], table["positions"]
        if table["phase"] == "set":
            return "code " + "".join(random.choices(letters, k=size))
        rows = [row for row in table["boards"][self.seat - 1]["guesses"] if row["guess"]]
        known = self.thoughts.get("codes")
        if not rows or known is None or len(rows) < self.thoughts["rows"]:
            known = random.sample(list(itertools.product(letters, repeat=size)), min(len(letters) ** size, 20000))
            self.thoughts = {"codes": known, "rows": 0}
        new = rows[self.thoughts["rows"]:]
        fitting = [c for c in known if all(self.pegs(c, r["guess"]) == (r["black"], r["white"]) for r in new)]
        self.thoughts = {"codes": fitting, "rows": len(rows)}
        return "guess " + "".join(random.choice(fitting) if fitting else random.choices(letters, k=size))

    @staticmethod
    def pegs(one, other):
        black = sum(a == b for a, b in zip(one, other))
        return black, sum(min(list(one).count(c), other.count(c)) for c in set(one)) - black


def main():
    parser = argparse.ArgumentParser(description="Plays any game of parlor.")
    parser.add_argument("-n", "--matches", type=int, default=1, help="matches to play, 1 if not given")
    parser.add_argument("ssh", help='how to reach the server, such as "ssh -p 2222 localhost"')
    parser.add_argument("command", nargs="+", help="what to ask of it, such as: play davinci bots=1")
    given = parser.parse_args()
    sys.exit(Player(given.ssh, given.command, given.matches).run())


if __name__ == "__main__":
    main()

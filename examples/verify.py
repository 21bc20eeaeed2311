"""Checks a signed match record of parlor (docs/record.md, format 2): python3 verify.py match.json [SHA256:fingerprint]
Exits with 0 if it is valid, 1 if it is not, and 2 if that cannot be told. Needs ssh-keygen for the signature."""
import base64, collections, datetime, hashlib, hmac, itertools, json, re, struct, subprocess, sys, tempfile
from types import SimpleNamespace

HASH, TIME = "[0-9a-f]{64}", "[0-9]{4}(?:-[0-9]{2}){2}T[0-9]{2}(?::[0-9]{2}){2}Z"
HEADER = ["parlor match 2", "server [!-~]+", "key ([!-~]+)", "room [!-~]+ [0-9a-f]{32}", "match [1-9][0-9]*",
          f"before (?:-|{HASH})"]
OPTIONS = {
    "davinci 4": "first random|[1-4], jokers none|free|strict, memory on|off, "
                 "points international|classic|single, rounds [1-9]",
    "masterdice 4": "bonus_dice on|off, first random|[12], memory on|off, mode classic|duel, rounds [2468]|10",
    "kodeknacker 4": "colors [4-9]|10, memory on|off, positions [3-8], preset kodeknacker|classic|super|free, "
                     "rounds [1-9], rows [6-9]|1[0-9]|20",
    "bullscows 2": "digits [345], rounds [1-9], rows [6-9]|1[0-9]|20"}
CODES = list(itertools.product(range(1, 7), repeat=4))
PRESETS = {"kodeknacker": (5, 6, 12), "classic": (4, 6, 10), "super": (5, 8, 12)}
ARMOUR = ("-----BEGIN SSH SIGNATURE-----\n((?:[A-Za-z0-9+/]{64}\n){3}[A-Za-z0-9+/]{52}\n)"
          "-----END SSH SIGNATURE-----\n")
SIGNATURE = (b"SSHSIG\0\0\0\1" b"\0\0\0\x33(\0\0\0\x0bssh-ed25519\0\0\0\x20.{32})" b"\0\0\0\x0dparlor-record"
             b"\0\0\0\0" b"\0\0\0\6sha512" b"\0\0\0\x53\0\0\0\x0bssh-ed25519\0\0\0\x40.{64}")

class Refused(Exception):
    """A reason and an exit status."""

def require(condition, reason="this cannot be done now", status=1):
    if not condition:
        raise Refused(reason, status)

class Lines:
    def __init__(self, text):
        self.lines, self.at = text.split("\n"), 0  # the last one is empty, and fits nothing

    def take(self, pattern, exact=False):
        self.at += 1
        found = self.lines[self.at - 1] == pattern if exact else re.fullmatch(pattern, self.lines[self.at - 1])
        require(found, f"expected: {pattern}")
        return found

def hashed(tag, *parts, key=None):  # T of docs/record.md, or M with a key
    text = b"parlor " + tag + b" 2\n" + b"".join(parts)
    return hmac.digest(key, text, "sha256") if key is not None else hashlib.sha256(text).digest()

def spaced(things, space=" "):
    return space.join(f"{thing:g}" if isinstance(thing, float) else str(thing) for thing in things)

def stream(key, name):
    key = hmac.digest(key, name.encode(), "sha256")
    for block in itertools.count():
        yield from struct.unpack(">8I", hashlib.sha256(key + block.to_bytes(8, "big")).digest())

def below(n, words):
    return next(word for word in words if word < 2**32 - 2**32 % n) % n

def shuffled(things, words):
    for i in range(len(things) - 1, 0, -1):
        j = below(i + 1, words)
        things[i], things[j] = things[j], things[i]
    return things

def legal_gaps(row, tile, strict):
    joker, rank, legal = tile.value == "joker", (tile.value, tile.colour), []
    ranks = [] if joker else [(i, (t.value, t.colour)) for i, t in enumerate(row) if t.value != "joker"]
    low = max((i + 1 for i, other in ranks if other < rank), default=0)
    high = min((i for i, other in ranks if other > rank), default=len(row))
    for gap in range(low, high + 1) if strict and low < high else ():
        new = [(i, t) for i, t in enumerate(row[:gap] + [tile] + row[gap:]) if t.value != "joker"]
        neighbours = [(i, j) for (i, a), (j, b) in zip(new, new[1:]) if (b.value - a.value, b.colour) == (1, a.colour)]
        legal += [gap] if not any(i < gap < j if joker else i + 1 < j for i, j in neighbours) else []
    return legal or list(range(low, high + 1))

def davinci(say, options, seats, staying, first, seed):
    strict, jokers, order = options["jokers"] == "strict", options["jokers"] != "none", range(1, seats + 1)
    alive, unready, rows, waiting = set(order), set(order), {s: [] for s in order}, {s: [] for s in order}
    any_colour, clocks = stream(seed, "any"), {seat: stream(seed, f"clock {seat}") for seat in order}
    stacks = {c: shuffled([SimpleNamespace(value=v, colour=c, name=f"{c} {v}", hidden=True)
                           for v in [*range(12), "joker"][: 12 + jokers]], stream(seed, c)) for c in ("black", "white")}
    def pick(colour, words):
        black, white = len(stacks["black"]), len(stacks["white"])
        if colour == "any":
            colour = "black" if below(black + white, words) < black else "white"
        require(stacks.get(colour), "there is no such tile")
        return stacks[colour].pop()
    def hidden(seat):
        return [str(place) for place, tile in enumerate(rows[seat], 1) if tile.hidden]
    def leave(seat, *before):
        alive.discard(seat)
        unready.discard(seat)
        say(*before, f"{seat} out")
    def turn_up(seat, place, verb):
        tile = rows[seat][int(place) - 1]
        tile.hidden = False
        say(f"{seat} {verb} {place} {tile.name}")
        if not hidden(seat):
            leave(seat)
    def put(keep):
        gap = legal_gaps(rows[turn], drawn, strict)[0] if chosen is None else chosen
        rows[turn].insert(gap, drawn)
        drawn.hidden = keep
        say(f"{turn} kept {gap + 1} {drawn.colour}" if keep else f"{turn} added {gap + 1} {drawn.name}")
    for seat in sorted(set(order) - set(staying)):
        leave(seat, f"{seat} resigned")
    turn, phase, drawn, points = 0, "setup", None, [0] * seats
    while len(alive) > 1:
        seat, action = yield
        row, waits, clock, (verb, _, rest) = rows[seat], waiting[seat], action == "timeout", action.partition(" ")
        missing, mine, lost = (3 if seats == 4 else 4) - len(row) - len(waits), hidden(seat), None
        placed = waits[0] if phase == "setup" and waits else drawn
        gaps = [str(gap + 1) for gap in legal_gaps(row, placed, strict)] if placed else []
        require(seat in (unready or [turn]) or action == "resign", "this seat has nothing to decide")
        say(f"{seat} timed_out" if clock else "")
        if action == "resign":
            if drawn and seat == turn:
                put(keep=False)
            phase = "over" if seat == turn else phase
            if seat in alive:
                leave(seat)
        elif phase == "setup":
            require(clock or re.fullmatch("deal|take .*" if missing else "place .*" if waits else "ready", action))
            for colour in [rest] if verb == "take" else ["any"] * missing:
                tile, missing = pick(colour, clocks[seat] if clock else any_colour), missing - 1
                say(f"{seat} took {tile.colour}")
                at = legal_gaps(row, tile, strict)[0] if tile.value != "joker" else len(waits)
                (row if tile.value != "joker" else waits).insert(at, tile)
            words = stream(seed, f"gaps {seat}")
            for joker in waits[:] if clock else waits[: verb == "place"]:
                free = legal_gaps(row, joker, strict)
                require(clock or rest in gaps, "there is no such gap")
                row.insert(free[below(len(free), words)] if clock else int(rest) - 1, waits.pop(0))
            if clock or verb == "ready" or not missing and not jokers:
                say(f"{seat} ready")
                unready.discard(seat)
        elif phase == "draw":
            require(clock or verb == "draw", "a tile has to be drawn")
            drawn, phase = pick("any" if clock else rest, clocks[seat] if clock else any_colour), "guess"
            say(f"{seat} drew {drawn.colour}")
        elif phase in ("guess", "again") and verb == "place":
            require(rest in gaps and len(gaps) > 1 and places < 17, "this gap cannot be chosen")
            chosen, places = int(rest) - 1, places + 1
        elif phase in ("guess", "again") and verb == "guess":
            require(len(gaps) < 2 or places, "the drawn tile has to be placed first")
            require(re.fullmatch("[1-4] [1-9][0-9]? ([0-9]|1[01]|joker)", rest), "this is not a guess")
            other, place, value = int(rest[0]), *rest.split(" ")[1:]
            fits = other in alive - {seat} and place in hidden(other) and (jokers or value != "joker")
            require(fits, "there is no such hidden tile, or no joker")
            right = str(rows[other][int(place) - 1].value) == value
            say(f"{seat} guessed {rest} {'right' if right else 'wrong'}")
            phase, lost = ("again", None) if right else ("show", mine[0] if drawn or len(mine) == 1 else None)
            if right:
                turn_up(other, place, "opened")
                points[seat - 1] += 1 if other in alive else 4
        elif phase == "again" and action == "stop":
            put(keep=True) if drawn else say(f"{seat} stopped")
            phase = "over"
        elif not clock:
            lost = rest
            require(phase == "show" and verb == "show" and rest in mine)
        if phase != "setup" and (clock or lost):
            phase, lost = "over", lost or drawn or mine[below(len(mine), clocks[seat])]
            put(keep=False) if drawn else turn_up(seat, lost, "turned")
        if phase == "over" or phase == "setup" and not unready:
            turn = next(s for s in [*range(turn + 1 if turn else first, seats + 1), *order] if s in alive)
            phase, drawn, chosen, places = "draw" if any(stacks.values()) else "guess", None, None, 0
            say(f"turn {turn}" if len(alive) > 1 else "")
    [winner] = alive
    if drawn:
        put(keep=True)
    say(f"{winner} won")
    left = sum(tile.value for tile in rows[winner] if tile.hidden and tile.value != "joker")
    points[winner - 1] += 5 + (left if options["points"] == "international" else 0)
    return [winner], points if options["points"] != "single" else None

def counts(dice, code):
    pairs = [(int(value), code["bryg".index(column)]) for column, value in dice]
    return sum(d == c for d, c in pairs), sum(d > c for d, c in pairs), sum(d < c for d, c in pairs)

def masterdice(say, options, seats, staying, first, seed):
    duel, bonus, boards = options["mode"] == "duel", options["bonus_dice"] == "on", {}
    for solver, number in ((1, 1), (2, 2)) if duel else ((first, 1),):
        streams = [stream(seed, f"code {number}")] + [stream(seed, f"dice {number}")] * 7
        code, *dice = [[1 + below(6, words) for _ in range(4)] for words in streams]
        boards[solver] = SimpleNamespace(code=code, dice=dice, rows=[], left=18, rolled=[], answer=[], points=None)
    while any(board.points is None for board in boards.values()):
        seat, action = yield
        solvers = boards if action == "resign" and not duel else {seat} & set(boards)
        active = [boards[solver] for solver in solvers if boards[solver].points is None]
        require(active or action == "resign", "this seat has nothing to decide")
        for board in active:
            worth = 20 + 5 * (7 - len(board.rows)) + (board.left if bonus else 0)
            may_roll = not board.rolled and len(board.rows) < 7 and board.left > 0
            say(f"{seat} timed_out" if action == "timeout" and not duel else "")
            if action == "timeout":
                fits = (code for code in CODES if all(counts(dice, code) == told for dice, told in board.rows))
                place = "place " + spaced(c + str(d) for c, d in zip("bryg", board.rolled))
                action = "roll" if may_roll else place if board.rolled else f"solve {spaced(next(fits))}"
            words = action.split(" ")[1:]
            if action == "resign":
                board.points = worth if seat not in boards else 0
            elif action == "roll":
                require(may_roll)
                board.rolled = board.dice[len(board.rows)][: board.left]
                say("" if duel else f"{seat} rolled {spaced(board.rolled)}")
            elif re.fullmatch("solve( [1-6]){4}", action):
                board.answer = [int(word) for word in words]
                board.points = worth if board.answer == board.code else 0
                say(f"{seat} finished" if duel else "")
            else:
                require(re.fullmatch("place(?=.)( b[1-6])?( r[1-6])?( y[1-6])?( g[1-6])?", action), "no such action")
                require(not collections.Counter(int(word[1]) for word in words) - collections.Counter(board.rolled))
                equal, high, low = told = counts(words, board.code)
                board.rows.append((words, told))
                board.left, board.rolled, row = board.left - len(words), [], len(board.rows)
                placed = f"{seat} placed {row} {spaced(words)} equal {equal} high {high} low {low}"
                say(f"{seat} used row {row}" if duel else placed)
    verdicts = {solver: "right" if board.answer == board.code else "wrong" for solver, board in boards.items()}
    say(*(f"{one} solved {spaced(boards[one].answer)} {verdicts[one]}" for one in boards if boards[one].answer))
    say(*(f"{3 - solver} code {spaced(board.code)}" for solver, board in boards.items()))
    points = [boards[seat].points if seat in boards else 0 for seat in (1, 2)]
    winners = [seat for seat in staying if points[seat - 1] == max(points[seat - 1] for seat in staying) > 0]
    return winners if duel or any(points) else [3 - first], points

def codebreaking(say, options, seats, staying, first, seed):  # Kodeknacker, and Bulls and Cows
    cows, codes, cracked = "digits" in options, {}, []
    free = [int(options.get(option, 10)) for option in ("digits" if cows else "positions", "colors", "rows")]
    size, letters, rows = PRESETS.get(options.get("preset"), free)
    letters, verb = ("0123456789", "secret") if cows else ("rgbyopwkcm"[:letters], "code")
    for row in range(rows + 1):
        given = {}
        say(f"round {row}" if row else "")
        while len(given) < 2 and len(staying) == 2:
            seat, action = yield
            if action == "resign":
                break
            require(seat not in given, "this seat has nothing to decide")
            code, words = action.partition(" ")[2], stream(seed, f"spare {seat}")
            if action == "timeout":
                say(f"{seat} timed_out")
                every, count = itertools.permutations(letters, size), {3: 720, 4: 5040, 5: 30240}.get(size)
                code = ("-" if row else next(itertools.islice(every, below(count, words), None)) if cows
                        else [letters[below(len(letters), words)] for _ in range(size)])
            else:
                require(action.startswith("guess " if row else f"{verb} "))
                require(len(code) == size >= len(set(code)) >= size * cows and set(code) <= set(letters), "no code")
            given[seat] = "".join(code)
            say(f"{seat} guessed" if row else f"{seat} set")
        codes = codes or given
        for seat in (1, 2) if row and len(given) == 2 else ():
            guess, code = given[seat], codes[3 - seat]
            black = sum(a == b for a, b in zip(guess, code))
            white = sum(min(guess.count(c), code.count(c)) for c in letters) - black
            say(f"{seat} row {row} -" if guess == "-" else f"{seat} row {row} {guess} {black} {white}")
            cracked += [seat] if guess == code else []
        if cracked or len(staying) < 2:
            break
    winners = cracked or staying[:]
    say(*(f"{seat} cracked" for seat in cracked), f"{winners[0]} won" if len(winners) == 1 else "draw")
    say(*(f"{seat} code {codes[seat]}" for seat in sorted(codes)))
    return winners, None

def match(say, play, options, state, seed):
    seats, staying, number, unready, chosen = len(state.totals), state.staying, 0, (), options.get("first", "random")
    begins = below(seats, stream(seed, "first")) if chosen == "random" else int(chosen) - 1
    rounds = 1 if options.get("points") == "single" else int(options["rounds"])
    while not unready and number < rounds and len(staying) > 1:
        first, number = (begins + number) % seats + 1, number + 1
        say(f"round {number} first {first}" if number > 1 else "")
        key = hmac.digest(seed, f"game {number}".encode(), "sha256")
        winners, points = yield from play(say, options, seats, staying, first, key)
        points = points or [(seat in winners) / len(winners) for seat in range(1, seats + 1)]
        state.totals = [a + b for a, b in zip(state.totals, points)]
        say(f"round {number} won {spaced(winners, ',') or '-'} points {spaced(points)}")
        unready = set(staying) if number < rounds and len(staying) > 1 else ()
        while unready:
            seat, action = yield
            require(seat in unready and action in ("next", "timeout", "enough"))
            if action == "enough":
                break
            unready.discard(seat)
            say(f"round {number + 1} ready {seat}")
    state.winners = [s for s in staying if state.totals[s - 1] == max(state.totals[seat - 1] for seat in staying)]
    say(f"match {number} won {spaced(state.winners, ',') or '-'} points {spaced(state.totals)}")
    yield

def check(lines, text, names):  # returns the fingerprint of the key
    require(re.fullmatch("(?:(?:[!-~]+ )*[!-~]+\n)+", text), "the text is not lines of words")
    [key] = (word for pattern in HEADER for word in lines.take(pattern).groups())
    datetime.datetime.strptime(lines.take(f"time ({TIME})")[1], "%Y-%m-%dT%H:%M:%SZ")
    game, options, hashes, setting = lines.take("game ([!-~]+ [1-9][0-9]*)")[1], {}, {}, ""
    require(game in OPTIONS, f"{game} is not known", 2)
    while lines.lines[lines.at].startswith("set "):
        before, setting = setting, lines.take("set ([!-~]+) [!-~]+")[1]
        require(before < setting, "the settings are not sorted")
    for option, values in (option.split(" ") for option in OPTIONS[game].split(", ")):
        options[option] = lines.take(f"option {option} ({values})")[1]
    person_or_bot = f"(?:person 0 ({HASH}) -(?: guest)?(?: program)?|bot [1-9] ({HASH}) -)"
    while lines.lines[lines.at].startswith("seat "):
        hashes[len(hashes) + 1] = max(lines.take(f"seat {len(hashes) + 1} {person_or_bot}").groups(""))
    seats = len(hashes)
    require(2 <= seats <= (4 if game == "davinci 4" else 2), "the number of seats is wrong")
    require(options.get("first", "random") in ("random", *map(str, hashes)), "nobody has the seat that begins")
    for before, one in zip([{"seat": 0}, *names], names):
        seat, name, salt = one.values()
        spelled = re.fullmatch("[0-9a-f]{32}", salt) and re.fullmatch("[^\0-\x1f\x7f-\x9f]+", name)
        fits = spelled and hashes.get(seat) == hashed(b"name", bytes.fromhex(salt), name.encode()).hex()
        require(before["seat"] < seat and fits, f"the name of seat {seat} does not fit")
    secret = bytes.fromhex("".join(re.findall(f"\nsecret ({HASH})\nmoves ", text)[-1:]))
    for line in (f"seal {hashed(b'seal', secret).hex()}", "frozen", "dealt"):
        lines.take(line, exact=True)
    moves = head = hashed(b"dealt", hashed(b"deal", text[: text.index("\nfrozen\n") + 8].encode()), b"dealt\n")
    count, events, state = 0, [], SimpleNamespace(staying=list(hashes), totals=[0] * seats, winners=None)
    play = {"davinci 4": davinci, "masterdice 4": masterdice}.get(game, codebreaking)
    seed = hashed(b"seed", moves, key=secret)
    game = match(lambda *said: events.extend(filter(None, said)), play, options, state, seed)
    next(game)
    players = "|".join(f"player {seat} (?:bot [1-9]|(?:person|program) {name})" for seat, name in hashes.items())
    pattern = f"{players}|([1-{seats}])(!?) ([a-z].*)"
    while not re.match("winners |void ", lines.lines[lines.at]):
        line, seat, mark, action = lines.take(pattern).group(0, 1, 2, 3)
        moves = hashed(b"move", moves, line.encode())
        events[:] = [f"{seat} resigned"] if action == "resign" else []
        if seat:
            require(state.winners is None, "the match has ended")
            marks = {"timeout": "!", "enough": "!", "resign": mark, "next": mark}
            require(mark == marks.get(action, "") and int(seat) in state.staying, "this seat cannot do this")
            if action == "resign":
                state.staying.remove(int(seat))
            game.send((int(seat), action))
        for event in events if seat else [line]:
            if seat:
                lines.take(f"* {event}", exact=True)
            count += 1
            blind = hashed(b"blind", count.to_bytes(8, "big"), moves, key=secret)
            head = hashed(b"event", head, blind, event.encode())
    if lines.lines[lines.at].startswith("void"):
        lines.take("void [a-z_]+")
    else:
        lines.take("another move" if state.winners is None else f"winners {spaced(state.winners) or '-'}", exact=True)
    for line in (f"points {spaced(state.totals)}", f"secret {secret.hex()}", f"moves {moves.hex()}",
                 f"head {head.hex()}", "end"):
        lines.take(line, exact=True)
    require(lines.lines[lines.at :] == [""], "there is more after the end")
    return key

def check_signature(armour, text, key):
    spelled = re.fullmatch(ARMOUR, armour)
    found = spelled and re.fullmatch(SIGNATURE, base64.b64decode(spelled[1]), re.DOTALL)
    require(found, "the signature has another format")
    fingerprint = base64.b64encode(hashlib.sha256(found[1]).digest()).decode().rstrip("=")
    require(key == f"SHA256:{fingerprint}", "the signature is by another key")
    with tempfile.NamedTemporaryFile("w", buffering=1) as file:
        file.write(armour)
        command = ["ssh-keygen", "-Y", "check-novalidate", "-n", "parlor-record", "-s", file.name]
        run = subprocess.run(command, input=text.encode(), capture_output=True)
    require(run.returncode == 0, "the signature does not fit the text")

def judge(text, fingerprint=None):  # returns the exit status and the reason
    lines = Lines("")
    try:
        document = json.loads(text)
        require(document["format"] == 2, "this format is not known", 2)
        names = [{"seat": int(one["seat"]), "name": one["name"], "salt": one["salt"]} for one in document["names"]]
        signed = {"signature": document["signature"]} if "signature" in document else {}
        ordered = {"format": 2, "text": document["text"], **signed, "names": names}
        # without the spaces between its parts, a document is spelled as encoding/json of Go does it
        spelling = json.dumps(ordered, ensure_ascii=False, separators=(",", ":"))
        spelling = re.sub("[<>&\u2028\u2029]", lambda found: f"\\u{ord(found[0]):04x}", spelling)
        plain = re.sub(r'("[^"\\]*(?:\\.[^"\\]*)*")|[ \t\r\n]+', r"\1", text)
        require(plain == spelling, "the document is spelled in another way")
        lines = Lines(document["text"])
        key, lines.at = check(lines, document["text"], names), 0
        require(fingerprint is None or signed and fingerprint == key, "it is not signed by that key")
        if signed:
            check_signature(document["signature"], document["text"], key)
        return 0, f"The record is valid, {'signed by ' + key if signed else 'but it is not signed'}."
    except Refused as refused:
        return refused.args[1], f"The record is not valid: {f'line {lines.at}: ' if lines.at else ''}{refused.args[0]}"
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        return 1 if lines.at else 2, f"It cannot be read or told: {f'line {lines.at}: ' if lines.at else ''}{error!r}"

if __name__ == "__main__":
    try:
        with open(sys.argv[1], encoding="utf-8", newline="") as file:
            status, reason = judge(file.read(), *sys.argv[2:3])
    except (OSError, ValueError, IndexError) as error:
        status, reason = 2, f"It cannot be read: {error}"
    print(reason)
    sys.exit(status)

package e2e

import (
	"fmt"
	"strings"

	"parlor/engine"
	"parlor/engine/davinci"
)

// frozenGames returns sessions with whole matches of every game. No bot decides anything in them, because bots may
// improve.
func frozenGames() []session {
	return []session{
		{"davinci-2", "a match of Da Vinci Code by chance, and the beginning of another", func(r *recorder) {
			r.begins("davinci seats=2 rounds=1 first=1", "anna", "bo")
			r.moves(24, "anna", "bo")
			r.does("bo", "resign")
			r.asks("anna", `"ready":true`)
			r.asks("bo", `"ready":true`)
			r.does("anna", "take black", "take white", "take any", "resign")
			r.asks("bo", `"leave":true`)
			r.asks("anna", `"leave":true`)
		}},
		{"davinci-3-free", "three seats with free jokers; one resigns, and somebody watches", func(r *recorder) {
			r.table("davinci seats=3 rounds=1 first=2 jokers=free points=classic", "anna", "bo", "cy")
			r.comes("gus", "play --watch "+r.code("anna"))
			r.asks("anna", `"start":true`)
			r.plays(func() bool { return tableOf[davinci.View](r.views["anna"]).Turn != engine.Watcher }, "anna", "bo", "cy")
			r.does("cy", "resign")
			r.moves(8, "anna", "bo")
			r.does("anna", "resign")
		}},
		{"davinci-4-strict", "four seats with strict jokers; somebody leaves in play", func(r *recorder) {
			r.begins("davinci rounds=1 first=1 jokers=strict", "anna", "bo", "cy", "dan")
			r.plays(func() bool { return tableOf[davinci.View](r.views["anna"]).Turn != engine.Watcher }, "anna", "bo", "cy", "dan")
			r.asks("dan", `"leave":true`)
			r.moves(8, "anna", "bo", "cy")
			r.does("bo", "resign")
			r.does("cy", "resign")
		}},
		{"davinci-joker", "a joker is placed in secret, and a number beside it, twice", jokerPlaced},
		{"davinci-rounds", "two rounds under option memory, and what can be said between them", func(r *recorder) {
			r.begins("davinci seats=2 rounds=2 first=1 memory=on", "anna", "bo")
			r.does("anna", "deal")
			r.does("bo", "deal")
			r.does("anna", "draw any", "guess 2 1 0")
			r.does("bo", "draw black", "resign")
			r.asks("anna", `"ready":false`, `"do":"draw any"`, `"ready":true`, `"ready":true`)
			r.asks("bo", `"start":true`)
			r.asks("bo", `"do":"next"`)
			r.does("anna", "deal")
			r.asks("anna", `"ready":true`)
			r.does("bo", "resign")
		}},
		{"davinci-single", "one round without points, with a right guess and a stop", rightGuess},
		{"masterdice-classic", "both rounds of MasterDice, with the codemaker's eyes", func(r *recorder) {
			r.begins("masterdice first=1", "anna", "bo")
			r.plays(nil, "anna", "bo")
		}},
		{"masterdice-duel", "a duel with bonus dice; what is rolled is secret, and somebody watches", func(r *recorder) {
			r.table("masterdice mode=duel bonus_dice=on", "anna", "bo")
			r.comes("gus", "play --watch "+r.code("anna"))
			r.asks("anna", `"start":true`)
			r.does("anna", "roll")
			r.does("bo", "roll", "solve 1 1 1 1")
			r.plays(nil, "anna", "bo")
		}},
		{"masterdice-memory", "the codemaker resigns, and the solver in the second round", func(r *recorder) {
			r.begins("masterdice first=2 memory=on", "anna", "bo")
			r.does("bo", "roll", "place b1 r1 y1 g1", "place 7", "solve 9 9 9 9")
			r.does("bo", pick(r.views["bo"], r.random))
			r.does("anna", "roll", "resign")
			r.asks("anna", `"start":true`)
			r.does("anna", "solve 1 2 3 4")
			r.does("anna", "roll", "resign")
		}},
		{"kodeknacker-small", "two rounds of small codes by chance", func(r *recorder) {
			r.begins("kodeknacker preset=free positions=3 colors=4 rows=6 rounds=2", "anna", "bo")
			r.plays(nil, "anna", "bo")
		}},
		{"kodeknacker-standard", "codes in all notations, and one row that only one has guessed", func(r *recorder) {
			r.table("kodeknacker rounds=1", "anna", "bo")
			r.comes("gus", "play --watch "+r.code("anna"))
			r.asks("anna", `"start":true`)
			r.does("anna", "guess rgbyo", "code rgb", "code roogg", "code rgbyo")
			r.does("bo", "code G Y P R B", "guess 12345")
			r.does("anna", "guess r-g-b-y-o", "guess rrrrr")
			r.does("anna", "guess gyprb")
			r.does("bo", "guess ppppp")
		}},
		{"kodeknacker-classic", "the smaller size, with option memory, and a match that is drawn", func(r *recorder) {
			r.begins("kodeknacker preset=classic memory=on rounds=1", "anna", "bo")
			r.does("anna", "code rgby")
			r.does("bo", "code ybgr", "guess rgby")
			r.does("anna", "guess ybgr")
		}},
	}
}

// jokerPlaced has a joker in the first rack and draws a tile that fits on both sides of it.
func jokerPlaced(r *recorder) {
	options := engine.Options{"jokers": "free", "first": "1", "rounds": "1"}
	seed := dealt(r.t, "davinci", 2, options, func(m engine.Match) bool {
		for _, move := range choiceMoves() {
			next, _, err := m.Play(move.Seat, move.Action)
			if err != nil {
				return false
			}
			m = next
		}
		return m.View(0).Table.(davinci.View).Choice != nil
	})
	r.did(step{Deals: &seed})
	r.table("davinci seats=2 jokers=free first=1 rounds=1", "anna", "bo")
	r.comes("gus", "play --watch "+r.code("anna"))
	r.asks("anna", `"start":true`)
	r.does("anna", "deal", "ready", "place 9", "place 2", "place 3")
	r.does("bo", "deal", "ready")
	r.does("anna", "ready", "draw black", "place 9")
	for _, gap := range tableOf[davinci.View](r.views["anna"]).Choice.Gaps {
		r.does("anna", davinci.Place(gap))
	}
	r.moves(6, "anna", "bo")
	r.does("bo", "resign")
}

// choiceMoves returns moves that lead, with some deals, to a tile of seat 1 with several gaps.
func choiceMoves() []engine.Move {
	return []engine.Move{
		{Seat: 0, Action: davinci.Deal},
		{Seat: 0, Action: davinci.Place(2)},
		{Seat: 1, Action: davinci.Deal},
		{Seat: 0, Action: davinci.Ready},
		{Seat: 1, Action: davinci.Ready},
		{Seat: 0, Action: davinci.Draw(davinci.Black)},
	}
}

// rightGuess makes a right guess, because the seed is known.
func rightGuess(r *recorder) {
	r.begins("davinci seats=2 points=single first=1", "anna", "bo")
	r.does("anna", "deal")
	r.does("bo", "deal")
	tiles := tableOf[davinci.View](r.views["bo"]).Racks[1].Tiles
	r.does("anna", "draw white", "stop", "guess 1 1 3", "guess 2 9 3", "guess 2 1 12")
	r.does("anna", davinci.Guess(1, 1, tiles[0].Value), davinci.Guess(1, 1, tiles[0].Value), "stop")
	r.does("bo", "draw black", "stop")
	for place := range tiles {
		if place > 0 {
			r.does("bo", davinci.Guess(0, 1, 11))
			r.does("bo", "stop")
			r.does("anna", "draw any")
			r.does("anna", davinci.Guess(1, place+1, tiles[place].Value))
			r.does("anna", "stop")
			r.does("bo", "draw any")
		}
	}
}

// frozenTables returns sessions of everything but the play.
func frozenTables() []session {
	return []session{
		{"waiting", "a host arranges a room, and others ask for what is not theirs", gathering},
		{"bots", "bots come and go; one gives way to a person of its name", func(r *recorder) {
			r.comes("anna", "play davinci seats=3 rounds=1 first=1")
			r.asks("anna", `"start":true`, `"add_bot":1`, `"add_bot":2`, `"add_bot":1`, `"add_bot":9`, `"add_bot":0`,
				`"remove_bot":1`, `"remove_bot":3`, `"remove_bot":7`)
			r.comes("Cecilia", "play "+r.code("anna"))
			r.asks("Cecilia", `"add_bot":1`, `"remove_bot":2`)
			r.asks("anna", `"start":true`, `"add_bot":1`, `"remove_bot":2`)
			r.does("anna", "deal")
			r.waits("2s") // the bot takes its tiles, which needs no decision
			r.does("anna", "resign")
			r.asks("Cecilia", `"do":"resign"`)
			r.asks("anna", `"remove_bot":2`)
		}},
		{"refusals", "whatever a message can be that is none, and every kind of id", refusals},
		{"long-line", "a line that is too long ends the session; the seat is kept", func(r *recorder) {
			r.comes("anna", "play kodeknacker rounds=1")
			r.sends("anna", `{"chat":"`+strings.Repeat("long ", 900)+`"}`)
			r.comes("anna", "play "+frozenCodes()[0])
		}},
		{"chat", "talk of players and watchers, apart and together, and what is too much", func(r *recorder) {
			r.begins("kodeknacker rounds=1 watchers_apart=yes", "anna", "bo")
			r.comes("gus", "play --watch "+r.code("anna"))
			r.asks("anna", `"chat":"hello  bo\u0007 \u202e"`)
			r.sends("gus", `{"chat":"that will be hard"}`)
			r.asks("bo", `"chat":"   "`, fmt.Sprintf(`"chat":%q`, strings.Repeat("x", 300)), `"chat":7`)
			for range 8 {
				r.asks("bo", `"chat":"quick"`)
			}
			r.does("anna", "resign")
			r.comes("cy", "play --watch "+r.code("anna"))
		}},
		{"watcher", "somebody watches, may do nothing, and stays when the input ends", func(r *recorder) {
			r.begins("davinci seats=2 rounds=1 first=1", "anna", "bo")
			r.comes("gus", "play --watch "+r.code("anna"))
			r.asks("gus", `"do":"resign"`, `"ready":true`, `"start":true`, `"pause":true`, `"show_eyes":true`, `"kick":"bo"`, `"swap":[1,2]`, `"follow":2`)
			r.comes("cy", "play "+r.code("anna"))
			r.ends("gus")
			r.does("anna", "deal")
			r.does("bo", "deal")
			r.comesAs("anna too", "anna", "anna", "play --watch "+r.code("anna"))
			r.comes("hal", "play "+r.code("anna")+" --watch")
			r.asks("hal", `"leave":true`)
			r.does("bo", "resign")
		}},
		{"eyes", "a watcher follows somebody's eyes as long as that person allows it", func(r *recorder) {
			r.begins("kodeknacker preset=free positions=3 colors=4 rows=6 rounds=1", "anna", "bo")
			r.comes("gus", "play --watch "+r.code("anna"))
			r.asks("gus", `"follow":1`)
			r.asks("anna", `"show_eyes":true`, `"follow":2`)
			r.asks("gus", `"follow":1`, `"follow":9`)
			r.does("anna", "code rgb")
			r.does("bo", "code bby")
			r.does("anna", "guess ggg")
			r.does("bo", "guess yyy")
			r.asks("anna", `"show_eyes":false`)
			r.asks("gus", `"follow":0`)
			r.does("bo", "resign")
		}},
		{"eyes-late", "a watcher follows somebody's eyes some moves late", func(r *recorder) {
			r.begins("masterdice first=1 eyes_delay=2", "anna", "bo")
			r.asks("bo", `"show_eyes":true`)
			r.comes("gus", "play --watch "+r.code("anna"))
			r.asks("gus", `"follow":2`)
			for range 2 {
				r.does("anna", "roll")
				r.does("anna", placement(r.views["anna"], r.random))
			}
			r.does("anna", "resign")
		}},
		{"pause", "the match stands still once all ask for it, and the clock with it", func(r *recorder) {
			r.table("davinci seats=2 rounds=1 first=1 clock=1m", "anna", "bo")
			r.asks("anna", `"pause":true`, `"start":true`, `"pause":true`)
			r.waits("10s")
			r.asks("bo", `"pause":true`)
			r.waits("5m")
			r.asks("anna", `"do":"deal"`, `"pause":true`)
			r.asks("bo", `"pause":false`)
			r.does("anna", "deal")
			r.asks("anna", `"pause":true`, `"pause":false`)
			r.does("bo", "resign")
		}},
		{"clock", "the clock decides in a round and between two", func(r *recorder) {
			r.begins("davinci seats=2 rounds=2 first=1 clock=30s", "anna", "bo")
			r.does("anna", "deal")
			r.waits("31s")
			r.does("anna", "draw black")
			r.waits("31s")
			r.waits("31s")
			r.does("anna", "resign")
			r.asks("bo", `"ready":true`)
			r.waits("31s")
			r.does("bo", "resign")
		}},
		{"sent-away", "a host sends people away, from seats and from watching, and keeps them out", func(r *recorder) {
			r.table("davinci seats=3 rounds=1", "anna", "bo", "cy")
			r.comes("gus", "play --watch "+r.code("anna"))
			r.asks("bo", `"kick":"cy"`)
			r.asks("anna", `"kick":"nobody"`, `"kick":"anna"`, `"kick":"CY"`, `"ban":"gus"`)
			r.runs("gus", "play --watch "+r.code("anna"), "watch "+r.code("anna")+" --json")
			r.comes("cy", "play "+r.code("anna"))
			r.asks("anna", `"ban":"bo"`)
			r.comes("bo", "play "+r.code("anna"))
			r.asks("anna", `"hand_over":9`, `"hand_over":3`)
			r.asks("cy", `"kick":"anna"`)
			r.comes("anna", "play "+r.code("cy"))
		}},
		{"hosts", "the host's hands go over: given, by leaving, and by being away for long", func(r *recorder) {
			r.table("davinci seats=4 rounds=1", "anna", "bo", "cy", "dan")
			r.asks("anna", `"hand_over":2`, `"add_bot":1`)
			r.asks("bo", `"swap":[1,3]`, `"swap":[1,9]`, `"leave":true`)
			r.asks("anna", `"start":true`)
			r.asks("cy", `"start":true`)
			for _, who := range []string{"anna", "cy", "dan"} {
				if r.views[who].Host {
					r.drops(who)
				}
			}
			r.waits("10s")
			r.waits("30s")
		}},
		{"away", "lines drop and come back; a newer session takes the place of an older one", func(r *recorder) {
			r.begins("kodeknacker rounds=1", "anna", "bo")
			r.does("anna", "code rrggb")
			r.drops("anna")
			r.does("bo", "code bbggr")
			r.waits("1m")
			r.comes("anna", "play "+frozenCodes()[0])
			r.comesAs("anna again", "anna", "anna", "play "+frozenCodes()[0])
			r.ends("bo")
			r.does("anna again", "guess rgbyo")
			r.comesAs("bo", frozenCodes()[0], "bo", "play")
			r.does("bo", "resign")
		}},
		{"absent", "a bot takes the tiles of somebody who is away, and the clock waits for somebody else", func(r *recorder) {
			r.table("davinci seats=2 rounds=1 first=1 absent=bot", "anna", "bo")
			r.table("davinci seats=2 rounds=1 first=1 absent=wait clock=1m", "cy", "dan")
			r.asks("anna", `"start":true`)
			r.asks("cy", `"start":true`)
			r.does("anna", "deal")
			r.drops("bo")
			r.drops("dan")
			r.waits("12s")
			r.comes("bo", "play "+r.code("anna"))
			r.does("cy", "deal")
			r.waits("2m")
			r.comes("dan", "play "+r.code("cy"))
			r.does("dan", "resign")
			r.does("bo", "resign")
		}},
		{"rated", "a match that counts, which is lost by leaving, and what is told of it", func(r *recorder) {
			r.begins("kodeknacker rounds=1 rated=yes", "anna", "bo")
			r.asks("anna", `"kick":"bo"`)
			r.does("anna", "code rgbyo")
			r.asks("bo", `"leave":true`)
			r.asks("anna", `"leave":true`)
			r.runs("cy", "top --json", "top kodeknacker --json", "who bo --json", "who nobody --json")
			r.runs("bo", "who me --json", "who anna --json")
		}},
		{"not-rated", "a rated room where a match does not count: a bot plays, then a guest", func(r *recorder) {
			r.table("masterdice rated=yes first=1", "anna")
			r.asks("anna", `"add_bot":1`, `"start":true`, `"do":"resign"`, `"start":true`, `"do":"resign"`)
			r.comesAs("gus", "gus+abcdefghijklmnop", "", "play masterdice rated=yes")
			r.comes("bo", "play "+r.code("gus"))
			r.asks("gus", `"start":true`)
			r.asks("bo", `"leave":true`)
			r.asks("gus", `"do":"resign"`)
		}},
		{"private", "a private room is found by its code alone, and codes cannot be tried", func(r *recorder) {
			r.comes("anna", "play davinci public=no 'title=at home' seats=2")
			r.runs("bo", "rooms --json")
			for _, code := range []string{"AAAAAA", "AAAAAC", "aaaaad", "AAAAAE", "AAAAAF", "AAAAAG"} {
				r.comes("bo", "join "+code+" --json")
			}
			r.comes("bo", "join "+r.code("anna")+" --json")
			r.waits("10s")
			r.comes("bo", "play "+strings.ToLower(r.code("anna")[:3]+"-"+r.code("anna")[3:]))
			r.runs("bo", "rooms --json", "me --json")
			r.runs("cy", "rooms --json")
		}},
		{"guests", "guests without a key come back by their word, with a room's code as the user too", func(r *recorder) {
			r.comesAs("gus", "gus+abcdefghijklmnop", "", "play kodeknacker rounds=1")
			r.comesAs("hal", r.code("gus")+"+ponmlkjihgfedcba", "", "play")
			r.asks("gus", `"start":true`)
			r.does("gus", "code rgbyo")
			r.drops("gus")
			r.comesAs("gus", "gus+ABCDEFGHIJKLMNOP", "", "me --json")
			r.comesAs("gus", r.code("hal")+"+abcdefghijklmnop", "", "play")
			r.comesAs("ida", "ida+short", "", "me --json")
			r.does("hal", "resign")
		}},
		{"drain", "the server is told to stop: a round may end, and everything else does at once", func(r *recorder) {
			r.begins("davinci seats=2 rounds=2 first=1", "anna", "bo")
			r.table("masterdice", "cy", "dan")
			r.does("anna", "deal")
			r.did(step{Stops: "5m"})
			r.does("bo", "deal")
			r.comes("cy", "new davinci --json")
			r.waits("1m")
			r.does("bo", "resign")
		}},
		{"seats-kept", "a seat is kept for a while where no match is played, and a room closes when all have left", func(r *recorder) {
			r.table("kodeknacker", "anna", "bo")
			r.drops("bo")
			r.waits("1m")
			r.waits("90s")
			r.comes("cy", "play "+r.code("anna"))
			r.asks("cy", `"leave":true`)
			r.asks("anna", `"leave":true`)
			r.comes("cy", "play "+frozenCodes()[0])
		}},
		{"commands", "the commands that answer one document, and how they refuse", func(r *recorder) {
			r.runs("anna", "rooms --json", "me --json", "new davinci seats=2 bots=1 'title=late night' clock=2m public=no --json",
				"new kodeknacker preset=super --json", "new chess --json", "new davinci seats=7 --json", "new davinci jokers=many --json",
				"new davinci seats --json", "rooms --json", "me --json", "watch E93TDD --json", "join E93TDD --json",
				"name Annabel --json", "name --json", "say good evening --json", "rooms --json", "history --json", "history --all --json",
				"replay AAAAAAAAAAAA --json", "top --json", "version --json", "dance --json", "me --export --delete --json",
				"play --json", "rooms --lines --json")
			r.runs("bo", "rooms --json", "join K4WQXA --json", "watch K4WQXA --json", "name Annabel --json", "me --link AAAAAA --json", "me --delete --json")
			r.comes("bo", "me --json")
		}},
	}
}

// gathering uses all that a host may arrange.
func gathering(r *recorder) {
	r.table("davinci seats=3", "anna", "bo")
	r.asks("anna", `"change":{"seats":4,"title":"a long evening","options":{"jokers":"free","rounds":"5"}}`,
		`"change":{"clock_seconds":90,"absent":"wait","aids":false,"watchers":false,"watchers_apart":true,"eyes_delay_moves":3,"public":false,"rated":true}`,
		`"change":{"seats":1}`, `"change":{"seats":9}`, `"change":{"options":{"jokers":"many"}}`, `"change":{"options":{"colour":"red"}}`,
		`"change":{"clock_seconds":-5}`, `"change":{"absent":"sleep"}`, `"change":{"eyes_delay_moves":99}`, `"change":7`, `"change":{}`)
	r.asks("bo", `"change":{"seats":2}`, `"start":true`, `"swap":[1,2]`, `"add_bot":1`, `"hand_over":2`)
	r.comes("cy", "play --watch "+r.code("anna"))
	r.asks("anna", `"swap":[1,4]`, `"swap":[1,1]`, `"swap":[0,1]`, `"swap":[1]`, `"ready":true`)
	r.asks("bo", `"ready":true`, `"ready":false`, `"do":"deal"`)
	r.asks("anna", `"change":{"seats":2,"watchers":true,"options":{"jokers":"none","rounds":"1","first":"2"}}`)
	r.asks("bo", `"ready":true`)
	r.asks("anna", `"ready":true`)
	r.asks("anna", `"change":{"title":"late"}`, `"swap":[1,2]`)
	r.does("bo", "resign")
	r.asks("anna", `"change":{"title":"later"}`)
}

// refusals sends lines that are refused.
func refusals(r *recorder) {
	r.comes("anna", "play davinci seats=2 rounds=1 first=1")
	r.sends("anna", ``, `hello`, `[1]`, `null`, `7`, `{}`, `{"do":"deal","chat":"x"}`, `{"dance":true}`, `{"do":7}`, `{"do":null}`,
		`{"ready":"yes"}`, `{"start":false}`, `{"leave":false,"id":9}`, `{"kick":1}`, `{"swap":"12"}`, `{"follow":-1}`,
		`{"do":"deal","id":"early"}`, `{"do":"deal","id":7.5}`, `{"do":"deal","id":{"a":1}}`, `{"do":"deal","id":[1]}`, `{"do":"deal","id":null}`,
		`{"do":"deal","id":"`+strings.Repeat("i", 70)+`"}`, `{"do":"deal","id":"`+strings.Repeat("i", 62)+`"}`)
	r.comes("bo", "play "+r.code("anna"))
	r.sends("anna", `{"start":true,"id":"go"}`, `{"do":"draw black"}`, `{"do":"guess"}`, `{"do":"dance"}`, `{"do":""}`, `{"do":"timeout"}`, `{"do":"next"}`,
		`{"do":"`+strings.Repeat("deal ", 60)+`"}`, `{"do":"deal\n"}`, `{"do":"DEAL","id":1,"note":"unknown fields are left out"}`)
	r.sends("bo", `{"do":"take black"}`, `{"do":"take red"}`, `{"do":"deal"}`, `{"do":"deal"}`, `{"do":"draw any"}`)
	r.sends("anna", `{"do":"guess 2 1 3"}`, `{"do":"draw b"}`, `{"do":"guess 9 1 3"}`, `{"do":"guess 2 1 joker"}`, `{"do":"show 1"}`)
	r.comes("cy", "play "+r.code("anna"))
	r.sends("bo", `{"do":"resign"}`, `{"do":"resign"}`)
}

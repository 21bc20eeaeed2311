// Package command is what can be asked for in words: on the command line of
// ssh, and in a session that has lines only.
package command

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"parlor/engine"
	"parlor/lobby"
	"parlor/server/protocol"
)

// Verbs.
const (
	Help    = "help"
	Rooms   = "rooms"
	New     = "new"
	Join    = "join"
	Watch   = "watch"
	Play    = "play"
	Me      = "me"
	Name    = "name"
	Rules   = "rules"
	Version = "version"
	Say     = "say"
	History = "history"
	Replay  = "replay"
	Top     = "top"
	Who     = "who"
)

// usages are all commands, in the order of the help.
func usages() []protocol.Usage {
	return []protocol.Usage{
		{Usage: "rooms [WORD ...]", Does: "rooms that are open, or only those with such words, and who is here"},
		{Usage: "new GAME [OPTION=VALUE ...]", Does: "make a room and take its first seat"},
		{Usage: "join CODE", Does: "take a seat in a room"},
		{Usage: "watch CODE", Does: "see a table without a seat"},
		{Usage: "play CODE", Does: "play by the text protocol, for programs; --watch only watches"},
		{Usage: "play GAME [OPTION=VALUE ...]", Does: "the same in a room of your own"},
		{Usage: "say TEXT", Does: "tell something to everybody in the hall"},
		{Usage: "history [GAME]", Does: "matches of yours that have ended; --all those of public rooms"},
		{Usage: "replay ID [--seat N]", Does: "the story of one of them, as the table heard it or one seat did"},
		{Usage: "top [GAME]", Does: "who plays best, by the matches that count"},
		{Usage: "who NAME", Does: "somebody's ratings and last matches; who me for your own"},
		{Usage: "me", Does: "who you are, and where you have a seat"},
		{Usage: "me --link [CODE]", Does: "be the same person with another key: shows a code, and takes it there"},
		{Usage: "me --export", Does: "everything that is kept about you, as JSON"},
		{Usage: "me --delete", Does: "have everything about you deleted, at once and for good"},
		{Usage: "name NEW", Does: "be called something else from now on"},
		{Usage: "rules GAME", Does: "the rules of a game"},
		{Usage: "help [GAME]", Does: "this list, or the options of a game"},
		{Usage: "version", Does: "which server this is"},
	}
}

// Command is a command as somebody gave it.
type Command struct {
	Verb      string
	Arguments []string
	JSON      bool // one JSON document, or for play: JSON Lines
	Lines     bool // sentences in lines
	OnlyWatch bool // play without a seat

	// What me does beside telling who one is.
	Link, Export, Delete bool

	All, Mine bool        // which matches history lists; neither is Mine
	Seat      engine.Seat // whose eyes replay sees with; engine.Watcher for what was public
	Seated    bool        // they were asked for
}

// maxWords bounds the words of a command.
const maxWords = 60

// Parse reads a command. Flags may stand anywhere.
func Parse(words []string) (Command, error) {
	asked := Command{Seat: engine.Watcher}
	if len(words) > maxWords {
		return asked, errors.New("that is no command: it has too many words")
	}
	flags := asked.flags()
	for i := 0; i < len(words); i++ {
		switch word := words[i]; {
		case flags[word] != nil:
			*flags[word] = true
		case word == "--seat":
			i++
			if err := asked.see(strings.Join(words[min(i, len(words)):min(i+1, len(words))], "")); err != nil {
				return asked, err
			}
		case strings.HasPrefix(word, "--"):
			return asked, fmt.Errorf("%q is no flag here; try help", lobby.CleanText(word, 20))
		case asked.Verb == "":
			asked.Verb = strings.ToLower(word)
		default:
			asked.Arguments = append(asked.Arguments, word)
		}
	}
	return asked, asked.check()
}

// flags are those that stand alone.
func (c *Command) flags() map[string]*bool {
	return map[string]*bool{
		"--json": &c.JSON, "--lines": &c.Lines, "--watch": &c.OnlyWatch,
		"--link": &c.Link, "--export": &c.Export, "--delete": &c.Delete,
		"--all": &c.All, "--mine": &c.Mine,
	}
}

// see takes the seat whose eyes are wanted.
func (c *Command) see(text string) (err error) {
	if c.Seat, err = engine.ParseSeat(text); err != nil {
		return fmt.Errorf("--seat cannot be %q; it is the number of a seat, or 0 for what everybody saw", lobby.CleanText(text, 20))
	}
	c.Seated = true
	return nil
}

// check says what is wrong with an order before anything is done.
func (c Command) check() error {
	verbs := map[string][2]int{ // the least and most arguments
		Help: {0, 1}, Rooms: {0, 10}, New: {1, maxWords}, Join: {1, 1}, Watch: {1, 1},
		Play: {0, maxWords}, Me: {0, 1}, Name: {1, 10}, Say: {1, maxWords}, Rules: {1, 1}, Version: {0, 0},
		History: {0, 1}, Replay: {1, 1}, Top: {0, 1}, Who: {1, 10},
	}
	bounds, known := verbs[c.Verb]
	switch {
	case !known:
		return fmt.Errorf("there is no command %q; try help", lobby.CleanText(c.Verb, 20))
	case len(c.Arguments) < bounds[0]:
		return fmt.Errorf("%s needs something more: %s", c.Verb, usage(c.Verb))
	case len(c.Arguments) > bounds[1]:
		return fmt.Errorf("that is too much for %s: %s", c.Verb, usage(c.Verb))
	case c.JSON && c.Lines:
		return errors.New("choose one of --json and --lines")
	case c.Lines && !slices.Contains([]string{New, Join, Watch, Play}, c.Verb):
		return fmt.Errorf("%s is told in lines anyway; leave --lines out", c.Verb)
	case c.OnlyWatch && c.Verb != Play:
		return errors.New("--watch is for play")
	case (c.Link || c.Export || c.Delete) && c.Verb != Me:
		return errors.New("--link, --export and --delete are for me")
	case c.Link && (c.Export || c.Delete), c.Export && c.Delete:
		return errors.New("choose one of --link, --export and --delete")
	case c.Verb == Me && len(c.Arguments) > 0 && !c.Link:
		return fmt.Errorf("that is too much for me: %s", usage(Me))
	}
	return c.checkHistory()
}

// checkHistory says what is wrong with how matches that have ended are asked for.
func (c Command) checkHistory() error {
	switch {
	case (c.All || c.Mine) && c.Verb != History:
		return errors.New("--all and --mine are for history")
	case c.All && c.Mine:
		return errors.New("choose one of --all and --mine")
	case c.Seated && c.Verb != Replay:
		return errors.New("--seat is for replay")
	}
	return nil
}

// usage is how a command is written.
func usage(verb string) string {
	for _, one := range usages() {
		if first, _, _ := strings.Cut(one.Usage, " "); first == verb {
			return one.Usage
		}
	}
	return verb
}

// plan reads "davinci jokers=free seats=3 bots=1 clock=60s public=no title=…":
// a plan, how many bots are wanted, and of what level.
func (c Commands) plan(arguments []string) (plan lobby.Plan, bots int, level engine.Level, err error) {
	kit, err := c.kit(arguments[0])
	if err != nil {
		return plan, 0, 0, err
	}
	plan = lobby.NewPlan(c.Lobby.Settings(), kit.Game)
	plan.Seats = 0 // not chosen yet: bots want some, too
	bots, level, err = Set(c.Lobby.Settings(), &plan, arguments[1:])
	if err != nil {
		return plan, 0, 0, err
	}
	if bots < 0 || bots >= kit.Game.MaxSeats {
		return plan, 0, 0, fmt.Errorf("there can be 0 to %d bots beside you", kit.Game.MaxSeats-1)
	}
	if plan.Seats == 0 && bots > 0 {
		plan.Seats = max(kit.Game.MinSeats, bots+1)
	}
	if plan.Seats > 0 && bots >= plan.Seats {
		return plan, 0, 0, fmt.Errorf("of %d seats one is yours, so that there is no room for %d bots", plan.Seats, bots)
	}
	return plan, bots, level, nil
}

// Set reads settings of the room and options of the game, such as "seats=3", into
// a plan, and returns how many bots are wanted and of what level.
func Set(table []lobby.Setting, plan *lobby.Plan, arguments []string) (bots int, level engine.Level, err error) {
	level = engine.FirstBot
	options := engine.Options{}
	maps.Copy(options, plan.Options)
	for _, argument := range arguments {
		name, value, found := strings.Cut(argument, "=")
		if !found {
			return 0, 0, fmt.Errorf("%q has no value; write it as OPTION=VALUE, such as seats=2", lobby.CleanText(argument, 30))
		}
		name = strings.ToLower(name)
		at := slices.IndexFunc(table, func(s lobby.Setting) bool { return s.Word == name })
		switch {
		case at >= 0:
			err = choose(plan, table[at], value)
		case name == "bots":
			bots, err = number(name, value)
		case name == "bot_level":
			var n int
			n, err = number(name, value)
			level = engine.Level(n)
		default:
			options[name] = value
		}
		if err != nil {
			return 0, 0, err
		}
	}
	plan.Options = options
	return bots, level, nil
}

// choose reads a setting of the room into a plan.
func choose(plan *lobby.Plan, setting lobby.Setting, text string) error {
	value, err := setting.Read(text)
	if err == nil {
		setting.Put(plan, value)
	}
	return err
}

// number reads how many bots are wanted, or how good ones.
func number(name, text string) (int, error) {
	value, err := lobby.Setting{Word: name, Kind: lobby.Number}.Read(text)
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(value)
}

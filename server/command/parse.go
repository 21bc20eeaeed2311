// Package command is what can be asked for in words: on the command line of
// ssh, and in a session that has lines only.
package command

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
)

// Verbs.
const (
	Help      = "help"
	Rooms     = "rooms"
	New       = "new"
	Join      = "join"
	Watch     = "watch"
	Play      = "play"
	Me        = "me"
	Name      = "name"
	Rules     = "rules"
	Version   = "version"
	Say       = "say"
	History   = "history"
	Replay    = "replay"
	Analyse   = "analyse"
	Share     = "share"
	Top       = "top"
	Who       = "who"
	Turns     = "turns"
	People    = "people"
	Friend    = "friend"
	Mute      = "mute"
	Invite    = "invite"
	GameNight = "evening"
	Board     = "board"
	Stats     = "stats"
	Report    = "report"
	Quick     = "quick"
	QR        = "qr"
	Webhook   = "webhook"
	Spoken    = "lines"
)

// definition is what there is to know of a command: it is parsed by it, and
// listed in the help and the docs. What answers it is one of answers. Its rate limits are
// those of the operations that it asks for.
type definition struct {
	verb        string
	least, most int   // arguments
	inLines     bool  // can be answered in lines
	uses        []use // how it is written
	asks        []any // the operations that it asks the lobby for, of lobby.Operations
}

// use is how a command is written, and what it does.
type use struct {
	usage string
	does  prose.Text
}

// definitions are all commands, in the order of the help.
func definitions() []definition {
	return []definition{
		{Rooms, 0, 10, false, []use{{"rooms [WORD ...]", prose.T("the open rooms and who is here; words search for rooms")}}, []any{lobby.Peek{}}},
		{New, 1, maxWords, true, []use{{"new GAME [OPTION=VALUE ...]", prose.T("make a room and take its first seat")}}, []any{lobby.Create{}}},
		{Join, 1, 1, true, []use{{"join CODE", prose.T("take a seat in a room")}}, []any{lobby.Look{}, lobby.Join{}}},
		{Watch, 0, 1, true, []use{{"watch [CODE]", prose.T("watch a room without a seat; without a code, the table that is worth most to watch")}}, []any{lobby.Peek{}, lobby.Look{}, lobby.Watch{}}},
		{Quick, 0, 1, true, []use{{"quick [GAME]", prose.T("take a seat where somebody waits, or in a new room; {option} finds a rival for a rated match", prose.Literal("--rated"))}}, []any{lobby.Quick{}, lobby.FindOpponent{}}},
		{QR, 1, 1, false, []use{{"qr CODE", prose.T("the link and the QR code of a room; {option} draws it for a light background", prose.Literal("--light"))}}, []any{lobby.Look{}}},
		{Play, 0, maxWords, true, []use{
			{"play CODE", prose.T("play by the text protocol, for programs, which are marked; {option} only watches", prose.Literal("--watch"))},
			{"play GAME [OPTION=VALUE ...]", prose.T("the same in a new room of your own")},
		}, []any{lobby.Create{}, lobby.Join{}, lobby.Watch{}}},
		{GameNight, 1, 10, true, []use{
			{"evening CODE", prose.T("a game night: the standings, the tables, and who plays next")},
			{"evening new [OPTION=VALUE ...]", prose.T("open a game night of your own, such as with {example}", prose.Literal("games=davinci,kodeknacker bots=1"))},
		}, []any{lobby.OpenGameNight{}, lobby.WatchGameNight{}}},
		{Board, 1, 1, false, []use{{"board CODE", prose.T("the same for a projector, if you connect with {option}", prose.Literal("ssh -t"))}}, []any{lobby.WatchGameNight{}}},
		{Say, 1, maxWords, false, []use{{"say TEXT", prose.T("say something to everybody in the hall")}}, []any{lobby.SayInLobby{}, lobby.Peek{}}},
		{History, 0, 1, false, []use{{"history [GAME]", prose.T("your finished matches; {option} lists those of public rooms", prose.Literal("--all"))}}, nil},
		{Replay, 1, 1, false, []use{{"replay ID [--seat N]", prose.T("the story of a finished match, as everybody saw it or as one seat did")}}, nil},
		{Analyse, 1, 1, false, []use{{"analyse ID", prose.T("what could be known when in a finished match: chances, luck and key moments")}}, nil},
		{Share, 1, 1, false, []use{{"share ID", prose.T("the result of a finished match, to pass on")}}, nil},
		{Top, 0, 1, false, []use{{"top [GAME]", prose.T("the best players, by rating")}}, []any{lobby.GetLeaderboard{}}},
		{Who, 1, 10, false, []use{{"who NAME", prose.T("where somebody is, their ratings and last matches; {example} shows yours", prose.Literal(Who+" "+Me))}}, []any{lobby.GetProfile{}, lobby.FindProfile{}, lobby.Peek{}, lobby.GetCircle{}}},
		{Stats, 1, 10, false, []use{{"stats NAME", prose.T("how well somebody does by game and option, and what was luck; {example} shows yours", prose.Literal(Stats+" "+Me))}}, []any{lobby.GetStatistics{}, lobby.FindStatistics{}}},
		{Turns, 0, 0, false, []use{{"turns", prose.T("the matches that wait for you, on one line; the exit status is 1 if there are none")}}, []any{lobby.Peek{}}},
		{Webhook, 0, 1, false, []use{{"webhook [ADDRESS]", prose.T("hear on the web when it is your turn in a match that has days for a move; {off} ends that", prose.Literal(lobby.WebhookOff))}}, []any{lobby.GetWebhook{}, lobby.SetWebhook{}}},
		{People, 0, 0, false, []use{{"people", prose.T("your friends and everybody who is here, and who invites you")}}, []any{lobby.GetCircle{}, lobby.Peek{}}},
		{Friend, 1, 10, false, []use{{"friend NAME", prose.T("make somebody a friend; {option} takes them off again", prose.Literal("--remove"))}}, []any{lobby.Befriend{}, lobby.GetCircle{}, lobby.Peek{}}},
		{Mute, 1, 10, false, []use{{"mute NAME", prose.T("let nothing from somebody reach you; {option} lets it again", prose.Literal("--remove"))}}, []any{lobby.Mute{}, lobby.GetCircle{}, lobby.Peek{}}},
		{Invite, 2, 11, false, []use{{"invite NAME CODE", prose.T("invite somebody who is here to a room where you have a seat")}}, []any{lobby.Invite{}, lobby.GetCircle{}, lobby.Peek{}}},
		{Report, 1, maxWords, false, []use{{"report NAME TEXT", prose.T("tell the operator of this server what somebody did")}}, []any{lobby.Peek{}, lobby.GetCircle{}, lobby.SendReport{}}},
		{Me, 0, 1, false, []use{
			{"me", prose.T("who you are, and where you have a seat")},
			{"me --link [CODE]", prose.T("add another key of yours: shows a code to type with that key")},
			{"me --export", prose.T("everything that is stored about you, as JSON")},
			{"me --delete", prose.T("delete everything about you for good; it asks first, and with {option} it does not", prose.Literal("--yes"))},
		}, []any{lobby.Peek{}, lobby.OfferLink{}, lobby.LinkKey{}, lobby.ExportData{}, lobby.DeleteAccount{}}},
		{Name, 1, 10, false, []use{{"name NEW", prose.T("change your name")}}, []any{lobby.Rename{}, lobby.Peek{}}},
		{Rules, 1, 1, false, []use{{"rules GAME", prose.T("the rules of a game")}}, nil},
		{Spoken, 0, 0, false, []use{{"lines", prose.T("parlor in sentences, one a line, for screen readers and windows of any size")}}, nil},
		{Help, 0, 1, false, []use{{"help [GAME]", prose.T("this list, or the options of a game")}}, nil},
		{Version, 0, 0, false, []use{{"version", prose.T("the version of this server")}}, nil},
	}
}

// find returns the definition of a command, and false if there is none.
func find(verb string) (definition, bool) {
	for _, one := range definitions() {
		if one.verb == verb {
			return one, true
		}
	}
	return definition{}, false
}

// IsVerb reports whether a command begins with a word, in whatever case.
func IsVerb(word string) bool {
	_, found := find(strings.ToLower(word))
	return found
}

// usage is how a command is written.
func usage(verb string) string {
	one, _ := find(verb)
	return one.uses[0].usage
}

// Command is a command as somebody gave it.
type Command struct {
	Verb      string
	Arguments []string
	JSON      bool // one JSON document, or for play: JSON Lines
	Lines     bool // sentences in lines
	OnlyWatch bool // play without a seat
	Rated     bool // quick: somebody to play with whose rating is near
	Light     bool // qr: on a light background

	// What me does beside telling who one is.
	Link, Export, Delete bool
	Yes                  bool // Delete: without being asked

	Remove bool // of friend and mute: undo it

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
		return asked, prose.Refuse("That has too many words for a command.")
	}
	flags := asked.flags()
	for i := 0; i < len(words); i++ {
		switch word := words[i]; {
		case word == "": // is none, wherever it stands
		case flags[word] != nil:
			*flags[word] = true
		case word == "--seat":
			i++
			if err := asked.see(strings.Join(words[min(i, len(words)):min(i+1, len(words))], "")); err != nil {
				return asked, err
			}
		case strings.HasPrefix(word, "--"):
			return asked, prose.Refuse("Unknown option {typed}. Type {help}.", Quoted(word, 20), prose.Literal(Help))
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
		"--link": &c.Link, "--export": &c.Export, "--delete": &c.Delete, "--yes": &c.Yes,
		"--rated": &c.Rated, "--light": &c.Light,
		"--remove": &c.Remove, "--all": &c.All, "--mine": &c.Mine,
	}
}

// see takes the seat whose eyes are wanted.
func (c *Command) see(text string) (err error) {
	if c.Seat, err = engine.ParseSeat(text); err != nil {
		return prose.Refuse("{option} cannot be {typed}: it is the number of a seat, or 0 for what everybody saw.", prose.Literal("--seat"), Quoted(text, 20))
	}
	c.Seated = true
	return nil
}

// check says what is wrong with an order before anything is done.
func (c Command) check() error {
	defined, known := find(c.Verb)
	switch {
	case !known:
		return Unknown(c.Verb)
	case len(c.Arguments) < defined.least:
		return prose.Refuse("Something is missing after {command}: {usage}.", prose.Literal(c.Verb), prose.Literal(usage(c.Verb)))
	case len(c.Arguments) > defined.most, c.Verb == Me && len(c.Arguments) > 0 && !c.Link:
		return prose.Refuse("That is too much for {command}: {usage}.", prose.Literal(c.Verb), prose.Literal(usage(c.Verb)))
	case c.Lines && !defined.inLines:
		return prose.Refuse("{command} always answers in lines. Leave out {option}.", prose.Literal(c.Verb), prose.Literal("--lines"))
	}
	if c.Verb == GameNight && len(c.Arguments) > 1 && !c.OpensGameNight() {
		return prose.Refuse("That is too much for {command}: {usage}.", prose.Literal(c.Verb), prose.Literal(usage(c.Verb)))
	}
	return c.checkOptions()
}

// checkOptions says what is wrong with options that do not go with the command,
// or with each other.
func (c Command) checkOptions() error {
	for _, one := range []struct {
		options []string
		given   []bool
		of      string // the only command that has them; empty where that is checked elsewhere
	}{
		{[]string{"--json", "--lines"}, []bool{c.JSON, c.Lines}, ""},
		{[]string{"--watch"}, []bool{c.OnlyWatch}, Play},
		{[]string{"--rated"}, []bool{c.Rated}, Quick},
		{[]string{"--light"}, []bool{c.Light}, QR},
		{[]string{"--link", "--export", "--delete"}, []bool{c.Link, c.Export, c.Delete}, Me},
		{[]string{"--all", "--mine"}, []bool{c.All, c.Mine}, History},
		{[]string{"--seat"}, []bool{c.Seated}, Replay},
		{[]string{"--remove"}, []bool{c.Remove && c.Verb != Mute}, Friend},
	} {
		var given []string
		for i, option := range one.options {
			if one.given[i] {
				given = append(given, option)
			}
		}
		switch {
		case len(given) > 0 && one.of != "" && one.of != c.Verb:
			return prose.Refuse("Use {option} with {command} only.", prose.Literal(given[0]), prose.Literal(one.of))
		case len(given) > 1:
			return prose.Refuse("Choose one of {options}.", prose.And(prose.Literals(one.options)))
		}
	}
	if c.Yes && !c.Delete {
		return prose.Refuse("Use {option} with {command} only.", prose.Literal("--yes"), prose.Literal("me --delete"))
	}
	return nil
}

// choosesPace reports whether one of the settings that are given is of the pace.
func choosesPace(table []lobby.Setting, given []string) bool {
	return slices.ContainsFunc(given, func(argument string) bool {
		name, _, _ := strings.Cut(argument, "=")
		return slices.ContainsFunc(table, func(s lobby.Setting) bool { return s.Paced && s.Word == strings.ToLower(name) })
	})
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
			return 0, 0, prose.Refuse("{typed} has no value. Write it as {form}, such as {example}.", Quoted(argument, 30), prose.Literal("OPTION=VALUE"), prose.Literal("seats=2"))
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

package tui

import (
	"regexp"
	"slices"
	"strings"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/board"
)

// keyHelp answers a key that did nothing. One that means something at another
// moment is told why it does nothing now, so that no key seems broken; one that
// means nothing anywhere stays silent.
func (t *tableScreen) keyHelp(name string) {
	if t.excuse = t.why(name); t.excuse != "" {
		t.root.show(t.excuse)
	}
}

// unexcuse takes back why a key did nothing: at the newest table it may do
// something.
func (t *tableScreen) unexcuse() {
	if t.excuse != "" && t.root.message == t.excuse {
		t.root.message = ""
	}
	t.excuse = ""
}

// why says why a key does nothing now; it is empty for one that never does.
func (t *tableScreen) why(name string) string {
	ofBoard := known(t.boardKeys(), name)
	switch stage := t.update.Stage; {
	case stage == lobby.Gathering && (ofBoard || known(matchKeys(), name)):
		return t.root.say(prose.T("The match has not begun yet."))
	case stage == lobby.Gathering:
		return ""
	case t.paused() && t.inPlay() && (ofBoard || name == "g"):
		if t.seated() {
			return t.root.say(prose.T("The match is paused. Press g to go on."))
		}
		return t.root.say(prose.T("You are watching. The match is paused until a player goes on."))
	case stage == engine.Playing && ofBoard:
		return t.whyBoard()
	case name == "enter":
		return t.whyEnter()
	case name == "o" && !t.update.Host:
		return t.root.say(prose.T("Only the host can change the room."))
	case name == "o":
		return t.root.say(prose.T("The room can be changed once the match is over."))
	case name == "g":
		return t.root.say(prose.T("The match is not paused."))
	case ofBoard && stage == engine.Over:
		return t.root.say(prose.T("The match is over."))
	case ofBoard:
		return t.root.say(prose.T("The game is over."))
	case name == "w":
		return t.root.say(prose.T("The people are in the menu. Press Esc, then w."))
	case name == "tab":
		return t.root.say(prose.T("Tab shows points or board between games."))
	case known(waitingKeys(), name):
		return t.root.say(prose.T("That works before a match begins."))
	}
	return ""
}

// whyBoard says whose turn it is, or what else is to be done.
func (t *tableScreen) whyBoard() string {
	people, waited := prose.People{Names: t.scene().Names, You: t.update.You}, t.update.Match.ToMove
	switch {
	case !t.seated():
		return t.root.say(prose.T("You are watching."))
	case t.myTurn():
		return t.root.say(prose.T("Not now.")) + " " + t.root.say(t.board.Ask())
	case len(waited) == 1:
		return t.root.say(prose.T("It is not your turn. Waiting for {name}.", people.Name(waited[0])))
	}
	return t.root.say(people.Waits(waited))
}

// whyEnter says why somebody cannot go on between rounds.
func (t *tableScreen) whyEnter() string {
	people := prose.People{Names: t.scene().Names, You: t.update.You}
	switch {
	case t.update.Stage == engine.Over:
		return t.root.say(prose.T("You are watching. The players can begin another match."))
	case !t.seated():
		return t.root.say(prose.T("You are watching.")) + " " + t.root.say(people.Waits(t.update.Match.ToMove))
	}
	return t.root.say(prose.T("You are ready already.")) + " " + t.root.say(people.Waits(t.update.Match.ToMove))
}

// boardKeys are those of the game, also before there is a board.
func (t *tableScreen) boardKeys() []board.Hint {
	b := t.board
	if b == nil {
		b = t.root.kit(t.update.Plan.Game).Board(*t.root.theme, t.root.session.Voice)
	}
	return board.HelpOf(b)
}

// known says whether a key is among those that a help screen lists. Arrows are not:
// they choose, and where there is no choice they need not say so.
func known(keys []board.Hint, name string) bool {
	if slices.Contains([]string{"left", "right", "up", "down"}, name) {
		return false
	}
	if len(name) == 1 {
		name = strings.ToLower(name)
	}
	return slices.ContainsFunc(keys, func(hint board.Hint) bool {
		if hint.Keys != nil {
			return slices.Contains(hint.Keys, name)
		}
		return slices.Contains(keyNames(hint.Written), name)
	})
}

// digits is a range of what is typed, such as "0 – 11" or "1-6".
var digits = regexp.MustCompile(`(\d+) ?[-–] ?(\d+)`)

// keyNames are the keys that the help screen lists in a line such as
// "enter, r", "j or -" and "0 – 11", without the arrows.
func keyNames(text string) []string {
	var names []string
	if strings.Contains(text, "…") || digits.MatchString(text) {
		from, to := "0", "9"
		if ends := digits.FindStringSubmatch(text); ends != nil {
			from, to = ends[1], ends[2]
			text = digits.ReplaceAllString(text, "")
		}
		if len(to) > 1 { // typed one digit after the other
			to = "9"
		}
		for digit := from[0]; digit <= to[0]; digit++ {
			names = append(names, string(rune(digit)))
		}
	}
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' }) {
		switch {
		case word == "or" || strings.ContainsAny(word, "←→↑↓…"):
		case slices.Contains([]string{"enter", "esc", "tab", "space", "backspace", "delete", "home", "end", "pgup", "pgdown"}, word):
			names = append(names, word)
		case strings.HasPrefix(word, "ctrl+") || strings.HasPrefix(word, "shift+"):
			names = append(names, word)
		default: // letters that stand together are one key each
			names = append(names, strings.Split(word, "")...)
		}
	}
	return names
}

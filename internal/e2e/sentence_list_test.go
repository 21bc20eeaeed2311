package e2e

import (
	"cmp"
	"flag"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"parlor/internal/games"
	"parlor/prose"
)

// sentenceList is the list of all texts of the program, for review: each once, a plural after "+", and below it an
// example with arguments.
const sentenceList = "testdata/sentences.txt"

// examples returns example arguments, by the placeholder or, if that does not suffice, by the end of a text with the
// placeholder last. The longest match counts.
func examples() map[string]string {
	return map[string]string{
		"{latest}": "20", "{did}": "shows heads", "{luck}": "+1.40", "{range}": "3.20", "{missed}": "0.081", "{margin}": "0.012",
		// People, places and what they write.
		"{name}": "anna", "{owner}": "bo", "{player}": "anna", "{speaker}": "anna", "{who}": "anna", "{names}": "bo and cy", "{players}": "anna and bo",
		"cannot have {names}": "colour and size", "The value of {name}": "seats", "{bot}": "Lodestar", "{before}": "anna", "{after}": "Annabel",
		"{text}": "good luck", "{reason}": "it is late", "{words}": "good luck", "{action}": "a1 7", "{waiting}": "Waiting for bo.", "{level}": "weak", "{levels}": "1 weak, 2 strong", "{n} {level}": "weak",
		"{title}": "late night", "{other}": "cy", "at your table {room}": "E93TDD", "There is no game called {game}": "chess", "{id}": "K4WQXAE93TDD", "{match}": "K4WQXAE93TDD", "{seat}": "2", "{seats}": "4", "{taken}": "3", "{bots}": "4 bots", "{bots} do not fit into {seats}": "4 seats",
		"{rooms}": "3 rooms", "Type {rooms}": "rooms", "{state}": "waiting for players", "{shown}": "2",
		"{server}": "parlor v1.0.0", "{version}": "2", "{ours}": "2", "{theirs}": "3", "{commitment}": "4be1c75a09f2d683", "{digits}": "4be1c75a", "{size}": "40×12", "window of {least}": "50×16",
		"webhook at {host}": "hooks.example.com", "webhook is at {host}": "hooks.example.com", "delivered to {host}": "hooks.example.com", "{host} cannot be reached": "hooks.example.com",
		"{host} rejected": "hooks.example.com", "{status}": "404", "{host} did not respond": "hooks.example.com", "{host} resolves to": "hooks.example.com", "{hosts}": "hooks.slack.com and discord.com",
		"correspondence match; {off} stops": "off",
		"{cause}":                           "permission denied", "{why}": "It was played with newer rules.",
		// Typed words, and their counterparts on screens.
		"{command}": "history", "{command} always": "replay", "reconnect with  {command}": "ssh play.example.com", "To make a rated room, type {command}": "new davinci rated=yes", "{command} needs more": "join", "Type {command}": "remove", "A bot will take over their seat. Type {command}": "kick anna", "{commands}": "place 1 or place 2", "{line}": "ssh play.example.com",
		"{actions}": "guess, stop and resign", "The value of {action}": "guess", "an object like {example}": `{"seat":2,"tile":3,"value":7}`, "Type {action},": "stop", "{form}": "guess SEAT 0-11", "{form}, such as {example}": "guess 2 7", "{form}, such as {example}: {help}": "a seat is 1-2, a number is 0-11",
		"{talk}": "talk", "{typed}": "dance", "{example}": "new davinci bots=1", "type {show} and its place, such as {example}": "show 2", "{place} and a gap, such as {example}": "place 1",
		"the place and the number, such as {example}": "guess 2 3 7", "or guess again, such as {example}": "guess 2 3 7", "recent matches; {example}": "who me",
		"code of {n} colour: type {verb} and the letters, such as {example}": "code rgyb", "Row {n} of {rows}: type {verb} and the letters, such as {example}": "guess rgyb",
		"red, yellow and green, such as {example}": "solve 1 2 3 4", "and its value, such as {example}": "place b3 r5", "Commands, as in {example}": "ssh play.example.com rooms", "{usage}": "join CODE", "{option} only works": "--all", "{option}:": "Jokers", "{option}: {value}": "strict", "{options}": "jokers and rounds",
		"{setting}": "clock", "{fields}": "bots and seats", "{values}": "4, 7 or 8", "{setting} must be {values}": "clock, wait or bot", "For absent players, choose one of {values}": "clock, wait or bot", "{value}": "7", "{kind}": "a number", "{help}": "help", "{join}": "join", "{quick}": "quick", "{rated}": "rated", "{off}": "rated off", "{pace}": "2 minutes, a bot if away", "{new}": "new", "{play}": "play",
		"{watch}": "watch", "{mute}": "mute", "{sequence}": "OSC 9", "{link}": "ssh://E93TDD@play.example.com", "at table {code}": "E93TDD", "{ready}": "ready", "{key}": "Enter", "{letter}": "r", "{language}": "English", "{languages}": "en, cs", "{letters}": "b, r, y, g",
		"Type {on}": "hand", "{on} or {off}": "hand off", "{substitute}": "substitute 2", "type {claim}": "claim 2", "{later} {claim}": "claim 2", "{absent}": "bo", "{later}": "4:00",
		// Games and matches.
		"{game}": "Da Vinci Code", "{games}": "davinci, masterdice and kodeknacker", "game {n} of {games}": "5", "{number}": "4", "{newest}": "2", "{do}": "type deal", "{tutorial}": "tutorial", "{n}": "3", "not {n}": "6", "{all}": "9", "{least}": "2", "{most}": "4", "{next}": "cy", "and {next}": "cy", "between games {n} and {next}": "4", "{list}": "anna, bo", "{word}": "seats",
		"{moves}": "40", "{steps}": "40", "{points}": "2", "{parts}": "winning 5, hidden numbers 8", "{part}": "winning", "{scores}": "anna 3, bo 1½", "{won}": "5", "{lost}": "4", "{drawn}": "2", "{rank}": "4", "{rating}": "1611", "{newer}": "1623", "Game {n}: {parts}": "winning + hidden numbers", "{deviation}": "105",
		"{events}": "took black · guessed 7 for tile 3 of bo: right",
		"{move}":   "19", "{tile} is not": "tile 3 of bo", "{row}": "2", "rows {rows} leave": "1 and 3", "values: {facts}": "you have black 5 and black 9", "{values}: {facts}": "you have black 5 and black 9", "{positions}": "8", "places and {colors}": "10", "{claim}": "black 7 for tile 3 of bo", "{chance}": "39%", "left: {before}": "106", "before, {after}": "41", "Games {games} are too": "1 and 3",
		// Game nights.
		"{format}": "knockout", "{team}": "Red", "{round}": "Semifinals", "{pairing}": "anna has beaten bo",
		"{night}": "night", "{table}": "table", "{begin}": "begin", "{in} to play": "in", "{stage}": "in progress", "{game}, {stage}": "game 2 of 3", "{best}": "anna has won the game night.", "game night with the code {code}": "E93TDD", "game night {code}": "E93TDD", "·  {code}": "E93TDD",
		"{invite} for": "invite", "{says}  ": "Or they open", "{says}  {typed}": "ssh://play.example.com", "{from} to": "1", "{from} to {to}": "20",
		"{begins}": "The game night begins at 17:00 CET, in 12 minutes.", "{ends}": "table 3 finishes soon", "number {place}": "2", "{press}": "Press Enter within 0:09.", "Table {table}.": "3  Da Vinci Code: anna +100, bo +0",
		// Times.
		"{ago}": "2 minutes ago", "{time}": "2 minutes", "begins at {time}": "17:00 CET", "ends at {time}": "19:00 CET", "until {time}": "19:00 CET", "in {left}": "12 minutes", "{none}": "none", "time zone {typed}": "Berlin", "Invalid time: {typed}": "soon", "at {time} UTC": "21:04", "{date}": "2026-03-14", "{duration}": "25 minutes", "{clock}": "0:09",
		// Da Vinci Code.
		"{tile}": "black 4", "your {tile}": "joker", "Your {tile}": "joker", "for {tile}": "tile 3 of bo", "hidden {tile}": "black", "open {tile}": "black 4", "{tiles}": "black 4 and white 7", "{name} has {tiles}": "6", "{b}": "b", "{w}": "w", "{keys}": "b for black or w for white", "{colour}": "black", "{letter} {colour}": "red", "{facts}": "not 3 or 4",
		"{gaps}": "1 or 2", "{joker}": "joker", "{deal}": "deal", "{stop}": "stop", "{colours}": "black or white", "The letters are {colours}": "r red, g green, b blue", "There is {n} colour: {colours}": "r red, g green, b blue", "{black}": "2", "{white}": "1", "{bulls}": "1 bull", "{cows}": "2 cows",
		// Kodeknacker and MasterDice.
		"{code}": "RGYB", "room {code}": "E93TDD", "Room {code}": "E93TDD", "{name} looks like a room code": "anna47", "The name {name} is reserved": "host", "To change your name, type {command}": "name", "there and type {code}": "E93TDD", "nswer {code}": "3 4 1 6", "nswered {code}": "3 4 1 6", "{rows}": "8", "{pegs}": "2 black, 1 white", "{dice}": "blue 3 and red 5", "olled {dice}": "1, 3, 3 and 6", "white dice left: {dice}": "14", "{counts}": "2 right, 1 too high, 1 too low",
		"{right}": "2", "{high}": "1", "{low}": "1", "{roll}": "roll", "{solve}": "solve", "{guess}": "guess", "{place}": "place", "{verb}": "guess",
		"{controls}": "controls", "{results}": "results", "{result}": "Table 3, Kodeknacker: bo +100, anna +0.", "{highlight}": "bo guessed white 4 for tile 6 of anna, with a chance of 4%: right.", "{practise}": "practise", "{wait}": "You are next: table 2 finishes soon.", "{count}": "5", "{verbs}": "begin, pause, end", "{does}": "end the match at a table", "{question}": "End that match?",
	}
}

// TestTheListOfSentences compares the list with the program, so that a changed text is reviewed next to the others;
// -update writes it. A placeholder without an example is an error, and so is a text that cannot be wrapped.
func TestTheListOfSentences(t *testing.T) {
	t.Parallel()
	all := append(allSentences(t), gamesSentences()...)
	slices.SortStableFunc(all, func(a, b sentence) int {
		return cmp.Or(cmp.Compare(strings.ToLower(a.text.English), strings.ToLower(b.text.English)),
			cmp.Compare(a.text.English, b.text.English), cmp.Compare(a.text.Context, b.text.Context), cmp.Compare(a.text.Many, b.text.Many), cmp.Compare(a.at, b.at))
	})
	all = slices.CompactFunc(all, func(a, b sentence) bool {
		return a.text.English == b.text.English && a.text.Context == b.text.Context && a.text.Many == b.text.Many
	})
	var list strings.Builder
	list.WriteString("# Every sentence and label of the program, and what it is like with arguments.\n# go test -run ListOfSentences ./internal/e2e -update writes this list.\n\n")
	used := map[string]bool{}
	for _, one := range all {
		list.WriteString(entryOf(t, one, used))
	}
	for part := range examples() {
		if !used[part] {
			t.Errorf("no sentence has %s any more: take its example away", part)
		}
	}
	written, err := os.ReadFile(sentenceList)
	switch {
	case flag.Lookup("update").Value.String() == "true":
		if err := os.WriteFile(sentenceList, []byte(list.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	case err != nil:
		t.Fatal(err)
	case list.String() != string(written):
		t.Errorf("the sentences are not those of the list, the first of them %q; go test -run ListOfSentences ./internal/e2e -update writes them",
			firstOther(list.String(), string(written)))
	}
}

// gamesSentences returns the texts from the rules of games: labels and rules pages.
func gamesSentences() (all []sentence) {
	for _, game := range games.All() {
		for _, label := range prose.Labels(game.Game) {
			all = append(all, sentence{at: game.Game.Name + ", a label", text: label})
		}
		for _, block := range game.Rules {
			all = append(all, sentence{at: game.Game.Name + ", the rules", text: block.Text, args: len(block.Text.Args)})
		}
	}
	return all
}

// entryOf returns a text's entry in the list. It adds the parts that had an example to used.
func entryOf(t *testing.T, one sentence, used map[string]bool) string {
	t.Helper()
	text, entry := one.text, ""
	if text.Context != "" {
		entry = "[" + text.Context + "] "
	}
	entry += text.English + "\n"
	if text.Many != "" {
		entry += "+ " + text.Many + "\n"
	}
	names := prose.Placeholders(text.English)
	for i, name := range names {
		arg, given := one.given[i]
		if !given {
			part := exampleOf(name, text.English)
			if part == "" {
				t.Errorf("%s: {%s} of %q has no example", one.at, name, text.English)
			}
			used[part] = true
			arg = prose.Literal(examples()[part])
		}
		text.Args = append(text.Args, arg)
	}
	if text.Many != "" {
		n, err := strconv.Atoi(text.Args[one.number].Word)
		if err != nil || n == 1 {
			t.Errorf("%s: %q counts %q", one.at, text.English, text.Args[one.number].Word)
		}
		text.Args[one.number] = prose.N(1)
		entry += "\t" + text.String() + "\n"
		text.Args[one.number] = prose.N(n)
	}
	if len(names) > 0 {
		entry += "\t" + text.String() + "\n"
	}
	return entry
}

// exampleOf returns the part of a format that has an example for a placeholder, or "".
func exampleOf(name, format string) (part string) {
	for one := range examples() {
		if last := strings.LastIndex(one, "{"); strings.HasPrefix(one[last:], "{"+name+"}") && strings.Contains(format, one) && len(one) > len(part) {
			part = one
		}
	}
	return part
}

// firstOther returns the first line in which two lists differ.
func firstOther(is, was string) string {
	before := strings.Split(was, "\n")
	for i, line := range strings.Split(is, "\n") {
		if i >= len(before) || before[i] != line {
			return line
		}
	}
	return "that was taken away"
}

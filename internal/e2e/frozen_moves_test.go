package e2e

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"parlor/engine"
	"parlor/engine/davinci"
	"parlor/engine/masterdice"
	"parlor/server/protocol"
)

// pick returns a random action of a seat that has something to decide, chosen from what the protocol tells. It does
// not repeat a secret choice, so that a match ends.
func pick(view protocol.View, random *rand.Rand) engine.Action {
	byVerb, verbs := map[string][]engine.Action{}, []string{}
	for _, action := range mayDo(view, random) {
		verb, _, _ := strings.Cut(string(action), " ")
		if verb == "place" && hasPlaced(view) {
			continue
		}
		if byVerb[verb] == nil {
			verbs = append(verbs, verb)
		}
		byVerb[verb] = append(byVerb[verb], action)
	}
	if len(verbs) == 0 {
		return engine.Resign
	}
	actions := byVerb[verbs[random.IntN(len(verbs))]]
	return actions[random.IntN(len(actions))]
}

// mayDo returns what a seat may do: the list, or examples of the grammar.
func mayDo(view protocol.View, random *rand.Rand) []engine.Action {
	if len(view.Legal) > 0 {
		return view.Legal
	}
	var some []engine.Action
	for _, form := range view.Match.Grammar {
		verb, rest, _ := strings.Cut(form, " ")
		length, letters, isCode := strings.Cut(rest, "*")
		switch {
		case isCode:
			n, _ := strconv.Atoi(length)
			code := ""
			for range n {
				code += string(letters[random.IntN(len(letters))])
			}
			some = append(some, engine.Action(verb+" "+code))
		case verb == "roll":
			some = append(some, masterdice.Roll)
		case verb == "place":
			some = append(some, placement(view, random))
		case verb == "solve" && random.IntN(4) == 0:
			die := func() int { return 1 + random.IntN(6) }
			some = append(some, engine.Action(fmt.Sprint("solve ", die(), die(), die(), die())))
		}
	}
	return some
}

// placement puts some of the rolled dice on the next row.
func placement(view protocol.View, random *rand.Rand) engine.Action {
	table := tableOf[masterdice.View](view)
	action := "place"
	for _, board := range table.Boards {
		if board.Solver != view.Seat {
			continue
		}
		for column, at := range random.Perm(len(board.Rolled)) {
			if column == 0 || random.IntN(3) > 0 {
				action += fmt.Sprintf(" %c%d", "bryg"[column], board.Rolled[at])
			}
		}
	}
	return engine.Action(action)
}

// hasPlaced reports whether a seat has chosen the gap of its tile.
func hasPlaced(view protocol.View) bool {
	if view.Room.Game != "davinci" {
		return false
	}
	choice := tableOf[davinci.View](view).Choice
	return choice != nil && choice.Chosen > 0
}

// tableOf returns the game's own view in a message.
func tableOf[V any](view protocol.View) V {
	var table V
	text, err := json.Marshal(view.Match.Table)
	if err == nil {
		err = json.Unmarshal(text, &table)
	}
	if err != nil {
		panic(err)
	}
	return table
}

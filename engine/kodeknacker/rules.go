package kodeknacker

import (
	"math/rand/v2"
	"strings"

	"parlor/engine"
	"parlor/engine/codebreak"
	"parlor/engine/kit"
	"parlor/engine/worlds"
)

// Values of option "preset".
const (
	PresetStandard = "kodeknacker" // 5 positions, 6 colours, 12 rows (DE sheet)
	PresetClassic  = "classic"     // 4 positions, 6 colours, 10 rows
	PresetSuper    = "super"       // 5 positions, 8 colours, 12 rows
	PresetFree     = "free"        // as options positions, colors and rows say
)

const verbCode = "code"

// Code returns the action that sets the own code: Code("rgbyo").
func Code(colors string) engine.Action { return engine.Action(verbCode + " " + colors) }

// Guess returns the action that guesses the other player's code.
func Guess(colors string) engine.Action { return engine.Action(codebreak.Guess + " " + colors) }

// Rules returns the rules of Kodeknacker.
func Rules() engine.Rules[View, Event] {
	free := func(o engine.Options) bool { return o["preset"] == PresetFree }
	return codebreak.Game[View]{
		Rules: engine.Rules[View, Event]{
			Name: "kodeknacker", Title: "Kodeknacker", Version: 4, NamedStreams: 4, ResignsMatch: 3,
			Blurb: "Be first to crack the secret row of colours.",
			Options: []engine.Option{
				{
					Name: "preset", Title: "Size", Default: PresetStandard,
					Help: "The number of places, colours and rows.",
					Values: []engine.Value{
						{Name: PresetStandard, Title: "5 of 6 colours, 12 rows"},
						{Name: PresetClassic, Title: "4 of 6 colours, 10 rows"},
						{Name: PresetSuper, Title: "5 of 8 colours, 12 rows"},
						{Name: PresetFree, Title: "as chosen below"},
					},
				},
				{Name: "positions", Title: "Positions", Default: "5", Values: engine.Numbers(MinPositions, MaxPositions, 1), Help: "The number of places in a code.", Applies: free},
				{Name: "colors", Title: "Colours", Default: "6", Values: engine.Numbers(4, MaxColors, 1), Help: "The number of colours.", Applies: free},
				{Name: "rows", Title: "Rows", Default: "12", Values: engine.Numbers(6, MaxRows, 1), Help: "The number of guesses that fit on a board.", Applies: free},
				engine.RoundsOption("Games", "The number of games in a match; a win is 1 point, a draw ½.", 1, 9, 1, 3),
				{
					Name: "memory", Title: "Memory", Default: "off", Values: engine.OffOn(),
					Help: "No notes: you have to remember what each row rules out.",
				},
			},
			ReadEvent: ReadEvent, Levels: levels(), LevelHelp: levelHelp(), Think: think,
			Worlds: worlds.Of(NewWorlds),
			Claims: claims,
		},
		Size: sizeOf, Make: verbCode, View: viewOf,
		Code:  func(size codebreak.Size) kit.Term { return codesOf(size.Positions, size.Symbols) },
		Judge: func(guess, secret string) Pegs { return judge(codeOf(guess), codeOf(secret)) },
		Random: func(size codebreak.Size, below func(int) int) string {
			return randomCode(size.Positions, size.Symbols, below).String()
		},
		Fitting: func(size codebreak.Size, rows []Row, random *rand.Rand) string {
			return consistent(known(rows), size.Positions, size.Symbols, random).String()
		},
		Early: func(size codebreak.Size) error { return engine.Refuse(engine.NotLegal, RefusedCode, example(size)) },
		Made:  func(size codebreak.Size) error { return engine.Refuse(engine.NotLegal, RefusedGuess, example(size)) },
		None: func(size codebreak.Size) error {
			return engine.Refuse(engine.NotAnAction, RefusedAction, size.Positions, example(size))
		},
		Bad: func(size codebreak.Size, verb string) error {
			return engine.Refuse(engine.NotAnAction, RefusedColors, size.Positions, Letters(size.Symbols), verb, example(size))
		},
	}.Complete()
}

func sizeOf(options engine.Options) codebreak.Size {
	switch options["preset"] {
	case PresetClassic:
		return codebreak.Size{Positions: 4, Symbols: 6, Rows: 10}
	case PresetSuper:
		return codebreak.Size{Positions: 5, Symbols: 8, Rows: 12}
	case PresetFree:
		return codebreak.Size{Positions: options.Int("positions"), Symbols: options.Int("colors"), Rows: options.Int("rows")}
	}
	return codebreak.Size{Positions: 5, Symbols: 6, Rows: 12}
}

// codesOf returns the term of codes of a size. Digits stand for the colours from 1 on, and 0 for
// the tenth.
func codesOf(positions, colors int) kit.Term {
	term := kit.Code("code", Letters(colors), positions, false)
	read := term.Read
	term.Read = func(text string) (int, bool) {
		byLetters := []byte(text)
		for i, c := range byLetters {
			if c >= '0' && c <= '9' {
				byLetters[i] = letters[(c+9-'0')%10]
			}
		}
		return read(string(byLetters))
	}
	return term
}

// example returns a code of the right size.
func example(size codebreak.Size) string {
	c := make(code, size.Positions)
	for i := range c {
		c[i] = i % size.Symbols
	}
	return c.String()
}

// ReadEvent parses the text that String returns for an event. It accepts nothing else.
func ReadEvent(line string) (Event, error) { return codebreak.ReadEvent(line, isCode) }

// isCode reports whether a word is a code under any options.
func isCode(word string) bool {
	return len(word) >= MinPositions && len(word) <= MaxPositions && strings.Trim(word, letters) == ""
}

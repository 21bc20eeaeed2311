package prose

import (
	"math"

	"parlor/engine"
)

// A Hint is the likeliest guess that a seat can make, and the facts that decide what
// else could be there; see engine.Worlds.
type Hint struct {
	Action engine.Action
	Chance float64
	Alike  bool          // no guess that can be right is likelier than the others
	Can    []engine.Odds // what can be at the guessed place, if the guess concerns a single place
	Facts  []engine.Fact
}

// Left returns the number of equally likely possibilities of which the hint is one.
func (h Hint) Left() int { return int(math.Round(1 / h.Chance)) }

// Certain reports whether the hint is the only possibility.
func (h Hint) Certain() bool { return h.Chance > 1-1e-9 }

// Hint returns a hint in sentences for the scene's reader, computed only from what they see. The
// caller decides whether the room allows hints. Hint may take some tens of milliseconds.
func (g Game) Hint(scene Scene) []Text {
	hint, found := g.Likeliest(scene)
	if !found {
		return []Text{g.NoHint(scene)}
	}
	return g.TellHint(hint, scene)
}

// Likeliest computes the hint that Hint describes, and reports whether there is one.
func (g Game) Likeliest(scene Scene) (hint Hint, found bool) {
	if scene.Watching || scene.View.Stage != engine.Playing {
		return Hint{}, false
	}
	worlds := g.Worlds(scene.View)
	if worlds == nil {
		return Hint{}, false
	}
	if hint.Action, hint.Chance = worlds.Best(); hint.Action == "" {
		return Hint{}, false
	}
	// A claim that holds in one world alone is as likely as any, if it is the likeliest.
	hint.Alike = worlds.Count()*hint.Chance < 1+1e-9
	if claims := g.Claims(engine.Move{Seat: scene.View.Seat, Action: hint.Action}); len(claims) == 1 {
		hint.Can = worlds.Odds(claims[0].Spot)
	}
	hint.Facts = worlds.Why(hint.Action)
	return hint, true
}

// TellHint describes a hint to the reader of the scene for which it was computed.
func (g Game) TellHint(hint Hint, scene Scene) []Text {
	claim := Sub(g.Narrator.Claimed(hint.Action, scene))
	told := []Text{T("The likeliest guess is {claim}, at {chance}.", claim, Sub(Chance(hint.Chance)))}
	switch {
	case hint.Certain():
		told[0] = T("One guess is certain: {claim}.", claim)
	case hint.Alike:
		told[0] = T("All guesses are equally likely; for example {claim} ({chance}).", claim, Sub(Chance(hint.Chance)))
	}
	if g.Narrator.Why != nil {
		if why := g.Narrator.Why(hint, scene); !why.IsZero() {
			told = append(told, why)
		}
	}
	return told
}

// NoHint returns the text shown to the scene's reader if Likeliest finds no hint.
func (g Game) NoHint(scene Scene) Text {
	if !scene.Watching && scene.View.Stage == engine.Playing && g.Narrator.Baffled != nil {
		if why := g.Narrator.Baffled(scene); !why.IsZero() {
			return why
		}
	}
	return NothingToGuess()
}

// NothingToGuess answers a request for a hint when there is none.
func NothingToGuess() Text { return T("No hint: it is not your turn to guess.") }

// NoHints answers a request for a hint in a room without hints.
func NoHints() Text { return T("There are no hints in this room.") }

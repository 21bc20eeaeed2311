package board

import (
	"slices"
	"strings"

	"parlor/engine"
	"parlor/prose"
	"parlor/tui/keymap"
	"parlor/tui/style"
)

// Kit is embedded by boards: how they look, the language of their texts, and the newest
// scene with its people.
type Kit struct {
	Theme  *style.Theme
	Voice  *prose.Voice // nil speaks English
	Scene  Scene
	People prose.People
	Scenes int // counts the scenes: while it stays the same, so does the scene
}

// NewKit returns the kit of a board that has seen nothing yet.
func NewKit(theme *style.Theme, voice *prose.Voice) Kit { return Kit{Theme: theme, Voice: voice} }

// Take keeps a scene, and reports whether another game begins with it: the next one
// of a match, or the first of another match.
func (k *Kit) Take(scene Scene) (begins bool) {
	before, now := k.Scene.View, scene.View
	k.Scene, k.People = scene, scene.People()
	k.Scenes++
	return now.Round != before.Round || now.Stage == engine.Playing && before.Stage != engine.Playing
}

// See implements Board, for boards that keep nothing but the scene.
func (k *Kit) See(scene Scene) { k.Take(scene) }

// Say says a text to the player.
func (k *Kit) Say(text prose.Text) string { return k.Voice.Say(text) }

// Name is a seat's name.
func (k *Kit) Name(seat engine.Seat) string { return k.Say(prose.T("{name}", k.People.Name(seat))) }

// IsBot reports whether a bot has a seat.
func (k *Kit) IsBot(seat engine.Seat) bool {
	return seat >= 0 && int(seat) < len(k.Scene.Bots) && k.Scene.Bots[seat]
}

// IsSubstituted reports whether a bot plays for the player of a seat.
func (k *Kit) IsSubstituted(seat engine.Seat) bool {
	return seat >= 0 && int(seat) < len(k.Scene.Substitutes) && k.Scene.Substitutes[seat]
}

// Marked returns a seat's name in at most cells cells, as it is written above what is
// theirs. A bot's name has a mark, and so has that of a player a bot plays for.
func (k *Kit) Marked(seat engine.Seat, cells int) string {
	if !k.IsBot(seat) && !k.IsSubstituted(seat) {
		return style.Cut(k.Name(seat), cells)
	}
	marked := func(name string) string {
		if k.IsSubstituted(seat) {
			return k.Say(prose.T("bot for {name}", prose.Name(name)))
		}
		return k.Say(prose.T("{name} (bot)", prose.Name(name)))
	}
	return marked(style.Cut(k.Name(seat), max(4, cells-style.Width(marked("")))))
}

// InPlay reports whether the scene is of a game that is being played, and no replay.
func (k *Kit) InPlay() bool { return k.Scene.View.Stage == engine.Playing && !k.Scene.Past }

// NotesTitle returns the title of notes, behind indent blanks, or behind a mark if they
// are open.
func (k *Kit) NotesTitle(open bool, indent int) string {
	if open {
		return k.Theme.Accent.Render("▸ " + k.Say(prose.T("notes")))
	}
	return k.Theme.Faint.Render(style.Blanks(indent) + k.Say(prose.T("notes (Tab)")))
}

// Due reports whether the game waits for a seat.
func (k *Kit) Due(seat engine.Seat) bool {
	return k.InPlay() && slices.Contains(k.Scene.View.ToMove, seat)
}

// Yours reports whether the game waits for the player, and not for another one whose
// hand they see.
func (k *Kit) Yours() bool { return !k.Scene.Watching && k.Due(k.Scene.View.Seat) }

// Asked reports whether the game waits for a scene's reader, as Yours does.
func Asked(scene Scene) bool { return (&Kit{Scene: scene}).Yours() }

// Waits says for which players the game waits; it is zero while none is going on, and where
// it waits for the player alone.
func (k *Kit) Waits() prose.Text {
	if k.Scene.View.Stage != engine.Playing {
		return prose.Text{}
	}
	return k.People.Waits(k.Scene.View.ToMove)
}

// Items are hints as they are drawn on a board, where each can be clicked as its
// first key.
func (k *Kit) Items(hints []Hint) []string {
	items := make([]string, len(hints))
	for i, hint := range hints {
		text := k.Theme.Key.Render(hint.Written) + " " + k.Theme.Text.Render(k.Say(hint.Does))
		items[i] = Zone(text, keyPart+hint.Keys[0])
	}
	return items
}

// Pressed marks a text of a drawing as a part that can be clicked as the first of
// some keys.
func Pressed(text string, key keymap.Key) string { return Zone(text, keyPart+key.Keys()[0]) }

// keyPart begins the name of a part that stands for a key.
const keyPart = "key "

// Clicked is the key for which a part stands that Items or Pressed drew, and
// reports whether it is such a part.
func Clicked(part string) (name string, is bool) { return strings.CutPrefix(part, keyPart) }

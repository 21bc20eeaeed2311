package board

import (
	"slices"
	"strings"

	"parlor/engine"
	"parlor/prose"
	"parlor/tui/keymap"
	"parlor/tui/style"
)

// Kit is embedded by boards. It holds their theme and language, and the newest scene.
type Kit struct {
	Theme  *style.Theme
	Voice  *prose.Voice // nil means English
	Scene  Scene
	People prose.People
	Scenes int // number of scenes seen; the scene is unchanged as long as this is
}

// NewKit returns the kit of a board that has not seen a scene yet.
func NewKit(theme *style.Theme, voice *prose.Voice) Kit { return Kit{Theme: theme, Voice: voice} }

// Take stores a scene, and reports whether a new game begins with it.
func (k *Kit) Take(scene Scene) (begins bool) {
	before, now := k.Scene.View, scene.View
	k.Scene, k.People = scene, scene.People()
	k.Scenes++
	return now.Round != before.Round || now.Stage == engine.Playing && before.Stage != engine.Playing
}

// See implements Board for boards that only need the newest scene.
func (k *Kit) See(scene Scene) { k.Take(scene) }

// Say returns a text in the language of the player.
func (k *Kit) Say(text prose.Text) string { return k.Voice.Say(text) }

// Name returns the name of the player on a seat.
func (k *Kit) Name(seat engine.Seat) string { return k.Say(prose.T("{name}", k.People.Name(seat))) }

// IsBot reports whether a bot plays a seat.
func (k *Kit) IsBot(seat engine.Seat) bool {
	return seat >= 0 && int(seat) < len(k.Scene.Bots) && k.Scene.Bots[seat]
}

// IsSubstituted reports whether a substitute bot plays a seat.
func (k *Kit) IsSubstituted(seat engine.Seat) bool {
	return seat >= 0 && int(seat) < len(k.Scene.Substitutes) && k.Scene.Substitutes[seat]
}

// Marked returns a seat's name in at most the given cells, as a heading. Bots and players with a
// substitute bot have a mark.
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

// InPlay reports whether the scene shows a game in progress and not a replay.
func (k *Kit) InPlay() bool { return k.Scene.View.Stage == engine.Playing && !k.Scene.Past }

// NotesTitle returns the title of notes, indented by the given number of spaces, or with a mark if
// the notes are open.
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

// Yours reports whether the game waits for the player, and not for a player whose hand they follow.
func (k *Kit) Yours() bool { return !k.Scene.Watching && k.Due(k.Scene.View.Seat) }

// Asked reports whether the game waits for the reader of a scene, like Yours.
func Asked(scene Scene) bool { return (&Kit{Scene: scene}).Yours() }

// Waits says for which players the game waits. It is zero if no game is in progress, or if the game
// waits only for the player.
func (k *Kit) Waits() prose.Text {
	if k.Scene.View.Stage != engine.Playing {
		return prose.Text{}
	}
	return k.People.Waits(k.Scene.View.ToMove)
}

// Items returns hints as drawn on a board. A click on one presses its first key.
func (k *Kit) Items(hints []Hint) []string {
	items := make([]string, len(hints))
	for i, hint := range hints {
		text := k.Theme.Key.Render(hint.Written) + " " + k.Theme.Text.Render(k.Say(hint.Does))
		items[i] = Zone(text, keyPart+hint.Keys[0])
	}
	return items
}

// Pressed marks a text as clickable. A click presses the first key of key.
func Pressed(text string, key keymap.Key) string { return Zone(text, keyPart+key.Keys()[0]) }

// keyPart is the prefix of the names of screen parts that act as a key press when they are
// clicked.
const keyPart = "key "

// Clicked returns the key of a part drawn by Items or Pressed, and whether it is such a part.
func Clicked(part string) (name string, is bool) { return strings.CutPrefix(part, keyPart) }

package board

import (
	"slices"

	"parlor/engine"
	"parlor/prose"
	"parlor/tui/look"
)

// Kit is embedded by boards: how they look, the voice by which they speak, and the
// newest scene with its people.
type Kit struct {
	Theme  look.Theme
	Voice  *prose.Voice // nil speaks English
	Scene  Scene
	People prose.People
}

// NewKit is the kit of a board that has seen nothing yet.
func NewKit(theme look.Theme, voice *prose.Voice) Kit { return Kit{Theme: theme, Voice: voice} }

// Take keeps a scene, and reports whether another game begins with it.
func (k *Kit) Take(scene Scene) (begins bool) {
	begins = scene.View.Round != k.Scene.View.Round
	k.Scene, k.People = scene, scene.People()
	return begins
}

// Say says a text to the person.
func (k *Kit) Say(text prose.Text) string { return k.Voice.Say(text) }

// Name is a seat's name.
func (k *Kit) Name(seat engine.Seat) string { return k.Say(prose.T("{name}", k.People.Name(seat))) }

// Due reports whether the game waits for a seat.
func (k *Kit) Due(seat engine.Seat) bool {
	return k.Scene.View.Stage == engine.Playing && !k.Scene.Past && slices.Contains(k.Scene.View.ToMove, seat)
}

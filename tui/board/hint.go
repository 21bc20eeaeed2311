package board

import (
	"parlor/prose"
	"parlor/tui/look"
)

// Hint is a key and what it does, such as "enter" and "guess".
type Hint struct {
	Key    string
	Does   prose.Text
	Leaves bool // it leads out of what is on the screen: never left out for want of room
}

// Press is the hint of a key.
func Press(key string, does prose.Text) Hint { return Hint{Key: key, Does: does} }

// Leave is the hint of a key that leads out.
func Leave(key string, does prose.Text) Hint { return Hint{key, does, true} }

// HintItems are keys with what they do, as Flow lays them out.
func HintItems(hints []Hint, theme look.Theme, voice *prose.Voice) []string {
	items := make([]string, len(hints))
	for i, hint := range hints {
		items[i] = theme.Key.Render(hint.Key) + " " + theme.Text.Render(voice.Say(hint.Does))
	}
	return items
}

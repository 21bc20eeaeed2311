package davinci

import (
	"parlor/engine"
	game "parlor/engine/davinci"
)

// typeDigit types a number: a 1 may still become 10 or 11, anything else is
// replaced by the next digit.
func (b *model) typeDigit(digit string) engine.Action {
	if b.number == "1" && (digit == "0" || digit == "1") {
		digit = "1" + digit
	}
	b.number = digit
	return ""
}

func (b *model) typeJoker(string) engine.Action {
	b.number = face(game.Joker)
	return ""
}

// erase takes the last digit back.
func (b *model) erase(string) engine.Action {
	if b.number == "10" || b.number == "11" {
		b.number = "1"
	} else {
		b.number = ""
	}
	return ""
}

// forget takes back all that is typed.
func (b *model) forget(string) engine.Action {
	b.number = ""
	return ""
}

// typed is the value that the number typed so far stands for.
func (b *model) typed() (game.Value, bool) {
	if b.number == face(game.Joker) {
		return game.Joker, true
	}
	var value game.Value
	err := value.UnmarshalText([]byte(b.number))
	return value, err == nil && value != game.Unknown
}

// canGuess reports whether a number is typed for the tile in focus.
func (b *model) canGuess() bool {
	_, typed := b.typed()
	return typed && b.mayGuess() && b.focus().seat >= 0
}

// guess is what is typed for the tile in focus.
func (b *model) guess(string) engine.Action {
	value, _ := b.typed()
	b.number = ""
	return game.Guess(b.focus().seat, b.focus().place, value)
}

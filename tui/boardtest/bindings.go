package boardtest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"parlor/engine"
	"parlor/tui/board"
	"parlor/tui/keymap"
	"parlor/tui/style"
)

// framed returns the keys that the frame keeps for itself during a game.
func framed() []string { return []string{"t", "?", "ctrl+c"} }

// bindingsHold checks the bindings of a board at a scene, and those after each of its keys and some
// second ones; see checkBindings. It presses each key on a new board.
func bindingsHold(kit board.Game, m engine.Match, scene board.Scene, meant []string, random *rand.Rand) error {
	opened := func(names ...string) board.Board {
		b := kit.Board(style.NewTheme(true), nil)
		b.See(scene)
		board.Rest(b)
		b.Draw(80, 20)
		for _, name := range names {
			Press(b, name)
			b.Draw(80, 20)
		}
		return b
	}
	wrong := []error{checkBindings(opened, m, scene, meant)}
	for _, first := range working(opened().Bindings()) {
		after := func(names ...string) board.Board { return opened(append([]string{first}, names...)...) }
		if random.IntN(6) > 0 && first != "tab" && first != "l" {
			continue
		}
		if err := checkBindings(after, m, scene, meant); err != nil {
			wrong = append(wrong, fmt.Errorf("after %s: %w", first, err))
		}
	}
	return errors.Join(wrong...)
}

// working returns the keys that have an effect now.
func working(all board.Bindings) (names []string) {
	for one := range all {
		for _, name := range one.Key.Keys() {
			if works(one, name) && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// works reports whether a key of a binding has an effect now.
func works(one board.Binding, name string) bool {
	return one.Key.Enabled() && slices.Contains(one.Key.Keys(), name) && (one.Only == nil || one.Only(name))
}

// checkBindings returns an error unless all of this holds for a board, which is opened again for
// each key: a binding that is enabled does not panic; a binding with a hint has a key that changes
// the screen or gives an action that the game accepts, and is on the help page; no key belongs to
// the frame; no two bindings have the same key unless that is intended; and all hints, including
// those in the drawing, come from bindings.
func checkBindings(opened func(names ...string) board.Board, m engine.Match, scene board.Scene, meant []string) error {
	b := opened()
	all := slices.Collect(b.Bindings())
	wrong := []error{ownHints(b), fought(all, meant), drawnHints(opened())}
	before := shown(b)
	for _, one := range all {
		does := false
		for _, name := range one.Key.Keys() {
			if !works(one, name) {
				continue
			}
			if one.Do == nil {
				return fmt.Errorf("%s can do something, and there is nothing to do", name)
			}
			after := opened()
			action, did := keymap.Press(after.Bindings(), name)
			if !did {
				wrong = append(wrong, fmt.Errorf("%s does nothing though its binding can", name))
			}
			accepted, err := playable(m, scene, name, action)
			wrong = append(wrong, err)
			does = does || accepted || shown(after) != before
		}
		wrong = append(wrong, checkHint(one, all, does))
	}
	return errors.Join(wrong...)
}

// checkHint returns an error if an enabled binding with a hint does nothing or has no help.
func checkHint(one board.Binding, all []board.Binding, does bool) error {
	if one.Hint.IsZero() || !one.Key.Enabled() {
		return nil
	}
	written := one.Key.Help().Key
	helped := slices.ContainsFunc(all, func(other board.Binding) bool {
		return !other.Help.IsZero() && slices.ContainsFunc(other.Key.Keys(), func(name string) bool { return slices.Contains(one.Key.Keys(), name) })
	})
	switch {
	case written == "":
		return fmt.Errorf("the hint %q does not say its key", one.Hint)
	case !helped:
		return fmt.Errorf("the page of help has no key of the hint %s %q", written, one.Hint)
	case !does:
		return fmt.Errorf("the hint %s %q is shown, and its keys do nothing", written, one.Hint)
	}
	return nil
}

// playable reports whether the game accepts the action that a key gave. It returns an error
// if the seat may not even try it.
func playable(m engine.Match, scene board.Scene, name string, action engine.Action) (accepted bool, err error) {
	if action == "" {
		return false, nil
	}
	seat := scene.View.Seat
	if scene.View.Stage != engine.Playing || scene.Past || !inPlay(scene.View, seat) {
		return false, fmt.Errorf("%s gives %q, though nothing is asked of seat %v", name, action, seat)
	}
	_, _, err = m.Play(seat, action)
	if refusal := (*engine.Refusal)(nil); err != nil && (!errors.As(err, &refusal) || refusal.Code == engine.NotAnAction) {
		return false, fmt.Errorf("%s gives %q: %w", name, action, err)
	}
	return err == nil, nil
}

// shown returns everything that a person sees of a board.
func shown(b board.Board) string {
	return b.Draw(80, 20) + b.Draw(board.MinWidth, board.MinHeight-4) + b.Ask().String() + strings.Join(hintTexts(b), "\n")
}

// ownHints returns an error if a board repeats its hints.
func ownHints(b board.Board) error {
	_, hints := b.(interface{ Hints() []board.Hint })
	_, help := b.(interface{ Keys() []board.Hint })
	if hints || help {
		return errors.New("the board has bindings, and hints or help beside them")
	}
	return nil
}

// fought returns an error if two bindings are enabled for the same key unintentionally, or if one
// has a key of the frame.
func fought(all []board.Binding, meant []string) error {
	var wrong []error
	for i, one := range all {
		for _, name := range one.Key.Keys() {
			if !works(one, name) {
				continue
			}
			if slices.Contains(framed(), name) {
				wrong = append(wrong, fmt.Errorf("%s of %s is the frame's", name, said(one)))
			}
			for _, other := range all[i+1:] {
				if works(other, name) && !slices.Contains(meant, name) {
					wrong = append(wrong, fmt.Errorf("%s and %s fight for %s", said(one), said(other), name))
				}
			}
		}
	}
	return errors.Join(wrong...)
}

// said returns a name for a binding.
func said(one board.Binding) string {
	return fmt.Sprintf("%q (%s %s)", one.Key.Help().Key, one.Hint, one.Help)
}

// drawnHints returns an error if a part of a drawing presses a key that has no effect now.
func drawnHints(b board.Board) error {
	for _, size := range sizes() {
		_, spots := board.Unzone(strings.Split(b.Draw(size[0], size[1]), "\n"), 0)
		names := working(b.Bindings())
		for _, spot := range spots {
			if name, is := board.Clicked(spot.Name); is && !slices.Contains(names, name) {
				return fmt.Errorf("at %d×%d a click presses %s, which does nothing:\n%s", size[0], size[1], name, ansi.Strip(b.Draw(size[0], size[1])))
			}
		}
	}
	return nil
}

package engine

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// ReadView parses a View of this game from JSON. The result equals the original view. It refuses
// anything that is not a view of the game.
func (g Game) ReadView(data []byte) (View, error) {
	view, err := g.readView(data)
	switch {
	case err != nil:
		return View{}, fmt.Errorf("this is not a view of %s: %w", g.Title, err)
	case view.Game != g.Name:
		return View{}, fmt.Errorf("this is a view of the game %q, not of %s", view.Game, g.Title)
	}
	return view, nil
}

// readView parses a view whose table has type V.
func readView[V any](data []byte) (View, error) {
	var table V
	view := View{Table: &table} // the decoder fills the table behind the pointer
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&view); err != nil {
		return View{}, err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return View{}, errors.New("something follows it")
	}
	if view.Table == nil {
		return View{}, errors.New("it has no table")
	}
	view.Table = table
	return view, nil
}

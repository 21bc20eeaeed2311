package engine

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// ReadView reads what a View of this game is as JSON: a view that comes from
// another machine is the same as it was there. It refuses what no view of the
// game has.
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

// readView reads a view whose table is of type V.
func readView[V any](data []byte) (View, error) {
	var table V
	view := View{Table: &table} // the decoder fills what the pointer leads to
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

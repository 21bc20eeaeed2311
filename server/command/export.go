package command

import (
	"bytes"
	"context"
	"encoding/json"
	"io"

	"parlor/lobby"
	"parlor/prose"
)

// export writes all data of a person as JSON, on one line or indented. It writes while reading, because there may be
// many matches.
func export(ctx context.Context, person Person, oneLine bool, out io.Writer) error {
	part, err := lobby.Ask(ctx, person.Session, lobby.ExportData{Before: ""})
	if err != nil {
		return err
	}
	w := exporter{out: out, oneLine: oneLine}
	matches := part.Matches
	part.Matches = []lobby.Finished{}
	if err := w.begin(part); err != nil {
		return err
	}
	for {
		for _, match := range matches {
			if err := w.match(match); err != nil {
				return err
			}
		}
		if part.Older == "" {
			return w.end()
		}
		if part, err = lobby.Ask(ctx, person.Session, lobby.ExportData{Before: part.Older}); err != nil {
			return err
		}
		matches = part.Matches
	}
}

// exporter writes an export in the form that package json would produce.
type exporter struct {
	out     io.Writer
	oneLine bool
	rest    []byte // what follows the matches
	written int    // number of matches
}

// begin writes everything but the matches, which come last.
func (w *exporter) begin(export lobby.Export) error {
	text, err := w.encode(export, "")
	if err != nil {
		return err
	}
	at := bytes.LastIndexByte(text, ']') // of the empty list of matches
	w.rest = text[at:]
	_, err = w.out.Write(text[:at])
	return err
}

func (w *exporter) match(match lobby.Finished) error {
	text, err := w.encode(match, "    ")
	if err != nil {
		return err
	}
	before := ""
	if w.written > 0 {
		before = ","
	}
	if !w.oneLine {
		before += "\n    "
	}
	w.written++
	_, err = w.out.Write(append([]byte(before), text...))
	return err
}

func (w *exporter) end() error {
	if w.written > 0 && !w.oneLine {
		w.rest = append([]byte("\n  "), w.rest...)
	}
	_, err := w.out.Write(append(w.rest, '\n'))
	return err
}

// encode returns the JSON of a value, with all lines but the first indented.
func (w *exporter) encode(value any, indent string) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if !w.oneLine {
		encoder.SetIndent(indent, "  ")
	}
	if err := encoder.Encode(value); err != nil {
		return nil, prose.Because(err, "Your data export failed. Try again in a moment.")
	}
	return bytes.TrimSuffix(text.Bytes(), []byte("\n")), nil
}

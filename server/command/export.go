package command

import (
	"bytes"
	"context"
	"encoding/json"
	"io"

	"parlor/lobby"
	"parlor/prose"
)

// export writes everything about a person. It is JSON in both forms, on one line or
// indented, and is written as it is read: matches may be many.
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

// exporter writes an export as package json would write all of it.
type exporter struct {
	out     io.Writer
	oneLine bool
	rest    []byte // of the document, after the matches
	written int    // matches
}

// begin writes what comes before the matches, which come last.
func (w *exporter) begin(export lobby.Export) error {
	text, err := w.encode(export, "")
	if err != nil {
		return err
	}
	at := bytes.LastIndexByte(text, ']') // of the matches, of which there are none here
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

// encode is a value as JSON, the lines after the first one indented.
func (w *exporter) encode(value any, indent string) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if !w.oneLine {
		encoder.SetIndent(indent, "  ")
	}
	if err := encoder.Encode(value); err != nil {
		return nil, prose.Because(err, "What is stored about you cannot be written down.")
	}
	return bytes.TrimSuffix(text.Bytes(), []byte("\n")), nil
}

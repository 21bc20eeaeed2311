package cli

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"parlor/lobby"
)

// The limits of the text for first-time visitors.
const (
	welcomeParagraphs = 10
	welcomeCells      = 400 // per paragraph
	welcomeBytes      = 16 << 10
)

// readWelcome reads the text for first-time visitors: each line of the file is a paragraph, and empty lines are
// skipped. For path "" there is none. Text beyond the limits is an error.
func readWelcome(path string) (paragraphs []string, err error) {
	if path == "" {
		return nil, nil
	}
	file, err := os.Open(path) //nolint:gosec // the operator names it
	if err != nil {
		return nil, fmt.Errorf("the words of welcome cannot be read: %w", err)
	}
	defer func() { _ = file.Close() }()
	text, err := io.ReadAll(io.LimitReader(file, welcomeBytes+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("the words of welcome cannot be read: %w", err)
	case len(text) > welcomeBytes:
		return nil, fmt.Errorf("%s is too long for words of welcome: it can have up to %d bytes", path, welcomeBytes)
	}
	for line := range strings.Lines(string(text)) {
		clean := lobby.CleanText(line, welcomeCells+1)
		switch {
		case ansi.StringWidth(clean) > welcomeCells:
			return nil, fmt.Errorf("a paragraph of %s is too long: it can have up to %d columns", path, welcomeCells)
		case clean != "":
			paragraphs = append(paragraphs, clean)
		}
	}
	if len(paragraphs) > welcomeParagraphs {
		return nil, fmt.Errorf("%s has %d paragraphs: there can be up to %d", path, len(paragraphs), welcomeParagraphs)
	}
	return paragraphs, nil
}

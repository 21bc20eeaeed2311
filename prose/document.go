package prose

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// A Block is a part of a longer text, such as the rules of a game: written once,
// and rendered for screens, lines and docs.
type Block struct {
	Kind BlockKind
	Text Text
}

// BlockKind is the kind of a Block.
type BlockKind string

// The kinds of blocks.
const (
	Paragraph BlockKind = "paragraph"
	Heading   BlockKind = "heading"
	Item      BlockKind = "item" // of a list
)

// H returns a heading.
func H(english string) Block { return Block{Heading, T(english)} }

// P returns a paragraph.
func P(english string, args ...Arg) Block { return Block{Paragraph, T(english, args...)} }

// I returns a list item.
func I(english string, args ...Arg) Block { return Block{Item, T(english, args...)} }

// A Document is a longer text.
type Document []Block

// ReadDocument reads a page of Markdown such as the rules of a game. Every line is a block: a line
// that begins with "# " is a heading, one that begins with "- " a list item, and any other line a
// paragraph. Empty lines are ignored. Each block is one text, with a key of its own in other
// languages.
func ReadDocument(page string) (document Document) {
	for line := range strings.Lines(page) {
		line = strings.TrimSpace(line)
		heading, isHeading := strings.CutPrefix(line, "# ")
		item, isItem := strings.CutPrefix(line, "- ")
		switch {
		case line == "":
		case isHeading:
			document = append(document, Block{Heading, Label(heading)})
		case isItem:
			document = append(document, Block{Item, Label(item)})
		default:
			document = append(document, Block{Paragraph, Label(line)})
		}
	}
	return document
}

// Markdown returns the document as Markdown that ReadDocument can read.
func (d Document) Markdown(voice *Voice) string {
	var page strings.Builder
	for i, block := range d {
		switch {
		case block.Kind == Heading && i > 0:
			page.WriteString("\n# ")
		case block.Kind == Heading:
			page.WriteString("# ")
		case block.Kind == Item:
			page.WriteString("- ")
		case i > 0 && d[i-1].Kind == Item:
			page.WriteString("\n")
		}
		page.WriteString(voice.Say(block.Text) + "\n")
	}
	return page.String()
}

// Lines returns the document as plain lines of at most width cells, for text mode and
// screen readers: headings in capitals, an empty line before each.
func (d Document) Lines(voice *Voice, width int) (lines []string) {
	for i, block := range d {
		text := voice.Say(block.Text)
		switch block.Kind {
		case Heading:
			if i > 0 {
				lines = append(lines, "")
			}
			lines = append(lines, strings.ToUpper(text))
		case Item:
			for j, line := range Wrap(text, width-2) {
				lines = append(lines, map[bool]string{true: "- ", false: "  "}[j == 0]+line)
			}
		case Paragraph:
			if i > 0 && d[i-1].Kind == Item {
				lines = append(lines, "")
			}
			lines = append(lines, Wrap(text, width)...)
		}
	}
	return lines
}

// Wrap breaks a text into lines of at most width cells. Words break after a dash, but
// flags such as --all do not.
func Wrap(text string, width int) []string {
	const dashes, unbroken = "--", "\u2011\u2011"
	text = ansi.Wrap(strings.ReplaceAll(text, dashes, unbroken), max(1, width), "")
	return strings.Split(strings.ReplaceAll(text, unbroken, dashes), "\n")
}

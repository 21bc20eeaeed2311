package prose

// A Block is a part of a longer text, such as the rules of a game: written once,
// and rendered for screens, lines and docs.
type Block struct {
	Kind BlockKind
	Text Text
}

// BlockKind says what a Block is.
type BlockKind string

// The kinds of blocks.
const (
	Paragraph BlockKind = "paragraph"
	Heading   BlockKind = "heading"
	Item      BlockKind = "item" // of a list
)

// H is a heading.
func H(english string) Block { return Block{Heading, T(english)} }

// P is a paragraph.
func P(english string, args ...Arg) Block { return Block{Paragraph, T(english, args...)} }

// I is an item of a list.
func I(english string, args ...Arg) Block { return Block{Item, T(english, args...)} }

// A Document is a longer text.
type Document []Block

// Markdown is the document as the docs have it, under headings of a level from
// 1 on.
func (d Document) Markdown(voice *Voice, level int) string {
	var text []byte
	before := BlockKind("")
	for _, block := range d {
		if before != "" && (before != Item || block.Kind != Item) {
			text = append(text, '\n')
		}
		switch block.Kind {
		case Heading:
			for range level {
				text = append(text, '#')
			}
			text = append(text, ' ')
		case Item:
			text = append(text, "- "...)
		case Paragraph:
		}
		text = append(append(text, voice.Say(block.Text)...), '\n')
		before = block.Kind
	}
	return string(text)
}

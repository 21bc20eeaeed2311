package lobby

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/text/unicode/norm"

	"parlor/prose"
)

// maxMarks bounds the combining marks on one letter: real names need two.
const maxMarks = 2

// maxJoiners bounds what is joined to one emoji: a family has three.
const maxJoiners = 3

// CleanText makes text that anybody typed safe to show to others: composed,
// on one line, without control, format, private or invisible characters and
// without changes of direction, and at most so many cells wide. What is left
// may be empty.
func CleanText(text string, cells int) string {
	if cells <= 0 {
		return ""
	}
	// Bytes bound the work before anything looks at the text; no cell of an
	// honest text needs as many.
	if limit := 32 * (cells + 1); len(text) > limit {
		text = strings.ToValidUTF8(text[:limit], "")
	}
	var clean strings.Builder
	marks, joiners, space := 0, 0, false
	var before rune // that was written last
	all := []rune(norm.NFC.String(text))
	for i, r := range all {
		switch {
		case !space && joiners < maxJoiners && joinsEmoji(before, all[i:]):
			if r == zeroWidthJoiner {
				joiners++
			}
		case unicode.IsSpace(r):
			space = clean.Len() > 0
			continue
		case !visible(r):
			continue
		case unicode.Is(unicode.Mn, r):
			if marks++; marks > maxMarks || clean.Len() == 0 || space {
				continue
			}
		default:
			marks = 0
			if before != zeroWidthJoiner && !isSkinTone(r) {
				joiners = 0
			}
		}
		if space {
			clean.WriteByte(' ')
			space = false
		}
		clean.WriteRune(r)
		before = r
	}
	// What stood apart before may compose now.
	return strings.TrimRight(ansi.Truncate(norm.NFC.String(clean.String()), cells, ""), " ")
}

// CleanName makes a name that somebody wishes safe to show to others: it keeps letters,
// marks, digits, spaces and ' - . _, and CleanedNameText says what became of the rest. No
// person's name ends like that of a bot or a program, whatever looks like the mark.
func CleanName(text string, cells int) string {
	return CleanText(nameLetters(KeptName(text, 2*cells)), cells)
}

// KeptName makes a name safe to show that somebody chose when more characters were
// allowed: it stays as it is.
func KeptName(text string, cells int) string {
	name := CleanText(text, cells)
	for {
		bracket := strings.LastIndexFunc(name, func(r rune) bool { return unicode.In(r, unicode.Ps, unicode.Pi) })
		if bracket < 0 || !isMark(name[bracket:]) {
			return name
		}
		name = strings.TrimRight(name[:bracket], " ")
	}
}

// nameLetters are the characters that names have.
func nameLetters(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\u2019':
			return '\''
		case unicode.In(r, unicode.L, unicode.M, unicode.Nd), unicode.IsSpace(r), strings.ContainsRune("'-._", r):
			return r
		}
		return -1
	}, text)
}

// CleanedNameText says what became of the name that somebody wished, where it is not what they
// typed; it is zero where it is.
func CleanedNameText(wished, name string, cells int) prose.Text {
	clean := CleanText(wished, 4*cells)
	switch {
	case clean == name:
		return prose.Text{}
	case ansi.StringWidth(nameLetters(clean)) > cells:
		return prose.T("A name has room for {n} letters, so you are called {name}.", prose.N(cells), prose.Name(name))
	}
	return prose.T("A name has letters, digits, spaces and {characters} only, so you are called {name}.", prose.Literal("' - . _"), prose.Name(name))
}

// RefuseImitation says why nobody can wish for a name that ends, or begins, like a mark
// that this house puts beside names, such as "Anna (host)", "Anna · bot" or "Anna~2".
func RefuseImitation(wished string, cells int) error {
	clean := CleanText(wished, 4*cells)
	refused := prose.Refuse("{name} looks like a name with a mark of this server. Choose another name.", prose.Name(CleanText(wished, cells)))
	if bare := strings.TrimRightFunc(clean, unicode.IsDigit); bare != clean && strings.HasSuffix(bare, "~") {
		return refused
	}
	parts := strings.FieldsFunc(clean, func(r rune) bool { return nameLetters(string(r)) == "" })
	if len(parts) < 2 && clean == nameLetters(clean) {
		return nil
	}
	for i, part := range parts {
		if (i == 0 || i == len(parts)-1) && len(parts) > 1 && foldedNames().marks[FoldName(part)] {
			return refused
		}
	}
	return nil
}

// isMark reports whether a text looks like what stands behind the names of bots and
// programs.
func isMark(text string) bool {
	folded := FoldName(text)
	return slices.ContainsFunc([]string{"bot", "program", "guest, program"}, func(mark string) bool { return FoldName(mark) == folded })
}

// RefuseName says why nobody can have a clean name: it is empty to the eye, it could
// be taken for this house or for nobody in particular, or for the code of a room.
// Nil is a name that somebody can have, if nobody else has it.
func RefuseName(name string) error {
	folded := FoldName(name)
	switch {
	case folded == "":
		return prose.Refuse("A name needs at least one letter or number.")
	case foldedNames().house[folded], foldedNames().marks[folded]:
		return prose.Refuse("Nobody can be called {name} here. Choose another name.", prose.Name(name))
	case IsBotName(name):
		return prose.Refuse("{name} is the name of a bot here, or looks like it. Choose another.", prose.Name(name))
	case HasCodeForm(ParseCode(name)):
		return prose.Refuse("{name} looks like the code of a room. Choose another name.", prose.Name(name))
	}
	return nil
}

// reservedNames are those of whoever runs this house, and words that stand for
// somebody in what people type and read.
func reservedNames() []string {
	return []string{
		"parlor", "server", "the server", "this server", "operator", "the operator", "host", "the host", "admin", "administrator", "moderator",
		"system", "me", "you", Forgotten, "someone", "nobody", "everybody", "everyone",
	}
}

// markNames are what this house puts beside names, and what people take for its staff.
// Nobody is given one; whoever had it before keeps it.
func markNames() []string {
	return []string{
		"host", "you", "guest", "bot", "program", "watcher", "watching", "spectator", "operator", "root", "staff", "support", "sysop", "admin",
	}
}

// RefuseKeptName is RefuseName for a name that somebody has already.
func RefuseKeptName(name string) error {
	if folded := FoldName(name); foldedNames().marks[folded] && !foldedNames().house[folded] {
		return nil
	}
	return RefuseName(name)
}

// reservedFolded are names that nobody is given, as FoldName has them.
type reservedFolded struct{ house, bots, marks map[string]bool }

// foldedNames are those of the house and of its bots. They are folded once: whoever
// comes is asked for them.
var foldedNames = sync.OnceValue(func() reservedFolded { //nolint:gochecknoglobals // a constant table
	fold := func(names []string) map[string]bool {
		folded := map[string]bool{}
		for _, name := range names {
			folded[FoldName(name)] = true
		}
		return folded
	}
	return reservedFolded{fold(reservedNames()), fold(BotNames()), fold(markNames())}
})

// Characters that make one picture of several, or say that one is a picture.
const (
	zeroWidthJoiner = '\u200d'
	emojiSelector   = '\ufe0f'
)

// joinsEmoji reports whether the first of some characters holds an emoji together with
// the one that was written before: a joiner between two pictures, or the selector of one.
func joinsEmoji(before rune, rest []rune) bool {
	switch rest[0] {
	case emojiSelector:
		return isPicture(before) && !isSkinTone(before)
	case zeroWidthJoiner:
		return len(rest) > 1 && (before == emojiSelector || isPicture(before)) && isPicture(rest[1]) && !isSkinTone(rest[1])
	}
	return false
}

// isPicture reports whether a character can be an emoji, or a part of one.
func isPicture(r rune) bool {
	return r >= 0x2190 && r <= 0x3299 && unicode.Is(unicode.So, r) || r >= 0x1f000 && r <= 0x1faff && unicode.IsSymbol(r)
}

// isSkinTone reports whether a character is the tone of the emoji before it.
func isSkinTone(r rune) bool { return r >= 0x1f3fb && r <= 0x1f3ff }

// visible says whether a character shows and stays where it is put.
func visible(r rune) bool {
	switch {
	case r == unicode.ReplacementChar, r == '\u2800', unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r):
		return false // blank although some count as letters, marks or symbols
	case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs, unicode.Me, unicode.Zl, unicode.Zp):
		return false
	case unicode.Is(unicode.Variation_Selector, r), unicode.Is(unicode.Bidi_Control, r):
		return false
	}
	return unicode.IsPrint(r) || unicode.Is(unicode.Mn, r)
}

// lookAlikes maps characters to one that looks the same, after lower case and
// compatibility forms. It is for the letters that people really try, not for
// all of Unicode.
var lookAlikes = strings.NewReplacer( //nolint:gochecknoglobals // a constant table
	"0", "o", "1", "l", "i", "l", "|", "l", "!", "l", "5", "s", "$", "s", "3", "e", "@", "a", "8", "b",
	"а", "a", "в", "b", "е", "e", "к", "k", "м", "m", "н", "h", "о", "o", "р", "p", "с", "c", "т", "t", "у", "y", "х", "x",
	"і", "l", "ї", "l", "ј", "j", "ѕ", "s", "ԁ", "d", "ԛ", "q", "ԝ", "w", "һ", "h", "ё", "e",
	"α", "a", "β", "b", "ε", "e", "η", "n", "ι", "l", "κ", "k", "μ", "u", "ν", "v", "ο", "o", "ρ", "p", "τ", "t", "υ", "u", "χ", "x",
	"ı", "l", "ø", "o", "ł", "l", "đ", "d", "ħ", "h", "vv", "w", "rn", "m",
)

// FoldName is equal for names that people could take for each other.
func FoldName(name string) string {
	var letters strings.Builder
	// Small letters come last: some compatibility forms contain capitals.
	for _, r := range strings.ToLower(norm.NFKD.String(strings.ToLower(name))) {
		if !unicode.Is(unicode.Mn, r) && !unicode.IsSpace(r) && !unicode.IsPunct(r) {
			letters.WriteRune(r)
		}
	}
	return lookAlikes.Replace(letters.String())
}

// Forgotten is the name of somebody who had everything about them deleted, in
// matches that others keep.
const Forgotten = "somebody"

// BotNames are what bots are called, in the order in which they are given: tools
// and instruments that nobody is named after. No person is given one of them, nor
// what looks like one.
func BotNames() []string {
	return []string{
		"Caliper", "Lodestar", "Fusee", "Spool", "Quadrant", "Pendulum", "Abacus", "Astrolabe", "Cogwheel", "Flywheel",
		"Gnomon", "Orrery", "Plumbline", "Ratchet", "Sextant", "Sprocket", "Spyglass", "Sundial", "Tumbler", "Vernier",
	}
}

// IsBotName reports whether a name could be taken for one of BotNames, also with a
// number behind it, as bots have it where all names are given.
func IsBotName(name string) bool {
	bots, bare := foldedNames().bots, strings.TrimRightFunc(name, isNumbering)
	return bots[FoldName(name)] || bare != name && bots[FoldName(bare)]
}

// isNumbering reports whether a letter can belong to a number behind a name.
func isNumbering(r rune) bool {
	return unicode.IsDigit(r) || unicode.IsSpace(r) || unicode.IsPunct(r) || r == '~'
}

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

// maxMarks bounds the combining marks on one letter. Real names need two.
const maxMarks = 2

// maxJoiners bounds the joiners in one emoji. A family has three.
const maxJoiners = 3

// CleanText makes untrusted text safe to show: normalized, on one line, without control,
// format, private, invisible or bidirectional characters, and at most cells wide. The
// result may be empty.
func CleanText(text string, cells int) string {
	if cells <= 0 {
		return ""
	}
	// Bound the work first; no honest text needs this many bytes per cell.
	if limit := 32 * (cells + 1); len(text) > limit {
		text = strings.ToValidUTF8(text[:limit], "")
	}
	var clean strings.Builder
	marks, joiners, space := 0, 0, false
	var before rune // the last rune written
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
	// Characters that were separate before may compose now.
	return strings.TrimRight(ansi.Truncate(norm.NFC.String(clean.String()), cells, ""), " ")
}

// CleanName makes a requested name safe to show. It keeps letters, marks, digits, spaces and ' - .
// _; CleanedNameText explains what was removed. The result never ends like the name of a bot or
// program.
func CleanName(text string, cells int) string {
	return CleanText(nameLetters(KeptName(text, 2*cells)), cells)
}

// KeptName makes an existing name safe to show that was chosen when more characters were
// allowed.
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

// nameLetters removes the characters that names cannot have.
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

// CleanedNameText explains the difference between a wished name and the result. It is zero
// if there is none.
func CleanedNameText(wished, name string, cells int) prose.Text {
	clean := CleanText(wished, 4*cells)
	switch {
	case clean == name:
		return prose.Text{}
	case ansi.StringWidth(nameLetters(clean)) > cells:
		return prose.T("Names are limited to {n} characters, so you are called {name}.", prose.N(cells), prose.Name(name))
	}
	return prose.T("Names can only contain letters, digits, spaces and {characters}, so you are called {name}.", prose.Literal("' - . _"), prose.Name(name))
}

// RefuseImitation returns an error for names that begin or end like a mark of this server,
// such as "Anna (host)", "Anna · bot" or "Anna~2".
func RefuseImitation(wished string, cells int) error {
	clean := CleanText(wished, 4*cells)
	refused := prose.Refuse("{name} could be mistaken for an official label on this server. Choose another name.", prose.Name(CleanText(wished, cells)))
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

// isMark reports whether a text looks like the mark of a bot or a program.
func isMark(text string) bool {
	folded := FoldName(text)
	return slices.ContainsFunc([]string{"bot", "program", "guest, program"}, func(mark string) bool { return FoldName(mark) == folded })
}

// RefuseName returns an error if a cleaned name cannot be given: it looks empty, or like a
// reserved name, a bot's name or a room code. It does not check whether another person has
// the name.
func RefuseName(name string) error {
	folded := FoldName(name)
	switch {
	case folded == "":
		return prose.Refuse("A name needs at least one letter or number.")
	case foldedNames().house[folded], foldedNames().marks[folded]:
		return prose.Refuse("The name {name} is reserved. Choose another one.", prose.Name(name))
	case IsBotName(name):
		return prose.Refuse("{name} is the name of a bot here, or too much like one. Choose another one.", prose.Name(name))
	case HasCodeForm(ParseCode(name)):
		return prose.Refuse("{name} looks like a room code. Choose another name.", prose.Name(name))
	}
	return nil
}

// reservedNames returns the names of the server and its staff, and words that refer to
// people in commands and texts.
func reservedNames() []string {
	return []string{
		"parlor", "server", "the server", "this server", "operator", "the operator", "host", "the host", "admin", "administrator", "moderator",
		"system", "me", "you", Forgotten, "someone", "nobody", "everybody", "everyone",
	}
}

// markNames returns the words that appear as marks of names or suggest staff. They are not
// given to new people.
func markNames() []string {
	return []string{
		"host", "you", "guest", "bot", "program", "watcher", "watching", "spectator", "operator", "root", "staff", "support", "sysop", "admin",
	}
}

// RefuseKeptName is like RefuseName, for a name that a person already has.
func RefuseKeptName(name string) error {
	if folded := FoldName(name); foldedNames().marks[folded] && !foldedNames().house[folded] {
		return nil
	}
	return RefuseName(name)
}

// reservedFolded holds names that are not given, folded by FoldName.
type reservedFolded struct{ house, bots, marks map[string]bool }

// foldedNames returns the reserved and bot names. They are folded once, as every arriving
// client is checked.
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

// Characters that combine others into an emoji, or select the emoji form.
const (
	zeroWidthJoiner = '\u200d'
	emojiSelector   = '\ufe0f'
)

// joinsEmoji reports whether the first rune of rest joins an emoji to the rune before: a
// joiner between two emoji, or a selector.
func joinsEmoji(before rune, rest []rune) bool {
	switch rest[0] {
	case emojiSelector:
		return isPicture(before) && !isSkinTone(before)
	case zeroWidthJoiner:
		return len(rest) > 1 && (before == emojiSelector || isPicture(before)) && isPicture(rest[1]) && !isSkinTone(rest[1])
	}
	return false
}

// isPicture reports whether a character can be a part of an emoji.
func isPicture(r rune) bool {
	return r >= 0x2190 && r <= 0x3299 && unicode.Is(unicode.So, r) || r >= 0x1f000 && r <= 0x1faff && unicode.IsSymbol(r)
}

// isSkinTone reports whether a character is a skin tone modifier.
func isSkinTone(r rune) bool { return r >= 0x1f3fb && r <= 0x1f3ff }

// visible reports whether a character is visible and does not affect others.
func visible(r rune) bool {
	switch {
	case r == unicode.ReplacementChar, r == '\u2800', unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r):
		return false // these look blank although some count as letters, marks or symbols
	case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs, unicode.Me, unicode.Zl, unicode.Zp):
		return false
	case unicode.Is(unicode.Variation_Selector, r), unicode.Is(unicode.Bidi_Control, r):
		return false
	}
	return unicode.IsPrint(r) || unicode.Is(unicode.Mn, r)
}

// lookAlikes maps characters to one that looks the same, after lower case and compatibility
// forms. It covers letters that people really try, not all of Unicode.
var lookAlikes = strings.NewReplacer( //nolint:gochecknoglobals // a constant table
	"0", "o", "1", "l", "i", "l", "|", "l", "!", "l", "5", "s", "$", "s", "3", "e", "@", "a", "8", "b",
	"а", "a", "в", "b", "е", "e", "к", "k", "м", "m", "н", "h", "о", "o", "р", "p", "с", "c", "т", "t", "у", "y", "х", "x",
	"і", "l", "ї", "l", "ј", "j", "ѕ", "s", "ԁ", "d", "ԛ", "q", "ԝ", "w", "һ", "h", "ё", "e",
	"α", "a", "β", "b", "ε", "e", "η", "n", "ι", "l", "κ", "k", "μ", "u", "ν", "v", "ο", "o", "ρ", "p", "τ", "t", "υ", "u", "χ", "x",
	"ı", "l", "ø", "o", "ł", "l", "đ", "d", "ħ", "h", "vv", "w", "rn", "m",
)

// FoldName returns a key that is equal for names that can be confused.
func FoldName(name string) string {
	var letters strings.Builder
	// Lower case again: some compatibility forms contain capitals.
	for _, r := range strings.ToLower(norm.NFKD.String(strings.ToLower(name))) {
		if !unicode.Is(unicode.Mn, r) && !unicode.IsSpace(r) && !unicode.IsPunct(r) {
			letters.WriteRune(r)
		}
	}
	return lookAlikes.Replace(letters.String())
}

// Forgotten is the name shown for a deleted account in matches that others keep.
const Forgotten = "somebody"

// BotNames returns the names of bots, in order of use: tools and instruments that are not
// people's names. They and similar names are not given to people.
func BotNames() []string {
	return []string{
		"Caliper", "Lodestar", "Fusee", "Spool", "Quadrant", "Pendulum", "Abacus", "Astrolabe", "Cogwheel", "Flywheel",
		"Gnomon", "Orrery", "Plumbline", "Ratchet", "Sextant", "Sprocket", "Spyglass", "Sundial", "Tumbler", "Vernier",
	}
}

// IsBotName reports whether a name can be confused with one of BotNames, also with a number
// appended.
func IsBotName(name string) bool {
	bots, bare := foldedNames().bots, strings.TrimRightFunc(name, isNumbering)
	return bots[FoldName(name)] || bare != name && bots[FoldName(bare)]
}

// isNumbering reports whether a character can belong to a number appended to a name.
func isNumbering(r rune) bool {
	return unicode.IsDigit(r) || unicode.IsSpace(r) || unicode.IsPunct(r) || r == '~'
}

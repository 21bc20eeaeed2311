package prose

import (
	"strings"

	"golang.org/x/text/language"
)

// Pseudo returns a voice for tests, in a made-up language: every letter of a format has an accent,
// arguments come in the opposite order, there are three plurals, and texts are about 30 % longer.
// It exposes text that is rendered without a voice or joined from pieces. Its language tag is
// "qps", the usual one for this purpose, which no other language is close to.
func Pseudo() *Voice { return &Voice{tag: language.MustParse("qps"), formats: pseudo{}} }

type pseudo struct{}

// format implements formats.
func (pseudo) format(text Text, counts number) (string, bool) {
	format := text.English
	if !counts.one() {
		format = text.Many
	}
	names := Placeholders(text.English)
	turned := make(map[string]string, len(names))
	for i, name := range names {
		turned[name] = names[len(names)-1-i]
	}
	var said strings.Builder
	letters := 0
	scan(format, func(words string) {
		letters += len(words)
		said.WriteString(strings.Map(accented, strings.ReplaceAll(words, "{", "{{")))
	}, func(name string) { said.WriteString("{" + turned[name] + "}") })
	return lengthened(said.String(), letters) + pluralMark(counts), true
}

// lengthened returns a text made about 30 % longer by words between which lines can break. A label
// of three letters or fewer stays as it is.
func lengthened(text string, letters int) string {
	const longest = 6 // of a word, with the blank before it
	more := ""
	for left := letters * 3 / 10; left > 0; left -= longest {
		more += " " + strings.Repeat("ẋ", min(left, longest-1))
	}
	body := strings.TrimRight(text, ".!?… ")
	return body + more + text[len(body):]
}

// pluralMark returns the mark of one of three plural forms: one, a few, and more.
func pluralMark(counts number) string {
	switch {
	case !counts.counted:
		return ""
	case counts.of == 1:
		return "¹"
	case counts.of >= 2 && counts.of <= 4:
		return "²"
	}
	return "³"
}

// accented returns an English letter with an accent, and any other rune unchanged.
func accented(letter rune) rune {
	const small, large = "áƀçðéƒĝĥíĵķĺɱñóƥɋŕšţúṽŵẋýž", "ÁƁÇÐÉƑĜĤÍĴĶĹṀÑÓƤɊŔŠŢÚṼŴẊÝŽ"
	switch {
	case letter >= 'a' && letter <= 'z':
		return []rune(small)[letter-'a']
	case letter >= 'A' && letter <= 'Z':
		return []rune(large)[letter-'A']
	}
	return letter
}

package prose

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/language"
)

// A Voice renders texts in one language. It may be used by several goroutines. A nil *Voice renders English.
type Voice struct {
	tag     language.Tag
	formats formats
}

// formats provides the formats of a language.
type formats interface {
	// format returns the format that a language has for a text and the number in it. It reports
	// false if there is none.
	format(text Text, counts number) (format string, ok bool)
}

// number is the number that selects the plural form of a text.
type number struct {
	of      float64
	counted bool // the text has a plural
}

// one reports whether English uses the singular form.
func (n number) one() bool { return !n.counted || n.of == 1 }

// English returns the voice that renders the English formats of the code.
func English() *Voice { return nil }

// Language returns the language of the voice.
func (v *Voice) Language() language.Tag {
	if v == nil {
		return language.English
	}
	return v.tag
}

// Name returns the name of the language in that language.
func (v *Voice) Name() string { return v.Say(T("English").In("endonym")) }

// Say returns a text in the language of the voice.
func (v *Voice) Say(text Text) string {
	if len(text.Args) == 0 && v == nil && !strings.Contains(text.English, "{") {
		return text.English
	}
	var said strings.Builder
	said.Grow(len(text.English) + 16*len(text.Args)) // mostly more than it takes
	v.say(&said, text)
	return said.String()
}

// SayAll returns texts in the language of the voice, without those that are empty.
func (v *Voice) SayAll(texts []Text) []string {
	said := make([]string, 0, len(texts))
	for _, text := range texts {
		if one := v.Say(text); one != "" {
			said = append(said, one)
		}
	}
	return said
}

func (v *Voice) say(said *strings.Builder, text Text) {
	format := v.format(text)
	var few [4]string // mostly enough
	names := few[:0]
	if format != text.English { // otherwise they come in the order of the arguments
		names = Placeholders(text.English)
	}
	scan(format, func(words string) { said.WriteString(words) }, func(name string) {
		at := slices.Index(names, name)
		if at < 0 && format == text.English {
			names = append(names, name)
			at = len(names) - 1
		}
		if at < 0 || at >= len(text.Args) {
			said.WriteString("{" + name + "}") // a test excludes it
			return
		}
		v.sayArg(said, text.Args[at])
	})
}

// format returns the language's own format of a text, or else the English one.
func (v *Voice) format(text Text) string {
	counts := counted(text)
	if v != nil {
		if format, ok := v.formats.format(text, counts); ok {
			return format
		}
	}
	if text.Many != "" && !counts.one() {
		return text.Many
	}
	return text.English
}

// counted returns the first number among the arguments of a text with a plural.
func counted(text Text) number {
	if text.Many == "" {
		return number{}
	}
	for _, arg := range text.Args {
		if arg.Kind == KindNumber || arg.Kind == KindPoints {
			return number{arg.Number, true}
		}
	}
	return number{}
}

func (v *Voice) sayArg(said *strings.Builder, arg Arg) {
	switch arg.Kind {
	case KindName, KindLiteral:
		said.WriteString(arg.Word)
	case KindNumber:
		said.WriteString(strconv.Itoa(int(arg.Number)))
	case KindPoints:
		said.WriteString(PointsText(arg.Number))
	case KindTime:
		v.say(said, span(int(arg.Number)))
	case KindDo:
		v.say(said, arg.Texts[0])
	case KindText:
		for _, text := range arg.Texts {
			v.say(said, text)
		}
	case KindAnd, KindOr, KindList:
		v.sayList(said, arg)
	}
}

// sayList appends a list to said. It joins two elements at a time, so that a language needs only
// three formats for lists of any length.
func (v *Voice) sayList(said *strings.Builder, arg Arg) {
	last := len(arg.Texts) - 1
	if last <= 0 {
		for _, only := range arg.Texts {
			v.say(said, only)
		}
		return
	}
	list := v.Say(arg.Texts[0])
	for i, text := range arg.Texts[1:] {
		two := []Arg{Literal(list), Literal(v.Say(text))}
		joint := T("{list}, {next}", two...)
		switch {
		case i+1 < last || arg.Kind == KindList:
		case arg.Kind == KindAnd:
			joint = T("{list} and {next}", two...)
		default:
			joint = T("{list} or {next}", two...)
		}
		list = v.Say(joint)
	}
	said.WriteString(list)
}

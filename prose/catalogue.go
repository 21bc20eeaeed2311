package prose

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// catalogue holds the formats of one language, by key. It is immutable.
type catalogue struct {
	tag    language.Tag
	forms  []plural.Form // the plural forms of whole numbers in the language, in the order of its PO file
	byText map[key][]string
}

// key identifies the format of a text in a catalogue.
type key struct{ context, english string }

// format implements formats.
func (c *catalogue) format(text Text, counts number) (string, bool) {
	own := c.byText[key{text.Context, text.English}]
	if len(own) == 0 {
		return "", false
	}
	form := 0
	if counts.counted {
		form = max(0, slices.Index(c.forms, formOf(c.tag, counts.of)))
	}
	return own[min(form, len(own)-1)], true
}

// formOf returns the plural form that a language uses for a number.
func formOf(tag language.Tag, n float64) plural.Form {
	whole := int(n)
	if float64(whole) == n {
		return plural.Cardinal.MatchPlural(tag, whole, 0, 0, 0, 0)
	}
	return plural.Cardinal.MatchPlural(tag, whole, 1, 1, 5, 5) // points have halves
}

// formsOf returns the plural forms that a language uses for whole numbers, in the order of
// gettext's Plural-Forms: by the smallest number that needs each form.
func formsOf(tag language.Tag) (forms []plural.Form) {
	add := func(n int) {
		if form := formOf(tag, float64(n)); !slices.Contains(forms, form) {
			forms = append(forms, form)
		}
	}
	for n := 1; n <= 200; n++ {
		add(n)
	}
	add(0)
	return forms
}

// readCatalogue reads the gettext file (PO) of a language. Untranslated and fuzzy entries are left
// out, so that their texts appear in English.
func readCatalogue(tag language.Tag, from io.Reader) (*catalogue, error) {
	c := &catalogue{tag: tag, forms: formsOf(tag), byText: map[key][]string{}}
	reader := poReader{into: c}
	lines := bufio.NewScanner(from)
	for number := 1; lines.Scan(); number++ {
		if err := reader.line(strings.TrimSpace(lines.Text())); err != nil {
			return nil, fmt.Errorf("line %d of the catalogue for %v: %w", number, tag, err)
		}
	}
	reader.end()
	return c, lines.Err()
}

// poReader holds the state of reading a PO file.
type poReader struct {
	into  *catalogue
	entry poEntry
	part  *string // the part that a line with only a string continues
}

// poEntry is one entry of a PO file.
type poEntry struct {
	context, english, many string
	own                    []string
	fuzzy                  bool
}

func (r *poReader) line(line string) error {
	switch {
	case line == "":
		r.end()
		return nil
	case strings.HasPrefix(line, "#,"):
		r.entry.fuzzy = r.entry.fuzzy || strings.Contains(line, "fuzzy")
		return nil
	case strings.HasPrefix(line, "#"):
		return nil
	}
	word, quoted, _ := strings.Cut(line, " ")
	if strings.HasPrefix(line, `"`) {
		quoted = line
	} else if err := r.begin(word); err != nil {
		return err
	}
	text, err := strconv.Unquote(strings.TrimSpace(quoted))
	if err != nil || r.part == nil {
		return fmt.Errorf("%.60q is not a string that belongs here", line)
	}
	*r.part += text
	return nil
}

// begin begins a new part of an entry.
func (r *poReader) begin(word string) error {
	switch word {
	case "msgctxt":
		r.part = &r.entry.context
	case "msgid":
		r.part = &r.entry.english
	case "msgid_plural":
		r.part = &r.entry.many
	default:
		form := 0
		if word != "msgstr" {
			if _, err := fmt.Sscanf(word, "msgstr[%d]", &form); err != nil || form < 0 || form > len(r.into.forms) {
				return fmt.Errorf("%.60q is not a word of a catalogue", word)
			}
		}
		for len(r.entry.own) <= form {
			r.entry.own = append(r.entry.own, "")
		}
		r.part = &r.entry.own[form]
	}
	return nil
}

// end adds the current entry to the catalogue, provided it is not fuzzy and all its forms are translated.
func (r *poReader) end() {
	one := r.entry
	r.entry, r.part = poEntry{}, nil
	wanted := 1
	if one.many != "" {
		wanted = len(r.into.forms)
	}
	if one.english == "" || one.fuzzy || len(one.own) != wanted || slices.Contains(one.own, "") {
		return
	}
	r.into.byText[key{one.context, one.english}] = one.own
}

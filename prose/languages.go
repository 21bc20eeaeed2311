package prose

import (
	"fmt"
	"io/fs"
	"path"
	"strings"
	"sync"

	"golang.org/x/text/language"
)

// Languages holds the languages of the program: English, and one for each catalogue. Each catalogue
// is read when it is first needed, and then shared. A nil *Languages has only English.
type Languages struct {
	tags    []language.Tag // English first
	matcher language.Matcher
	voices  []func() (*Voice, error) // by tag
}

// NewLanguages finds the catalogues in a folder: files such as "cs.po". It does not read them;
// Voice does. The voices in ready are added after them.
func NewLanguages(folder fs.FS, ready ...*Voice) (*Languages, error) {
	all := &Languages{tags: []language.Tag{language.English}, voices: []func() (*Voice, error){
		func() (*Voice, error) { return English(), nil },
	}}
	files, err := fs.Glob(folder, "*.po")
	if err != nil {
		return nil, fmt.Errorf("the catalogues cannot be listed: %w", err)
	}
	for _, file := range files {
		tag, err := language.Parse(strings.TrimSuffix(path.Base(file), ".po"))
		if err != nil {
			return nil, fmt.Errorf("%s is not named after a language: %w", file, err)
		}
		all.tags = append(all.tags, tag)
		all.voices = append(all.voices, sync.OnceValues(func() (*Voice, error) { return readVoice(folder, file, tag) }))
	}
	for _, voice := range ready {
		all.tags = append(all.tags, voice.Language())
		all.voices = append(all.voices, func() (*Voice, error) { return voice, nil })
	}
	all.matcher = language.NewMatcher(all.tags)
	return all, nil
}

func readVoice(folder fs.FS, file string, tag language.Tag) (*Voice, error) {
	opened, err := folder.Open(file)
	if err != nil {
		return nil, fmt.Errorf("the catalogue %s cannot be opened: %w", file, err)
	}
	own, err := readCatalogue(tag, opened)
	if closing := opened.Close(); err == nil && closing != nil {
		err = closing
	}
	if err != nil {
		return nil, fmt.Errorf("the catalogue %s cannot be read: %w", file, err)
	}
	return &Voice{tag: tag, formats: own}, nil
}

// Tags returns the language tags, such as "de", English first.
func (l *Languages) Tags() []string {
	if l == nil {
		return []string{language.English.String()}
	}
	tags := make([]string, len(l.tags))
	for i, tag := range l.tags {
		tags[i] = tag.String()
	}
	return tags
}

// Several reports whether there is more than one language.
func (l *Languages) Several() bool { return l != nil && len(l.tags) > 1 }

// Voice returns the voice for a reader who prefers the given languages, best first, each a locale
// such as "de_DE.UTF-8" or a tag such as "de". It returns the English voice if no language is close
// enough to any of them, and also, with an error, if the catalogue cannot be read.
func (l *Languages) Voice(wished ...string) (*Voice, error) {
	if !l.Several() {
		return English(), nil
	}
	var tags []language.Tag
	for _, one := range wished {
		if tag, ok := tagOf(one); ok {
			tags = append(tags, tag)
		}
	}
	_, at, sure := l.matcher.Match(tags...)
	if len(tags) == 0 || sure < language.High {
		return English(), nil
	}
	voice, err := l.voices[at]()
	if err != nil {
		return English(), err
	}
	return voice, nil
}

// tagOf parses a POSIX locale or a language tag. It reports false for "C" and "POSIX", which name
// no language.
func tagOf(locale string) (language.Tag, bool) {
	name, _, _ := strings.Cut(locale, ".")
	name, _, _ = strings.Cut(name, "@")
	if name == "" || name == "C" || name == "POSIX" {
		return language.Und, false
	}
	tag, err := language.Parse(strings.ReplaceAll(name, "_", "-"))
	return tag, err == nil
}

// Locale returns the locale that an environment selects for a category, such as LC_MESSAGES: as in
// POSIX, the first of LC_ALL, the category and LANG that is set and not empty, or "" if none is. If
// a variable occurs repeatedly, the last value counts.
func Locale(env []string, category string) (locale string) {
	for _, name := range []string{"LANG=", category + "=", "LC_ALL="} {
		for _, variable := range env {
			if value, ok := strings.CutPrefix(variable, name); ok && value != "" {
				locale = value
			}
		}
	}
	return locale
}

package prose_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"
	"unicode"

	"github.com/charmbracelet/x/ansi"

	"parlor/engine"
	"parlor/prose"
)

func TestSay(t *testing.T) {
	list := func(words ...string) []prose.Text { return prose.Literals(words) }
	for _, test := range []struct {
		text prose.Text
		want string
	}{
		{prose.T("The match begins."), "The match begins."},
		{prose.Text{}, ""},
		{prose.T("{name} sat down.", prose.Name("åse")), "åse sat down."},
		{prose.T("{a} {b} {a}", prose.N(1), prose.Literal("x")), "1 x 1"},
		{prose.T("type {{\"do\":{n}}", prose.N(3)), "type {\"do\":3}"},
		{prose.T("open {brace"), "open {brace"},
		{prose.T("{missing} argument"), "{missing} argument"},
		{prose.T("{name} won", prose.Name("{name} %d")), "{name} %d won"},
		{prose.C("{n} tile", "{n} tiles", prose.N(1)), "1 tile"},
		{prose.C("{n} tile", "{n} tiles", prose.N(0)), "0 tiles"},
		{prose.C("{name} has {n} tile", "{name} has {n} tiles", prose.Name("7"), prose.N(2)), "7 has 2 tiles"},
		{prose.C("{p} point", "{p} points", prose.Points(1)), "1 point"},
		{prose.C("{p} point", "{p} points", prose.Points(0.5)), "½ points"},
		{prose.C("{p} point", "{p} points", prose.Points(2.5)), "2½ points"},
		{prose.T("{t}", prose.Duration(90*time.Second)), "90 seconds"},
		{prose.T("{t}", prose.Duration(2*time.Minute)), "2 minutes"},
		{prose.T("{t}", prose.Duration(time.Hour+400*time.Millisecond)), "1 hour"},
		{prose.T("{t}", prose.Duration(72*time.Hour)), "3 days"},
		{prose.T("{t}", prose.Roughly(9*time.Minute+59*time.Second)), "9 minutes"},
		{prose.T("{t}", prose.Roughly(47*time.Hour+time.Minute)), "47 hours"},
		{prose.T("{t}", prose.Roughly(49*time.Hour)), "2 days"},
		{prose.T("{t}", prose.Roughly(1400*time.Millisecond)), "1 second"},
		{prose.T("{l}", prose.And(nil)), ""},
		{prose.T("{l}", prose.And(list("a"))), "a"},
		{prose.T("{l}", prose.And(list("a", "b"))), "a and b"},
		{prose.T("{l}", prose.Or(list("4", "7", "8"))), "4, 7 or 8"},
		{prose.T("{l}", prose.List(list("a", "b", "c"))), "a, b, c"},
		{prose.T("It is {colour}.", prose.Sub(prose.T("black"))), "It is black."},
		{prose.Ago(20 * time.Second), "just now"},
		{prose.Ago(time.Hour), "1 hour ago"},
	} {
		if got := test.text.String(); got != test.want {
			t.Errorf("%+v is said %q, want %q", test.text, got, test.want)
		}
		if test.text.IsZero() {
			continue
		}
		written, err := json.Marshal(test.text)
		if err != nil {
			t.Fatal(err)
		}
		var back prose.Text
		if err := json.Unmarshal(written, &back); err != nil || back.String() != test.want {
			t.Errorf("written as %s it comes back as %q, %v", written, back.String(), err)
		}
	}
}

func TestClock(t *testing.T) {
	for left, want := range map[time.Duration]string{
		0: "0:00", time.Nanosecond: "0:01", 9 * time.Second: "0:09", 90 * time.Second: "1:30", time.Hour: "60:00",
	} {
		if got := prose.Clock(left); got != want {
			t.Errorf("with %v left the clock shows %s, want %s", left, got, want)
		}
	}
}

func TestPeople(t *testing.T) {
	who := prose.People{Names: []string{"anna", "bo", ""}, You: 0}
	for _, test := range []struct {
		text prose.Text
		want string
	}{
		{who.Say(0, "You resigned.", "{name} resigned."), "You resigned."},
		{who.Say(1, "You resigned.", "{name} resigned."), "bo resigned."},
		{who.Say(2, "You guessed {n}.", "{name} guessed {n}.", prose.N(7)), "seat 3 guessed 7."},
		{who.Say(engine.Watcher, "You", "{name}"), "seat 0"},
		{who.Count(1, "You have {n} tile.", "You have {n} tiles.", "{name} has {n} tile.", "{name} has {n} tiles.", prose.N(1)), "bo has 1 tile."},
		{who.Waits([]engine.Seat{0, 1, 2}), "Waiting for bo and seat 3."},
		{who.Waits([]engine.Seat{0}), ""},
	} {
		if got := test.text.String(); got != test.want {
			t.Errorf("it says %q, want %q", got, test.want)
		}
	}
}

func TestReason(t *testing.T) {
	sentinel := prose.Refuse("Only the host can do that.")
	wrapped := fmt.Errorf("in a room: %w", sentinel)
	if !errors.Is(wrapped, sentinel) || prose.Reason(wrapped).String() != "Only the host can do that." {
		t.Errorf("wrapped it is %v, to people %q", wrapped, prose.Reason(wrapped))
	}
	because := prose.Because(io.ErrUnexpectedEOF, "The room {code} cannot be read.", prose.Literal("ABCD"))
	if !errors.Is(because, io.ErrUnexpectedEOF) || prose.Reason(because).String() != "The room ABCD cannot be read." {
		t.Errorf("with a cause it is %q", prose.Reason(because))
	}
	for _, test := range []struct {
		err  error
		want string
	}{
		{nil, ""},
		{errors.New("not while the match is played"), "Not while the match is played."},
		{engine.Refuse(engine.NotLegal, "Seat %v has {no} tile %d of %s: 100%%.", engine.Seat(1), 3, "any"), "Seat 2 has {no} tile 3 of any: 100%."},
		{engine.Refuse(engine.NotLegal, "Draw %s.", engine.Words{"black", "white"}), "Draw black, white."},
		{engine.Refuse(engine.BadSetup, "Option %s cannot be %q.", "jokers", "x\x1b"), `Option jokers cannot be "x\x1b".`},
	} {
		if got := prose.Reason(test.err).String(); got != test.want {
			t.Errorf("%v is told as %q, want %q", test.err, got, test.want)
		}
	}
}

// languages are English and the Czech of testdata.
func languages(t *testing.T) *prose.Languages {
	t.Helper()
	all, err := prose.NewLanguages(os.DirFS("testdata/languages"))
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestACatalogue(t *testing.T) {
	czech, err := languages(t).Voice("cs_CZ.UTF-8")
	if err != nil {
		t.Fatal(err)
	}
	rows := func(n int) prose.Text { return prose.C("cracked in {n} row", "cracked in {n} rows", prose.N(n)) }
	for _, test := range []struct {
		text prose.Text
		want string
	}{
		{prose.T("{name} sat down.", prose.Name("bo")), "Ke stolu přichází bo."},
		{prose.T("guess"), "tip"},
		{prose.T("guess").In("verb"), "hádat"},
		{prose.T("guess").In("unknown"), "guess"},
		{rows(1), "kód prolomen: 1 řádek"},
		{rows(3), "kód prolomen: 3 řádky"},
		{rows(5), "kód prolomen: 5 řádků"},
		{rows(0), "kód prolomen: 0 řádků"},
		{prose.T("{points} against {others}", prose.Points(2.5), prose.Points(1)), "soupeř 1, ty 2½"},
		{prose.T("not sure yet"), "not sure yet"},
		{prose.T("not translated"), "not translated"},
		{prose.T("{l}", prose.And(prose.Names([]string{"a", "b"}))), "a a b"},
	} {
		if got := czech.Say(test.text); got != test.want {
			t.Errorf("in Czech it says %q, want %q", got, test.want)
		}
	}
}

func TestWhichVoice(t *testing.T) {
	for locale, want := range map[string]string{
		"cs_CZ.UTF-8": "cs", "cs": "cs", "cs@euro": "cs", "sk_SK.UTF-8": "en", "C": "en", "": "en", "en_GB": "en", "xx!": "en",
	} {
		voice, err := languages(t).Voice(locale)
		if err != nil || voice.Language().String() != want {
			t.Errorf("%q is given %v, %v, want %s", locale, voice.Language(), err, want)
		}
	}
	if got := prose.Locale([]string{"LC_MESSAGES=cs_CZ", "LANG=de_DE", "LC_ALL=", "LC_CTYPE=C"}, "LC_MESSAGES"); got != "cs_CZ" {
		t.Errorf("the environment asks for %q", got)
	}
	both, err := languages(t).Voice("xx", "cs")
	if err != nil || both.Language().String() != "cs" {
		t.Errorf("the second wish is given %v, %v", both.Language(), err)
	}
}

func TestABrokenCatalogue(t *testing.T) {
	for name, text := range map[string]string{
		"a word that is none":        "msgfoo \"x\"\n",
		"a string without a word":    "\"x\"\n",
		"a string that is not ended": "msgid \"x\n",
		"a form too many":            "msgid \"x\"\nmsgstr[9] \"x\"\n",
	} {
		all, err := prose.NewLanguages(fstest.MapFS{"de.po": {Data: []byte(text)}})
		if err != nil {
			t.Fatal(err)
		}
		if voice, err := all.Voice("de"); err == nil || voice != prose.English() {
			t.Errorf("%s: it speaks %v without an error", name, voice.Language())
		}
	}
	if _, err := prose.NewLanguages(fstest.MapFS{"klingon!.po": {}}); err == nil {
		t.Error("a file named after no language is taken")
	}
}

func TestVoicesThatAreReady(t *testing.T) {
	all, err := prose.NewLanguages(os.DirFS("testdata/languages"), prose.Pseudo())
	if err != nil {
		t.Fatal(err)
	}
	if tags := all.Tags(); !slices.Equal(tags, []string{"en", "cs", "qps"}) || !all.Several() {
		t.Errorf("the languages are %v", tags)
	}
	for wished, want := range map[string]string{"qps.UTF-8": "qps", "en_US.UTF-8": "en", "en": "en", "en_GB": "en", "cs_CZ": "cs", "de_DE": "en", "": "en", "C": "en"} {
		if voice, err := all.Voice("", wished); err != nil || voice.Language().String() != want {
			t.Errorf("%q is spoken with in %v, %v", wished, voice.Language(), err)
		}
	}
	var none *prose.Languages
	if voice, err := none.Voice("cs"); voice != prose.English() || err != nil || none.Several() || !slices.Equal(none.Tags(), []string{"en"}) {
		t.Errorf("no languages are %v, %v, %v", voice.Language(), none.Tags(), err)
	}
	if name := prose.English().Name(); name != "English" {
		t.Errorf("English is called %s", name)
	}
}

func TestPseudo(t *testing.T) {
	voice := prose.Pseudo()
	text := prose.C("{name} has {n} tile of {colour}.", "{name} has {n} tiles of {colour}.",
		prose.Name("bo"), prose.N(3), prose.Sub(prose.T("black")))
	got := voice.Say(text)
	if strings.Index(got, "3") > strings.Index(got, "bo") {
		t.Errorf("the arguments are not swapped: %q", got)
	}
	english := strings.Replace(text.String(), "bo", "", 1)
	if len([]rune(got)) < len([]rune(english))*12/10 {
		t.Errorf("%q is not longer than %q", got, english)
	}
	for _, letter := range strings.Replace(got, "bo", "", 1) {
		if letter < unicode.MaxASCII && unicode.IsLetter(letter) {
			t.Errorf("%q has the letter %c", got, letter)
		}
	}
	forms := map[string]bool{}
	for _, n := range []int{1, 2, 5} {
		said := voice.Say(prose.C("{n} tile", "{n} tiles", prose.N(n)))
		forms[strings.TrimPrefix(said, strconv.Itoa(n))] = true
	}
	if len(forms) != 3 {
		t.Errorf("there are %d plurals: %v", len(forms), forms)
	}
}

func TestADocument(t *testing.T) {
	read := prose.ReadDocument("Find {it}.\n\n# The aim\nIt is far away.\n- one\n- two, three\n\nEnd.\n")
	want := []string{"Find {it}.", "", "THE AIM", "It is far", "away.", "- one", "- two,", "  three", "", "End."}
	if got := read.Lines(prose.English(), 10); !slices.Equal(got, want) {
		t.Errorf("it is\n%q\nwant\n%q", got, want)
	}
	if again := prose.ReadDocument(read.Markdown(prose.English())); !reflect.DeepEqual(again, read) {
		t.Errorf("as a page it is\n%s", read.Markdown(prose.English()))
	}
	made := prose.Document{prose.H("The aim"), prose.P("Find {n}.", prose.N(2)), prose.I("one")}
	if got := made.Lines(prose.English(), 40); !slices.Equal(got, []string{"THE AIM", "Find 2.", "- one"}) {
		t.Errorf("it is %q", got)
	}
}

// FuzzSay says any format with any words: nothing breaks, and arguments are
// said whole.
func FuzzSay(f *testing.F) {
	f.Add("{name} sat {down}.", "bo")
	f.Add("{{{a}}", "{a}")
	f.Fuzz(func(t *testing.T, format, name string) {
		text := prose.T(format, prose.Name(name))
		for _, voice := range []*prose.Voice{prose.English(), prose.Pseudo()} {
			voice.Say(text)
		}
		if got := prose.T("<{name}>", prose.Name(name)).String(); got != "<"+name+">" {
			t.Errorf("the name %q is said as %q", name, got)
		}
	})
}

func BenchmarkSay(b *testing.B) {
	czech, err := prose.NewLanguages(os.DirFS("testdata/languages"))
	if err != nil {
		b.Fatal(err)
	}
	voice, err := czech.Voice("cs")
	if err != nil {
		b.Fatal(err)
	}
	for name, text := range map[string]prose.Text{
		"static": prose.T("The match begins."),
		"name":   prose.T("{name} sat down.", prose.Name("bo")),
		"plural": prose.C("cracked in {n} row", "cracked in {n} rows", prose.N(5)),
	} {
		b.Run("english/"+name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_ = text.String()
			}
		})
		b.Run("czech/"+name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_ = voice.Say(text)
			}
		})
	}
}

// TestWhatOneTypesIsNotBrokenBehindItsDashes, unless it does not fit at all.
func TestWhatOneTypesIsNotBrokenBehindItsDashes(t *testing.T) {
	const text = "JSON Lines protocol for well-known programs; --watch to spectate"
	for width := len("protocol,"); width < len(text); width++ {
		lines := prose.Wrap(text, width)
		for _, line := range lines {
			if strings.HasSuffix(line, "--") || ansi.StringWidth(line) > width {
				t.Errorf("at %d cells there is the line %q", width, line)
			}
		}
		if got := strings.Join(strings.Fields(strings.Join(lines, "")), ""); got != strings.ReplaceAll(text, " ", "") {
			t.Errorf("at %d cells it says %q", width, lines)
		}
	}
}

package filltest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"
)

// Golden collects encoded values for comparison with a golden file, which may change only with a new version of the
// format, or by additions.
type Golden struct {
	t      testing.TB
	filler *Filler
	text   strings.Builder
	looked map[reflect.Type]bool // for tags
}

// NewGolden returns a Golden whose values a Filler fills.
func NewGolden(t testing.TB, filler *Filler) *Golden {
	t.Helper()
	return &Golden{t: t, filler: filler, looked: map[reflect.Type]bool{}}
}

// Add adds a filled and a zero value of a type, encoded by package json.
func (g *Golden) Add(name string, of reflect.Type, read func(data []byte, into any) error) {
	g.t.Helper()
	g.AddValue(name, g.filler.Value(of, name), json.Marshal, read)
	g.AddText(name+", empty", encoded(g.t, reflect.Zero(of).Interface(), json.Marshal))
}

// AddValue adds a value encoded by write, and checks that read decodes it.
func (g *Golden) AddValue(name string, value any, write func(any) ([]byte, error), read func(data []byte, into any) error) {
	g.t.Helper()
	g.Tagged(reflect.TypeOf(value))
	text := encoded(g.t, value, write)
	back := reflect.New(reflect.TypeOf(value))
	if err := read(text, back.Interface()); err != nil {
		g.t.Errorf("%s is not understood: %v\n%s", name, err, text)
	} else if !reflect.DeepEqual(back.Elem().Interface(), value) {
		g.t.Errorf("%s became\n%+v, and was\n%+v", name, back.Elem(), value)
	}
	g.AddText(name, text)
}

// Tagged reports an error for each field of a type, and of the types it contains, without a JSON
// name in a tag, because its encoding would change with the Go name. AddValue calls Tagged for each
// value.
func (g *Golden) Tagged(of reflect.Type) {
	g.t.Helper()
	for _, one := range g.filler.untagged(of, g.looked) {
		g.t.Errorf("%s has no name in a json tag", one)
	}
}

// AddText adds text, indented if it is JSON.
func (g *Golden) AddText(name string, text []byte) {
	var indented bytes.Buffer
	if err := json.Indent(&indented, bytes.TrimSpace(text), "", " "); err != nil {
		indented.Reset()
		fmt.Fprintf(&indented, "%q", text)
	}
	fmt.Fprintf(&g.text, "# %s\n%s\n", name, indented.Bytes())
}

// Compare compares all added values with the golden file.
func (g *Golden) Compare() {
	g.t.Helper()
	golden.RequireEqual(g.t, g.text.String())
}

func encoded(t testing.TB, value any, write func(any) ([]byte, error)) []byte {
	t.Helper()
	text, err := write(value)
	if err != nil {
		t.Fatalf("%T cannot be written: %v", value, err)
	}
	return text
}

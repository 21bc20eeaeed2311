package style

import (
	"slices"
	"testing"
)

func TestFlowBreaksOnlyWhatIsWiderThanALine(t *testing.T) {
	for _, row := range []struct {
		items []string
		width int
		want  []string
	}{
		{nil, 10, nil},
		{[]string{"one", "two"}, 8, []string{"one  two"}},
		{[]string{"one", "two"}, 7, []string{"one", "two"}},
		{[]string{"a", "three words here", "b"}, 11, []string{"a", "three words", "here", "b"}},
	} {
		if got := Flow(row.items, row.width, 2); !slices.Equal(got, row.want) {
			t.Errorf("%q in %d cells flow as %q, want %q", row.items, row.width, got, row.want)
		}
	}
	if got, want := Joined([]string{"a", "b", "c"}, " · ", 6), []string{"a · b", "c"}; !slices.Equal(got, want) {
		t.Errorf("with a gap of three cells they flow as %q, want %q", got, want)
	}
}

func TestSideBySideKeepsItsColumn(t *testing.T) {
	got := SideBySide([]string{"ab", "", "c"}, []string{"1", "2", "", "4"}, 4)
	if want := []string{"ab  1", "    2", "c", "    4"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

package driver

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestMedian(t *testing.T) {
	t.Parallel()
	if got := Median([]float64{9, 1, 4, 2, 7}); got != 4 {
		t.Errorf("the median is %v", got)
	}
	if got := Percentile([]time.Duration{5, 1, 2, 4, 3}, 0.99); got != 4 {
		t.Errorf("the 99th percentile of five is %v", got)
	}
}

// TestCompare: the interval holds the ratio of every round that is as all others are, and a
// series that differs from itself by chance alone is not said to differ.
func TestCompare(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		ours, theirs []float64
		want         string
	}{
		{[]float64{2, 4, 6, 8, 10}, []float64{1, 2, 3, 4, 5}, "2.00 × (2.00–2.00)"},
		{[]float64{2, 4, 6}, []float64{1, 2, 3}, "2.00 ×"},
		{[]float64{2}, nil, ""},
		{[]float64{1, 2, 3, 2, 1, 3, 2}, []float64{2, 1, 2, 3, 2, 3, 1}, "1.00 × (0.50–2.00)"},
	} {
		if got := Compare(c.ours, c.theirs); got != c.want {
			t.Errorf("%v beside %v: %q, not %q", c.ours, c.theirs, got, c.want)
		}
	}
}

func TestWrite(t *testing.T) {
	t.Parallel()
	page := Page{Command: "some program"}
	first, last := page.Marks()
	file := filepath.Join(t.TempDir(), "page.md")
	if err := page.write(file, "", io.Discard); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a page that does not exist: %v", err)
	}
	for before, after := range map[string]string{
		"no place for it\n":                            "no place for it\n",
		"above\n" + first + "old\n" + last + "below\n": "above\n" + first + "\nnew\n" + last + "below\n",
	} {
		if err := os.WriteFile(file, []byte(before), 0o600); err != nil {
			t.Fatal(err)
		}
		err := page.write(file, "new", io.Discard)
		if got, _ := os.ReadFile(file); string(got) != after || (err == nil) != (before != after) {
			t.Errorf("%q became %q: %v", before, got, err)
		}
	}
}

func TestMachine(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "stat")
	read := func(text string) jiffies {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return processors(file)
	}
	began := read("cpu  100 10 50 9000 70 1 2 30 0 0\ncpu0 1 2 3\n")
	if want := (jiffies{worked: 163, kept: 30}); began != want {
		t.Errorf("what was used is %+v, and not %+v", began, want)
	}
	if share, known := read("cpu  160 10 60 9900 70 2 2 54 0 0\n").keptSince(began); !known || share != 24.0/95 {
		t.Errorf("the host kept %v of it, known: %v", share, known)
	}
	for what, then := range map[string]jiffies{
		"a machine without a host": read("cpu  160 10 60 9900 70 2 2 0 0 0\n"),
		"an older kernel":          read("cpu  160 10 60 9900\n"),
		"another system":           processors(filepath.Join(t.TempDir(), "none")),
	} {
		if _, known := then.keptSince(jiffies{}); known {
			t.Errorf("%s is said to have been kept from something", what)
		}
	}
	if text := Machine()(); !strings.Contains(text, " cores, ") || !strings.HasSuffix(text, ".") {
		t.Errorf("the machine is %q", text)
	}
}

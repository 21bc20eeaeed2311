package figures

import (
	"errors"
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
	if got := At([]time.Duration{5, 1, 2, 4, 3}, 0.99); got != 4 {
		t.Errorf("the 99th percentile of five is %v", got)
	}
}

func TestReplace(t *testing.T) {
	t.Parallel()
	const command = "some program"
	first, last := Marks(command)
	page := filepath.Join(t.TempDir(), "page.md")
	if err := Replace(page, command, ""); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a page that does not exist: %v", err)
	}
	for before, after := range map[string]string{
		"no place for it\n":                            "no place for it\n",
		"above\n" + first + "old\n" + last + "below\n": "above\n" + first + "\nnew\n" + last + "below\n",
	} {
		if err := os.WriteFile(page, []byte(before), 0o600); err != nil {
			t.Fatal(err)
		}
		err := Replace(page, command, "new")
		if got, _ := os.ReadFile(page); string(got) != after || (err == nil) != (before != after) {
			t.Errorf("%q became %q: %v", before, got, err)
		}
	}
}

func TestMachine(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "stat")
	read := func(text string) usage {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return processors(file)
	}
	began := read("cpu  100 10 50 9000 70 1 2 30 0 0\ncpu0 1 2 3\n")
	if want := (usage{worked: 163, kept: 30}); began != want {
		t.Errorf("what was used is %+v, and not %+v", began, want)
	}
	if share, known := read("cpu  160 10 60 9900 70 2 2 54 0 0\n").keptSince(began); !known || share != 24.0/95 {
		t.Errorf("the host kept %v of it, known: %v", share, known)
	}
	for what, then := range map[string]usage{
		"a machine without a host": read("cpu  160 10 60 9900 70 2 2 0 0 0\n"),
		"an older kernel":          read("cpu  160 10 60 9900\n"),
		"another system":           processors(filepath.Join(t.TempDir(), "none")),
	} {
		if _, known := then.keptSince(usage{}); known {
			t.Errorf("%s is said to have been kept from something", what)
		}
	}
	if text := Machine()(); !strings.Contains(text, " cores (") || !strings.HasSuffix(text, ".") {
		t.Errorf("the machine is %q", text)
	}
}

package figures

import (
	"errors"
	"os"
	"path/filepath"
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

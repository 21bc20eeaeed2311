package masterdice

import (
	"fmt"
	"strconv"
	"testing"
)

func TestCandidates(t *testing.T) {
	for _, row := range []struct {
		name string
		rows []Row
		want string // values by column
	}{
		{"nothing known", nil, "[123456 123456 123456 123456]"},
		{"one die too high", []Row{{Line{3, 0, 0, 0}, 0, 1, 0}}, "[12 123456 123456 123456]"},
		{"one of two is right", []Row{{Line{3, 3, 0, 0}, 1, 0, 1}}, "[3456 3456 123456 123456]"},
		{"both sides", []Row{{Line{2, 0, 0, 0}, 0, 0, 1}, {Line{4, 0, 0, 0}, 0, 1, 0}}, "[3 123456 123456 123456]"},
	} {
		can := Candidates(Board{Rows: row.rows})
		var got []string
		for _, column := range can {
			text := ""
			for value, is := range column {
				if is {
					text += strconv.Itoa(value + 1)
				}
			}
			got = append(got, text)
		}
		if fmt.Sprint(got) != row.want {
			t.Errorf("%s: %v, want %s", row.name, got, row.want)
		}
	}
}

package room_test

import (
	"fmt"
	"strings"
	"testing"

	"parlor/engine"
	"parlor/engine/davinci"
	"parlor/lobby"
	"parlor/lobby/room"
)

// TestNewer recognises headers of newer versions, even if their other parts are unreadable.
func TestNewer(t *testing.T) {
	game := davinci.Rules().Game()
	table := `"table":{"plan":{"game":"davinci"}}`
	for data, words := range map[string]string{
		`{"version":1,` + table + `}`: "",
		fmt.Sprintf(`{"version":1,"format":%d,"rules":%d,%s}`, room.Format(), game.Version, table):   "",
		fmt.Sprintf(`{"version":1,"format":%d,"rules":%d,%s}`, room.Format(), game.Version+1, table): fmt.Sprintf("version %d of the rules of Da Vinci Code", game.Version+1),
		fmt.Sprintf(`{"version":1,"format":%d,%s}`, room.Format()+1, table):                          "written by a newer program",
		`{"version":2,"table":7}`:                         "written by a newer program",
		`{"version":1,"table":{"plan":{"game":"chess"}}}`: `its game is "chess"`,
		`{"version":1,"table":7}`:                         "",
		`nothing`:                                         "",
	} {
		err := room.Newer([]engine.Game{game}, lobby.Header{Data: []byte(data)})
		if words == "" && err != nil || words != "" && (err == nil || !strings.Contains(err.Error(), words)) {
			t.Errorf("%s: %v, and not %q", data, err, words)
		}
	}
}

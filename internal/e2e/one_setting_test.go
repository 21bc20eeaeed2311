package e2e

import (
	"context"
	"errors"
	"net"
	"regexp"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"parlor/internal/games"
	"parlor/lobby"
	"parlor/lobby/local"
	"parlor/prose"
	"parlor/server"
	"parlor/store"
)

// candles is a setting for this test only.
func candles() lobby.Setting {
	return lobby.Setting{
		Word: "candles", Member: "candles_lit", Label: prose.T("Candles"),
		Help: prose.T("How many candles burn on the table."), Kind: lobby.Number, Default: "2", Values: []string{"2", "4", "8"}, Most: 12,
		Format: func(value string) prose.Text { return prose.T("{n} lit", prose.Literal(value)) },
		Pages:  func(value string) prose.Text { return prose.T("candles {n} lit", prose.Literal(value)) }, Sentence: prose.T("Other candles than usual burn here."),
	}
}

// candlelit returns the table with candles.
func candlelit() []lobby.Setting { return append(lobby.RoomSettings(), candles()) }

// candleServer is a server with a table of settings.
type candleServer struct {
	t     *testing.T
	addr  string
	rooms *local.Lobby
	close func()
}

func openCandleServer(t *testing.T, dir string, settings []lobby.Setting) candleServer {
	t.Helper()
	kept, err := store.Open(dir, nil)
	check(t, err)
	rooms := local.New(local.Config{Games: offered(), Settings: settings, Journal: kept.Journal, Accounts: kept.Accounts, History: kept.History, Ratings: kept.Ratings})
	_, err = rooms.Restore(t.Context())
	check(t, err)
	front, err := server.New(server.Config{Lobby: rooms, Games: games.All(), HostKey: keyOf(t, "host"), Version: "parlor", Public: "play.example.com:22"})
	check(t, err)
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	check(t, err)
	served := make(chan error, 1)
	go func() { served <- front.Serve(listener) }()
	return candleServer{t, listener.Addr().String(), rooms, func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		check(t, errors.Join(rooms.Close(ctx), front.Close(ctx), <-served, kept.Close()))
	}}
}

// types runs a command with input lines and returns its output.
func (h candleServer) types(name, command, lines string) string {
	h.t.Helper()
	client := scribeOf(h.t, h.addr, name).client
	session, err := client.NewSession()
	check(h.t, err)
	session.Stdin = strings.NewReader(lines)
	said, err := session.CombinedOutput(command)
	var refused *gossh.ExitError
	if err != nil && !errors.As(err, &refused) {
		h.t.Fatalf("%s: %v", command, err)
	}
	return string(said)
}

// says fails unless a command prints all of the texts.
func (h candleServer) says(name, command, lines string, texts ...string) {
	h.t.Helper()
	said := h.types(name, command, lines)
	for _, text := range texts {
		if !strings.Contains(said, text) {
			h.t.Errorf("%s says nothing of %q:\n%s", command, text, said)
		}
	}
}

// sees fails unless anna's room has the given number of candles, according to its journal.
func (h candleServer) sees(code, lit string) {
	h.t.Helper()
	visit, err := h.rooms.Enter(h.t.Context(), lobby.Identity{ID: "key:look", Name: "look", Passing: true})
	check(h.t, err)
	defer visit.Close()
	update, err := lobby.Ask(h.t.Context(), visit, lobby.Look{Code: code})
	check(h.t, err)
	if got := candles().ValueIn(update.Plan); got != lit {
		h.t.Errorf("%s candles burn in %s, not %s", got, code, lit)
	}
}

// TestASettingIsOneEntry checks that one more entry in the table adds a setting to the form, commands, help,
// messages, text mode, lobby, journal and protocol page.
func TestASettingIsOneEntry(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	before := openCandleServer(t, dir, nil)
	seated := before.types("anna", "new davinci seats=2", "")
	found := regexp.MustCompile(`in room ([A-Z0-9]{6})`).FindStringSubmatch(seated)
	if found == nil {
		t.Fatalf("no room is made:\n%s", seated)
	}
	old := found[1]
	before.says("anna", "new davinci candles=4", "", `no option "candles"`)
	before.close()

	h := openCandleServer(t, dir, candlelit())
	h.sees(old, "2") // written before the setting existed
	// The form, the room's screen and the lobby.
	anna := dial(t, h.addr, "anna")
	anna.see("anna's table")
	anna.press("n")
	anna.see("create the room")
	anna.press("o")
	anna.see("New room")
	anna.press("\x1b[A")
	anna.see("▸ Candles", "‹ 2 lit ›", "How many candles burn on the table.")
	anna.press(right + right)
	anna.see("‹ 8 lit ›")
	anna.press(enter)
	anna.see("Candles         8 lit")
	made := anna.code()
	bo := dial(t, h.addr, "bo")
	bo.see("candles 8 lit")
	// The same form changes it.
	anna.press("o")
	anna.see("Change room", "Candles           8 lit")
	anna.press("\x1b")
	anna.see("Candles         8 lit")
	anna.HangUp()
	bo.HangUp()
	// Commands, help, and refusals.
	h.says("cy", "help davinci", "", "candles              0 to 12", "default 2", "How many candles burn on the table.")
	h.says("cy", "new davinci candles=many", "", `Invalid candles: "many". Use a number.`)
	h.says("cy", "new davinci candles=13", "", "candles must be 0 to 12")
	h.says("cy", "new davinci candles=7 --json", "", `"eyes_delay_moves":0,"candles_lit":7,"options"`)
	h.says("cy", "rooms --json", "", `"clock_seconds":120,"candles_lit":8,"options"`, `"clock_seconds":0,"candles_lit":7,"options"`)
	// JSON messages.
	h.says("anna", "play "+made, `{"change":{"candles_lit":"5"},"id":1}`+"\n"+`{"change":{"candle":5},"id":2}`+"\n"+`{"change":{"candles_lit":99},"id":3}`+"\n"+`{"change":{"candles_lit":5},"id":4}`+"\n",
		"The value of candles_lit must be a whole number.", "eyes_delay_moves, candles_lit, options", "candles must be 0 to 12.", `"type":"done","id":4`, `"candles_lit":5`)
	// Text mode.
	reads := dialAs(t, h.addr, "anna", "anna", "join "+made+" --lines")
	reads.see("Other candles than usual burn here.", "to start, bot to add a bot")
	reads.press("set candles=2" + enter)
	reads.see("The host changed the room.")
	reads.press("set candles=6" + enter)
	reads.press("set candles=13" + enter)
	reads.see("candles must be 0 to 12.")
	reads.HangUp()
	h.says("bo", "watch "+old, "", "Room "+old)
	if said := h.types("bo", "watch "+old, ""); strings.Contains(said, "candles") {
		t.Errorf("the default is told:\n%s", said)
	}
	h.close()

	// The journal, after a restart and after the setting was removed.
	h = openCandleServer(t, dir, candlelit())
	h.sees(made, "6")
	h.close()
	h = openCandleServer(t, dir, nil)
	h.says("anna", "join "+made+" --json", "", `"eyes_delay_moves":0,"options"`)
	h.says("anna", "play "+made, `{"change":{"candles_lit":5},"id":1}`+"\n"+`{"change":{"title":"dark"},"id":2}`+"\n", `A change cannot have \"candles_lit\"`, `"type":"done","id":2`)
	h.close()
	h = openCandleServer(t, dir, candlelit())
	h.sees(made, "2")
	h.close()

	if page := settingsTable(candlelit()); !strings.Contains(page, "| `candles_lit` | `candles` | number, 0 to 12 | `2` | How many candles burn on the table. Part of room lines. |\n") {
		t.Errorf("the page has no candles:\n%s", page)
	}
}

package server_test

import (
	"context"
	"log/slog"
	"net"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"parlor/internal/terminal"
	"parlor/lobby"
	"parlor/lobby/local"
	"parlor/ratelimit"
	"parlor/server"
	"parlor/tui/board"
	davinciboard "parlor/tui/davinci"
)

// entrance is a lobby that calls a function during Enter.
type entrance struct {
	lobby.Lobby
	meanwhile func()
}

func (e entrance) Enter(ctx context.Context, who lobby.Identity) (lobby.Session, error) {
	e.meanwhile()
	return e.Lobby.Enter(ctx, who)
}

// TestABanMeetsWhoIsJustComing bans a person between the first check and the start of the session.
func TestABanMeetsWhoIsJustComing(t *testing.T) {
	bans, err := ratelimit.LoadBans(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	kit, log := davinciboard.Game(), &buffer{}
	rooms := local.New(local.Config{})
	var s *server.Server
	lobby := entrance{rooms, func() {
		if _, err := bans.Add(t.Context(), "key:"+gossh.FingerprintSHA256(signer(t, "anna").PublicKey()), time.Hour, ""); err != nil || s.EndBanned() != 0 {
			t.Errorf("the ban meets a session, or is %v", err)
		}
	}}
	s, err = server.New(server.Config{
		Lobby: lobby, Games: []board.Game{kit}, HostKey: signer(t, "host"), Bans: bans, Version: "parlor test", Log: slog.New(slog.NewTextHandler(log, nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	house := serve(t, s, rooms, listener, log)
	client, err := terminal.Dial(t.Context(), house.addr, terminal.Options{User: "anna", Key: signer(t, "anna"), Command: "rooms"})
	if err != nil {
		t.Fatal(err)
	}
	defer client.HangUp()
	<-client.Done()
	if said := string(client.Bytes()); !strings.Contains(said, "has banned you") {
		t.Errorf("anna is told %q", said)
	}
}

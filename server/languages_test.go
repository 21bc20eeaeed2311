package server_test

import (
	"log/slog"
	"net"
	"strings"
	"testing"
	"testing/fstest"

	"parlor/engine"
	"parlor/internal/terminal"
	"parlor/lobby"
	"parlor/lobby/lobbytest"
	"parlor/lobby/local"
	"parlor/prose"
	"parlor/server"
	"parlor/tui/board"
	davinciboard "parlor/tui/davinci"
)

// openPolyglot returns a server with English and the pseudo-locale that stores accounts.
func openPolyglot(t *testing.T, accounts lobby.Accounts) site {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	languages, err := prose.NewLanguages(fstest.MapFS{}, prose.Pseudo())
	if err != nil {
		t.Fatal(err)
	}
	kit, log := davinciboard.Game(), &buffer{}
	rooms := local.New(local.Config{Games: []engine.Game{kit.Game}, Accounts: accounts})
	s, err := server.New(server.Config{
		Lobby: rooms, Games: []board.Game{kit}, HostKey: signer(t, "host"), Log: slog.New(slog.NewTextHandler(log, nil)), Languages: languages,
	})
	if err != nil {
		t.Fatal(err)
	}
	return serve(t, s, rooms, listener, log)
}

// TestALanguageIsChosen checks that the language of the locale or the account is used on screens, in text mode and by
// commands, also on a server that knows only the account.
func TestALanguageIsChosen(t *testing.T) {
	t.Parallel()
	accounts, pseudo := &lobbytest.MemStore{}, prose.Pseudo()
	here := pseudo.Say(prose.T("Your name")) // opened with r
	s := openPolyglot(t, accounts)
	comes := func(name string, env map[string]string) *terminal.Client {
		s.knows(t, name)
		return s.come(t, terminal.Options{User: name, Key: signer(t, name), Env: env})
	}
	for name, env := range map[string]map[string]string{
		"all": {"LC_ALL": "qps.UTF-8", "LANG": "de_DE.UTF-8"}, "messages": {"LC_MESSAGES": "qps", "LANG": "C.UTF-8"}, "lang": {"LANG": "qps.utf8"},
	} {
		client := comes(name, env)
		press(t, client, "r")
		see(t, client, here)
		client.HangUp()
	}
	for name, env := range map[string]map[string]string{
		"none": nil, "english": {"LC_ALL": "en_GB.UTF-8"}, "german": {"LC_ALL": "de_DE.UTF-8"}, "letters": {"LC_CTYPE": "qps.UTF-8"},
	} {
		client := comes(name, env)
		see(t, client, "Here now")
		client.HangUp()
	}

	anna := comes("anna", map[string]string{"LC_ALL": "en_US.UTF-8"})
	see(t, anna, "Here now")
	press(t, anna, "o")
	see(t, anna, "▸ Language        ‹ system setting ›")
	press(t, anna, "l")
	see(t, anna, "‹ English ›")
	press(t, anna, "l")
	see(t, anna, "‹ "+pseudo.Name()+" ›", pseudo.Say(prose.T("Settings")))
	anna.HangUp()
	again := comes("anna", map[string]string{"LC_ALL": "en_US.UTF-8"})
	press(t, again, "r")
	see(t, again, here)
	again.HangUp()
	if err := s.stop(patience); err != nil {
		t.Fatal(err)
	}

	s = openPolyglot(t, accounts)
	empty := pseudo.Say(prose.T("There are no open rooms."))
	commands := s.caller(t, "anna", signer(t, "anna"))
	if got := commands.ok("rooms"); strings.Contains(got, "There") {
		t.Errorf("a command answers %q", got)
	}
	if got := commands.run("dance", "").stderr; got != "parlor: "+pseudo.Say(prose.T("There is no command {typed} here. Type {help} for the list.", prose.Literal(`"dance"`), prose.Literal("help")))+"\r\n" {
		t.Errorf("a refusal is %q", got)
	}
	if got := commands.ok("rooms --json"); !strings.Contains(got, `"rooms":`) {
		t.Errorf("JSON is %q", got)
	}
	dumb := s.come(t, terminal.Options{User: "anna", Key: signer(t, "anna"), Term: "dumb"})
	see(t, dumb, empty)
	press(t, dumb, "language\r")
	see(t, dumb, "qps, en")
	press(t, dumb, "language EN\r")
	see(t, dumb, "The language is now English.")
	press(t, dumb, "quit\r")
	see(t, dumb, "Goodbye.")
	dumb.HangUp()
	see(t, s.come(t, terminal.Options{User: "anna", Key: signer(t, "anna"), Env: map[string]string{"LANG": "qps.UTF-8"}}), "Here now")
}

// TestOneLanguageIsNoChoice checks that a single language is not offered as a choice.
func TestOneLanguageIsNoChoice(t *testing.T) {
	t.Parallel()
	s := open(t, server.Limits{})
	anna := s.come(t, terminal.Options{User: "anna", Key: signer(t, "anna"), Env: map[string]string{"LC_ALL": "qps.UTF-8"}})
	see(t, anna, "Here now")
	press(t, anna, "o")
	if screen := see(t, anna, "▸ Contrast"); strings.Contains(screen, "Language") {
		t.Errorf("a language can be chosen:\n%s", screen)
	}
	dumb := s.come(t, terminal.Options{User: "bo", Key: signer(t, "bo"), Term: "dumb"})
	see(t, dumb, "There are no open rooms.")
	press(t, dumb, "language\r")
	see(t, dumb, "There is no command")
}

package command_test

import (
	"strings"
	"testing"

	"parlor/lobby"
	"parlor/server/command"
)

// TestQuickAndWatch checks that quick joins a waiting player or creates a room with a clock, and that watch without a
// code picks a room in play.
func TestQuickAndWatch(t *testing.T) {
	anna := newAsker(t, nil, "anna")
	if _, err := anna.try("watch"); err == nil || err.Error() != "No public game is in play right now." {
		t.Errorf("without a table: %v", err)
	}
	if said := anna.ok("quick kodeknacker --json"); !strings.Contains(said, `"clock_seconds":120`) || !strings.Contains(said, `"game":"kodeknacker"`) {
		t.Errorf("quick has made %s", said)
	}
	for line, says := range map[string]string{
		"quick chess":                       "The games are",
		"quick davinci --rated --json":      "takes time",
		"quick davinci kodeknacker":         "quick has too many arguments",
		"rooms --rated":                     "--rated only works with quick.",
		"rooms --light":                     "--light only works with qr.",
		"qr":                                "qr needs more arguments",
		"watch E93TDD E93TDD":               "watch has too many arguments",
		"quick davinci --rated --lines now": "quick has too many arguments",
	} {
		if _, err := anna.try(line); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", line, err)
		}
	}
	handle, err := lobby.Ask(t.Context(), anna.person.Session, lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 2, Public: true}})
	if err != nil {
		t.Fatal(err)
	}
	for _, do := range []lobby.RoomOp{lobby.AddBot{Level: 1}, lobby.Start{}} {
		if err := lobby.Perform(t.Context(), handle, do); err != nil {
			t.Fatal(err)
		}
	}
	code := (<-handle.Updates()).Code
	// The person's own room is not among those to watch.
	if _, err := anna.try("watch"); err == nil {
		t.Error("anna watches herself")
	}
	bo := anna
	bo.person = command.Person{Session: enterAs(t, anna, "bo")}
	if said := bo.ok("watch"); !strings.Contains(said, "Room "+code) || !strings.Contains(said, "Seat 2: Caliper, bot.") {
		t.Errorf("bo watches %s", said)
	}
	if said := bo.ok("rooms --json"); !strings.Contains(said, `"names":["anna","Caliper"],"bots":[false,true]`) {
		t.Errorf("the bot has no mark: %s", said)
	}
}

// TestInvitation checks invitations in all forms, and the QR code for either background.
func TestInvitation(t *testing.T) {
	anna := newAsker(t, nil, "anna")
	handle, err := lobby.Ask(t.Context(), anna.person.Session, lobby.Create{Plan: lobby.Plan{Game: "davinci"}})
	if err != nil {
		t.Fatal(err)
	}
	code := (<-handle.Updates()).Code
	anna.commands.Invitation = lobby.Entrance{Public: "play.example.com", Others: []string{"play.example.com:443"}, HostKey: "SHA256:abc"}.Invitation
	anna.commands.QR = func(link string, dark bool) []string {
		return []string{map[bool]string{true: "▀▄ on dark", false: "▄▀ on light"}[dark], link}
	}
	link := "ssh://" + code + "@play.example.com"
	texts := "To join, others type  ssh " + code + "@play.example.com\n" +
		"If that port is blocked, they type  ssh -p 443 " + code + "@play.example.com\n" +
		"Or they open  " + link + "\n" +
		"People who are in the lobby need only the code:  " + code + "\n" +
		"The first time, ssh asks about the host key. Answer yes if it shows  SHA256:abc\n"
	document := `{"code":"` + code + `","join_line":"ssh ` + code + `@play.example.com","other_lines":["ssh -p 443 ` + code + `@play.example.com"],"link":"` + link + `","host_key":"SHA256:abc"}` + "\n"
	for line, want := range map[string]string{
		"qr " + strings.ToLower(code): texts + "\n▀▄ on dark\n" + link + "\n",
		"qr --light " + code:          texts + "\n▄▀ on light\n" + link + "\n",
		"qr --json " + code:           document,
		"invite " + code:              texts,
		"invite --json " + code:       document,
		"invite --json":               `{"code":"","join_line":"ssh play.example.com","other_lines":["ssh -p 443 play.example.com"],"link":"ssh://play.example.com","host_key":"SHA256:abc"}` + "\n",
	} {
		if said := anna.ok(line); said != want {
			t.Errorf("%s: %q", line, said)
		}
	}
	for _, verb := range []string{"qr", "invite"} {
		if _, err := anna.try(verb + " QQQQQQ"); err == nil || !strings.Contains(err.Error(), "no room QQQQQQ") {
			t.Errorf("%s of no room: %v", verb, err)
		}
	}
	night, err := lobby.Ask(t.Context(), anna.person.Session, lobby.OpenGameNight{Plan: lobby.GameNightPlan{}})
	if err != nil {
		t.Fatal(err)
	}
	code = (<-night.Updates()).Code
	if said := anna.ok("qr " + code); !strings.Contains(said, "ssh://"+code) {
		t.Errorf("of a game night: %s", said)
	}
}

// enterAs enters the same lobby as another person.
func enterAs(t *testing.T, a asker, name string) lobby.Session {
	t.Helper()
	visit, err := a.commands.Lobby.Enter(t.Context(), lobby.Identity{ID: "key:" + name, Name: name})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(visit.Close)
	return visit
}

// TestHelpOfAGameSaysWhatItsOptionsDo checks that each option and setting has its description.
func TestHelpOfAGameSaysWhatItsOptionsDo(t *testing.T) {
	anna := newAsker(t, nil, "anna")
	for _, kit := range anna.commands.Games {
		said := strings.Join(strings.Fields(anna.ok("help "+kit.Name)), " ")
		for _, option := range kit.Options {
			if !strings.Contains(said, option.Help) {
				t.Errorf("help %s does not say of %s: %q", kit.Name, option.Name, option.Help)
			}
		}
		for _, setting := range lobby.RoomSettings() {
			if help := setting.ForGame(kit.Game).Help.String(); !strings.Contains(said, help) {
				t.Errorf("help %s does not say of %s: %q", kit.Name, setting.Word, help)
			}
		}
	}
}

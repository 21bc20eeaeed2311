package attack

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"time"

	"golang.org/x/crypto/ssh"

	"parlor/internal/bench/driver"
	"parlor/lobby"
)

// kinds returns what attackers do on one connection, until it is cut or no tries are left. An attacker that is cut
// connects again as a new person.
func kinds() map[string]func(*attacker) error {
	return map[string]func(*attacker) error{
		"orders":   toggle,
		"screens":  bigScreen,
		"silent":   sayNothing,
		"versions": sayVersion,
		"shells":   withoutShell,
		"rooms":    makeRooms,
		"names": func(a *attacker) error {
			return a.asks(func(n int) string { return fmt.Sprintf("name n%dx%d", a.number, n) })
		},
		"matches":    startAndResign,
		"chat":       chat,
		"commands":   func(a *attacker) error { return a.asks(anyCommand) },
		"codes":      func(a *attacker) error { return a.asks(func(int) string { return "join " + lobby.NewCode() }) },
		"links":      func(a *attacker) error { return a.asks(func(int) string { return "me --link" }) },
		"exports":    export,
		"requests":   flood,
		"rekeys":     rekey,
		"channels":   channels,
		"handshakes": logIn,
		"people":     comeAndStay,
		"escapes":    typeEscape,
		"letters":    typeName,
		"arrows":     typeArrows,
	}
}

// guest logs in as a new guest.
func (a *attacker) guest() (*ssh.Client, error) {
	return driver.Client{From: a.from, Name: fmt.Sprintf("a%dx%d", a.number, a.life)}.Dial(a.ctx, a.server)
}

// asks runs commands. An attacker refused several times in a row connects again as another person.
func (a *attacker) asks(command func(n int) string) error {
	client, err := a.guest()
	if err != nil {
		return err
	}
	return a.asksOn(client, command)
}

func (a *attacker) asksOn(client *ssh.Client, command func(n int) string) error {
	for n, refused := 0, 0; refused < 5 && a.mayTry(); n++ {
		text, err := driver.Command(client, command(n))
		var status *ssh.ExitError
		switch {
		case err == nil:
			a.count("answered")
			refused = 0
		case errors.As(err, &status):
			a.count(text)
			refused++
		default:
			return err
		}
	}
	return nil
}

// export asks for the export of a person who has played before.
func export(a *attacker) error {
	known, err := knownClient(a.number)
	if err != nil {
		return err
	}
	known.From = a.from
	client, err := known.Dial(a.ctx, a.server)
	if err != nil {
		return err
	}
	return a.asksOn(client, func(int) string { return "me --export" })
}

func anyCommand(n int) string {
	all := []string{"rooms --json", "help", "me", "history --all", "top", "who me", "rules " + driver.Game, "version", "help " + driver.Game, "rooms a b c"}
	return all[n%len(all)]
}

// toggle says again and again that it is ready, and that it is not, without
// waiting for answers.
func toggle(a *attacker) error {
	client, err := a.guest()
	if err != nil {
		return err
	}
	p, err := driver.Play(client, "play "+driver.Game+" seats=3")
	if err != nil {
		return err
	}
	return a.pour(p, func(n int) string { return fmt.Sprintf(`"ready":%t`, n%2 == 0) })
}

// pour gives orders without waiting for the answers, which it counts.
func (a *attacker) pour(p *driver.Player, order func(n int) string) error {
	ended := make(chan error, 1)
	answers := make(chan struct{}, 64) // as many requests may be unanswered
	go func() {
		for {
			one, err := p.Next()
			if err != nil {
				ended <- err
				return
			}
			switch one.Type {
			case "done":
				a.count("done")
			case "refused":
				a.count(one.Text)
			default:
				continue
			}
			<-answers
		}
	}()
	for n := 0; a.mayTry(); n++ {
		select {
		case answers <- struct{}{}:
		case err := <-ended:
			return err
		}
		if err := p.Send(order(n)); err != nil {
			return err
		}
	}
	for { // the last answers
		select {
		case answers <- struct{}{}:
			if len(answers) == cap(answers) {
				return nil
			}
		case err := <-ended:
			return err
		}
	}
}

// bigScreen has a screen as large as there is, and moves on it.
func bigScreen(a *attacker) error {
	client, err := a.guest()
	if err != nil {
		return err
	}
	one, err := screen(client, 500, 200)
	if err != nil {
		return err
	}
	a.count("a screen")
	for a.mayTry() {
		if err := one.Type("\x1b[B"); err != nil {
			return err
		}
		pause(a, time.Second)
	}
	pause(a, a.spec.Span)
	return nil
}

// screen opens a screen. What it shows is read and thrown away.
func screen(client *ssh.Client, width, height int) (*driver.Screen, error) {
	return driver.OpenScreen(client, driver.ScreenOptions{Text: driver.Shown, Width: width, Height: height})
}

// pause waits, or until the attack is over.
func pause(a *attacker, span time.Duration) {
	select {
	case <-time.After(span):
	case <-a.ctx.Done():
	}
}

// sayNothing holds a connection, until it is closed.
func sayNothing(a *attacker) error { return a.hold("") }

// sayVersion is a client that says which it is, and then nothing more.
func sayVersion(a *attacker) error { return a.hold("SSH-2.0-abuse\r\n") }

func (a *attacker) hold(says string) error {
	if !a.mayTry() {
		return nil
	}
	conn, err := driver.Client{From: a.from}.Connect(a.ctx, a.server)
	if err != nil {
		pause(a, 10*time.Millisecond)
		return err
	}
	a.count("connected")
	if _, err := io.WriteString(conn, says); err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, conn)
	pause(a, 10*time.Millisecond) // or two processes do nothing but open connections
	return err
}

// takeTime is how long attackers try to get a place, of those who keep one.
const takeTime = 10 * time.Second

// withoutShell opens channels that it never uses, and stays until it is cut. Then
// it does not come again.
func withoutShell(a *attacker) error {
	if time.Since(a.began) > takeTime {
		pause(a, a.spec.Span)
		return nil
	}
	client, err := a.guest()
	if err != nil {
		pause(a, 100*time.Millisecond)
		return err
	}
	defer pause(a, a.spec.Span)
	for range 4 {
		channel, requests, err := client.OpenChannel("session", nil)
		if err != nil {
			return err
		}
		go ssh.DiscardRequests(requests)
		go func() { _, _ = io.Copy(io.Discard, channel) }()
	}
	a.count("holds a place")
	return client.Wait()
}

// makeRooms makes rooms, and goes away from them.
func makeRooms(a *attacker) error {
	client, err := a.guest()
	if err != nil {
		return err
	}
	for refused := 0; refused < 2 && a.mayTry(); {
		p, err := driver.Play(client, "play "+driver.Game+" seats=4 title=mine")
		if err != nil {
			a.count(err.Error())
			refused++
			continue
		}
		a.count("made")
		_ = p.Close()
	}
	return nil
}

// startAndResign begins matches with a bot, and resigns them at once.
func startAndResign(a *attacker) error {
	client, err := a.guest()
	if err != nil {
		return err
	}
	p, err := driver.Play(client, "play "+driver.Game+" bots=1 rounds=1")
	if err != nil {
		a.count(err.Error())
		return nil
	}
	for n := 1; a.mayTry(); n++ {
		order := `"ready":true`
		if n%2 == 0 {
			order = `"do":"resign"`
		}
		switch err := p.Do(order); {
		case err == nil:
			a.count("done")
		case errors.Is(err, driver.ErrRefused):
			a.count(err.Error())
		default:
			return err
		}
	}
	return nil
}

// chat says things: every other attacker in the lobby, with one command each, and
// the others in a room.
func chat(a *attacker) error {
	if a.number%2 == 0 {
		return a.asks(func(n int) string { return fmt.Sprintf("say buy at %d", n) })
	}
	client, err := a.guest()
	if err != nil {
		return err
	}
	p, err := driver.Play(client, "play "+driver.Game+" seats=3")
	if err != nil {
		a.count(err.Error())
		return nil
	}
	return a.pour(p, func(n int) string { return fmt.Sprintf(`"chat":"buy at %d"`, n) })
}

// flood asks for what needs no answer: on the connection, or every other attacker
// in a session.
func flood(a *attacker) error {
	client, err := a.guest()
	if err != nil {
		return err
	}
	if a.number%2 == 0 {
		for a.mayTry() {
			if _, _, err := client.SendRequest("abuse@parlor", false, []byte("again")); err != nil {
				return err
			}
			a.count("sent")
		}
		return nil
	}
	channel, requests, err := client.OpenChannel("session", nil)
	if err != nil {
		return err
	}
	go ssh.DiscardRequests(requests)
	variable := ssh.Marshal(struct{ Name, Value string }{"LANG", "en"})
	for a.mayTry() {
		if _, err := channel.SendRequest("env", false, variable); err != nil {
			return err
		}
		a.count("sent")
	}
	return nil
}

// rekey has keys exchanged after every few bytes.
func rekey(a *attacker) error {
	const fewest = 256 // that the library takes
	client, err := driver.Client{From: a.from, Name: fmt.Sprintf("a%dx%d", a.number, a.life), Rekey: fewest}.Dial(a.ctx, a.server)
	if err != nil {
		return err
	}
	for a.mayTry() {
		if _, _, err := client.SendRequest("abuse@parlor", true, make([]byte, fewest)); err != nil {
			return err
		}
		a.count("exchanged")
	}
	return nil
}

// channels opens channels of all kinds, and closes them.
func channels(a *attacker) error {
	client, err := a.guest()
	if err != nil {
		return err
	}
	for n := 0; a.mayTry(); n++ {
		kind := []string{"session", "direct-tcpip", "x11"}[n%3]
		channel, requests, err := client.OpenChannel(kind, nil)
		var refused *ssh.OpenChannelError
		switch {
		case err == nil:
			go ssh.DiscardRequests(requests)
			_ = channel.Close()
			a.count("opened")
		case errors.As(err, &refused):
			a.count(refused.Message)
		default:
			return err
		}
	}
	return nil
}

// logIn logs in, and goes. Every other attacker has the server do the most work for
// it that there is.
func logIn(a *attacker) error {
	if !a.mayTry() {
		return nil
	}
	c := driver.Client{From: a.from, Name: fmt.Sprintf("a%dx%d", a.number, a.life), Costly: a.number%2 == 0}
	client, err := c.Dial(a.ctx, a.server)
	if err != nil {
		return err
	}
	a.count("logged in")
	return client.Close()
}

// comeAndStay is a client behind a router with many others. It connects once in the first ten seconds and stays until
// all are there.
func comeAndStay(a *attacker) error {
	if a.life > 0 {
		pause(a, a.spec.Span)
		return nil
	}
	pause(a, rand.N(min(a.spec.Span/2, 10*time.Second)))
	key, err := driver.NewKey()
	if err != nil {
		return err
	}
	client, err := driver.Client{From: a.from, Name: fmt.Sprintf("a%d", a.number), Key: key}.Dial(a.ctx, a.server)
	if err != nil {
		return err
	}
	if _, err := screen(client, 80, 24); err != nil {
		return err
	}
	if a.count("in") == a.spec.Addresses*a.spec.Each {
		a.end()
	}
	pause(a, a.spec.Span)
	return nil
}

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

// kinds returns the attacks by kind. Each runs on one connection until it is cut or no tries are
// left. An attacker that is cut connects again as a new person.
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

// asks runs the commands that the given function returns. An attacker refused several times in a
// row connects again as another person.
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

// export requests the data export of a person who has played before.
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

// toggle reports that it is ready and not ready in alternation, without waiting for answers.
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

// pour sends requests without waiting for the answers, which it counts.
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

// bigScreen opens a screen of the maximum size, and moves the selection on it.
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

// screen opens a screen. Its output is read and discarded.
func screen(client *ssh.Client, width, height int) (*driver.Screen, error) {
	return driver.OpenScreen(client, driver.ScreenOptions{Text: driver.Shown, Width: width, Height: height})
}

// pause waits for the given time or until the attack ends.
func pause(a *attacker, span time.Duration) {
	select {
	case <-time.After(span):
	case <-a.ctx.Done():
	}
}

// sayNothing connects, sends nothing, and waits until the server closes the connection.
func sayNothing(a *attacker) error { return a.hold("") }

// sayVersion connects, sends a version line and nothing more, and waits until the server closes the
// connection.
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

// takeTime is how long attackers that hold places try to get one.
const takeTime = 10 * time.Second

// withoutShell opens channels that it never uses, and stays until the server cuts it. Then it does
// not connect again.
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

// makeRooms creates rooms, and leaves them.
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

// startAndResign starts matches against a bot, and resigns at once.
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

// chat sends chat messages: every other attacker in the lobby, with one command each, and the
// others in a room.
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

// flood sends requests that need no answer: on the connection, or for every other attacker in a session.
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

// rekey forces a key exchange after every few bytes.
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

// channels opens and closes channels of all kinds.
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

// logIn logs in and disconnects. Every other attacker uses the algorithms that cost the server the most.
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

// comeAndStay acts as a legitimate client behind a router shared with many others. It connects once
// in the first ten seconds and stays until all have connected.
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

package load

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/ssh"

	"parlor/internal/bench/driver"
)

// How many clients connect and how many rooms are opened at the same time: fewer connections than a
// server starts to drop.
const (
	connecting = 40
	opening    = 8
)

// clients are the clients of a server, each a person with an address of their own.
type clients struct {
	addr   string
	people atomic.Int64 // number of people so far
}

// login connects and logs in as the person with the given number.
func login(addr string, person int64, change func(*driver.Client)) (*ssh.Client, error) {
	key, err := driver.KeyOf(fmt.Sprint("person ", person))
	if err != nil {
		return nil, err
	}
	c := driver.Client{
		Name: fmt.Sprint("p", person), Key: key,
		From: net.IPv4(127, byte(10+person>>16), byte(person>>8), byte(person)), //nolint:gosec // the parts of a number
	}
	if change != nil {
		change(&c)
	}
	client, err := c.Dial(context.Background(), addr)
	if err != nil {
		return nil, fmt.Errorf("person %d: %w", person, err)
	}
	return client, nil
}

// next logs in as another person.
func (c *clients) next() (*ssh.Client, error) { return login(c.addr, c.people.Add(1), nil) }

// play runs a command of the text protocol as another person.
func (c *clients) play(command string) (*driver.Player, error) {
	client, err := c.next()
	if err != nil {
		return nil, err
	}
	return driver.Play(client, command)
}

// name lets n more people choose names, so that they are not asked for one later, and returns the
// number of the first.
func (c *clients) name(n int) (first int64, err error) {
	first = c.people.Add(int64(n)) - int64(n) + 1
	return first, driver.Each(n, connecting, func(i int) error {
		client, err := login(c.addr, first+int64(i), nil)
		if err != nil {
			return err
		}
		defer func() { _ = client.Close() }()
		if text, err := driver.Command(client, fmt.Sprint(driver.Naming, first+int64(i))); err != nil {
			return fmt.Errorf("person %d has no name: %w: %s", first+int64(i), err, text)
		}
		return nil
	})
}

// open opens a screen for each of several people who have names, some at the same time. On an error
// it also returns the screens that are open.
func (c *clients) open(first int64, screens []driver.ScreenOptions, change func(*driver.Client)) ([]*driver.Screen, error) {
	all := make([]*driver.Screen, len(screens))
	err := driver.Each(len(screens), connecting, func(i int) error {
		client, err := login(c.addr, first+int64(i), change)
		if err != nil {
			return err
		}
		if all[i], err = driver.OpenScreen(client, screens[i]); err != nil {
			return errors.Join(fmt.Errorf("person %d: %w", first+int64(i), err), client.Close())
		}
		return nil
	})
	return slices.DeleteFunc(all, func(one *driver.Screen) bool { return one == nil }), err
}

// screens opens a screen for another person per element of the options.
func (c *clients) screens(screens ...driver.ScreenOptions) ([]*driver.Screen, error) {
	first, err := c.name(len(screens))
	if err != nil {
		return nil, err
	}
	return c.open(first, screens, nil)
}

// screen opens a screen for another person.
func (c *clients) screen(o driver.ScreenOptions) (*driver.Screen, error) {
	all, err := c.screens(o)
	if err != nil {
		return nil, err
	}
	return all[0], nil
}

// inLobby returns the options for a screen that shows the lobby.
func inLobby() driver.ScreenOptions { return driver.ScreenOptions{Text: "Here now"} }

// Texts on the first screens of a host, and of a player at the second seat.
const (
	hostSees   = "(you, host)"
	playerSees = "(you)"
)

// seated opens an even number of players' screens, two in each room.
func (c *clients) seated(people int) ([]*driver.Screen, error) {
	hosts, err := c.screens(slices.Repeat([]driver.ScreenOptions{{Command: "new " + driver.Game + " seats=2", Text: hostSees}}, people/2)...)
	if err != nil {
		return hosts, err
	}
	var others []driver.ScreenOptions
	for _, host := range hosts {
		code, err := codeOn(plain(host.First()))
		if err != nil {
			return hosts, err
		}
		others = append(others, driver.ScreenOptions{Command: "join " + code, Text: playerSees})
	}
	guests, err := c.screens(others...)
	return append(hosts, guests...), err
}

// room opens a room with two players, whose screens are drawn, and spectators, and starts a match
// in it. On an error it also returns the part of the room that is open.
func (c *clients) room(spectators []driver.ScreenOptions) (*room, error) {
	host, err := c.screen(driver.ScreenOptions{Command: "new " + driver.Game + " seats=2 rounds=9", Text: hostSees, Draw: true})
	if err != nil {
		return nil, err
	}
	r := &room{screens: []*driver.Screen{host}}
	code, err := codeOn(host.Text())
	if err != nil {
		return r, err
	}
	other, err := c.screen(driver.ScreenOptions{Command: "join " + code, Text: playerSees, Draw: true})
	if err != nil {
		return r, err
	}
	spectators = slices.Clone(spectators)
	for i := range spectators {
		spectators[i].Command, spectators[i].Text = "watch "+code, "Watching:"
	}
	watching, err := c.screens(spectators...)
	r.screens = slices.Concat(r.screens, []*driver.Screen{other}, watching)
	if err != nil {
		return r, err
	}
	return r, r.start()
}

// rooms opens rooms with spectators whose screens are not drawn.
func (c *clients) rooms(n, spectators int) ([]*room, error) {
	rooms := make([]*room, n)
	err := driver.Each(n, opening, func(i int) (err error) {
		rooms[i], err = c.room(make([]driver.ScreenOptions, spectators))
		return err
	})
	return slices.DeleteFunc(rooms, func(one *room) bool { return one == nil }), err
}

// stalled opens the screen of a spectator who stops reading, and whose window changes until the
// connection is full.
func (c *clients) stalled(code string) (*driver.Screen, error) {
	first, err := c.name(1)
	if err != nil {
		return nil, err
	}
	var conn *stalledConn
	all, err := c.open(first, []driver.ScreenOptions{{Command: "watch " + code, Text: "watching"}}, func(client *driver.Client) {
		client.Control = driver.SmallWindow
		client.Wrap = func(to net.Conn) net.Conn {
			conn = &stalledConn{Conn: to, closed: make(chan struct{})}
			return conn
		}
	})
	if err != nil {
		return nil, err
	}
	conn.stalled.Store(true)
	for i := range 40 { // the connection takes half of that, or less
		if err := all[0].WindowChange(24+36*(i%2), 80+120*(i%2)); err != nil {
			return all[0], err
		}
		time.Sleep(300 * time.Millisecond)
	}
	return all[0], nil
}

func hangUp(screens ...*driver.Screen) {
	_ = driver.Each(len(screens), connecting, func(i int) error {
		screens[i].HangUp()
		return nil
	})
}

func closeRooms(rooms []*room) {
	for _, one := range rooms {
		hangUp(one.screens...)
	}
}

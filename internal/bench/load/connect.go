package load

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/charmbracelet/x/ansi"

	"parlor/internal/bench/driver"
)

// plain returns text without escape sequences.
func plain(styled []byte) string { return ansi.Strip(string(styled)) }

// connect measures the cost of many clients that connect at once, until each has the first whole screen.
func connect(t *trial) error {
	return t.compared(func(ours, bare *host) error {
		var here, there arrivals
		each := []func(int) error{func(round int) error { return t.arrive(ours, fmt.Sprint("connect", round), &here) }}
		if bare != nil {
			if err := teach(ours, bare); err != nil {
				return err
			}
			each = append(each, func(round int) error { return t.arrive(bare, fmt.Sprint("connect-bare", round), &there) })
		}
		if err := driver.Alternate(t.rounds, each...); err != nil {
			return err
		}
		driver.AddComparison(&t.Table, fmt.Sprintf("%d clients connect, until each has a whole screen", t.connect), driver.Milliseconds, here.wall, there.wall, "≤ 1.5 ×")
		driver.AddComparison(&t.Table, "… CPU of the server", driver.Milliseconds, here.cpu, there.cpu, "")
		return t.Profile(ours.Server, "connect")
	})
}

// arrivals holds the wall-clock and CPU time until many clients had connected, per round.
type arrivals struct{ wall, cpu []time.Duration }

// teach makes the baseline server send the first screen that parlor sends.
func teach(ours, bare *host) error {
	one, err := ours.screen(inLobby())
	if err != nil {
		return err
	}
	one.HangUp()
	file := filepath.Join(bare.dir, "first")
	if err := os.WriteFile(file, one.First(), 0o600); err != nil {
		return err
	}
	_, err = bare.Ask("first %s", file)
	return err
}

// arrive lets all clients connect and disconnect. The profile covers only the connecting.
func (t *trial) arrive(to *host, profile string, took *arrivals) error {
	first, err := to.name(t.connect)
	if err != nil {
		return err
	}
	before, err := to.Usage()
	if err != nil {
		return err
	}
	var (
		screens []*driver.Screen
		wall    time.Duration
	)
	err = t.Timed(to.Server, profile, func() (err error) {
		began := time.Now()
		screens, err = to.open(first, slices.Repeat([]driver.ScreenOptions{inLobby()}, t.connect), nil)
		wall = time.Since(began)
		return err
	})
	defer func() {
		hangUp(screens...)
		time.Sleep(time.Second) // what their going costs is not counted
	}()
	if err != nil {
		return err
	}
	after, err := to.Usage()
	took.wall, took.cpu = append(took.wall, wall), append(took.cpu, after.CPU-before.CPU)
	return err
}

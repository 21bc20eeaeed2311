package load

import (
	"fmt"
	"slices"
	"time"

	"parlor/internal/bench/driver"
)

// lobbyInMotion measures the cost of a change of one room if many sessions see a lobby with many rooms.
func lobbyInMotion(t *trial) error {
	return t.parlor(func(ours *host) error {
		hosts, err := ours.screens(slices.Repeat([]driver.ScreenOptions{{Command: "new " + driver.Game + " seats=2", Text: hostSees}}, t.listed)...)
		defer func() { hangUp(hosts...) }()
		if err != nil {
			return err
		}
		visitors, err := ours.screens(slices.Repeat([]driver.ScreenOptions{inLobby()}, t.visitors)...)
		defer func() { hangUp(visitors...) }()
		if err != nil {
			return err
		}
		mover, err := ours.play("play " + driver.Game + " seats=3")
		if err != nil {
			return err
		}
		defer mover.HangUp()
		atRest, err := ours.CPU(t.window)
		if err != nil {
			return err
		}
		return t.Timed(ours.Server, "hall", func() error { return t.changes(ours, mover, atRest) })
	})
}

// changes lets a player change their room once a second, and measures the cost.
func (t *trial) changes(ours *host, mover *driver.Player, atRest time.Duration) error {
	before, err := ours.Usage()
	if err != nil {
		return err
	}
	began, changes := time.Now(), 0
	for ; time.Since(began) < t.window; changes++ {
		time.Sleep(time.Until(began.Add(time.Duration(changes) * time.Second)))
		if err := mover.Do([]string{`"add_bot":1`, `"remove_bot":2`}[changes%2]); err != nil {
			return err
		}
	}
	time.Sleep(time.Second)
	after, err := ours.Usage()
	took := after.CPU - before.CPU - time.Duration(float64(atRest)*time.Since(began).Seconds())
	each := max(0, took) / time.Duration(max(1, changes))
	t.Add(fmt.Sprintf("%d rooms, %d sessions in the lobby: CPU for one change of one room", t.listed, t.visitors), driver.Milliseconds(each))
	t.Add("… for each of them", fmt.Sprintf("%.0f µs", each.Seconds()*1e6/float64(max(1, t.visitors))))
	return err
}

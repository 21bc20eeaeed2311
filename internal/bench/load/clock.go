package load

import (
	"fmt"
	"slices"
	"time"

	"parlor/internal/bench/driver"
)

// clock measures whether a room with a clock costs more after many updates than before.
func clock(t *trial) error {
	return t.parlor(func(ours *host) error {
		host, err := ours.play("play " + driver.Game + " seats=3 clock=1h")
		if err != nil {
			return err
		}
		defer host.HangUp()
		screens, err := ours.screens(slices.Repeat([]driver.ScreenOptions{{Command: "join " + host.Code, Text: playerSees, Draw: true}}, 2)...)
		defer func() { hangUp(screens...) }()
		if err != nil {
			return err
		}
		if err := host.Do(`"start":true`); err != nil {
			return err
		}
		for _, one := range screens {
			if err := one.See(matchBegun); err != nil {
				return err
			}
		}
		before, err := ours.CPU(t.window)
		if err != nil {
			return err
		}
		for i := range t.updates {
			if err := host.Do(fmt.Sprintf(`"show_eyes":%v`, i%2 == 0)); err != nil {
				return err
			}
			time.Sleep(10 * time.Millisecond) // so that each is shown
		}
		after, err := ours.CPU(t.window)
		if err != nil {
			return err
		}
		t.Add(fmt.Sprintf("a room with a clock: CPU in a second, after %d changes and before", t.updates),
			driver.Milliseconds(after), driver.Milliseconds(before), driver.Ratio(after, before), "as before")
		return nil
	})
}

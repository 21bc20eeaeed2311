package attack

import (
	"strings"
	"time"

	"parlor/internal/bench/driver"
)

// openScreen opens the screen of a new guest, which first asks for a name.
func (a *attacker) openScreen() (one *driver.Screen, err error) {
	client, err := a.guest()
	if err != nil {
		return nil, err
	}
	if one, err = screen(client, 80, 24); err == nil {
		a.count("a screen")
	}
	return one, err
}

// holdDown holds keys down: it sends them as fast as the server reads them.
func (a *attacker) holdDown(to *driver.Screen, keys string) error {
	for a.mayTry() {
		if err := to.Type(keys); err != nil {
			return err
		}
	}
	return nil
}

// typeEscape sends nothing but Esc, whatever the screen shows.
func typeEscape(a *attacker) error {
	keys, err := a.openScreen()
	if err != nil {
		return err
	}
	return a.holdDown(keys, strings.Repeat("\x1b", 4<<10))
}

// typeName holds down a letter in the prompt for a name.
func typeName(a *attacker) error {
	keys, err := a.openScreen()
	if err != nil {
		return err
	}
	return a.holdDown(keys, strings.Repeat("a", 64))
}

// typeArrows moves down and up in the lobby, where one in ten attackers has opened a room.
func typeArrows(a *attacker) error {
	client, err := a.guest()
	if err != nil {
		return err
	}
	if a.number%10 == 0 {
		if _, err := driver.Play(client, "play "+driver.Game+" seats=3"); err != nil {
			a.count(err.Error())
		}
	}
	keys, err := screen(client, 80, 24)
	if err != nil {
		return err
	}
	a.count("a screen")
	for range 2 { // past the name, and what there is to do for who is new
		pause(a, time.Second)
		if err := keys.Type("\x1b"); err != nil {
			return err
		}
	}
	pause(a, time.Second)
	return a.holdDown(keys, strings.Repeat("\x1b[B", 4)+strings.Repeat("\x1b[A", 4))
}

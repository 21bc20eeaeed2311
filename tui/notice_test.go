package tui_test

import (
	"testing"
	"time"

	"parlor/tui/program"
	"parlor/tui/screen"

	"parlor/prose"
	"parlor/tui"
)

// TestANoticeEnds: it leaves the screen when its time is over, though no key is pressed.
func TestANoticeEnds(t *testing.T) {
	in(t, func(t *testing.T) {
		l := testLobby(t)
		anna := sit(t, l, "anna", false)
		bo := sitWith(t, l, "bo", false, program.Session{Notice: "We restart at noon.", NoticeEnds: time.Now().Add(time.Minute), Settings: screen.Settings{Still: true}})
		told := tui.Notice{Text: prose.T("We restart at noon."), Lasts: time.Minute}
		anna.take(told)
		for _, s := range []*client{anna, bo} {
			time.Sleep(50 * time.Second / 2)
			s.settle()
			s.shows("We restart at noon.")
		}
		anna.take(told) // once more, so it stays for longer
		time.Sleep(30 * time.Second)
		anna.settle()
		anna.shows("We restart at noon.")
		time.Sleep(time.Minute)
		for _, s := range []*client{anna, bo} {
			s.settle()
			s.lacks("We restart at noon.")
		}
		anna.take(tui.Notice{Text: prose.T("Hello.")})
		time.Sleep(time.Hour)
		anna.settle()
		anna.shows("Hello.") // until the next key
	})
}

package local_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/text/unicode/norm"

	"parlor/lobby"
)

func TestPagesFollowChanges(t *testing.T) {
	in(t, func(t *testing.T) {
		l := cupsLobby(t, lobby.Limits{}, nil)
		watcher, session := enter(t, l, "anna"), enter(t, l, "bo")
		lobby.Send(t.Context(), watcher, lobby.Show{Window: lobby.WholeLobby()})
		last := func() (page lobby.Page, came bool) {
			time.Sleep(time.Second)
			select {
			case page = <-watcher.Pages():
				return page, true
			default:
				return page, false
			}
		}
		if page, _ := last(); len(page.People) != 2 || page.You.Name != "anna" {
			t.Fatalf("%+v", page)
		}
		bo := seated(t)(lobby.Ask(t.Context(), session, lobby.Create{Plan: lobby.Plan{Game: "cups", Public: true}}))
		if page, _ := last(); len(page.Rooms) != 1 || page.People[1].Room != bo.now.Code || page.Rooms[0].Open != 3 {
			t.Errorf("%+v", page)
		}
		plan := bo.now.Plan
		plan.Public = false
		if err := lobby.Perform(t.Context(), bo, lobby.Change{Plan: plan}); err != nil {
			t.Fatal(err)
		}
		if page, _ := last(); !page.Rooms[0].Locked || page.Rooms[0].Code != "" || page.People[1].Room != "" {
			t.Errorf("a room that became private shows %+v", page)
		}
		if err := lobby.Perform(t.Context(), bo, lobby.AddBot{Level: 1}); err != nil {
			t.Fatal(err)
		}
		if page, came := last(); came {
			t.Errorf("a change inside a private room sent a new page: %+v", page)
		}
		seated(t)(lobby.Ask(t.Context(), watcher, lobby.Watch{Code: bo.now.Code}))
		if page, _ := last(); len(page.Rooms) != 1 || page.Rooms[0].Locked || len(page.Yours) != 0 {
			t.Errorf("a watcher sees his private room as %+v", page)
		}
		session.Close()
		if page, _ := last(); len(page.People) != 1 {
			t.Errorf("bo has gone: %+v", page.People)
		}
	})
}

func TestPagesAreThrottled(t *testing.T) {
	in(t, func(t *testing.T) {
		l := cupsLobby(t, lobby.Limits{}, nil)
		session, other := enter(t, l, "anna"), enter(t, l, "bo")
		lobby.Send(t.Context(), session, lobby.Show{Window: lobby.WholeLobby()})
		pages := 0
		for n := range 100 {
			if err := lobby.Perform(t.Context(), other, lobby.Rename{Name: string(rune('a'+n%26)) + "-" + string(rune('a'+n/26))}); err != nil {
				t.Fatal(err)
			}
			time.Sleep(10 * time.Millisecond)
			select {
			case <-session.Pages():
				pages++
			default:
			}
		}
		if pages < 9 || pages > 12 {
			t.Errorf("%d pages in a second", pages)
		}
	})
}

func TestOwnRoomsWithYourTurnComeFirst(t *testing.T) {
	in(t, func(t *testing.T) {
		l := cupsLobby(t, lobby.Limits{}, nil)
		first := table(t, l, lobby.Plan{Title: "first"}, "anna", "bo")
		time.Sleep(time.Second)
		second := table(t, l, lobby.Plan{Title: "second"}, "anna", "bo")
		session := enter(t, l, "bo")
		lobby.Send(t.Context(), session, lobby.Show{Window: lobby.WholeLobby()})
		first[0].do("call 1")
		time.Sleep(time.Second)
		page := <-session.Pages()
		if len(page.Yours) != 2 || page.Yours[0].Title != "first" || !page.Yours[0].YourTurn || page.Yours[1].YourTurn {
			t.Errorf("%+v", page.Yours)
		}
		handle, err := lobby.Ask(t.Context(), session, lobby.Return{})
		if back := seated(t)(handle, nil); err != nil || back.now.Code != first[0].now.Code || back.now.Code == second[0].now.Code {
			t.Errorf("bo is brought back to %q", back.now.Plan.Title)
		}
	})
}

func TestWrongCodesDoNotBlockPublicRooms(t *testing.T) {
	in(t, func(t *testing.T) {
		l := cupsLobby(t, lobby.Limits{}, nil)
		secret := seated(t)(lobby.Ask(t.Context(), enter(t, l, "anna"), lobby.Create{Plan: lobby.Plan{Game: "cups"}}))
		public := seated(t)(lobby.Ask(t.Context(), enter(t, l, "bo"), lobby.Create{Plan: lobby.Plan{Game: "cups", Public: true}}))
		for range 5 {
			session := enter(t, l, "mallory")
			_, err := lobby.Ask(t.Context(), session, lobby.Join{Code: "ZZZZZZ"})
			public.refused(err, "no room")
			session.Close()
		}
		session := enter(t, l, "mallory")
		_, err := lobby.Ask(t.Context(), session, lobby.Watch{Code: secret.now.Code})
		public.refused(err, "Wait a few minutes")
		code := public.now.Code
		seated(t)(lobby.Ask(t.Context(), session, lobby.Join{Code: " " + strings.ToLower(code[:2]) + "-" + code[2:4] + " " + code[4:]}))
		seated(t)(lobby.Ask(t.Context(), enter(t, l, "cy"), lobby.Join{Code: secret.now.Code}))
	})
}

func TestQuickPlay(t *testing.T) {
	in(t, func(t *testing.T) {
		l := cupsLobby(t, lobby.Limits{}, nil)
		first := enter(t, l, "anna")
		anna := seated(t)(lobby.Ask(t.Context(), first, lobby.QuickPlay{Plan: lobby.Plan{Game: "cups"}}))
		if again := seated(t)(lobby.Ask(t.Context(), first, lobby.QuickPlay{Plan: lobby.Plan{}})); again.now.Code != anna.now.Code || again.now.You != 0 {
			t.Error("quick play made another room for somebody who waits in one")
		}
		bo := seated(t)(lobby.Ask(t.Context(), enter(t, l, "bo"), lobby.Create{Plan: lobby.Plan{Game: "cups", Public: true, Seats: 2}}))
		if cy := seated(t)(lobby.Ask(t.Context(), enter(t, l, "cy"), lobby.QuickPlay{Plan: lobby.Plan{Game: "cups"}})); cy.now.Code != bo.now.Code {
			t.Error("quick play did not take the room that is nearly full")
		}
		first.Close()
		synctest.Wait()
		if dan := seated(t)(lobby.Ask(t.Context(), enter(t, l, "dan"), lobby.QuickPlay{Plan: lobby.Plan{Game: "cups"}})); dan.now.Code == anna.now.Code {
			t.Error("quick play joined a room where nobody is")
		}
		slow := seated(t)(lobby.Ask(t.Context(), enter(t, l, "eve"), lobby.Create{Plan: lobby.Plan{Game: "cups", Public: true, Seats: 2, Clock: 3 * 24 * time.Hour}}))
		if fay := seated(t)(lobby.Ask(t.Context(), enter(t, l, "fay"), lobby.QuickPlay{Plan: lobby.QuickPlan("cups")})); fay.now.Code == slow.now.Code {
			t.Error("quick play has taken a room in which a decision has days")
		}
	})
}

func TestSeatKeepsItsName(t *testing.T) {
	in(t, func(t *testing.T) {
		l := cupsLobby(t, lobby.Limits{}, nil)
		anna, session := seated(t)(lobby.Ask(t.Context(), enter(t, l, "anna"), lobby.Create{Plan: lobby.Plan{Game: "cups"}})), enter(t, l, "bo")
		seated(t)(lobby.Ask(t.Context(), session, lobby.Join{Code: anna.now.Code}))
		if err := lobby.Perform(t.Context(), anna, lobby.Start{}); err != nil {
			t.Fatal(err)
		}
		session.Close()
		impostor, err := l.Enter(context.Background(), lobby.Identity{ID: "key:other", Name: "Bo"})
		if err != nil || impostor.Name() != "Bo~2" {
			t.Errorf("somebody else is let in as %q beside the seat of bo (%v)", impostor.Name(), err)
		}
		again, err := l.Enter(context.Background(), lobby.Identity{ID: "key:bo", Name: "robert"})
		if err != nil {
			t.Fatal(err)
		}
		handle, _ := lobby.Ask(t.Context(), again, lobby.Return{})
		if back := seated(t)(handle, nil); back.now.Seats[1].Name != "bo" {
			t.Errorf("%+v", back.now.Seats)
		}
	})
}

func FuzzCleanText(f *testing.F) {
	for _, text := range []string{
		"anna", "  a \t b ", "e\u200d\u0301", "\x1b]0;x\a", "\u202eabc", "\xff\xfe", "\u034f\u034f", "\u1112\u1161\u11ab",
		strings.Repeat("\u0301", 100), "👩‍👩‍👧", "🇩🇪🇫🇷", "宽宽宽宽宽宽宽宽宽", "a\U000e0041b", "\u3164",
	} {
		f.Add(text, 16)
	}
	f.Fuzz(func(t *testing.T, text string, cells int) {
		cells %= 100
		clean := lobby.CleanText(text, cells)
		if again := lobby.CleanText(clean, cells); again != clean {
			t.Errorf("%q becomes %q, and that %q", text, clean, again)
		}
		if width := ansi.StringWidth(clean); width > max(cells, 0) {
			t.Errorf("%q is %d cells wide, not %d", clean, width, cells)
		}
		if !utf8.ValidString(clean) || !norm.NFC.IsNormalString(clean) || strings.TrimSpace(clean) != clean {
			t.Errorf("%q is not clean", clean)
		}
		if strings.ContainsAny(clean, "\x1b\r\n\t\u200b\u202e\u2066\u061c\ufeff\u034f") {
			t.Errorf("%q holds what must not be shown", clean)
		}
		runes := []rune(clean)
		for i, r := range runes {
			if r == '\u200d' && (i == 0 || i == len(runes)-1 || !unicode.IsSymbol(runes[i+1]) || !unicode.IsSymbol(runes[i-1]) && runes[i-1] != '\ufe0f') {
				t.Errorf("%q joins what is no emoji", clean)
			}
		}
	})
}

// TestPagesShareTheirLists: clients with equal pages get the same lists, not copies, each
// with their own name.
func TestPagesShareTheirLists(t *testing.T) {
	in(t, func(t *testing.T) {
		l := cupsLobby(t, lobby.Limits{}, nil)
		one, other, host := enter(t, l, "anna"), enter(t, l, "bo"), enter(t, l, "cy")
		lobby.Send(t.Context(), one, lobby.Show{Window: lobby.WholeLobby()})
		lobby.Send(t.Context(), other, lobby.Show{Window: lobby.WholeLobby()})
		seated(t)(lobby.Ask(t.Context(), host, lobby.Create{Plan: lobby.Plan{Game: "cups", Public: true}}))
		synctest.Wait()
		time.Sleep(time.Second)
		seen, also := <-one.Pages(), <-other.Pages()
		if len(seen.Rooms) != 1 || len(seen.People) != 3 || &seen.Rooms[0] != &also.Rooms[0] || &seen.People[0] != &also.People[0] {
			t.Errorf("%+v\n%+v", seen, also)
		}
		if seen.You.Name != "anna" || also.You.Name != "bo" {
			t.Errorf("%s is %+v, and %s is %+v", "anna", seen.You, "bo", also.You)
		}
	})
}

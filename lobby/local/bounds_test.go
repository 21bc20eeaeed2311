package local_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/local"
)

// wideTexts returns texts that take many bytes per cell.
func wideTexts() map[string]string {
	return map[string]string{
		"letters":          strings.Repeat("x", 100_000),
		"emoji":            strings.Repeat("👩‍🚀", 10_000),
		"marks":            strings.Repeat("a"+strings.Repeat("\u0301", 50), 2_000),
		"spacing marks":    strings.Repeat("\u0915"+strings.Repeat("\u093e", 1000), 50),
		"jamo":             strings.Repeat("\u1100", 50_000),
		"what decomposes":  strings.Repeat("\U0001d160", 30_000),
		"flags":            strings.Repeat("🇺🇳", 10_000),
		"invisible":        "x" + strings.Repeat("\u200b", 100_000),
		"lines and blanks": strings.Repeat("a \n", 50_000),
	}
}

// TestTypedTextIsBounded checks the size of all typed text that a room stores.
func TestTypedTextIsBounded(t *testing.T) {
	const cell = 32 // maximum bytes per cell
	for kind, text := range wideTexts() {
		in(t, func(t *testing.T) {
			book := newMemJournal()
			l := open(t, local.Config{Journal: book})
			session, err := l.Enter(context.Background(), lobby.Identity{ID: "key:fat", Name: text})
			if err != nil {
				t.Fatal(err)
			}
			defer session.Close()
			anna := seated(t)(lobby.Ask(t.Context(), session, lobby.Create{Plan: lobby.Plan{Game: "davinci", Title: text, Options: engine.Options{"rounds": "9"}}}))
			cy := seated(t)(lobby.Ask(t.Context(), enter(t, l, "cy"), lobby.Join{Code: anna.now.Code}))
			for range 110 {
				time.Sleep(time.Second)
				said := text[:min(len(text), 700)]
				_ = lobby.Perform(t.Context(), anna, lobby.Say{Text: said})
				_ = lobby.Perform(t.Context(), session, lobby.SayInLobby{Text: said})
				if err := errors.Join(lobby.Perform(t.Context(), cy, lobby.Pause{Pause: false}), lobby.Perform(t.Context(), anna, lobby.ShowEyes{Show: true}), lobby.Perform(t.Context(), anna, lobby.ShowEyes{Show: false})); err != nil && !strings.Contains(err.Error(), "no match to pause") {
					t.Fatal(err)
				}
				for anna.look() {
					continue
				}
			}
			for _, bound := range []struct {
				what     string
				is, most int
			}{
				{"bytes of a name", len(session.Name()), cell * 17},
				{"bytes of a title", len(anna.now.Plan.Title), cell * 31},
				{"bytes of a note", longest(anna.now.Notes, func(n lobby.Note) int { return len(n.Text.String()) }), cell * 401},
				{"notes", len(anna.now.Notes), 50},
				{"lines of talk in a room", len(anna.now.Chat), 100},
				{"bytes of talk in a room", total(anna.now.Chat, weigh), 128 << 10},
				{"bytes of a line of talk", longest(anna.now.Chat, func(l lobby.ChatMessage) int { return len(l.Text) }), cell * 241},
				{"lines of talk in the hall", len(pageOf(t, session).Chat), 100},
				{"bytes of talk in the hall", total(pageOf(t, session).Chat, weigh), 128 << 10},
			} {
				if bound.is > bound.most {
					t.Errorf("%s: %s: %d, more than %d", kind, bound.what, bound.is, bound.most)
				}
			}
			if entries, bytes := book.weight(anna.now.Code); entries > 65 || bytes > 200<<10 {
				t.Errorf("%s: %d entries with %d bytes lie in the journal", kind, entries, bytes)
			}
		})
	}
}

func weigh(l lobby.ChatMessage) int { return len(l.Name) + len(l.Text) }

func total[T any](all []T, size func(T) int) (sum int) {
	for _, one := range all {
		sum += size(one)
	}
	return sum
}

func longest[T any](all []T, size func(T) int) (most int) {
	for _, one := range all {
		most = max(most, size(one))
	}
	return most
}

// TestChatIsBoundedByBytes: a hundred messages of letters are kept, but fewer of longer
// encoding.
func TestChatIsBoundedByBytes(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo := pair(t, open(t, local.Config{}), lobby.Plan{})
		for text, least := range map[string]int{strings.Repeat("x", 240): 100, strings.Repeat("字", 120): 100, strings.Repeat("\u0915\u093e\u093e\u093e\u093e\u093e\u093e\u093e", 120): 20} {
			for range 120 {
				time.Sleep(time.Second)
				if err := lobby.Perform(t.Context(), anna, lobby.Say{Text: text}); err != nil {
					t.Fatal(err)
				}
			}
			bo.look()
			if n, bytes := len(bo.now.Chat), total(bo.now.Chat, weigh); n < least || n > 100 || bytes > 128<<10 {
				t.Errorf("%d lines with %d bytes are remembered", n, bytes)
			}
		}
	})
}

// TestBansAreBounded bans as many people as possible. One more is refused and lifts no ban.
func TestBansAreBounded(t *testing.T) {
	in(t, func(t *testing.T) {
		book := newMemJournal()
		l := open(t, local.Config{Journal: book, Limits: lobby.Limits{Watchers: 200}})
		anna := seated(t)(lobby.Ask(t.Context(), enter(t, l, "anna"), lobby.Create{Plan: lobby.Plan{Game: "davinci", Public: true}}))
		out := func(name string) error {
			session := enter(t, l, name)
			if _, err := lobby.Ask(t.Context(), session, lobby.Watch{Code: anna.now.Code}); err != nil {
				t.Fatal(err)
			}
			return lobby.Perform(t.Context(), anna, lobby.Kick{Name: name, KeepOut: true})
		}
		for n := range 100 {
			if err := out(fmt.Sprint("eve", n)); err != nil {
				t.Fatal(err)
			}
		}
		anna.refused(out("mallory"), "ban list is full (100)")
		if anna.look(); len(anna.now.Watchers) != 1 {
			t.Errorf("who could not be kept out was sent away: %v", anna.now.Watchers)
		}
		if err := lobby.Perform(t.Context(), anna, lobby.Kick{Name: "mallory", KeepOut: false}); err != nil {
			t.Error(err)
		}
		again := restart(t, book.crash(), 1)
		for _, one := range []*local.Lobby{l, again} {
			for n := range 100 {
				_, err := lobby.Ask(t.Context(), enter(t, one, fmt.Sprint("eve", n)), lobby.Watch{Code: anna.now.Code})
				anna.refused(err, "has banned you")
			}
			seated(t)(lobby.Ask(t.Context(), enter(t, one, "mallory"), lobby.Watch{Code: anna.now.Code}))
		}
		if _, bytes := book.weight(anna.now.Code); bytes > 100<<10 {
			t.Errorf("%d bytes lie in the journal", bytes)
		}
	})
}

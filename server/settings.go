package server

import (
	"context"
	"encoding/json"
	"strings"
	"sync"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/screen"
)

// settings are what people have chosen about their screens. The account has them too, beyond
// the process.
type settings struct {
	mu     sync.Mutex
	chosen map[string]screen.Settings // by person
}

// of returns what a person chose before, or what the environment says.
func (s *settings) of(account lobby.Account, person string, env []string) screen.Settings {
	s.mu.Lock()
	defer s.mu.Unlock()
	chosen, known := s.chosen[person]
	if known {
		return chosen
	}
	if len(account.Settings) > 0 && json.Unmarshal(account.Settings, &chosen) == nil {
		return chosen
	}
	return screen.Settings{ASCII: onlyASCII(env)}
}

// maxSettings bounds how many people's settings are remembered.
const maxSettings = 10_000

// keep remembers what a person chose, also beyond the process; where
// too many are remembered, somebody else's are left to the account.
func (s *settings) keep(ctx context.Context, visit lobby.Session, person string, chosen screen.Settings) {
	if text, err := json.Marshal(chosen); err == nil {
		lobby.Send(ctx, visit, lobby.SaveSettings{Settings: text})
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, known := s.chosen[person]; !known && len(s.chosen) >= maxSettings {
		for other := range s.chosen {
			delete(s.chosen, other)
			break
		}
	}
	s.chosen[person] = chosen
}

// forget undoes keep.
func (s *settings) forget(person string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.chosen, person)
}

// onlyASCII says whether the client's locale has a character set other than
// UTF-8; where it names none, a terminal of today is expected.
func onlyASCII(env []string) bool {
	locale := strings.ToLower(prose.Locale(env, "LC_CTYPE"))
	return locale != "" && !strings.Contains(locale, "utf-8") && !strings.Contains(locale, "utf8")
}

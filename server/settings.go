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

// settings caches people's screen settings, which are also stored in their accounts.
type settings struct {
	mu     sync.Mutex
	chosen map[string]screen.Settings // by person
}

// of returns the settings that a person chose, or defaults from the environment.
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

// maxSettings bounds the cached settings.
const maxSettings = 10_000

// keep stores a person's settings in the cache and the account. A full cache drops another person's.
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

// forget removes a person's settings from the cache.
func (s *settings) forget(person string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.chosen, person)
}

// onlyASCII reports whether the client's locale names a character set other than UTF-8. Without one, UTF-8 is
// assumed.
func onlyASCII(env []string) bool {
	locale := strings.ToLower(prose.Locale(env, "LC_CTYPE"))
	return locale != "" && !strings.Contains(locale, "utf-8") && !strings.Contains(locale, "utf8")
}

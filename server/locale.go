package server

import (
	"log/slog"
	"strings"

	"parlor/prose"
)

// speaking is the voice for a person who has chosen a language; empty leaves it
// to what their client asks for.
func (s *Server) speaking(chosen string, env []string, log *slog.Logger) *prose.Voice {
	voice, err := s.config.Languages.Voice(chosen, prose.Locale(env, "LC_MESSAGES"))
	if err != nil {
		log.Error("a language cannot be read", "err", err)
	}
	return voice
}

// choose speaks another language with a person from now on, and keeps that.
func (r *request) choose(language string) *prose.Voice {
	chosen := r.settings(r.account, r.person.Identity.ID, r.sess.Environ())
	chosen.Language = language
	r.keepSettings(r.sess.Context(), r.person.Visit, r.person.Identity.ID, chosen)
	r.voice = r.speaking(language, r.sess.Environ(), r.log)
	return r.voice
}

// onlyASCII says whether the client's locale has a character set other than
// UTF-8; where it names none, a terminal of today is expected.
func onlyASCII(env []string) bool {
	locale := strings.ToLower(prose.Locale(env, "LC_CTYPE"))
	return locale != "" && !strings.Contains(locale, "utf-8") && !strings.Contains(locale, "utf8")
}

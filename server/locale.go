package server

import (
	"strings"

	"parlor/prose"
)

// onlyASCII says whether the client's locale has a character set other than
// UTF-8; where it names none, a terminal of today is expected.
func onlyASCII(env []string) bool {
	locale := strings.ToLower(prose.Locale(env, "LC_CTYPE"))
	return locale != "" && !strings.Contains(locale, "utf-8") && !strings.Contains(locale, "utf8")
}

package server

import "strings"

// onlyASCII says whether the client's locale has a character set other than
// UTF-8. Of LC_ALL, LC_CTYPE and LANG the first that is set and not empty
// counts, as POSIX has it; where none is, a terminal of today is expected.
func onlyASCII(env []string) bool {
	locale := ""
	for _, name := range []string{"LANG=", "LC_CTYPE=", "LC_ALL="} {
		for _, variable := range env {
			if value, ok := strings.CutPrefix(variable, name); ok && value != "" {
				locale = strings.ToLower(value)
			}
		}
	}
	return locale != "" && !strings.Contains(locale, "utf-8") && !strings.Contains(locale, "utf8")
}

package lobby

import (
	"strconv"
	"time"
)

// SpanOf is a time as a value of a Span.
func SpanOf(d time.Duration) string {
	if d == 0 {
		return Off
	}
	return d.String()
}

// TimeOf is the time that a value of a Span stands for; 0 for Off.
func TimeOf(value string) time.Duration {
	d, err := time.ParseDuration(value)
	if err != nil {
		return 0
	}
	return d
}

// readSpan reads "off", "45", "45s" and "2m".
func readSpan(text string) (value string, is bool) {
	if text == Off {
		return Off, true
	}
	if seconds, err := strconv.Atoi(text); err == nil && seconds >= 0 {
		text = strconv.Itoa(seconds) + "s"
	}
	d, err := time.ParseDuration(text)
	return SpanOf(d), err == nil
}

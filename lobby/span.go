package lobby

import (
	"strconv"
	"time"
)

// SpanOf returns a duration as a value of a Span.
func SpanOf(d time.Duration) string {
	if d == 0 {
		return Off
	}
	return d.String()
}

// TimeOf returns the duration of a value of a Span; 0 for Off.
func TimeOf(value string) time.Duration {
	d, err := time.ParseDuration(value)
	if err != nil {
		return 0
	}
	return d
}

// readSpan parses "off", "45", "45s" and "2m".
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

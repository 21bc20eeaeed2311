package certs

import (
	"context"
	"time"
)

const (
	day = 24 * time.Hour

	// checkTime is the interval at which the end of the certificate is checked.
	checkTime = time.Hour
)

// WarnOfExpiry logs a warning when 30 days, 7 days and 1 day are left until the certificate ends,
// and an error when it has ended. It returns when ctx is done.
func (c *Certs) WarnOfExpiry(ctx context.Context) {
	ticker := time.NewTicker(checkTime)
	defer ticker.Stop()
	var warned time.Duration
	var of time.Time // the certificate that was warned of, by its end
	for {
		until := c.Until()
		if !until.Equal(of) {
			of, warned = until, 31*day
		}
		if due := deadline(time.Until(until)); due < warned {
			c.warn(until)
			warned = due
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// deadline returns the last of the times before the end at which a warning is due.
func deadline(left time.Duration) time.Duration {
	for _, one := range []time.Duration{0, day, 7 * day, 30 * day} {
		if left <= one {
			return one
		}
	}
	return 31 * day
}

func (c *Certs) warn(until time.Time) {
	left := time.Until(until)
	if left <= 0 {
		c.log.Error("certificate of this node has expired; other nodes refuse it until it is replaced", "file", c.files.Certificate, "until", date(until))
		return
	}
	c.log.Warn("certificate of this node expires soon; replace the file, which needs no restart",
		"file", c.files.Certificate, "until", date(until), "days", int(left/day))
}

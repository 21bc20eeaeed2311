package prose

import (
	"math"
	"strconv"
	"time"
)

// PointsText formats points as players write them: "7", "2½".
func PointsText(points float64) string {
	whole := int(points)
	if points-float64(whole) == 0.5 {
		if whole == 0 {
			return "½"
		}
		return strconv.Itoa(whole) + "½"
	}
	return strconv.FormatFloat(points, 'f', -1, 64)
}

// Clock formats a remaining time like the face of a clock: "0:09", "12:30". It returns "0:00" only
// if nothing is left.
func Clock(left time.Duration) string {
	seconds := int((left + time.Second - 1) / time.Second)
	face := strconv.Itoa(seconds/60) + ":"
	if seconds%60 < 10 {
		face += "0"
	}
	return face + strconv.Itoa(seconds%60)
}

// Ago describes how long ago something happened.
func Ago(d time.Duration) Text {
	if d < time.Minute {
		return T("just now")
	}
	return T("{time} ago", Roughly(d))
}

// When describes when something happened: how long ago or, beyond two days, the date in UTC in ISO 8601 form.
func When(at time.Time) Text {
	if ago := time.Since(at); ago < 48*time.Hour {
		return Ago(ago)
	}
	return T("{date}", Literal(at.UTC().Format(time.DateOnly)))
}

// span returns a duration in the largest unit of which it is a whole number.
func span(seconds int) Text {
	const minute, hour, day = 60, 60 * 60, 24 * 60 * 60
	switch {
	case seconds >= day && seconds%day == 0:
		return C("{n} day", "{n} days", N(seconds/day))
	case seconds >= hour && seconds%hour == 0:
		return C("{n} hour", "{n} hours", N(seconds/hour))
	case seconds >= minute && seconds%minute == 0:
		return C("{n} minute", "{n} minutes", N(seconds/minute))
	}
	return C("{n} second", "{n} seconds", N(seconds))
}

// Chance formats a probability: "39%", or below one per cent "1 in 1296". It returns 100% only for certainty.
func Chance(chance float64) Text {
	switch percent := int(math.Round(100 * chance)); {
	case chance <= 0:
		return T("{n}%", N(0))
	case chance < 0.01:
		return T("1 in {n}", N(int(math.Round(1/chance))))
	case percent == 100 && chance < 1-1e-9:
		return T("{n}%", N(99))
	default:
		return T("{n}%", N(percent))
	}
}

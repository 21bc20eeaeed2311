package lobby

import (
	"strings"
	"time"

	"parlor/prose"
)

// maxAhead is how long before its start a game night can be opened.
const maxAhead = 30 * 24 * time.Hour

// CheckTimes returns an error if no game night can take place between the plan's times.
func (p GameNightPlan) CheckTimes(now time.Time) error {
	switch {
	case p.Begins.After(now.Add(maxAhead)):
		return prose.Refuse("A game night can be scheduled at most {n} days ahead.", prose.N(int(maxAhead.Hours()/24)))
	case !p.Ends.IsZero() && !p.Ends.After(p.Begins):
		return prose.Refuse("A game night must end after it begins.")
	case !p.Ends.IsZero() && !p.Ends.After(now):
		return prose.Refuse("The end of the game night is in the past.")
	}
	return nil
}

// justNow is how long a past time of day still means today, for a server or host that
// starts a little late.
const justNow = 3 * time.Hour

// NoTime is the text that ParseTime reads as no time.
const NoTime = "none"

// ParseTime parses a time as a host types it. "17:00" or "17:00:30" is the next such time of
// day, or the last one within three hours before now; "2026-11-27 17:00" includes a date. The
// name of a time zone may follow, as in "17:00 Europe/Berlin"; the default is the zone of now.
// A letter T or a comma may replace each blank. "none" is the zero time.
func ParseTime(typed string, now time.Time) (time.Time, error) {
	words := strings.FieldsFunc(typed, func(r rune) bool { return r == ' ' || r == ',' })
	if len(words) == 1 && strings.EqualFold(words[0], NoTime) {
		return time.Time{}, nil
	}
	zone := now.Location()
	if n := len(words); n > 1 && !strings.Contains(words[n-1], ":") {
		named, err := time.LoadLocation(words[n-1])
		if err != nil || strings.EqualFold(words[n-1], "local") {
			return time.Time{}, prose.Refuse("There is no time zone {typed}. Write it like {example}.", prose.Literal(CleanText(words[n-1], 30)), prose.Literal("Europe/Berlin"))
		}
		zone, words = named, words[:n-1]
	}
	text := strings.ToUpper(strings.Join(words, "T"))
	if at, err := parseClock("2006-1-2T", text, zone); err == nil {
		return at, nil
	}
	clock, err := parseClock("", text, zone)
	if err != nil {
		return time.Time{}, prose.Refuse("Invalid time: {typed}. Write it like {clock}, {date} or {zone}; {none} removes it.", prose.Literal(CleanText(typed, 30)),
			prose.Literal("17:00"), prose.Literal("2026-11-27,17:00"), prose.Literal("17:00,Europe/Berlin"), prose.Literal(NoTime))
	}
	today := now.In(zone)
	at := time.Date(today.Year(), today.Month(), today.Day(), clock.Hour(), clock.Minute(), clock.Second(), 0, zone)
	for _, day := range []int{-1, 0, 1} {
		if next := at.AddDate(0, 0, day); next.After(now.Add(-justNow)) {
			return next, nil
		}
	}
	return at, nil
}

// parseClock parses a time of day, with or without seconds, after a layout of what precedes it.
func parseClock(before, text string, zone *time.Location) (time.Time, error) {
	at, err := time.ParseInLocation(before+"15:04", text, zone)
	if err != nil {
		return time.ParseInLocation(before+"15:04:05", text, zone)
	}
	return at, nil
}

// ParseEnd parses the end of a game night. A time of day is the first one after it begins.
func ParseEnd(typed string, begins, now time.Time) (time.Time, error) {
	if begins.IsZero() {
		return ParseTime(typed, now)
	}
	begins = begins.In(now.Location())
	end, err := ParseTime(typed, begins)
	if !end.After(begins) && end.After(begins.Add(-justNow)) {
		end = end.AddDate(0, 0, 1)
	}
	return end, err
}

// TimeText formats a time of a game night, with a date if it is not today.
func TimeText(at, now time.Time) prose.Text {
	at = at.In(now.Location())
	if at.Format(time.DateOnly) == now.Format(time.DateOnly) {
		return prose.T("{time}", prose.Literal(at.Format("15:04 MST")))
	}
	return prose.T("{time}", prose.Literal(at.Format("2006-01-02 15:04 MST")))
}

// TypedTime formats a time such that ParseTime reads it again. It is empty for the zero
// time.
func TypedTime(at, now time.Time) string {
	if at.IsZero() {
		return ""
	}
	return at.In(now.Location()).Format("2006-01-02 15:04")
}

// BeginsText announces when the game night begins. It is empty without a start time or after it has begun.
func (u GameNightUpdate) BeginsText(now time.Time) prose.Text {
	left := u.Plan.Begins.Sub(now)
	switch {
	case u.Stage != GameNightGathering || u.Plan.Begins.IsZero():
		return prose.Text{}
	case left <= 0:
		return prose.T("The game night begins as soon as enough people are here.")
	case left < time.Hour:
		return prose.T("The game night begins at {time}, in {left}.", prose.Sub(TimeText(u.Plan.Begins, now)), prose.Roughly(left.Round(time.Minute)))
	}
	return prose.T("The game night begins at {time}.", prose.Sub(TimeText(u.Plan.Begins, now)))
}

// StageTimeText is like StageText, with the time at which the stage ends, if it has one.
func (u GameNightUpdate) StageTimeText(now time.Time) prose.Text {
	switch {
	case u.Stage == GameNightGathering && u.Plan.Begins.After(now):
		return prose.T("begins at {time}", prose.Sub(TimeText(u.Plan.Begins, now)))
	case u.Stage == GameNightPlaying && !u.Plan.Ends.IsZero() && !u.Last:
		return prose.T("{stage} until {time}", prose.Sub(u.StageText()), prose.Sub(TimeText(u.Plan.Ends, now)))
	}
	return u.StageText()
}

// TimesText returns sentences about when the game night begins and ends, unless these times are
// unset or past.
func (u GameNightUpdate) TimesText(now time.Time) (said []prose.Text) {
	if begins := u.BeginsText(now); !begins.IsZero() {
		said = append(said, begins)
	}
	if !u.Plan.Ends.IsZero() && u.Stage != GameNightOver {
		said = append(said, prose.T("It ends at {time}, or as soon as any matches still in play then are over.", prose.Sub(TimeText(u.Plan.Ends, now))))
	}
	return said
}

// LeftText says how much time is left until the game night begins or ends. It is empty if
// that has no time.
func (u GameNightUpdate) LeftText(now time.Time) prose.Text {
	begins, ends := u.Plan.Begins.Sub(now).Round(time.Minute), u.Plan.Ends.Sub(now).Round(time.Minute)
	switch {
	case u.Stage == GameNightOver:
		return prose.Text{}
	case u.Stage == GameNightGathering && begins > 0:
		return prose.T("begins in {time}", prose.Roughly(begins))
	case u.Plan.Ends.IsZero() || u.Stage == GameNightGathering:
		return prose.Text{}
	case ends <= 0, u.Last:
		return prose.T("last matches in play")
	}
	return prose.T("{time} left", prose.Roughly(ends))
}

// At returns the plan of the same game night for another time. If it had a beginning and an
// end, it lasts as long as before; otherwise it has no end.
func (p GameNightPlan) At(begins time.Time) GameNightPlan {
	lasts := p.Ends.Sub(p.Begins)
	hasLength := !p.Begins.IsZero() && !p.Ends.IsZero() && !begins.IsZero()
	p.Begins, p.Ends = begins, time.Time{}
	if hasLength {
		p.Ends = begins.Add(lasts)
	}
	return p
}

// NextWeek returns what a host types to repeat the game night a week later at the same time
// of day, in the time zone of now. It is empty if the game night had no time.
func (p GameNightPlan) NextWeek(now time.Time) string {
	if p.Begins.IsZero() {
		return ""
	}
	next := p.Begins.In(now.Location())
	for !next.After(now) {
		next = next.AddDate(0, 0, 7)
	}
	return next.Format("2006-01-02,15:04")
}

// ParseRepeat parses the time of a repeated game night, such as "2026-12-04,17:00". Empty
// text means that it has none.
func ParseRepeat(typed string, now time.Time) (RepeatGameNight, error) {
	if strings.TrimSpace(typed) == "" {
		return RepeatGameNight{}, nil
	}
	begins, err := ParseTime(typed, now)
	return RepeatGameNight{Begins: begins}, err
}

package admin

import (
	"log/slog"
	"time"
)

// The log values of orders and their results. They contain neither room codes nor whole fingerprints.

// longestWho bounds the part of an ID in the log.
const longestWho = 20

func who(text string) slog.Attr { return slog.String("who", text[:min(len(text), longestWho)]) }

func lasts(seconds float64) slog.Attr {
	return slog.String("for", time.Duration(seconds*float64(time.Second)).String())
}

// LogValue implements slog.LogValuer.
func (o BanOrder) LogValue() slog.Value {
	return slog.GroupValue(who(o.Who), lasts(o.Seconds), slog.String("note", o.Note))
}

// LogValue implements slog.LogValuer.
func (b Banned) LogValue() slog.Value {
	return slog.GroupValue(who(b.Who), slog.Time("until", b.Until), slog.Int("ended_sessions", b.Ended))
}

// LogValue implements slog.LogValuer.
func (o UnbanOrder) LogValue() slog.Value { return slog.GroupValue(who(o.Who)) }

// LogValue implements slog.LogValuer.
func (o AnnounceOrder) LogValue() slog.Value {
	return slog.GroupValue(slog.String("text", o.Text), lasts(o.Seconds))
}

// LogValue implements slog.LogValuer.
func (a Announced) LogValue() slog.Value { return slog.GroupValue(slog.Int("told_sessions", a.Told)) }

// LogValue implements slog.LogValuer.
func (o DoneOrder) LogValue() slog.Value { return slog.GroupValue(slog.Uint64("report", o.Number)) }

// LogValue implements slog.LogValuer.
func (o CloseOrder) LogValue() slog.Value { return slog.GroupValue(slog.String("reason", o.Reason)) }

// LogValue implements slog.LogValuer.
func (r Room) LogValue() slog.Value {
	return slog.GroupValue(slog.Any("room", r.Number), slog.String("game", r.Game), slog.Int("people", r.Here))
}

// LogValue implements slog.LogValuer. It is empty: with the code, anyone could join.
func (GameNightOrder) LogValue() slog.Value { return slog.GroupValue() }

// LogValue implements slog.LogValuer.
func (n GameNight) LogValue() slog.Value {
	return slog.GroupValue(slog.String("stage", n.Stage), slog.Int("players", n.Players), slog.Int("playing", n.Playing))
}

// LogValue implements slog.LogValuer.
func (s Status) LogValue() slog.Value { return slog.GroupValue(slog.Int("sessions", s.Sessions)) }

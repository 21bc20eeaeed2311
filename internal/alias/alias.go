// Package alias lists the former names of commands, settings, flags and metrics. They keep working for one release,
// and no help or page lists them.
package alias

// Kind is what a name stands for.
type Kind int

const (
	// Command is a command, or a verb of text mode.
	Command Kind = iota
	// Setting is a setting of a room, as it is typed.
	Setting
	// Flag is a flag of the program, without dashes. The name of its environment variable follows from it.
	Flag
	// Metric is a Prometheus metric.
	Metric
)

// alias is a name that has been replaced.
type alias struct {
	kind     Kind
	old, new string
}

// aliases returns all former names. They were replaced before the first release, and go with the second.
func aliases() []alias {
	return []alias{
		{Command, "evening", "night"},
		{Command, "hall", "lobby"},
		{Command, "standin", "substitute"},
		{Command, "eyes", "hand"},
		{Command, "proof", "commitment"},

		{Setting, "aids", "assistance"},
		{Setting, "watchers", "spectators"},
		{Setting, "watchers_apart", "hide_spectator_chat"},
		{Setting, "eyes_delay", "hand_delay"},

		{Flag, "max-watchers", "max-spectators"},
		{Flag, "vacant", "connection-idle"},
		{Flag, "proof", "commitment"}, // of verify
		{Flag, "sure", "stop-early"},  // of bots
		{Flag, "part", "shard"},       // of bots

		{Metric, "parlor_ill", "parlor_unhealthy"},
		{Metric, "parlor_rooms_asleep", "parlor_rooms_unloaded"},
		{Metric, "parlor_rooms_waiting", "parlor_rooms_incompatible"},
		{Metric, "parlor_limited_total", "parlor_rate_limited_total"},
		{Metric, "parlor_webhook_letters_total", "parlor_webhook_deliveries_total"},
		{Metric, "parlor_webhooks_switched_off_total", "parlor_webhooks_disabled_total"},
		{Metric, "parlor_bot_thoughts_total", "parlor_bot_moves_total"},
		{Metric, "parlor_bot_thoughts_late_total", "parlor_bot_timeouts_total"},
	}
}

// Current returns the name that has replaced a former one. It returns any other name as it is.
func (k Kind) Current(name string) string {
	for _, one := range aliases() {
		if one.kind == k && one.old == name {
			return one.new
		}
	}
	return name
}

// Former returns the former name of name, or "" if there is none.
func (k Kind) Former(name string) string {
	for _, one := range aliases() {
		if one.kind == k && one.new == name {
			return one.old
		}
	}
	return ""
}

package metrics

import (
	"strings"

	"github.com/prometheus/client_golang/prometheus"

	"parlor/internal/alias"
	"parlor/ratelimit"
)

// gatherer collects the figures at the time of a scrape.
type gatherer struct{ look func() Figures }

// Describe implements prometheus.Collector. It describes nothing, so metrics are checked when collected.
func (g *gatherer) Describe(chan<- *prometheus.Desc) {}

// Collect implements prometheus.Collector.
func (g *gatherer) Collect(to chan<- prometheus.Metric) {
	f := g.look()
	t := exporter{to}
	t.gauge("parlor_build_info", "Version of the running program.", 1, "version", f.Version)
	for kind, n := range f.Sessions {
		t.gauge("parlor_sessions", "Open sessions, by kind of client.", float64(n), "kind", kind)
	}
	t.gauge("parlor_people", "People who are connected.", float64(f.People))
	t.gauge("parlor_connections", "Open connections, by whether they have logged in.", float64(f.Waiting), "state", "waiting")
	t.gauge("parlor_connections", "Open connections, by whether they have logged in.", float64(f.Connections-f.Waiting), "state", "logged_in")
	for stage, n := range f.Rooms {
		t.gauge("parlor_rooms", "Rooms, by stage.", float64(n), "stage", stage)
	}
	t.gauge("parlor_rooms_unloaded", "Stored rooms that have not been loaded since the start.", float64(f.Asleep))
	t.gauge("parlor_rooms_incompatible", "Stored rooms that need a newer version of the program.", float64(f.Newer))
	for stage, n := range f.GameNights {
		t.gauge("parlor_game_nights", "Game nights, by stage.", float64(n), "stage", stage)
	}
	t.gauge("parlor_game_night_tables", "Tables of game nights.", float64(f.Tables))
	t.gauge("parlor_game_night_waiting", "People at game nights who wait for a table.", float64(f.Queue))
	t.gauge("parlor_game_night_longest_wait_seconds", "Longest current wait for a table.", f.LongestWait.Seconds())
	t.gauge("parlor_bans", "Active bans.", float64(f.Bans))
	if !f.CertificateEnd.IsZero() {
		t.gauge("parlor_certificate_not_after_seconds", "Expiry of this node's certificate, as a Unix time.", float64(f.CertificateEnd.Unix()))
	}
	if len(f.Cluster.Nodes) > 0 {
		t.cluster(f)
	}
	t.gauge("parlor_draining", "Whether the server is shutting down.", truth(f.Draining))
	t.gauge("parlor_unhealthy", "Whether the database cannot be written.", truth(f.DatabaseErr != nil))
	for why, n := range f.Refused {
		t.counter("parlor_refused_total", "Refused connections, sessions and requests, by reason.", n, "reason", why)
	}
	for _, one := range f.Spent {
		t.limited(one)
	}
	t.counter("parlor_reports_total", "Reports sent to the operator.", f.Reports)
	for result, n := range f.Deliveries {
		t.counter("parlor_webhook_deliveries_total", "Webhook deliveries, by result.", n, "result", result)
	}
	t.counter("parlor_webhooks_disabled_total", "Webhooks that were disabled after failed deliveries.", f.Webhooks)
	t.counter("parlor_bot_moves_total", "Moves of bots, without secret ones.", f.BotMoves)
	t.counter("parlor_bot_timeouts_total", "Moves for which a bot took too long.", f.Late)
}

// cluster sends the metrics of a node of a cluster.
func (t exporter) cluster(f Figures) {
	for stage, n := range f.Cluster.Nodes {
		t.gauge("parlor_cluster_nodes", "Nodes, by stage, as this one sees them.", float64(n), "stage", stage)
	}
	for node, n := range f.Cluster.MissedBy {
		t.gauge("parlor_cluster_node_missed_by", "By how many other nodes a node is missed.", float64(n), "node", node)
	}
	t.gauge("parlor_cluster_shards", "Shards whose rooms are at this node.", float64(f.Cluster.Owned))
	t.gauge("parlor_cluster_shards_expected", "Shards whose rooms are to be at this node.", float64(f.Cluster.Expected))
	t.gauge("parlor_cluster_shards_moving", "Shards whose rooms come to this node or leave it.", float64(f.Cluster.Moving))
	for _, one := range f.Etcd {
		t.gauge("parlor_etcd_endpoint_up", "Whether an endpoint of etcd answers.", truth(one.Err == nil), "endpoint", one.Address)
		t.gauge("parlor_cluster_etcd_leader", "Whether an endpoint of etcd leads the others.", truth(one.Leader), "endpoint", one.Address)
		t.gauge("parlor_cluster_etcd_answer_seconds", "How long the last answer of an endpoint of etcd took.", one.Took.Seconds(), "endpoint", one.Address)
		t.gauge("parlor_cluster_etcd_database_bytes", "Size of the database of an endpoint of etcd.", float64(one.Bytes), "endpoint", one.Address)
		t.gauge("parlor_cluster_etcd_alarms", "Alarms of an endpoint of etcd.", float64(len(one.Alarms)), "endpoint", one.Address)
	}
}

// exporter sends metrics, each also under its former name.
type exporter struct{ to chan<- prometheus.Metric }

func (t exporter) gauge(name, help string, value float64, labels ...string) {
	t.send(prometheus.GaugeValue, name, help, value, labels)
	t.send(prometheus.GaugeValue, alias.Metric.Former(name), help, value, labels)
}

func (t exporter) counter(name, help string, value uint64, labels ...string) {
	t.send(prometheus.CounterValue, name, help, float64(value), labels)
	t.send(prometheus.CounterValue, alias.Metric.Former(name), help, float64(value), labels)
}

// limited sends the refusals by a limit. The former metric has the former names of limits.
func (t exporter) limited(one ratelimit.Refused) {
	const name, help = "parlor_rate_limited_total", "Requests refused by a rate limit, by the limit and by whose limit it was."
	label := func(limit string) []string {
		return []string{"limit", strings.ReplaceAll(limit, " ", "_"), "by", one.By}
	}
	t.send(prometheus.CounterValue, name, help, float64(one.Count), label(one.What))
	t.send(prometheus.CounterValue, alias.Metric.Former(name), help, float64(one.Count), label(one.Key))
}

// send sends a value with alternating names and values of labels. It does nothing without a name.
func (t exporter) send(kind prometheus.ValueType, name, help string, value float64, labels []string) {
	if name == "" {
		return
	}
	var names, values []string
	for i := 0; i < len(labels); i += 2 {
		names, values = append(names, labels[i]), append(values, labels[i+1])
	}
	t.to <- prometheus.MustNewConstMetric(prometheus.NewDesc(name, help, names, nil), kind, value, values...)
}

func truth(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

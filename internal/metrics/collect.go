package metrics

import (
	"strings"

	"github.com/prometheus/client_golang/prometheus"
)

// gatherer collects the figures at the time of a scrape.
type gatherer struct{ look func() Figures }

// Describe implements prometheus.Collector. It describes nothing, so metrics are checked when collected.
func (g *gatherer) Describe(chan<- *prometheus.Desc) {}

// Collect implements prometheus.Collector.
func (g *gatherer) Collect(to chan<- prometheus.Metric) {
	f := g.look()
	t := teller{to}
	t.gauge("parlor_build_info", "The version that runs.", 1, "version", f.Version)
	for kind, n := range f.Sessions {
		t.gauge("parlor_sessions", "Sessions that are under way, by how they are spoken with.", float64(n), "kind", kind)
	}
	t.gauge("parlor_people", "People who are here.", float64(f.People))
	t.gauge("parlor_connections", "Open connections, by whether somebody has logged in.", float64(f.Waiting), "state", "waiting")
	t.gauge("parlor_connections", "Open connections, by whether somebody has logged in.", float64(f.Connections-f.Waiting), "state", "logged_in")
	for stage, n := range f.Rooms {
		t.gauge("parlor_rooms", "Rooms, by stage.", float64(n), "stage", stage)
	}
	t.gauge("parlor_rooms_asleep", "Rooms that nobody has needed since the start.", float64(f.Asleep))
	t.gauge("parlor_rooms_waiting", "Rooms that only a newer program can go on with.", float64(f.Newer))
	for stage, n := range f.GameNights {
		t.gauge("parlor_game_nights", "Game nights, by stage.", float64(n), "stage", stage)
	}
	t.gauge("parlor_game_night_tables", "Tables of game nights.", float64(f.Tables))
	t.gauge("parlor_game_night_waiting", "People at game nights who wait for a table.", float64(f.Queue))
	t.gauge("parlor_game_night_longest_wait_seconds", "The longest current wait for a table.", f.LongestWait.Seconds())
	t.gauge("parlor_bans", "Bans that hold.", float64(f.Bans))
	if !f.CertificateEnd.IsZero() {
		t.gauge("parlor_certificate_not_after_seconds", "When the certificate of this node ends, as a Unix time.", float64(f.CertificateEnd.Unix()))
	}
	if len(f.Cluster.Nodes) > 0 {
		t.cluster(f)
	}
	t.gauge("parlor_draining", "Whether the server is about to stop.", truth(f.Draining))
	t.gauge("parlor_ill", "Whether nothing can be written.", truth(f.Ill != nil))
	for why, n := range f.Refused {
		t.counter("parlor_refused_total", "Connections, sessions and deeds that were refused, by reason.", n, "reason", why)
	}
	for _, one := range f.Spent {
		t.counter("parlor_limited_total", "Refusals by a limit, by what was limited and whose limit it was.", one.Count,
			"limit", strings.ReplaceAll(one.What, " ", "_"), "by", one.By)
	}
	t.counter("parlor_reports_total", "Reports that people have sent to the operator.", f.Reports)
	for result, n := range f.Letters {
		t.counter("parlor_webhook_letters_total", "Letters to webhooks, by what became of them.", n, "result", result)
	}
	t.counter("parlor_webhooks_switched_off_total", "Webhooks that were switched off, because letters did not arrive.", f.Webhooks)
	t.counter("parlor_bot_thoughts_total", "Decisions of bots that all see.", f.Thoughts)
	t.counter("parlor_bot_thoughts_late_total", "Decisions for which a bot took too long.", f.Late)
}

// cluster sends the metrics of a node of a cluster.
func (t teller) cluster(f Figures) {
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

// teller sends metrics.
type teller struct{ to chan<- prometheus.Metric }

func (t teller) gauge(name, help string, value float64, labels ...string) {
	t.tell(prometheus.GaugeValue, name, help, value, labels)
}

func (t teller) counter(name, help string, value uint64, labels ...string) {
	t.tell(prometheus.CounterValue, name, help, float64(value), labels)
}

// tell sends a value with alternating names and values of labels.
func (t teller) tell(kind prometheus.ValueType, name, help string, value float64, labels []string) {
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

// Package metrics exports Prometheus metrics and a health check. Nothing is counted by person, room, seat or action,
// and nothing is computed between scrapes.
package metrics

import (
	"fmt"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"parlor/cluster"
	"parlor/ratelimit"
)

// Figures holds the values of a scrape.
type Figures struct {
	Version              string
	Sessions             map[string]int // by kind
	People               int
	Connections, Waiting int                // Waiting are the unauthenticated ones of Connections
	Rooms                map[string]int     // by stage
	Asleep               int                // rooms not loaded
	Newer                int                // further rooms that need a newer program
	Etcd                 []cluster.Endpoint // in a cluster
	Cluster              cluster.Figures    // zero without a cluster
	CertificateEnd       time.Time          // of the certificate of this node in a cluster; zero without one
	GameNights           map[string]int     // by stage
	Tables               int                // of game nights
	Queue                int                // people at game nights who wait for a table
	LongestWait          time.Duration      // longest time that one of them has waited
	Bans                 int
	Refused              map[string]uint64 // connections and sessions, by reason
	Spent                []ratelimit.Refused
	BotMoves, Late       uint64
	Reports              uint64            // received since the start
	Deliveries           map[string]uint64 // webhook deliveries, by result
	Webhooks             uint64            // that were switched off
	Draining             bool
	DatabaseErr          error // why the database cannot be written
}

// Metrics holds the metrics of one server. Its methods may be called concurrently.
type Metrics struct {
	look     func() Figures
	registry *prometheus.Registry
	commits  *prometheus.CounterVec
	changes  prometheus.Counter
	seconds  prometheus.Histogram
}

// New returns Metrics that get their figures from look.
func New(look func() Figures) *Metrics {
	m := &Metrics{
		look: look, registry: prometheus.NewRegistry(),
		commits: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "parlor_journal_commits_total", Help: "Commits of the database, by result, without those of secret actions only.",
		}, []string{"result"}),
		changes: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "parlor_journal_changes_total", Help: "Changes that were written, of which many share a commit, without secret actions.",
		}),
		seconds: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "parlor_journal_commit_seconds", Help: "How long a commit of the database takes, with its flush of the disk.",
			Buckets: prometheus.ExponentialBuckets(0.0005, 2, 14),
		}),
	}
	for _, result := range []string{"ok", "failed"} {
		m.commits.WithLabelValues(result)
	}
	m.registry.MustRegister(
		m.commits, m.changes, m.seconds, &gatherer{look},
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	)
	return m
}

// Committed counts a commit of the database. The caller must leave out secret actions, because a changing count
// reveals them.
func (m *Metrics) Committed(took time.Duration, changes int, failed bool) {
	result := "ok"
	if failed {
		result = "failed"
	} else {
		m.changes.Add(float64(changes))
	}
	m.commits.WithLabelValues(result).Inc()
	m.seconds.Observe(took.Seconds())
}

// Handler serves /metrics and /healthz. The latter returns 200 if people can play, and 503 with a reason if the
// server is about to stop, cannot write, or is a node of a cluster that has not joined or that most others do not reach.
func (m *Metrics) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{MaxRequestsInFlight: 2}))
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		switch f := m.look(); {
		case f.Draining:
			http.Error(w, "draining", http.StatusServiceUnavailable)
		case f.DatabaseErr != nil:
			http.Error(w, "journal", http.StatusServiceUnavailable)
		case f.Cluster.Stage != "" && f.Cluster.Stage != cluster.NodeLive:
			http.Error(w, f.Cluster.Stage, http.StatusServiceUnavailable)
		case f.Newer > 0: // all other rooms can be played
			_, _ = fmt.Fprintf(w, "ok, and %d rooms wait for a newer program\n", f.Newer)
		default:
			// If this fails, the client has gone.
			_, _ = w.Write([]byte("ok\n"))
		}
	})
	return mux
}

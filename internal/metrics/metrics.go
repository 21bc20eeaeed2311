// Package metrics tells Prometheus how much a server has to do, and whoever looks
// whether it is well. Nothing is counted by person, room, seat or action, and
// nothing is worked out while nobody looks.
package metrics

import (
	"fmt"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"parlor/ratelimit"
)

// Figures are what a server tells of itself when it is looked at.
type Figures struct {
	Version              string
	Sessions             map[string]int // by kind
	People               int
	Connections, Waiting int            // Waiting are those of them that have not logged in
	Rooms                map[string]int // by stage
	Asleep               int            // of these rooms
	Newer                int            // rooms beside these that wait for a newer program
	GameNights           map[string]int // by stage
	Tables               int            // of game nights
	Queue                int            // people at game nights who wait for a table
	LongestWait          time.Duration  // of these
	Bans                 int
	Refused              map[string]uint64 // connections and sessions, by why
	Spent                []ratelimit.Refused
	Thoughts, Late       uint64
	Reports              uint64            // that people sent since the start
	Letters              map[string]uint64 // to webhooks, by what became of them
	Webhooks             uint64            // that were switched off
	Draining             bool
	Ill                  error // why nothing can be written
}

// Metrics are those of one server. Its methods may be called from any goroutine.
type Metrics struct {
	look     func() Figures
	registry *prometheus.Registry
	commits  *prometheus.CounterVec
	changes  prometheus.Counter
	seconds  prometheus.Histogram
}

// New is the metrics of a server that is looked at by a function.
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

// Committed counts a commit of the database. Whoever calls it leaves secret actions
// out: a count that moves tells of them.
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

// Handler answers /metrics, and /healthz: 200 where people can come and play, 503
// where the server is about to stop or cannot write, with a word that says which.
func (m *Metrics) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{MaxRequestsInFlight: 2}))
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		switch f := m.look(); {
		case f.Draining:
			http.Error(w, "draining", http.StatusServiceUnavailable)
		case f.Ill != nil:
			http.Error(w, "journal", http.StatusServiceUnavailable)
		case f.Newer > 0: // people can come and play in all others
			_, _ = fmt.Fprintf(w, "ok, and %d rooms wait for a newer program\n", f.Newer)
		default:
			// Whoever has gone does not hear it.
			_, _ = w.Write([]byte("ok\n"))
		}
	})
	return mux
}

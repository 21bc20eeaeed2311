package metrics

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"

	"parlor/cluster"
	"parlor/internal/alias"
	"parlor/ratelimit"
)

func get(t *testing.T, m *Metrics, path string) (status int, body string) {
	t.Helper()
	recorder := httptest.NewRecorder()
	m.Handler().ServeHTTP(recorder, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
	text, err := io.ReadAll(recorder.Result().Body)
	if err != nil {
		t.Fatal(err)
	}
	return recorder.Code, string(text)
}

// TestWhatIsTold checks every metric and the conventions of its name.
func TestWhatIsTold(t *testing.T) {
	m := New(func() Figures {
		return Figures{
			Version: "v1", Sessions: map[string]int{"screen": 3, "lines": 0}, People: 2, Connections: 7, Waiting: 3, Rooms: map[string]int{"playing": 4},
			Asleep: 1, GameNights: map[string]int{"playing": 2}, Tables: 3, Queue: 11, LongestWait: 90 * time.Second, Bans: 5,
			Etcd: []cluster.Endpoint{
				{Address: "a:2379", Leader: true, Took: 2 * time.Millisecond, Bytes: 4096, Alarms: []string{"NOSPACE"}}, {Address: "b:2379", Err: errors.New("silent")},
			},
			Cluster:        cluster.Figures{Nodes: map[string]int{"live": 2, "down": 1}, MissedBy: map[string]int{"c": 2}, Owned: 7, Expected: 9, Moving: 2},
			CertificateEnd: time.Unix(1800000000, 0), Refused: map[string]uint64{"banned": 9}, Spent: []ratelimit.Refused{{What: "chat", Key: "talk", By: "address", Count: 8}},
			BotMoves: 20, Late: 1, Reports: 6, Deliveries: map[string]uint64{"sent": 12}, Webhooks: 2, Draining: true,
		}
	})
	m.Committed(3*time.Millisecond, 12, false)
	m.Committed(time.Second, 2, true)
	status, body := get(t, m, "/metrics")
	if status != http.StatusOK {
		t.Fatalf("status %d: %s", status, body)
	}
	for _, line := range []string{
		`parlor_build_info{version="v1"} 1`, `parlor_sessions{kind="screen"} 3`, `parlor_sessions{kind="lines"} 0`, "parlor_people 2", `parlor_etcd_endpoint_up{endpoint="a:2379"} 1`, `parlor_etcd_endpoint_up{endpoint="b:2379"} 0`,
		`parlor_cluster_nodes{stage="live"} 2`, `parlor_cluster_nodes{stage="down"} 1`, `parlor_cluster_node_missed_by{node="c"} 2`, "parlor_cluster_shards 7",
		"parlor_cluster_shards_expected 9", "parlor_cluster_shards_moving 2", `parlor_cluster_etcd_leader{endpoint="a:2379"} 1`, `parlor_cluster_etcd_leader{endpoint="b:2379"} 0`,
		`parlor_cluster_etcd_answer_seconds{endpoint="a:2379"} 0.002`, `parlor_cluster_etcd_database_bytes{endpoint="a:2379"} 4096`, `parlor_cluster_etcd_alarms{endpoint="a:2379"} 1`, "parlor_certificate_not_after_seconds 1.8e+09",
		`parlor_connections{state="waiting"} 3`, `parlor_connections{state="logged_in"} 4`, `parlor_rooms{stage="playing"} 4`, "parlor_rooms_unloaded 1", "parlor_rooms_asleep 1",
		`parlor_game_nights{stage="playing"} 2`, "parlor_game_night_tables 3", "parlor_game_night_waiting 11", "parlor_game_night_longest_wait_seconds 90",
		"parlor_bans 5", `parlor_refused_total{reason="banned"} 9`, `parlor_rate_limited_total{by="address",limit="chat"} 8`, `parlor_limited_total{by="address",limit="talk"} 8`,
		"parlor_reports_total 6", `parlor_webhook_deliveries_total{result="sent"} 12`, "parlor_webhooks_disabled_total 2", "parlor_bot_moves_total 20", "parlor_bot_timeouts_total 1", "parlor_draining 1", "parlor_unhealthy 0",
		`parlor_webhook_letters_total{result="sent"} 12`, "parlor_webhooks_switched_off_total 2", "parlor_bot_thoughts_total 20", "parlor_bot_thoughts_late_total 1", "parlor_ill 0",
		`parlor_journal_commits_total{result="ok"} 1`, `parlor_journal_commits_total{result="failed"} 1`, "parlor_journal_changes_total 12",
		`parlor_journal_commit_seconds_bucket{le="0.004"} 1`, "parlor_journal_commit_seconds_count 2",
	} {
		if !strings.Contains(body, line+"\n") {
			t.Errorf("it is not told that %s", line)
		}
	}
	for _, of := range []string{"go_goroutines ", "process_cpu_seconds_total "} {
		if !strings.Contains(body, of) {
			t.Errorf("there is no %s", of)
		}
	}
	problems, err := promlint.New(strings.NewReader(body)).Lint()
	if err != nil || len(problems) > 0 {
		t.Errorf("what the conventions say against it: %v (%v)", problems, err)
	}
	page, err := os.ReadFile("../../docs/operate.md")
	if err != nil {
		t.Fatal(err)
	}
	_, listed, _ := strings.Cut(string(page), "\n## Metrics and health\n")
	listed, _, _ = strings.Cut(listed, "\n## ")
	told := slices.DeleteFunc(names(`(?m)^# TYPE (parlor_\w+)`, body), func(name string) bool { return alias.Metric.Current(name) != name })
	if named := names(`(parlor_\w+)`, listed); !slices.Equal(told, named) {
		t.Errorf("told are %v, and the page for operators has %v", told, named)
	}
	rules, err := os.ReadFile("../../packaging/alerts.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, used := range names(`(?m)^ +expr: .*?(parlor_\w+)`, string(rules)) {
		if !slices.Contains(told, used) {
			t.Errorf("the alert rules use %s, which is not told", used)
		}
	}
}

// names returns the distinct matches of an expression.
func names(expression, text string) (all []string) {
	for _, found := range regexp.MustCompile(expression).FindAllStringSubmatch(text, -1) {
		all = append(all, found[1])
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func TestHealth(t *testing.T) {
	var now Figures
	m := New(func() Figures { return now })
	for _, c := range []struct {
		figures Figures
		status  int
		said    string
	}{
		{Figures{}, http.StatusOK, "ok"},
		{Figures{Newer: 3}, http.StatusOK, "ok, and 3 rooms wait for a newer program"},
		{Figures{Draining: true}, http.StatusServiceUnavailable, "draining"},
		{Figures{Cluster: cluster.Figures{Stage: cluster.NodeLive}}, http.StatusOK, "ok"},
		{Figures{Cluster: cluster.Figures{Stage: cluster.NodeJoining}}, http.StatusServiceUnavailable, "joining"},
		{Figures{Cluster: cluster.Figures{Stage: cluster.NodeMissed}}, http.StatusServiceUnavailable, "missed"},
		{Figures{DatabaseErr: errors.New("the disk is full")}, http.StatusServiceUnavailable, "journal"},
	} {
		now = c.figures
		if status, said := get(t, m, "/healthz"); status != c.status || strings.TrimSpace(said) != c.said {
			t.Errorf("%+v: %d, %q", c.figures, status, said)
		}
	}
}

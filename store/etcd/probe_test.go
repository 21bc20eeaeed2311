//go:build etcd

package etcd_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"io"
	"log"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"parlor/store/etcd"
)

// answering is an endpoint that answers any request with a text.
func answering(text string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, text) })
}

// TestProbeSaysWhatIsWrong: the error names the cause and what an operator can do.
func TestProbeSaysWhatIsWrong(t *testing.T) {
	const good = `{"etcdserver":"3.4.23","etcdcluster":"3.4.0"}`
	plain, old, other := httptest.NewServer(answering(good)), httptest.NewServer(answering(`{"etcdserver":"3.3.27"}`)), httptest.NewServer(answering("hello"))
	secured, strict := httptest.NewUnstartedServer(answering(good)), httptest.NewUnstartedServer(answering(good))
	strict.TLS = &tls.Config{ClientAuth: tls.RequireAnyClientCert, MinVersion: tls.VersionTLS13}
	for _, server := range []*httptest.Server{secured, strict} {
		server.Config.ErrorLog = log.New(io.Discard, "", 0)
		server.StartTLS()
	}
	for _, server := range []*httptest.Server{plain, old, other, secured, strict} {
		t.Cleanup(server.Close)
	}
	trusts := func(server *httptest.Server) *tls.Config {
		pool := x509.NewCertPool()
		pool.AddCert(server.Certificate())
		return &tls.Config{MinVersion: tls.VersionTLS13, RootCAs: pool}
	}
	at := func(server *httptest.Server) string { return server.Listener.Addr().String() }
	for name, row := range map[string]struct {
		endpoint string
		secure   *tls.Config
		want     string // part of the error; empty if all is well
	}{
		"good":                 {endpoint: at(plain)},
		"good with TLS":        {endpoint: at(secured), secure: trusts(secured)},
		"too old":              {endpoint: at(old), want: "etcd 3.3.27 is too old: 3.4 or later is needed"},
		"something else":       {endpoint: at(other), want: "is not etcd: check the port"},
		"TLS is not set":       {endpoint: at(secured), want: "set --etcd-ca"},
		"TLS is not spoken":    {endpoint: at(plain), secure: trusts(secured), want: "does not speak TLS"},
		"another authority":    {endpoint: at(secured), secure: &tls.Config{MinVersion: tls.VersionTLS13, RootCAs: x509.NewCertPool()}, want: "does not come from the authority in --etcd-ca"},
		"another name":         {endpoint: strings.Replace(at(secured), "127.0.0.1", "localhost", 1), secure: trusts(secured), want: "does not name the host"},
		"no certificate given": {endpoint: at(strict), secure: trusts(strict), want: "refuses the certificate of this node"},
		"nothing there":        {endpoint: freeAddress(t), want: "nothing listens there"},
		"no such host":         {endpoint: "nothing.invalid:2379", want: "no host of that name"},
	} {
		err := etcd.Probe(t.Context(), row.endpoint, row.secure)
		if row.want == "" && err != nil || row.want != "" && (err == nil || !strings.Contains(err.Error(), row.want)) {
			t.Errorf("%s: %v, want %q", name, err, row.want)
		}
	}
}

// lines collects log lines.
type lines struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *lines) waitFor(t *testing.T, part string) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		l.mu.Lock()
		text := l.text.String()
		l.mu.Unlock()
		if strings.Contains(text, part) {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%q is not logged within a minute:\n%s", part, text)
		}
	}
}

// TestHealthFollowsAnEndpoint: a member that falls silent is logged with its cause, and again
// when it answers.
func TestHealthFollowsAnEndpoint(t *testing.T) {
	servers, out := startCluster(t, 1), &lines{}
	member := servers.members[0]
	health := etcd.NewHealth(servers.dial(t), etcd.Scheme+member.client, nil, slog.New(slog.NewTextHandler(out, nil)))
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		health.Watch(ctx, 0, time.Hour)
		close(done)
	}()
	member.kill()
	out.waitFor(t, "nothing listens there")
	if state, err := health.Endpoints()[0], health.Cause(); state.Address != member.client || state.Err == nil || !strings.Contains(err.Error(), member.client) {
		t.Errorf("it is %+v, cause %v", state, err)
	}
	member.start(t)
	out.waitFor(t, "answers again")
	if state, err := health.Endpoints()[0], health.Cause(); state.Err != nil || !state.Leader || state.Bytes == 0 || state.Took == 0 || err != nil {
		t.Errorf("it is %+v, cause %v", state, err)
	}
	cancel()
	<-done
}

//go:build etcd

package etcd

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"syscall"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"

	"parlor/cluster"
)

// probeTime bounds how long an endpoint may take to answer a probe.
const probeTime = 2 * time.Second

// oldest is the oldest minor version of etcd 3 that parlor works with.
const oldest = 4

// Probe requests the version from an endpoint, HOST:PORT, over HTTP. Its error explains to the
// operator what is wrong. An endpoint may work although it does not answer: etcd can be
// configured to serve HTTP elsewhere.
func Probe(ctx context.Context, endpoint string, secure *tls.Config) error {
	ctx, cancel := context.WithTimeout(ctx, probeTime)
	defer cancel()
	scheme := "http"
	transport := &http.Transport{DisableKeepAlives: true}
	if secure != nil {
		scheme, transport.TLSClientConfig = "https", secure.Clone()
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, scheme+"://"+endpoint+"/version", nil)
	if err != nil {
		return err
	}
	answer, err := (&http.Client{Transport: transport}).Do(request)
	if err != nil {
		return cause(err)
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(answer.Body, 1000))
	if err != nil {
		return cause(err)
	}
	var version struct {
		Server string `json:"etcdserver"`
	}
	switch {
	case strings.Contains(string(text), "HTTP request to an HTTPS server"):
		return errors.New("it speaks TLS only: set --etcd-ca")
	case json.Unmarshal(text, &version) != nil || version.Server == "":
		return errors.New("what answers there is not etcd: check the port")
	}
	return supported(version.Server)
}

// supported returns an error if a version of etcd is too old.
func supported(version string) error {
	var major, minor int
	if n, _ := fmt.Sscanf(version, "%d.%d", &major, &minor); n < 2 || major < 3 || major == 3 && minor < oldest {
		return fmt.Errorf("etcd %s is too old: 3.%d or later is needed", version, oldest)
	}
	return nil
}

// cause explains to the operator why an endpoint does not answer.
func cause(err error) error {
	var (
		unknown x509.UnknownAuthorityError
		name    x509.HostnameError
		invalid x509.CertificateInvalidError
		record  tls.RecordHeaderError
		lookup  *net.DNSError
	)
	switch {
	case errors.As(err, &unknown):
		return errors.New("its certificate does not come from the authority in --etcd-ca")
	case errors.As(err, &name):
		return errors.New("its certificate does not name the host in --cluster")
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return errors.New("its certificate has expired, or the clock of this machine is wrong")
	case strings.Contains(err.Error(), "remote error: tls:"):
		return fmt.Errorf("it refuses the certificate of this node: check --etcd-cert and --etcd-key (%w)", err)
	case errors.As(err, &record), strings.Contains(err.Error(), "HTTP response to HTTPS client"):
		return errors.New("it does not speak TLS: leave out --etcd-ca, or set up TLS at etcd")
	case errors.As(err, &lookup):
		return fmt.Errorf("there is no host of that name: %w", lookup)
	case errors.Is(err, syscall.ECONNREFUSED):
		return errors.New("nothing listens there: check that etcd runs, and the port")
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("it does not answer within %v", probeTime)
	}
	return err
}

// Endpoints returns HOST:PORT of each endpoint in an address that [Dial] accepts.
func Endpoints(address string) (all []string) {
	for host := range strings.SplitSeq(strings.TrimPrefix(address, Scheme), ",") {
		all = append(all, strings.TrimSpace(host))
	}
	return all
}

// Health knows which endpoints of etcd answer. Its methods may be called concurrently.
type Health struct {
	client    *clientv3.Client
	endpoints []string
	secure    *tls.Config
	log       *slog.Logger

	mu     sync.Mutex                  // guards states
	states map[string]cluster.Endpoint // by address, after the last probe
}

// NewHealth returns a Health for the endpoints in address. client must be the one that [Dial]
// returned for this address. All endpoints count as answering until they are probed.
func NewHealth(client *clientv3.Client, address string, secure *tls.Config, log *slog.Logger) *Health {
	return &Health{client: client, endpoints: Endpoints(address), secure: secure, log: log, states: map[string]cluster.Endpoint{}}
}

// Endpoints returns the state of each endpoint after its last probe.
func (h *Health) Endpoints() (all []cluster.Endpoint) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, endpoint := range h.endpoints {
		state := h.states[endpoint]
		state.Address = endpoint
		all = append(all, state)
	}
	return all
}

// Cause returns why the first endpoint that does not answer does not, or nil if all answer.
func (h *Health) Cause() error {
	for _, one := range h.Endpoints() {
		if one.Err != nil {
			return fmt.Errorf("%s: %w", one.Address, one.Err)
		}
	}
	return nil
}

func (h *Health) note(endpoint string, state cluster.Endpoint) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.states[endpoint] = state
}

// watchPace is the least interval between two probes of an endpoint.
const watchPace = time.Second

// probe asks an endpoint for its status. Only if that fails, Probe finds out why.
func (h *Health) probe(ctx context.Context, endpoint string) (state cluster.Endpoint) {
	limited, cancel := context.WithTimeout(ctx, probeTime)
	defer cancel()
	asked := time.Now()
	status, err := h.client.Status(limited, endpoint)
	if err == nil {
		return cluster.Endpoint{
			Err: supported(status.Version), Leader: status.Leader == status.Header.MemberId, Took: time.Since(asked), Bytes: status.DbSize, Alarms: status.Errors,
		}
	}
	if why := Probe(ctx, endpoint, h.secure); why != nil {
		err = why
	}
	return cluster.Endpoint{Err: err}
}

// Watch probes all endpoints until ctx is done. It logs an endpoint that has not answered for
// the time after, again at the interval every, and once more when it answers again.
func (h *Health) Watch(ctx context.Context, after, every time.Duration) {
	var running sync.WaitGroup
	for _, endpoint := range h.endpoints {
		running.Go(func() { h.watch(ctx, endpoint, after, every) })
	}
	running.Wait()
}

func (h *Health) watch(ctx context.Context, endpoint string, after, every time.Duration) {
	ticker := time.NewTicker(max(watchPace, after/2))
	defer ticker.Stop()
	for answered, logged := time.Now(), (time.Time{}); ; {
		state := h.probe(ctx, endpoint)
		if ctx.Err() != nil {
			return
		}
		h.note(endpoint, state)
		switch now := time.Now(); {
		case state.Err == nil:
			if answered = now; !logged.IsZero() {
				h.log.Info("etcd endpoint answers again", "endpoint", endpoint)
				logged = time.Time{}
			}
		case now.Sub(answered) >= after && now.Sub(logged) >= every:
			h.log.Warn("etcd endpoint does not answer", "endpoint", endpoint, "why", state.Err)
			logged = now
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

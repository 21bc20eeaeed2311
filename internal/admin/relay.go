package admin

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"net/http/httputil"
	"sync"
)

// relay passes requests to another node, and its answers back.
func relay(house Operator, log *slog.Logger) http.Handler {
	return &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.URL.Scheme, r.Out.URL.Host = "http", r.In.PathValue("name")
			r.Out.URL.Path, r.Out.URL.RawPath = "/"+r.In.PathValue("page"), ""
		},
		Transport: &http.Transport{DisableKeepAlives: true, DialContext: func(ctx context.Context, _, address string) (net.Conn, error) {
			name, _, err := net.SplitHostPort(address)
			if err != nil {
				return nil, err
			}
			return house.DialNode(ctx, name)
		}},
		FlushInterval: -1,
		ErrorLog:      slog.NewLogLogger(log.Handler(), slog.LevelWarn),
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, err error) {
			answer(w, http.StatusBadGateway, Failure{err.Error()})
		},
	}
}

// Conns is a listener of connections that another listener has accepted.
type Conns struct {
	come chan net.Conn
	over chan struct{}
	once sync.Once
}

// NewConns returns a Conns without connections.
func NewConns() *Conns { return &Conns{come: make(chan net.Conn), over: make(chan struct{})} }

// Add waits until a connection is accepted. It closes the connection if the listener is closed.
func (c *Conns) Add(conn net.Conn) {
	select {
	case c.come <- conn:
	case <-c.over:
		_ = conn.Close()
	}
}

// Accept implements net.Listener.
func (c *Conns) Accept() (net.Conn, error) {
	select {
	case conn := <-c.come:
		return conn, nil
	case <-c.over:
		return nil, net.ErrClosed
	}
}

// Close implements net.Listener.
func (c *Conns) Close() error {
	c.once.Do(func() { close(c.over) })
	return nil
}

// Addr implements net.Listener.
func (*Conns) Addr() net.Addr { return &net.UnixAddr{Name: "operators of other nodes"} }

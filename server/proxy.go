package server

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"slices"
	"sync"
	"time"

	"github.com/pires/go-proxyproto"
)

const (
	// headerWaits is how long a proxy may take to send its header.
	headerWaits = 5 * time.Second
	// maxHeaders bounds the proxy connections without a header yet.
	maxHeaders = 256
)

var (
	errNoHeader = errors.New("a proxy did not say for whom it connects")
	errHeader   = errors.New("a client does not begin as SSH does")
)

// behindProxies is a listener whose trusted proxies send the client's address by version 2 of the PROXY protocol. It
// refuses their connections without a header, and headers of all others.
type behindProxies struct {
	net.Listener
	proxies []netip.Prefix
	noted   *Refusals
	begin   sync.Once
	next    chan accepted
	places  chan struct{}
	running context.Context //nolint:containedctx // of the listener: until it closes
	stop    context.CancelFunc
}

type accepted struct {
	conn net.Conn
	err  error
}

// BehindProxies returns a listener that accepts PROXY headers from the given networks only. It reports refusals to
// noted.
func BehindProxies(listener net.Listener, proxies []netip.Prefix, noted *Refusals) net.Listener {
	l := &behindProxies{Listener: listener, proxies: proxies, noted: noted, next: make(chan accepted), places: make(chan struct{}, maxHeaders)}
	l.running, l.stop = context.WithCancel(context.Background())
	return l
}

// Accept implements net.Listener. It returns a proxy's connection once its header is read; a slow proxy does not
// delay others.
func (l *behindProxies) Accept() (net.Conn, error) {
	l.begin.Do(func() { go l.accept() })
	select {
	case got := <-l.next:
		return got.conn, got.err
	case <-l.running.Done():
		return nil, net.ErrClosed
	}
}

// Close implements net.Listener.
func (l *behindProxies) Close() error {
	l.stop()
	return l.Listener.Close()
}

func (l *behindProxies) accept() {
	for {
		conn, err := l.Listener.Accept()
		switch {
		case errors.Is(err, net.ErrClosed):
			l.give(accepted{nil, err})
			return
		case err != nil:
			l.give(accepted{nil, err})
		case !l.trusts(conn):
			l.give(accepted{&direct{Conn: conn, noted: l.noted}, nil})
		default:
			select {
			case l.places <- struct{}{}:
				go l.hear(conn)
			default:
				_ = conn.Close()
			}
		}
		if l.running.Err() != nil {
			return
		}
	}
}

// give passes a result to Accept, or drops it if the listener is closed.
func (l *behindProxies) give(got accepted) {
	select {
	case l.next <- got:
	case <-l.running.Done():
		if got.conn != nil {
			_ = got.conn.Close()
		}
	}
}

func (l *behindProxies) trusts(conn net.Conn) bool {
	from := addressOf(conn.RemoteAddr())
	return slices.ContainsFunc(l.proxies, func(network netip.Prefix) bool { return network.Contains(from) })
}

// hear reads the header of a proxy's connection.
func (l *behindProxies) hear(conn net.Conn) {
	defer func() { <-l.places }()
	hung := context.AfterFunc(l.running, func() { _ = conn.Close() })
	defer hung()
	told := proxyproto.NewConn(conn, proxyproto.WithPolicy(proxyproto.REQUIRE), proxyproto.SetReadHeaderTimeout(headerWaits),
		proxyproto.ValidateHeader(func(h *proxyproto.Header) error {
			if _, isTCP := h.SourceAddr.(*net.TCPAddr); h.Version != 2 || (h.Command.IsProxy() && !isTCP) {
				return errNoHeader // limits and bans need an address
			}
			return nil
		}))
	if told.ProxyHeader() == nil {
		if l.running.Err() == nil {
			l.noted.Note(addressOf(conn.RemoteAddr()), WhyHeader)
		}
		_ = conn.Close()
		return
	}
	l.give(accepted{&proxied{told, conn}, nil})
}

// proxied is a connection of a proxy with the address of the client.
type proxied struct {
	*proxyproto.Conn
	raw net.Conn
}

// CloseWrite half-closes the connection.
func (p *proxied) CloseWrite() error { return closeWrite(p.raw) }

// direct is a connection from an untrusted address.
type direct struct {
	net.Conn
	noted *Refusals
	begun bool // used by the reading goroutine
}

// Read implements net.Conn. It refuses input that does not begin like SSH, because it could be a
// PROXY header, and lines before the version would be ignored.
func (d *direct) Read(data []byte) (int, error) {
	n, err := d.Conn.Read(data)
	if !d.begun && n > 0 {
		d.begun = true
		if data[0] != 'S' {
			// Headers of version 1 and 2 begin so; they may arrive byte by byte.
			if data[0] == 'P' || data[0] == '\r' {
				d.noted.Note(addressOf(d.RemoteAddr()), WhyHeader)
			}
			return 0, errHeader
		}
	}
	return n, err
}

// CloseWrite half-closes the connection.
func (d *direct) CloseWrite() error { return closeWrite(d.Conn) }

func closeWrite(conn net.Conn) error {
	if half, ok := conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

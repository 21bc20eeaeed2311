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
	// headerWaits is how long a proxy may take to say for whom it connects. It says
	// so with the first bytes that it sends.
	headerWaits = 5 * time.Second
	// maxHeaders bounds the connections of proxies that have not said so yet.
	maxHeaders = 256
)

var (
	errNoHeader = errors.New("a proxy did not say for whom it connects")
	errHeader   = errors.New("a client does not begin as SSH does")
)

// behindProxies is a listener whose proxies say with version 2 of the PROXY
// protocol for whom they connect. Those are trusted, and connections of theirs are
// refused that do not say it. Nobody else is believed.
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

// BehindProxies is a listener that believes the proxies in some networks, and
// nobody else, for whom they connect. It notes whose connections it refuses.
func BehindProxies(listener net.Listener, proxies []netip.Prefix, noted *Refusals) net.Listener {
	l := &behindProxies{Listener: listener, proxies: proxies, noted: noted, next: make(chan accepted), places: make(chan struct{}, maxHeaders)}
	l.running, l.stop = context.WithCancel(context.Background())
	return l
}

// Accept returns the next connection, of a proxy once it is known for whom that is:
// nobody waits for a proxy that does not say so.
func (l *behindProxies) Accept() (net.Conn, error) {
	l.begin.Do(func() { go l.accept() })
	select {
	case got := <-l.next:
		return got.conn, got.err
	case <-l.running.Done():
		return nil, net.ErrClosed
	}
}

// Close stops listening.
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

// give hands something to Accept, or lets go of it when nobody accepts any more.
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

// hear waits until a proxy has said for whom it connects.
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

// proxied is a connection of a proxy. Its other end is whom the proxy names.
type proxied struct {
	*proxyproto.Conn
	raw net.Conn
}

// CloseWrite ends what is said.
func (p *proxied) CloseWrite() error { return closeWrite(p.raw) }

// direct is a connection of somebody who is not trusted to name anybody else.
type direct struct {
	net.Conn
	noted *Refusals
	begun bool // by the goroutine that reads
}

// Read refuses what does not begin as SSH does: it could be a header of the PROXY
// protocol, and lines before the version would be passed over.
func (d *direct) Read(data []byte) (int, error) {
	n, err := d.Conn.Read(data)
	if !d.begun && n > 0 {
		d.begun = true
		if data[0] != 'S' {
			// As a header of version 1 or 2 does; it may be read byte by byte.
			if data[0] == 'P' || data[0] == '\r' {
				d.noted.Note(addressOf(d.RemoteAddr()), WhyHeader)
			}
			return 0, errHeader
		}
	}
	return n, err
}

// CloseWrite ends what is said.
func (d *direct) CloseWrite() error { return closeWrite(d.Conn) }

func closeWrite(conn net.Conn) error {
	if half, ok := conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

package server_test

import (
	"bytes"
	"context"
	"log/slog"
	"net"
	"net/netip"
	"testing"

	"github.com/pires/go-proxyproto"

	"parlor/internal/terminal"
	"parlor/ratelimit"
	"parlor/server"
)

// header returns a header for a client at 203.0.113.7.
func header(version byte) *proxyproto.Header {
	return &proxyproto.Header{
		Version: version, Command: proxyproto.PROXY, TransportProtocol: proxyproto.TCPv4,
		SourceAddr:      &net.TCPAddr{IP: net.IPv4(203, 0, 113, 7), Port: 4000},
		DestinationAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 22},
	}
}

// unix returns a header for a client on the proxy's own computer.
func unix() *proxyproto.Header {
	return &proxyproto.Header{
		Version: 2, Command: proxyproto.PROXY, TransportProtocol: proxyproto.UnixStream,
		SourceAddr: &net.UnixAddr{Net: "unix", Name: "/run/a"}, DestinationAddr: &net.UnixAddr{Net: "unix", Name: "/run/b"},
	}
}

// unspecified returns a header without an address.
func unspecified() *proxyproto.Header {
	return &proxyproto.Header{Version: 2, Command: proxyproto.PROXY, TransportProtocol: proxyproto.UNSPEC}
}

// from dials from a loopback address.
func from(ctx context.Context, t *testing.T, local, addr string) net.Conn {
	t.Helper()
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(local)}}
	conn, err := dialer.DialContext(ctx, "tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}

// TestOnlyProxiesThatAreTrustedSayForWhomTheyConnect checks that limits and logs use the address in a trusted proxy's
// header, that all other headers are refused, and that refusals are logged.
func TestOnlyProxiesThatAreTrustedSayForWhomTheyConnect(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	noted := server.NewRefusals(slog.New(slog.DiscardHandler))
	trusting := server.BehindProxies(listener, []netip.Prefix{netip.MustParsePrefix("127.0.0.7/32")}, noted)
	s := openOn(t, trusting, ratelimit.Config{}, nil, nil, server.Limits{})
	from(t.Context(), t, "127.0.0.7", s.addr) // a silent proxy does not delay others

	through := func(local string, head *proxyproto.Header) func(context.Context) (net.Conn, error) {
		return func(ctx context.Context) (net.Conn, error) {
			conn := from(ctx, t, local, s.addr)
			if head != nil {
				if _, err := head.WriteTo(conn); err != nil {
					return nil, err
				}
			}
			return conn, nil
		}
	}
	anna := s.come(t, terminal.Options{User: "anna", Key: signer(t, "anna"), Through: through("127.0.0.7", header(2))})
	see(t, anna, "Here now: anna")
	bo := s.come(t, terminal.Options{User: "bo", Key: signer(t, "bo"), Through: through("127.0.0.1", nil)})
	see(t, bo, "bo")
	if log := s.log.String(); !bytes.Contains([]byte(log), []byte("from=203.0.113.7:4000")) {
		t.Errorf("the log does not have the address:\n%s", log)
	}
	refused := map[string]func(context.Context) (net.Conn, error){
		"a stranger's header":         through("127.0.0.1", header(2)),
		"a stranger's of version 1":   through("127.0.0.1", header(1)),
		"a proxy's of version 1":      through("127.0.0.7", header(1)),
		"a proxy without one that is": through("127.0.0.7", nil),
		"a proxy's of a unix socket":  through("127.0.0.7", unix()),
		"a proxy's of no address":     through("127.0.0.7", unspecified()),
	}
	for name, open := range refused {
		_, err := terminal.Dial(t.Context(), s.addr, terminal.Options{User: "eve", Key: signer(t, "eve"), Through: open})
		if err == nil {
			t.Errorf("%s is taken", name)
		}
	}
	// The silent proxy may be one more.
	if n := int(noted.Counts()[server.WhyHeader]); n < len(refused) {
		t.Errorf("the operator is told of %d of %d", n, len(refused))
	}
}

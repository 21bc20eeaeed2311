package server

import (
	"crypto/ed25519"
	"net"
	"net/netip"
	"testing"

	gossh "golang.org/x/crypto/ssh"
)

// TestExchangesOfKeysAreSeen checks that each kind of key exchange is detected when it begins, and that a costly one
// takes a turn and ends it.
func TestExchangesOfKeysAreSeen(t *testing.T) {
	for _, exchange := range Algorithms().KeyExchanges {
		t.Run(exchange, func(t *testing.T) {
			g := quiet(t, Limits{})
			near, client := connected(t)
			l, _, err := g.enter(caller{near, netip.MustParseAddr("203.0.113.7")})
			if err != nil {
				t.Fatal(err)
			}
			config := &gossh.ServerConfig{NoClientAuth: true, Config: Algorithms()}
			counted := &counting{kexDetector: kexDetector{l}}
			config.Rand = counted
			config.AddHostKey(hostKey(t, ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))))
			served := make(chan error, 1)
			go func() {
				_, _, _, err := gossh.NewServerConn(l, config)
				served <- err
			}()
			conn2, _, _, err := gossh.NewClientConn(client, "", &gossh.ClientConfig{
				Config: gossh.Config{KeyExchanges: []string{exchange}}, HostKeyCallback: gossh.InsecureIgnoreHostKey(),
			})
			if err != nil {
				t.Fatal(err)
			}
			if err := <-served; err != nil {
				t.Fatal(err)
			}
			costly := exchange == gossh.KeyExchangeDH16SHA512
			if !l.begun.Load() || counted.exchanges != 1 || (counted.costly == 1) != costly || l.computes.Load() {
				t.Errorf("begun %v, %d exchanges were seen, %d costly ones, and a turn is held: %v", l.begun.Load(), counted.exchanges, counted.costly, l.computes.Load())
			}
			_ = conn2.Close()
		})
	}
}

// connected returns both ends of a buffered connection.
func connected(t *testing.T) (one, other net.Conn) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	if one, err = net.Dial("tcp", listener.Addr().String()); err != nil {
		t.Fatal(err)
	}
	if other, err = listener.Accept(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = one.Close(), other.Close() })
	return one, other
}

// counting records what random bytes are drawn for.
type counting struct {
	kexDetector
	exchanges, costly int
}

func (c *counting) Read(data []byte) (int, error) {
	if len(data) >= exchangeDraws {
		c.exchanges++
	}
	if len(data) >= costlyDraws {
		c.costly++
	}
	return c.kexDetector.Read(data)
}

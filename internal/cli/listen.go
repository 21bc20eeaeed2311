package cli

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"syscall"
)

// listeners combines several listeners.
type listeners struct {
	all   []net.Listener
	begin sync.Once
	next  chan accepted
	over  chan struct{} // closed by Close
	close func() error
}

type accepted struct {
	conn net.Conn
	err  error
}

// listen listens on each address of a comma-separated list, the value of --addr.
func listen(ctx context.Context, addresses string) (*listeners, error) {
	l := &listeners{next: make(chan accepted), over: make(chan struct{})}
	l.close = sync.OnceValue(func() error {
		close(l.over)
		var err error
		for _, one := range l.all {
			err = errors.Join(err, one.Close())
		}
		return err
	})
	for address := range strings.SplitSeq(addresses, ",") {
		address = strings.TrimSpace(address)
		one, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
		if err != nil {
			return nil, errors.Join(listenError(address, err), l.close())
		}
		l.all = append(l.all, one)
	}
	return l, nil
}

// Accept waits for and returns the next connection to any of the listeners.
func (l *listeners) Accept() (net.Conn, error) {
	if len(l.all) == 1 {
		return l.all[0].Accept()
	}
	l.begin.Do(func() {
		for _, one := range l.all {
			go l.acceptFrom(one)
		}
	})
	select {
	case got := <-l.next:
		return got.conn, got.err
	case <-l.over:
		return nil, net.ErrClosed
	}
}

// acceptFrom passes on the connections of one listener until it is closed.
func (l *listeners) acceptFrom(one net.Listener) {
	for {
		conn, err := one.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		select {
		case l.next <- accepted{conn, err}:
		case <-l.over:
			if conn != nil {
				_ = conn.Close()
			}
			return
		}
	}
}

// Close closes all listeners.
func (l *listeners) Close() error { return l.close() }

// Addr returns the first address.
func (l *listeners) Addr() net.Addr { return l.all[0].Addr() }

// String returns the addresses, separated by commas.
func (l *listeners) String() string {
	var all []string
	for _, one := range l.addresses() {
		all = append(all, one.String())
	}
	return strings.Join(all, ",")
}

// addresses returns all addresses, in the order of --addr.
func (l *listeners) addresses() []net.Addr {
	all := make([]net.Addr, len(l.all))
	for i, one := range l.all {
		all[i] = one.Addr()
	}
	return all
}

// listenError explains an error of listening.
func listenError(addr string, err error) error {
	var (
		wrong   *net.AddrError
		unknown *net.DNSError
	)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Errorf("%s is in use by another program; choose another port with --addr", addr)
	case errors.Is(err, syscall.EACCES):
		return fmt.Errorf("this user may not listen on %s; ports below 1024 need a privilege that most users do not have", addr)
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		return fmt.Errorf("%s is not an address of this machine; to listen on all of them, leave it out, as in --addr :2222", addr)
	case errors.As(err, &unknown) && !strings.Contains(unknown.Name, "/"): // as opposed to a port such as tcp/70000
		return fmt.Errorf("%s cannot be listened on, because this machine does not find %q; an address such as 127.0.0.1 is always found", addr, unknown.Name)
	case errors.As(err, &wrong), errors.As(err, &unknown):
		return fmt.Errorf("%q is not an address to listen on; write it as :PORT or HOST:PORT", addr)
	}
	return fmt.Errorf("listening on %s: %w", addr, err)
}

package driver

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"io"
	"net"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/ssh"

	"parlor/server"
)

// baseline is the minimal SSH server in Go for comparison: it accepts all clients, sends each a first screen and
// keep-alives, and for input in a room writes and syncs a kilobyte and sends bytes to all clients in that room.
type baseline struct {
	dir       string
	keepAlive time.Duration
	first     atomic.Pointer[[]byte]
	echo      atomic.Int64 // bytes

	disk sync.Mutex
	file *os.File

	mu    sync.Mutex
	rooms map[string][]ssh.Channel
}

// serve serves until ctx ends.
func (b *baseline) serve(ctx context.Context, out io.Writer) error {
	_, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		return err
	}
	signer, err := ssh.NewSignerFromKey(key)
	if err != nil {
		return err
	}
	if b.file, err = os.Create(filepath.Join(b.dir, "flushed")); err != nil {
		return err
	}
	b.rooms = map[string][]ssh.Channel{}
	config := &ssh.ServerConfig{
		Config:            server.Algorithms(),
		PublicKeyCallback: func(ssh.ConnMetadata, ssh.PublicKey) (*ssh.Permissions, error) { return nil, nil },
	}
	config.AddHostKey(signer)
	return listen(ctx, out, func(conn net.Conn) { b.connection(conn, config) })
}

func (b *baseline) connection(conn net.Conn, config *ssh.ServerConfig) {
	server, channels, requests, err := ssh.NewServerConn(conn, config)
	if err != nil {
		return
	}
	go ssh.DiscardRequests(requests)
	ask(server, b.keepAlive)
	for one := range channels {
		channel, requests, err := one.Accept()
		if err != nil {
			return
		}
		var room atomic.Pointer[string]
		go b.requests(channel, requests, &room)
		go b.keys(channel, &room)
	}
}

// ask sends keep-alives to a client at intervals.
func ask(conn *ssh.ServerConn, every time.Duration) {
	var timer atomic.Pointer[time.Timer]
	timer.Store(time.AfterFunc(every, func() {
		if _, _, err := conn.SendRequest("keepalive@openssh.com", true, nil); err == nil {
			timer.Load().Reset(every)
		}
	}))
}

// Naming is the prefix of a command that chooses a name.
const Naming = "name p"

// requests answers the requests of a session. A command gives the session's room; a command that
// chooses a name ends at once.
func (b *baseline) requests(channel ssh.Channel, requests <-chan *ssh.Request, room *atomic.Pointer[string]) {
	for request := range requests {
		_ = request.Reply(true, nil)
		if request.Type != "shell" && request.Type != "exec" {
			continue
		}
		if bytes.Contains(request.Payload, []byte(Naming)) {
			_, _ = channel.SendRequest("exit-status", false, ssh.Marshal(struct{ Status uint32 }{}))
			_ = channel.Close()
			return
		}
		if request.Type == "exec" {
			name := string(request.Payload)
			room.Store(&name)
			b.mu.Lock()
			b.rooms[name] = append(b.rooms[name], channel)
			b.mu.Unlock()
		}
		if first := b.first.Load(); first != nil {
			_, _ = channel.Write(*first)
		}
	}
}

// keys reads input. Each enter key counts as a move.
func (b *baseline) keys(channel ssh.Channel, room *atomic.Pointer[string]) {
	typed := make([]byte, 256)
	for {
		n, err := channel.Read(typed)
		if err != nil {
			return
		}
		if name := room.Load(); name != nil && bytes.ContainsRune(typed[:n], '\r') {
			b.move(*name)
		}
	}
}

// move writes and syncs a kilobyte, and sends a frame to all clients in a room.
func (b *baseline) move(room string) {
	b.disk.Lock()
	_, err := b.file.Write(make([]byte, 1<<10))
	if err == nil {
		err = b.file.Sync()
	}
	b.disk.Unlock()
	if err != nil {
		return
	}
	b.mu.Lock()
	everybody := b.rooms[room]
	b.mu.Unlock()
	frame := bytes.Repeat([]byte{'.'}, int(b.echo.Load()))
	for _, channel := range everybody {
		_, _ = channel.Write(frame)
	}
}

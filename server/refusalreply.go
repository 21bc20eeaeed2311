package server

import (
	"io"
	"net"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"parlor/prose"
)

// SoftwareVersion is the server's name in the SSH version exchange.
const SoftwareVersion = "parlor"

const (
	// maxLeaving bounds the refused connections to which a reason is sent at the same time; others
	// are only closed.
	maxLeaving = 64
	// lastWord is how long a refused client may take to read the reason.
	lastWord = time.Second
	// maxIgnored bounds the bytes read from a refused client.
	maxIgnored = 16 << 10
)

// sendFarewell writes the refusal and closes conn. Closing a socket with unread data sends a reset and can discard
// the message, so it half-closes first and drains what the client sends.
func sendFarewell(conn net.Conn, why error) {
	defer func() { _ = conn.Close() }()
	_ = conn.SetDeadline(time.Now().Add(lastWord))
	if _, err := conn.Write(goodbye("parlor: " + prose.Reason(why).String())); err != nil {
		return
	}
	if half, ok := conn.(interface{ CloseWrite() error }); ok {
		_ = half.CloseWrite()
	}
	// The result does not matter, as conn is closed next.
	_, _ = io.Copy(io.Discard, io.LimitReader(conn, maxIgnored))
}

// Numbers of RFC 4250 and packet sizes of RFC 4253, section 6.
const (
	disconnect         = 1  // SSH_MSG_DISCONNECT
	tooManyConnections = 12 // packets are a multiple of this
	block              = 8  // bytes of which a packet is a multiple
	leastPadding       = 4
)

// goodbye returns the server's version and a disconnect message. Clients understand it without a key exchange, which
// would cost the server more than the client, and show the text, unlike lines before the version.
func goodbye(text string) []byte {
	payload := gossh.Marshal(struct {
		Type           byte
		Reason         uint32
		Text, Language string
	}{disconnect, tooManyConnections, text, "en"})
	header := struct {
		Length  uint32
		Padding byte
		Rest    []byte `ssh:"rest"`
	}{Rest: payload}
	const headerSize = 5
	padding := leastPadding + (block-(headerSize+len(payload)+leastPadding)%block)%block
	header.Length, header.Padding = uint32(1+len(payload)+padding), byte(padding) //nolint:gosec // both are small
	packet := append(gossh.Marshal(header), make([]byte, padding)...)
	return append([]byte("SSH-2.0-"+SoftwareVersion+"\r\n"), packet...)
}

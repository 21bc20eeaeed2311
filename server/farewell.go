package server

import (
	"io"
	"net"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"parlor/prose"
)

// SoftwareVersion is the name of the server in the version exchange of SSH.
const SoftwareVersion = "parlor"

const (
	// maxLeaving bounds how many of those who are refused are told at once; the
	// others are hung up on.
	maxLeaving = 64
	// lastWord is how long somebody who is refused may take to hear why.
	lastWord = time.Second
	// maxIgnored bounds the bytes that are read of somebody who is refused.
	maxIgnored = 16 << 10
)

// sendFarewell says goodbye. Who closes a connection with something unread breaks it, and
// what was said may be lost: so the end of saying is told first, and what the
// client says, its version at least, is heard.
func sendFarewell(conn net.Conn, why error) {
	defer func() { _ = conn.Close() }()
	_ = conn.SetDeadline(time.Now().Add(lastWord))
	if _, err := conn.Write(goodbye("parlor: " + prose.Reason(why).String())); err != nil {
		return
	}
	if half, ok := conn.(interface{ CloseWrite() error }); ok {
		_ = half.CloseWrite()
	}
	// Whatever comes, and however it ends, the connection is closed.
	_, _ = io.Copy(io.Discard, io.LimitReader(conn, maxIgnored))
}

// Numbers of RFC 4250 and sizes of RFC 4253, 6.
const (
	disconnect         = 1  // SSH_MSG_DISCONNECT
	tooManyConnections = 12 // SSH_DISCONNECT_TOO_MANY_CONNECTIONS
	block              = 8  // bytes of which a packet is a multiple
	leastPadding       = 4
)

// goodbye is a server's version and its message of disconnecting. A client
// understands it without an exchange of keys, which would cost the server more
// than it costs the client, and shows the text: lines before the version it
// would keep to itself.
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

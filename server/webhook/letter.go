package webhook

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/netip"
	"net/textproto"
	"net/url"
	"syscall"
	"time"

	"parlor/lobby"
	"parlor/prose"
)

// Kinds of notifications.
const (
	kindTurn = "turn" // it is the person's turn
	kindTest = "test" // the address was just set
)

// letter is the JSON payload. All of it is public in the room. Text and Content have the same
// sentence, because services show either of them.
type letter struct {
	Kind     string     `json:"kind"`
	Room     string     `json:"room,omitempty"`
	Title    string     `json:"title,omitempty"`
	Game     string     `json:"game,omitempty"`
	Deadline *time.Time `json:"deadline,omitempty"`
	Line     string     `json:"line,omitempty"`
	Text     string     `json:"text"`
	Content  string     `json:"content"`
}

// letterOf returns the notification of a turn. User-written text is in the title only, so that the sentence contains
// nothing that a service might interpret.
func (s *Sender) letterOf(turn lobby.TurnNotice) letter {
	l := letter{Kind: kindTurn, Room: turn.Room, Title: turn.Title, Game: turn.Game, Line: s.config.Line(turn.Room)}
	if !turn.Until.IsZero() {
		until := turn.Until.UTC().Truncate(time.Second)
		l.Deadline = &until
	}
	l.Text = turn.Describe(s.config.Title(turn.Game)).String() + "\n" + l.Line
	l.Content = l.Text
	return l
}

// testLetter returns the notification sent to a newly set address.
func (s *Sender) testLetter() letter {
	l := letter{Kind: kindTest, Line: s.config.Line("")}
	l.Text = prose.T("This is {program}. You will be notified here when it is your turn in a correspondence match.", prose.Literal("parlor")).String() + "\n" + l.Line
	l.Content = l.Text
	return l
}

const (
	// sendTime bounds a delivery from the name lookup to the answer, and tryTime one for which the user waits.
	sendTime = 10 * time.Second
	tryTime  = 4 * time.Second
	// maxHeader and maxBody bound the bytes read of an answer.
	maxHeader = 16 << 10
	maxBody   = 4 << 10
)

// errClosed is returned if a host's name resolves to an address that is not public.
var errClosed = errors.New("the name leads to an address that is not public")

// refused is an answer with a status other than 2xx.
type refused struct{ status int }

func (r refused) Error() string { return fmt.Sprintf("the answer is %d", r.status) }

// final reports whether retrying is useless.
func (r refused) final() bool {
	return r.status >= 400 && r.status < 500 && r.status != http.StatusRequestTimeout && r.status != http.StatusTooManyRequests
}

// newClient returns a client that checks each address after name resolution, so that a later change of the name does
// not matter. It uses no proxy and follows no redirects.
func newClient(may func(netip.Addr) bool, roots *x509.CertPool) *http.Client {
	dialer := net.Dialer{Timeout: sendTime / 2, KeepAlive: -1, Control: func(_, address string, _ syscall.RawConn) error {
		to, err := netip.ParseAddrPort(address)
		if err != nil || !may(to.Addr()) {
			return errClosed
		}
		return nil
	}}
	return &http.Client{
		Timeout:       sendTime,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			DialContext: withDeadline(dialer.DialContext), TLSClientConfig: &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: roots},
			DisableKeepAlives: true, DisableCompression: true, MaxResponseHeaderBytes: maxHeader,
			TLSHandshakeTimeout: sendTime / 2, ResponseHeaderTimeout: sendTime,
		},
	}
}

// dial opens a connection, like [net.Dialer.DialContext].
type dial func(ctx context.Context, network, address string) (net.Conn, error)

// withDeadline also bounds a delivery by a deadline on its connection, because the timeouts of net/http do not cover
// everything that can be read from one.
func withDeadline(open dial) dial {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		until := time.Now().Add(sendTime)
		conn, err := open(ctx, network, address)
		if err != nil {
			return nil, err
		}
		if err := conn.SetDeadline(until); err != nil {
			return nil, errors.Join(err, conn.Close())
		}
		return conn, nil
	}
}

// onlyHints refuses unexpected interim responses. The transport returns 101, which ends HTTP on the connection, as
// the answer.
func onlyHints(status int, _ textproto.MIMEHeader) error {
	if status == http.StatusContinue || status == http.StatusEarlyHints {
		return nil
	}
	return refused{status}
}

// send makes one delivery. The error contains no part of the address except the host.
func (s *Sender) send(ctx context.Context, to destination, l letter) error {
	text, err := json.Marshal(l)
	if err != nil {
		return err
	}
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{Got1xxResponse: onlyHints})
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, to.url, bytes.NewReader(text))
	if err != nil {
		return errors.New("the address cannot be asked")
	}
	request.Header.Set("Content-Type", "application/json; charset=utf-8")
	request.Header.Set("User-Agent", "parlor")
	client := s.public
	if to.named {
		client = s.named
	}
	answer, err := client.Do(request)
	if err != nil {
		if asked := new(url.Error); errors.As(err, &asked) {
			return asked.Err // without the address
		}
		return err
	}
	if answer.StatusCode < 200 { // the body is the raw connection
		return errors.Join(refused{answer.StatusCode}, answer.Body.Close())
	}
	_, _ = io.CopyN(io.Discard, answer.Body, maxBody) // so that the host is not cut off; the content is ignored
	if err := answer.Body.Close(); err != nil {
		return err
	}
	if answer.StatusCode < 200 || answer.StatusCode > 299 {
		return refused{answer.StatusCode}
	}
	return nil
}

// reason returns why nothing can be sent to an address that a user typed.
func reason(to destination, err error) error {
	host := prose.Literal(to.host)
	var no refused
	switch {
	case errors.As(err, &no):
		return prose.Because(err, "{host} rejected the test notification (HTTP {status}). Your webhook is unchanged.", host, prose.N(no.status))
	case errors.Is(err, errClosed):
		return prose.Because(err, "{host} resolves to an address that is not public. Your webhook is unchanged.", host)
	case errors.Is(err, context.DeadlineExceeded), isTimeout(err):
		return prose.Because(err, "{host} did not respond in time. Your webhook is unchanged.", host)
	}
	return prose.Because(err, "{host} cannot be reached. Your webhook is unchanged.", host)
}

func isTimeout(err error) bool {
	var late net.Error
	return errors.As(err, &late) && late.Timeout()
}

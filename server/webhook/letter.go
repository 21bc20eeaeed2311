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

// Kinds of letters.
const (
	kindTurn = "turn" // a turn has begun
	kindTest = "test" // the address was chosen
)

// letter is what is sent, as JSON. All of it is public at the table. Text and Content
// say the same in a sentence: services show the one or the other.
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

// letterOf tells of a turn. What other people have typed is in the title alone, so that
// nothing in the sentence means something to a service that shows it.
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

// testLetter tells somebody who has chosen an address what will come there.
func (s *Sender) testLetter() letter {
	l := letter{Kind: kindTest, Line: s.config.Line("")}
	l.Text = prose.T("This is {program}. You will hear here when it is your turn in a match that has days for a move.", prose.Literal("parlor")).String() + "\n" + l.Line
	l.Content = l.Text
	return l
}

const (
	// sendTime bounds a letter from the first look-up of a name to the answer, and
	// tryTime one for which somebody waits.
	sendTime = 10 * time.Second
	tryTime  = 4 * time.Second
	// maxHeader and maxBody are how much of an answer is read, in bytes.
	maxHeader = 16 << 10
	maxBody   = 4 << 10
)

// errClosed is why nothing is sent to an address that a host's name leads to.
var errClosed = errors.New("the name leads to an address that is not public")

// refused is an answer that is no yes.
type refused struct{ status int }

func (r refused) Error() string { return fmt.Sprintf("the answer is %d", r.status) }

// final reports whether asking again makes no sense.
func (r refused) final() bool {
	return r.status >= 400 && r.status < 500 && r.status != http.StatusRequestTimeout && r.status != http.StatusTooManyRequests
}

// newClient sends to addresses that may be reached, as they are when a name has been
// looked up: whatever it led to before, or leads to later, does not count. It goes where
// it is sent and nowhere else: no proxy, and no other address in an answer.
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

// dial opens a connection, as [net.Dialer.DialContext] does.
type dial func(ctx context.Context, network, address string) (net.Conn, error)

// withDeadline bounds a delivery by a deadline on its connection as well: the timeouts
// of net/http do not hold for all that can be read from one.
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

// onlyHints refuses interim responses that a delivery has no use for. The transport
// returns 101, the end of HTTP on the connection, as the answer.
func onlyHints(status int, _ textproto.MIMEHeader) error {
	if status == http.StatusContinue || status == http.StatusEarlyHints {
		return nil
	}
	return refused{status}
}

// send sends a letter once. Its error has nothing of the address in it but the host.
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
	if answer.StatusCode < 200 { // its body is the bare connection
		return errors.Join(refused{answer.StatusCode}, answer.Body.Close())
	}
	_, _ = io.CopyN(io.Discard, answer.Body, maxBody) // so that who answers is not cut off; what it says does not count
	if err := answer.Body.Close(); err != nil {
		return err
	}
	if answer.StatusCode < 200 || answer.StatusCode > 299 {
		return refused{answer.StatusCode}
	}
	return nil
}

// reason says to somebody who has typed an address why nothing can be sent there.
func reason(to destination, err error) error {
	host := prose.Literal(to.host)
	var no refused
	switch {
	case errors.As(err, &no):
		return prose.Because(err, "{host} does not take a letter at this address: it answered {status}. Nothing has changed.", host, prose.N(no.status))
	case errors.Is(err, errClosed):
		return prose.Because(err, "{host} leads to an address that is not public, and nothing is sent there. Nothing has changed.", host)
	case errors.Is(err, context.DeadlineExceeded), isTimeout(err):
		return prose.Because(err, "{host} has not answered in time. Nothing has changed.", host)
	}
	return prose.Because(err, "{host} cannot be reached. Nothing has changed.", host)
}

func isTimeout(err error) bool {
	var late net.Error
	return errors.As(err, &late) && late.Timeout()
}

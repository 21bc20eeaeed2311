package server

import (
	"crypto/ed25519"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/pires/go-proxyproto"
	gossh "golang.org/x/crypto/ssh"

	"parlor/prose"
	"parlor/tui/board"
)

// FuzzKeys checks that any input, cut anywhere, yields only events for a screen with printable text, and that no more
// than the input is buffered.
func FuzzKeys(f *testing.F) {
	for _, one := range typings() {
		f.Add([]byte(one.bytes), len(one.bytes)/2)
	}
	f.Add([]byte("0\u0089"), 1)
	f.Add([]byte("\u0601\xc1"), 2)
	f.Add([]byte("\x1b[;;<;1;;170_"), 13)
	f.Add([]byte("\x1b00\x9bM000"), 2)
	f.Add([]byte("\x1b]11;rgb:0000/0000/0000\x1b\\\x1b[8;500;500t\x1b[48;9;9;9;9t"), 9)
	f.Fuzz(func(t *testing.T, typed []byte, cut int) {
		synctest.Test(t, func(t *testing.T) {
			h, at := newHand(), min(max(cut, 0), len(typed))
			h.take(slices.Clone(typed[:at]))
			time.Sleep(escapeWaits / 2)
			h.take(slices.Clone(typed[at:]))
			if held := len(h.rest) + len(h.pasted); held > len(typed) {
				t.Errorf("of %d bytes %d are held", len(typed), held)
			}
			h.end()
			if h.timer != nil || len(h.rest) > 0 && !h.pasting {
				t.Errorf("at the end %q waits", h.rest)
			}
			if most := mostRepeats * (len(typed) + 1); len(h.done) > most {
				t.Errorf("%d bytes are %d keys", len(typed), len(h.done))
			}
			for _, event := range h.done {
				shows(t, event)
			}
		})
	})
}

// shows fails for an event that is not for a screen.
func shows(t *testing.T, event uv.Event) {
	t.Helper()
	text := ""
	switch event := event.(type) {
	case uv.KeyPressEvent:
		if text = event.Text; strings.ContainsFunc(text, unicode.IsControl) {
			t.Errorf("the text %q of a key moves the cursor", text)
		}
	case uv.PasteEvent:
		text = event.Content
	case uv.MouseClickEvent, uv.MouseWheelEvent, uv.BackgroundColorEvent, uv.ModeReportEvent:
	default:
		t.Errorf("a screen is told %#v", event)
	}
	if !utf8.ValidString(text) {
		t.Errorf("%q is typed", text)
	}
}

// FuzzChannelRequest checks that only requests needed by a session are allowed, with bounded sizes.
func FuzzChannelRequest(f *testing.F) {
	f.Add("pty-req", gossh.Marshal(ptyRequest{"xterm", 80, 24, 0, 0, "\x00"}))
	f.Add("pty-req", gossh.Marshal(ptyRequest{strings.Repeat("x", 65), 1 << 31, 0, 7, 7, strings.Repeat("m", 1025)}))
	f.Add("window-change", gossh.Marshal(windowChange{1 << 31, 0, 1, 1}))
	f.Add("env", gossh.Marshal(struct{ Name, Value string }{"LANG", "de_DE.UTF-8"}))
	f.Add("env", gossh.Marshal(struct{ Name, Value string }{"LD_PRELOAD", "/tmp/x"}))
	f.Add("exec", gossh.Marshal(struct{ Command string }{"rooms"}))
	f.Add("subsystem", gossh.Marshal(struct{ Name string }{"sftp"}))
	f.Add("auth-agent-req@openssh.com", []byte(nil))
	f.Fuzz(func(t *testing.T, kind string, payload []byte) {
		asked := &sessionChannel{window: &windowSize{}}
		if resized := asked.resize(payload); resized {
			isDrawn(t, asked.window.size)
		}
		request := &gossh.Request{Type: kind, Payload: slices.Clone(payload)}
		if !asked.allow(request) {
			return
		}
		switch kind {
		case "shell", "exec":
		case "env":
			var variable struct{ Name, Value string }
			if gossh.Unmarshal(request.Payload, &variable) != nil || len(request.Payload) > maxVariable || strings.HasPrefix(variable.Name, "LD_") {
				t.Errorf("the variable %+v is let in", variable)
			}
		case "pty-req":
			var pty ptyRequest
			if gossh.Unmarshal(request.Payload, &pty) != nil || len(pty.Term) > maxTerm || len(pty.Modes) > maxModes {
				t.Errorf("a terminal is %+v", pty)
			}
			isDrawn(t, tea.WindowSizeMsg{Width: int(pty.Columns), Height: int(pty.Rows)})
		default:
			t.Errorf("%q is allowed", kind)
		}
	})
}

func isDrawn(t *testing.T, size tea.WindowSizeMsg) {
	t.Helper()
	if size.Width < 1 || size.Width > board.MaxWidth || size.Height < 1 || size.Height > board.MaxHeight {
		t.Errorf("a window is %d×%d", size.Width, size.Height)
	}
}

// FuzzUser checks that a forged token returns no guest, that an issued one does in every form in which people copy
// it, and that the shown user name is read back as the same.
func FuzzUser(f *testing.F) {
	own, err := newGuestTokens(hostSigner(f))
	if err != nil {
		f.Fatal(err)
	}
	drawn := []byte("7 bytes")[:drawnBytes] // the same in each fuzzing process
	issued := tokenEncoding().EncodeToString(append(slices.Clone(drawn), own.mark(drawn)...))
	for _, user := range []string{
		"", "anna", "anna+" + issued, "+" + issued, "a+b+" + issued, "anna+" + strings.ToUpper(issued), "anna+0000000000000000",
		"E93TDD", "root", "\x1b]0;x\a", "anna+" + issued + "+", "anna+" + issued[1:], "\xff+\xff",
		"+\r00000000000\r000", // a decoder skips these
	} {
		f.Add(user)
	}
	f.Fuzz(func(t *testing.T, user string) {
		name, word, has := cutLast(user)
		if has && name+"+"+word != user || !has && name != user || strings.Contains(word, "+") {
			t.Errorf("%q is cut into %q and %q", user, name, word)
		}
		token, ok := readToken(word)
		if again, same := readToken(token); ok && (!same || again != token || len(token) != tokenLength) {
			t.Errorf("%q is %q, and that %q", word, token, again)
		}
		if ok && own.issued(token) && token != issued {
			t.Errorf("%q was issued", token)
		}
		back := userName(name) + "+" + issued
		if _, word, _ := cutLast(back); !ok || token != issued {
			if token, ok := readToken(word); !ok || !own.issued(token) {
				t.Errorf("%q does not come back", back)
			}
		}
		if strings.ContainsFunc(userName(name), func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune("'\"\\$&;|<>`-", r) }) {
			t.Errorf("%q cannot be typed", back)
		}
	})
}

// hostSigner returns a fixed host key.
func hostSigner(f *testing.F) gossh.Signer {
	f.Helper()
	signer, err := gossh.NewSignerFromKey(ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)))
	if err != nil {
		f.Fatal(err)
	}
	return signer
}

// FuzzPublicKey checks that a certificate identifies the same person as its key.
func FuzzPublicKey(f *testing.F) {
	signer := hostSigner(f)
	f.Add(signer.PublicKey().Marshal())
	certificate := &gossh.Certificate{Key: signer.PublicKey(), CertType: gossh.UserCert, ValidPrincipals: []string{"anna"}, ValidBefore: gossh.CertTimeInfinity}
	if err := certificate.SignCert(zeros{}, signer); err != nil {
		f.Fatal(err)
	}
	f.Add(certificate.Marshal())
	for _, kind := range []string{"ssh-rsa", "ssh-dss", "ecdsa-sha2-nistp256", "sk-ssh-ed25519@openssh.com", "ssh-ed25519-cert-v01@openssh.com"} {
		f.Add(gossh.Marshal(struct{ Kind, Rest string }{kind, "\x00\x00\x00\x01"}))
	}
	f.Fuzz(func(t *testing.T, blob []byte) {
		key, err := gossh.ParsePublicKey(blob)
		if err != nil {
			return
		}
		who := fingerprint(key)
		if !strings.HasPrefix(who, "SHA256:") || len(who) != len("SHA256:")+43 {
			t.Errorf("somebody is %q", who)
		}
		if certificate, is := key.(*gossh.Certificate); is && who != fingerprint(certificate.Key) {
			t.Errorf("a certificate is %q", who)
		}
		if again, err := gossh.ParsePublicKey(key.Marshal()); err != nil || fingerprint(again) != who {
			t.Errorf("%q is another key when it is sent again: %v", who, err)
		}
	})
}

// zeros is a random source of zeros.
type zeros struct{}

func (zeros) Read(into []byte) (int, error) { clear(into); return len(into), nil }

// FuzzEnvironment checks that each locale has a localizer, always the same one.
func FuzzEnvironment(f *testing.F) {
	for _, value := range []string{"", "C", "POSIX", "de_DE.UTF-8", "en_GB@euro", "zh-Hant-TW", "../../etc/passwd", "x_\xff", strings.Repeat("a-", 120), "UTF-8"} {
		f.Add(value, value, "LANG="+value)
	}
	h := &host{}
	f.Fuzz(func(t *testing.T, chosen, value, other string) {
		env := []string{"LC_MESSAGES=" + value, other}
		voice := h.speaking(chosen, env, nil)
		if said := voice.Say(prose.T("Ready")); said != "Ready" {
			t.Errorf("without languages it says %q", said)
		}
		if plain := onlyASCII([]string{"LC_CTYPE=" + value + "UTF-8"}); plain {
			t.Errorf("%q has no UTF-8", value)
		}
		if locale := prose.Locale(env, "LC_MESSAGES"); value != "" && locale != value && !strings.HasSuffix(other, "="+locale) {
			t.Errorf("the locale is %q", locale)
		}
	})
}

// FuzzProxyHeader checks that a trusted proxy's connection is accepted only with a complete header of version 2, of
// which nothing is left for SSH, and any other only if it begins like SSH.
func FuzzProxyHeader(f *testing.F) {
	for _, version := range []byte{1, 2} {
		head := &proxyproto.Header{
			Version: version, Command: proxyproto.PROXY, TransportProtocol: proxyproto.TCPv4,
			SourceAddr: &net.TCPAddr{IP: net.IPv4(203, 0, 113, 7), Port: 4000}, DestinationAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 22},
		}
		data, err := head.Format()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
		f.Add(data[:len(data)-1])
		f.Add(append(data, "SSH-2.0-x\r\n"...))
	}
	f.Add([]byte("\r\n\r\n\x00\r\nQUIT\n\x20\x00\x00\x00")) // of the proxy itself
	f.Add([]byte("\r\n\r\n\x00\r\nQUIT\n\x21\x11\xff\xff"))
	f.Add([]byte("SSH-2.0-x\r\n"))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, sent []byte) {
		synctest.Test(t, func(t *testing.T) {
			l, ours := proxiesOf()
			go func() { _, _ = ours.Write(sent); _ = ours.Close() }()
			l.places <- struct{}{}
			heard := make(chan struct{})
			go func() { l.hear(l.of); close(heard) }()
			select {
			case got := <-l.next:
				proxied, is := got.conn.(*proxied)
				if !is || proxied.ProxyHeader().Version != 2 {
					t.Errorf("%q is let in", sent)
				}
				rest, _ := io.ReadAll(got.conn)
				if !strings.HasSuffix(string(sent), string(rest)) || len(sent)-len(rest) < 16 {
					t.Errorf("of %q %q is left", sent, rest)
				}
				_ = got.conn.Close()
			case <-heard:
			}
			<-heard
			l.stop()
		})
		straight, other := net.Pipe()
		go func() { _, _ = other.Write(sent); _ = other.Close() }()
		got, err := io.ReadAll(&direct{Conn: straight, noted: NewRefusals(slog.New(slog.DiscardHandler))})
		if begins := len(sent) > 0 && sent[0] == 'S'; begins != (len(got) > 0) || begins && string(got) != string(sent) || !begins && len(sent) > 0 && err == nil {
			t.Errorf("%q is read as %q, %v", sent, got, err)
		}
		_ = straight.Close()
	})
}

// proxyListener is a listener with one proxy connection.
type proxyListener struct {
	*behindProxies
	of net.Conn
}

func proxiesOf() (l proxyListener, ours net.Conn) {
	ours, theirs := net.Pipe()
	inside, _ := BehindProxies(nil, []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}, NewRefusals(slog.New(slog.DiscardHandler))).(*behindProxies)
	return proxyListener{inside, theirs}, ours
}

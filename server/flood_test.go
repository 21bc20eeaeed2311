package server_test

import (
	"errors"
	"slices"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"parlor/ratelimit"
	"parlor/server"
)

// flooder is an authenticated client that will flood.
func (s site) flooder(t *testing.T, config gossh.Config) *gossh.Client {
	t.Helper()
	client, err := s.raw(t, &gossh.ClientConfig{
		User: "eve", Auth: []gossh.AuthMethod{gossh.KeyboardInteractive(noQuestions)}, Config: config,
	})
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// wantCut fails the test unless the server closes the connection while the client continues.
func wantCut(t *testing.T, client *gossh.Client, goesOn func() error) {
	t.Helper()
	for range 1_000_000 { // buffers may take data for a while
		if goesOn() != nil {
			// The connection is closed, and not just the request refused.
			if err := client.Wait(); err == nil {
				t.Error("the connection was closed in peace")
			}
			return
		}
	}
	t.Error("whoever floods is not cut off")
}

func TestFloodsAreCutOff(t *testing.T) {
	t.Parallel()
	guest := struct{ Name, Value string }{"LANG", "C"}
	for name, flood := range map[string]func(*testing.T, *gossh.Client) func() error{
		"global requests": func(_ *testing.T, client *gossh.Client) func() error {
			return func() error {
				_, _, err := client.SendRequest("are-you-there", false, nil)
				return err
			}
		},
		"channels": func(_ *testing.T, client *gossh.Client) func() error {
			return func() error {
				channel, requests, err := client.OpenChannel("session", nil)
				var refused *gossh.OpenChannelError
				switch {
				case errors.As(err, &refused):
					return nil
				case err != nil:
					return err
				}
				go gossh.DiscardRequests(requests)
				_ = channel.Close()
				return nil
			}
		},
		"other channels": func(_ *testing.T, client *gossh.Client) func() error {
			return func() error {
				_, _, err := client.OpenChannel("direct-tcpip", nil)
				if refused := new(gossh.OpenChannelError); errors.As(err, &refused) {
					return nil
				}
				return err
			}
		},
		"environment": func(t *testing.T, client *gossh.Client) func() error {
			channel, requests, err := client.OpenChannel("session", nil)
			if err != nil {
				t.Fatal(err)
			}
			go gossh.DiscardRequests(requests)
			return func() error {
				_, err := channel.SendRequest("env", false, gossh.Marshal(guest))
				return err
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := openPublic(t, server.Limits{})
			client := s.flooder(t, gossh.Config{})
			wantCut(t, client, flood(t, client))
		})
	}
}

// TestRekeyingWithoutEndIsCutOff checks the limit of key exchanges. OpenSSH rekeys once a gigabyte or as configured.
func TestRekeyingWithoutEndIsCutOff(t *testing.T) {
	t.Parallel()
	for _, exchange := range []string{gossh.KeyExchangeMLKEM768X25519, gossh.KeyExchangeCurve25519} {
		t.Run(exchange, func(t *testing.T) {
			t.Parallel()
			// The private limits are used because they allow far more requests than exchanges: a busy client sends
			// some before the next exchange.
			s := openBudget(t, ratelimit.Config{}, nil, nil, server.Limits{Vacant: patience})
			// 256 bytes are this client's minimum.
			client := s.flooder(t, gossh.Config{RekeyThreshold: 256, KeyExchanges: []string{exchange}})
			wantCut(t, client, func() error {
				_, _, err := client.SendRequest(string(make([]byte, 200)), true, nil)
				return err
			})
			refused := s.spends.Refused()
			if !slices.ContainsFunc(refused, func(r ratelimit.Refused) bool { return r.What == "key exchanges" && r.Count > 0 }) {
				t.Errorf("it was cut off for something else: %v", refused)
			}
		})
	}
}

// TestWhoFloodsIsNotLetInForAWhile checks that the address is barred and told why.
func TestWhoFloodsIsNotLetInForAWhile(t *testing.T) {
	t.Parallel()
	s := openPublic(t, server.Limits{})
	client := s.flooder(t, gossh.Config{})
	mayCome(t, s.silent(t))
	wantCut(t, client, func() error {
		_, _, err := client.SendRequest("are-you-there", false, nil)
		return err
	})
	mayNot(t, s.silent(t), "Too many failed connections")
}

// TestASessionThatHasEndedLeavesItsPlace checks that commands can follow each other at once on a shared connection.
func TestASessionThatHasEndedLeavesItsPlace(t *testing.T) {
	t.Parallel()
	s := openPublic(t, server.Limits{Vacant: patience})
	client := s.flooder(t, gossh.Config{})
	open := func() gossh.Channel {
		channel, requests, err := client.OpenChannel("session", nil)
		if err != nil {
			t.Fatal(err)
		}
		go gossh.DiscardRequests(requests)
		return channel
	}
	for range 3 {
		open()
	}
	for range 60 {
		if err := open().Close(); err != nil {
			t.Fatal(err)
		}
	}
}

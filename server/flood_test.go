package server_test

import (
	"errors"
	"slices"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"parlor/ratelimit"
	"parlor/server"
)

// flooder is a client that has logged in and floods.
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

// wantCut fails the test unless the server hangs up on a client that goes on and on.
func wantCut(t *testing.T, client *gossh.Client, goesOn func() error) {
	t.Helper()
	for range 1_000_000 { // what is sent may lie in between for a while
		if goesOn() != nil {
			// It has hung up, and does not merely say no.
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

// TestRekeyingWithoutEndIsCutOff. OpenSSH asks for new keys in a gigabyte, or as often
// as somebody has it configured.
func TestRekeyingWithoutEndIsCutOff(t *testing.T) {
	t.Parallel()
	for _, exchange := range []string{gossh.KeyExchangeMLKEM768X25519, gossh.KeyExchangeCurve25519} {
		t.Run(exchange, func(t *testing.T) {
			t.Parallel()
			// In a private network, where far more requests are allowed than exchanges:
			// some go out while a busy client gets to the next exchange.
			s := openBudget(t, ratelimit.Config{}, nil, nil, server.Limits{Vacant: patience})
			// 256 bytes are the least that this client lets one choose.
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

// TestWhoFloodsIsNotLetInForAWhile: nobody is from there, and it is told why.
func TestWhoFloodsIsNotLetInForAWhile(t *testing.T) {
	t.Parallel()
	s := openPublic(t, server.Limits{})
	client := s.flooder(t, gossh.Config{})
	mayCome(t, s.silent(t))
	wantCut(t, client, func() error {
		_, _, err := client.SendRequest("are-you-there", false, nil)
		return err
	})
	mayNot(t, s.silent(t), "have failed lately")
}

// TestASessionThatHasEndedLeavesItsPlace to the next one at once: over one
// connection that others share, a person gives a command after the other.
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

package ratelimit_test

import (
	"net/netip"
	"strings"
	"testing"

	"parlor/ratelimit"
)

// FuzzParseSubject checks that a parsed subject parses to itself, and that no network is wider than may be banned.
func FuzzParseSubject(f *testing.F) {
	for _, text := range []string{
		"newcomers", "SHA256:" + strings.Repeat("A", 43), "key:SHA256:" + strings.Repeat("A", 43), "guest:" + strings.Repeat("0F", 32), "198.51.100.7",
		"SHA256:" + strings.Repeat("A", 42) + "B", "198.51.100.0/24", "::ffff:198.51.100.7", "::ffff:198.51.100.0/120", "2001:db8::7", "2001:db8::7%eth0", "2001:db8::/32", "0.0.0.0/0", "::/0", "10.1.2.3/8", "",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		who, err := ratelimit.ParseSubject(text)
		if err != nil {
			return
		}
		if again, err := ratelimit.ParseSubject(who); err != nil || again != who {
			t.Errorf("%q is %q, and that is %q (%v)", text, who, again, err)
		}
		network, err := netip.ParsePrefix(who)
		switch {
		case err != nil:
			if who != ratelimit.Newcomers && !strings.HasPrefix(who, "key:SHA256:") && !strings.HasPrefix(who, "guest:") {
				t.Errorf("%q is %q", text, who)
			}
		case network.Addr().Is4() && network.Bits() < 8, network.Addr().Is6() && network.Bits() < 16, network != network.Masked():
			t.Errorf("%q is the network %v", text, network)
		}
	})
}

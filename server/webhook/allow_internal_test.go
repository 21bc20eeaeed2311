package webhook

import (
	"net/netip"
	"strings"
	"testing"
)

func allowing(t *testing.T, text string) Allow {
	t.Helper()
	var allow Allow
	if err := allow.Set(text); err != nil {
		t.Fatal(err)
	}
	return allow
}

func TestTheOperatorsList(t *testing.T) {
	const text = "hooks.slack.com,*.example.com,10.0.0.5:8080,[::1]:80,ntfy.lan:80,203.0.114.7"
	allow := allowing(t, " Hooks.Slack.com, *.example.com ,10.0.0.5:8080,[::1]:80,ntfy.lan:80,203.0.114.7")
	if allow.String() != text {
		t.Errorf("it is %s", allow.String())
	}
	for _, wrong := range []string{"", ",", "*", "*.com", "*.*.example.com", "*.example.com:80", "a b", "https://example.com", "example.com/path", "u@example.com", "example.com:", "10.0.0.5", "127.0.0.1", "::1", "169.254.169.254"} {
		if err := new(Allow).Set(wrong); err == nil {
			t.Errorf("%q is allowed", wrong)
		}
	}
	for address, want := range map[string]string{ // the URL, or a part of the error
		"https://hooks.slack.com/services/T0/B0/x":                 "https://hooks.slack.com:443/services/T0/B0/x",
		"HTTPS://Hooks.Slack.com:443/x?y=z":                        "https://hooks.slack.com:443/x?y=z",
		"https://hooks.slack.com./x":                               "https://hooks.slack.com:443/x",
		"https://a.b.example.com":                                  "https://a.b.example.com:443",
		"http://10.0.0.5:8080/x":                                   "http://10.0.0.5:8080/x",
		"https://10.0.0.5:8080/x":                                  "https://10.0.0.5:8080/x",
		"http://[::1]/x":                                           "http://[::1]:80/x",
		"http://ntfy.lan/topic":                                    "http://ntfy.lan:80/topic",
		"https://203.0.114.7/":                                     "https://203.0.114.7:443/",
		"http://hooks.slack.com/x":                                 "begin with https://",
		"https://hooks.slack.com:8443/x":                           "on these hosts: hooks.slack.com, *.example.com",
		"https://example.com/":                                     "on these hosts",
		"https://evilexample.com/":                                 "on these hosts",
		"https://hooks.slack.com.evil.com/":                        "on these hosts",
		"http://10.0.0.5/":                                         "on these hosts",
		"http://0x0a000005:8080/":                                  "on these hosts",
		"ftp://hooks.slack.com:443/":                               "begin with https://",
		"gopher://10.0.0.5:8080/":                                  "begin with https://",
		"https://user:secret@hooks.slack.com/x":                    "not a webhook URL",
		"https://hooks.slack.com/x#part":                           "not a webhook URL",
		"https://hooks.slack.com/a b":                              "not a webhook URL",
		"https://höoks.slack.com/":                                 "not a webhook URL",
		"hooks.slack.com/x":                                        "not a webhook URL",
		"https:///x":                                               "not a webhook URL",
		"javascript:alert(1)":                                      "not a webhook URL",
		"off!":                                                     "not a webhook URL",
		"https://example.com/\x1b]0;x":                             "not a webhook URL",
		"https://a.example.com/" + strings.Repeat("x", maxAddress): "not a webhook URL",
	} {
		to, err := allow.read(address)
		switch got := to.url; {
		case err == nil && got != want:
			t.Errorf("%q leads to %q", address, got)
		case err != nil && !strings.Contains(err.Error(), want):
			t.Errorf("%q is refused: %v", address, err)
		}
		if named := strings.Contains(want, "//10.") || strings.Contains(want, "[::1]") || strings.Contains(want, ".lan"); err == nil && to.named != named {
			t.Errorf("that %q is named by the operator is %v", address, to.named)
		}
	}
}

// TestOnlyPublicAddresses checks that no notation leads to loopback, private or metadata addresses.
func TestOnlyPublicAddresses(t *testing.T) {
	for _, text := range []string{
		"127.0.0.1", "127.8.9.1", "0.0.0.0", "0.1.2.3", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254", "100.64.0.1",
		"100.100.100.200", "192.0.0.192", "168.63.129.16", "192.0.2.1", "198.18.0.1", "198.51.100.1", "203.0.113.9", "224.0.0.1", "255.255.255.255", "240.0.0.1",
		"::", "::1", "::7f00:1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "64:ff9b::7f00:1", "64:ff9b:1::a00:1", "fe80::1", "fe80::1%eth0", "fec0::1", "fc00::1",
		"fd00:ec2::254", "ff02::1", "2002:7f00:1::", "2001:0:7f00:1::", "2001:db8::1", "100::1",
	} {
		if isPublic(netip.MustParseAddr(text)) {
			t.Errorf("%s is taken for a public address", text)
		}
	}
	for _, text := range []string{"1.1.1.1", "8.8.8.8", "172.15.0.1", "172.32.0.1", "100.63.0.1", "2606:4700::1111", "2a00:1450:4001::1", "::ffff:8.8.8.8"} {
		if !isPublic(netip.MustParseAddr(text)) {
			t.Errorf("%s is not taken for a public address", text)
		}
	}
	for text, named := range map[string]bool{"127.0.0.1": true, "10.0.0.5": true, "::1": true, "fd12::1": true, "8.8.8.8": true, "169.254.169.254": false, "fe80::1": false, "0.0.0.0": false, "::": false, "224.0.0.1": false, "168.63.129.16": false} {
		if isNamed(netip.MustParseAddr(text)) != named {
			t.Errorf("that an operator may name %s is %v", text, !named)
		}
	}
}

func FuzzAddress(f *testing.F) {
	f.Add("https://hooks.slack.com/x")
	f.Add("http://10.0.0.5:8080/?q")
	var allow Allow
	if err := allow.Set("hooks.slack.com,*.example.com,10.0.0.5:8080"); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		to, err := allow.read(text)
		if err != nil {
			return
		}
		again, err := allow.read(to.url)
		if err != nil || again != to {
			t.Errorf("%q leads to %+v, and that to %+v (%v)", text, to, again, err)
		}
		if !to.named && !strings.HasPrefix(to.url, "https://hooks.slack.com:443") && !strings.Contains(to.url, ".example.com:443") {
			t.Errorf("%q leads to %q", text, to.url)
		}
	})
}

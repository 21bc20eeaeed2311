package netaddr_test

import (
	"fmt"
	"net/netip"
	"testing"

	"parlor/internal/netaddr"
)

func TestReachable(t *testing.T) {
	of := func(name string, addresses ...string) netaddr.Interface {
		one := netaddr.Interface{Name: name}
		for _, address := range addresses {
			one.Addresses = append(one.Addresses, netip.MustParseAddr(address))
		}
		return one
	}
	for _, row := range []struct {
		name       string
		interfaces []netaddr.Interface
		outgoing   string
		want       string
	}{
		{"none", nil, "", "[]"},
		{"a laptop", []netaddr.Interface{
			of("docker0", "172.17.0.1"), of("wlan0", "192.168.1.23", "fe80::1", "2001:db8::2", "2001:db8::3"),
		}, "192.168.1.23", "[192.168.1.23 2001:db8::2 172.17.0.1]"},
		{"the way out is cable", []netaddr.Interface{
			of("wlan0", "192.168.1.23"), of("eth0", "10.0.0.4", "fd00::4"),
		}, "10.0.0.4", "[10.0.0.4 192.168.1.23 fd00::4]"},
		{"the way out is the second address", []netaddr.Interface{of("eth0", "10.0.0.4", "10.0.0.5")}, "10.0.0.5", "[10.0.0.5 10.0.0.4]"},
		{"no way out", []netaddr.Interface{of("br-12ab", "172.18.0.1"), of("eth0", "169.254.3.4", "fd00::4")}, "", "[fd00::4 172.18.0.1]"},
		{"written as IPv6", []netaddr.Interface{of("eth0", "::ffff:10.0.0.4")}, "10.0.0.4", "[10.0.0.4]"},
		{"only what no other machine can use", []netaddr.Interface{of("lo", "127.0.0.1", "::1"), of("eth0", "fe80::1", "ff02::1", "0.0.0.0")}, "", "[]"},
	} {
		t.Run(row.name, func(t *testing.T) {
			outgoing, _ := netip.ParseAddr(row.outgoing)
			if got := fmt.Sprint(netaddr.Reachable(row.interfaces, outgoing)); got != row.want {
				t.Errorf("got %s, want %s", got, row.want)
			}
		})
	}
}

// TestThisMachine checks that what the machine says is read at all: an outgoing address is
// one of its interfaces.
func TestThisMachine(t *testing.T) {
	interfaces, err := netaddr.Interfaces()
	if err != nil {
		t.Fatal(err)
	}
	outgoing := netaddr.Outgoing(t.Context())
	if !outgoing.IsValid() {
		t.Skip("this machine has no way out")
	}
	if all := netaddr.Reachable(interfaces, outgoing); len(all) == 0 || all[0] != outgoing {
		t.Errorf("%v does not begin with %v", all, outgoing)
	}
}

// Package netaddr finds the addresses at which other machines reach this one.
package netaddr

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"net/netip"
	"os"
	"slices"
	"strings"
)

// Interface is a network interface with its addresses.
type Interface struct {
	Name      string
	Addresses []netip.Addr
}

// Interfaces returns the interfaces of this machine that are up, without loopback ones.
func Interfaces() ([]Interface, error) {
	all, err := net.Interfaces()
	if err != nil {
		return nil, fmt.Errorf("listing the network interfaces: %w", err)
	}
	var up []Interface
	for _, one := range all {
		if one.Flags&net.FlagUp == 0 || one.Flags&net.FlagLoopback != 0 {
			continue
		}
		addresses, err := one.Addrs()
		if err != nil {
			return nil, fmt.Errorf("listing the addresses of %s: %w", one.Name, err)
		}
		found := Interface{Name: one.Name}
		for _, address := range addresses {
			if prefix, err := netip.ParsePrefix(address.String()); err == nil {
				found.Addresses = append(found.Addresses, prefix.Addr())
			}
		}
		up = append(up, found)
	}
	return up, nil
}

// Outgoing returns the address from which this machine reaches the internet, or the zero Addr if it
// has no route there. It sends nothing.
func Outgoing(ctx context.Context) netip.Addr {
	// Connecting a UDP socket only picks a route. 192.0.2.1 is reserved for documentation.
	conn, err := new(net.Dialer).DialContext(ctx, "udp", "192.0.2.1:9")
	if err != nil {
		return netip.Addr{}
	}
	defer func() { _ = conn.Close() }()
	from, err := netip.ParseAddrPort(conn.LocalAddr().String())
	if err != nil {
		return netip.Addr{}
	}
	return from.Addr().Unmap()
}

// Reachable returns the addresses that other machines can use, the likeliest first: the
// outgoing one, then IPv4, then IPv6, and those of container and virtual machine bridges last. An
// interface contributes at most one address of each family.
func Reachable(interfaces []Interface, outgoing netip.Addr) []netip.Addr {
	type ranked struct {
		address netip.Addr
		rank    int
	}
	var all []ranked
	for _, one := range interfaces {
		var has4, has6 bool
		for _, address := range one.Addresses {
			address = address.Unmap()
			has := &has4
			if address.Is6() {
				has = &has6
			}
			if *has && address != outgoing || !address.IsGlobalUnicast() {
				continue
			}
			*has = true
			all = append(all, ranked{address, rank(one.Name, address, outgoing)})
		}
	}
	slices.SortStableFunc(all, func(a, b ranked) int { return cmp.Compare(a.rank, b.rank) })
	addresses := make([]netip.Addr, len(all))
	for i, one := range all {
		addresses[i] = one.address
	}
	return addresses
}

func rank(name string, address, outgoing netip.Addr) (rank int) {
	if isBridge(name) {
		rank += 4
	}
	switch {
	case address == outgoing:
	case address.Is4():
		rank++
	default:
		rank += 2
	}
	return rank
}

// isBridge reports whether an interface leads to containers or virtual machines of this
// machine, by the names that their programs use.
func isBridge(name string) bool {
	return slices.ContainsFunc([]string{
		"docker", "br-", "veth", "virbr", "cni", "flannel", "podman", "lxcbr", "lxdbr", "vmnet", "vboxnet", "bridge1", "vEthernet",
	}, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
}

// InContainer reports whether this program runs in a container of Docker or Podman, whose
// addresses other machines cannot use.
func InContainer() bool {
	return slices.ContainsFunc([]string{"/.dockerenv", "/run/.containerenv"}, func(path string) bool {
		_, err := os.Stat(path)
		return err == nil
	})
}

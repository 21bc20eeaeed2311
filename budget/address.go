package budget

import "net/netip"

// class says how much an address may do: more where it is on a private network.
type class int

const (
	public class = iota
	private
	classes // how many there are
)

// hostBits and networkBits are what counts as one IPv6 address, a /64, which one
// household has, and as one IPv6 network, a /48, which is handed out whole: it
// has 65,536 of the former.
const (
	hostBits    = 64
	networkBits = 48
)

// Host is what counts as one address: an IPv4 address, or an IPv6 /64. The zero
// address gives the zero prefix.
func Host(address netip.Addr) netip.Prefix { return cut(address, hostBits) }

// Network is what an address is part of: an IPv6 /48, or the IPv4 address itself.
// The zero address gives the zero prefix.
func Network(address netip.Addr) netip.Prefix { return cut(address, networkBits) }

func cut(address netip.Addr, bits int) netip.Prefix {
	address = address.Unmap().WithZone("")
	if address.Is4() {
		bits = 32
	}
	// The zero address has no prefix.
	prefix, _ := address.Prefix(bits)
	return prefix
}

// shared is the range between a provider and its customers (RFC 6598), which
// private networks over the internet use as well.
func shared() netip.Prefix {
	return netip.PrefixFrom(netip.AddrFrom4([4]byte{100, 64, 0, 0}), 10)
}

// isPrivate reports whether an address is of this machine, of the network that
// it is in, or of another that the internet does not reach.
func isPrivate(address netip.Addr) bool {
	address = address.Unmap().WithZone("")
	return address.IsPrivate() || address.IsLoopback() || address.IsLinkLocalUnicast() || shared().Contains(address)
}

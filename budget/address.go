package budget

import "net/netip"

// class says how much somebody may do: more from a private network, and less as
// long as little is known of them.
type class int

const (
	public class = iota
	private
	newcomer // from a public address; addresses themselves are never of this class
	classes  // how many there are
)

// Of IPv6, a /64 counts as one address: one household has at least that. A /56 is
// what a provider gives a customer, and a /48 what is handed out whole: they have
// 256 and 65,536 of the former.
const (
	hostBits    = 64
	siteBits    = 56
	networkBits = 48
)

// siteFactor and networkFactor are how many times what one address may do or hold
// a whole /56 and a whole /48 may.
const (
	siteFactor    = 2
	networkFactor = 4
)

// Host is what counts as one address: an IPv4 address, or an IPv6 /64. The zero
// address gives the zero prefix.
func Host(address netip.Addr) netip.Prefix { return cut(address, hostBits) }

// Network is what an address is part of: an IPv6 /48, or the IPv4 address itself.
// The zero address gives the zero prefix.
func Network(address netip.Addr) netip.Prefix { return cut(address, networkBits) }

// reach is something that an address is part of, and how many times as much as one
// address that may do.
type reach struct {
	scope  scope
	part   netip.Prefix
	factor int
}

// reaches are all that an address is part of, the smallest first; none for the
// zero address. An IPv4 address is part of nothing but itself.
func reaches(address netip.Addr) []reach {
	host := Host(address)
	switch {
	case !address.IsValid():
		return nil
	case host.Addr().Is4():
		return []reach{{byHost, host, 1}}
	}
	return []reach{{byHost, host, 1}, {bySite, cut(address, siteBits), siteFactor}, {byNetwork, Network(address), networkFactor}}
}

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

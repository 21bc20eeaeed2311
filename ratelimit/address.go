package ratelimit

import "net/netip"

// trust is the degree to which the server trusts a subject: it allows more from a private network,
// and less to a person it has known only briefly.
type trust int

const (
	public trust = iota
	private
	newcomer    // from a public address; addresses themselves are never newcomers
	trustLevels // the number of trust levels
)

// An IPv6 /64 counts as one address, because each household has at least one. Providers give customers a /56 or a
// /48, which contain 256 and 65,536 of them.
const (
	hostBits    = 64
	siteBits    = 56
	networkBits = 48
)

// siteFactor and networkFactor multiply the limits of one address for a whole /56 and a whole /48.
const (
	siteFactor    = 2
	networkFactor = 4
)

// Host returns the block that counts as one address: an IPv4 address, or an IPv6 /64. The zero address yields the
// zero prefix.
func Host(address netip.Addr) netip.Prefix { return cut(address, hostBits) }

// Network returns the IPv6 /48 of address, or the IPv4 address itself. The zero address yields the zero prefix.
func Network(address netip.Addr) netip.Prefix { return cut(address, networkBits) }

// block is a network that contains an address, with the factor by which its limits exceed those of one address.
type block struct {
	scope  scope
	part   netip.Prefix
	factor int
}

// blocks returns the networks that contain address, smallest first. It returns none for the zero address; an IPv4
// address has only itself.
func blocks(address netip.Addr) []block {
	host := Host(address)
	switch {
	case !address.IsValid():
		return nil
	case host.Addr().Is4():
		return []block{{byHost, host, 1}}
	}
	return []block{{byHost, host, 1}, {bySite, cut(address, siteBits), siteFactor}, {byNetwork, Network(address), networkFactor}}
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

// shared returns the carrier-grade NAT range of RFC 6598, which overlay networks use as well.
func shared() netip.Prefix {
	return netip.PrefixFrom(netip.AddrFrom4([4]byte{100, 64, 0, 0}), 10)
}

// isPrivate reports whether address is local to this machine or to a network that the internet cannot reach.
func isPrivate(address netip.Addr) bool {
	address = address.Unmap().WithZone("")
	return address.IsPrivate() || address.IsLoopback() || address.IsLinkLocalUnicast() || shared().Contains(address)
}

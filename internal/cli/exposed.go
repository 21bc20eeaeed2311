package cli

import (
	"log/slog"
	"net"
	"net/netip"
	"strings"

	"parlor/internal/certs"
)

// warn logs a warning if traffic to etcd can be read on the network.
func (t clusterOptions) warn(log *slog.Logger) {
	if t.keepers != (certs.Files{}) {
		return
	}
	_, hosts, _ := strings.Cut(t.at, "://")
	var plain []string
	for host := range strings.SplitSeq(hosts, ",") {
		if host = strings.TrimSpace(host); host != "" && !isThisMachine(host) {
			plain = append(plain, host)
		}
	}
	if len(plain) > 0 {
		log.Warn("etcd is used without TLS: anyone on the network can read every hidden tile and change every room; set --etcd-ca, --etcd-cert and --etcd-key",
			"at", strings.Join(plain, ","))
	}
}

// isThisMachine reports whether a HOST or HOST:PORT is always local.
func isThisMachine(at string) bool {
	host := at
	if named, _, err := net.SplitHostPort(at); err == nil {
		host = named
	}
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.Unmap().IsLoopback()
}

// warnOfMetrics logs a warning if the metrics can be read from more than this computer and private networks.
func warnOfMetrics(at net.Addr, log *slog.Logger) {
	if tcp, is := at.(*net.TCPAddr); is {
		if ip := tcp.IP; ip.IsLoopback() || ip.IsPrivate() || ip.IsLinkLocalUnicast() {
			return
		}
	}
	log.Warn("anyone who reaches this address can read the metrics; set --metrics to an address of this machine or of a private network, such as localhost:9222, or use a firewall",
		"at", at.String())
}

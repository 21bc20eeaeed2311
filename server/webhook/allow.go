package webhook

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"parlor/prose"
)

// Allow is the list of hosts to which webhooks may be sent; an empty list allows none. It implements flag.Value, with
// commas between the hosts.
type Allow []target

// target is an entry of the list.
type target struct {
	host string // in lower case; ".example.com" for all subdomains
	// port is "" for the https port of public addresses. An operator who names a port vouches for
	// the service behind it.
	port string
}

// maxAddress bounds the length of an address.
const maxAddress = 1000

// String implements flag.Value.
func (a *Allow) String() string { return strings.Join(a.names(), ",") }

// Get implements flag.Getter.
func (a *Allow) Get() any { return *a }

// Set parses the list.
func (a *Allow) Set(text string) error {
	*a = nil
	for one := range strings.SplitSeq(text, ",") {
		read, err := readTarget(strings.ToLower(strings.TrimSpace(one)))
		if err != nil {
			return err
		}
		*a = append(*a, read)
	}
	return nil
}

// readTarget parses HOST, *.DOMAIN or HOST:PORT.
func readTarget(text string) (target, error) {
	address, err := url.Parse("https://" + text)
	if err != nil || address.Host != text {
		return target{}, fmt.Errorf("%q is not a host", text)
	}
	read := target{host: address.Hostname(), port: address.Port()}
	domain, below := strings.CutPrefix(read.host, "*.")
	if below {
		read.host = "." + domain
	}
	ip, notIP := netip.ParseAddr(read.host)
	switch {
	case domain == "" || strings.Contains(domain, "*") || strings.HasSuffix(text, ":"):
		return target{}, fmt.Errorf("%q is not a host", text)
	case below && (read.port != "" || !strings.Contains(domain, ".")):
		return target{}, fmt.Errorf("%q allows too much", text)
	case notIP == nil && read.port == "" && !isPublic(ip):
		return target{}, errors.New("an address that is not public needs its port")
	}
	return read, nil
}

// name returns the entry as the operator wrote it.
func (t target) name() string {
	host := t.host
	if strings.HasPrefix(host, ".") {
		host = "*" + host
	}
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	if t.port != "" {
		host += ":" + t.port
	}
	return host
}

func (a *Allow) names() []string {
	names := make([]string, len(*a))
	for i, one := range *a {
		names[i] = one.name()
	}
	return names
}

// leads reports whether the entry allows a host and port.
func (t target) leads(host, port string) bool {
	if t.port != port {
		return false
	}
	return t.host == host || strings.HasPrefix(t.host, ".") && strings.HasSuffix(host, t.host)
}

// destination is the address to which a delivery is sent.
type destination struct {
	url string
	// host may be shown; the rest of the address may be a secret.
	host string
	// named reports that the operator has named host and port, which may then be private and without https.
	named bool
}

// read parses a user's address. Its error is for the user.
func (a *Allow) read(text string) (destination, error) {
	address, err := url.Parse(text)
	if err != nil || len(text) > maxAddress || !isPlain(text) || address.Scheme == "" || address.Hostname() == "" || address.User != nil || address.Fragment != "" {
		return destination{}, prose.Refuse("That is not a webhook URL. A valid one is {example}.", prose.Literal("https://hooks.example.com/…"))
	}
	address.Scheme = strings.ToLower(address.Scheme)
	host := strings.TrimSuffix(strings.ToLower(address.Hostname()), ".")
	port := address.Port()
	if standard := map[string]string{"https": "443", "http": "80"}[address.Scheme]; port == "" {
		port = standard
	}
	to := destination{host: host, named: slices.ContainsFunc(*a, func(t target) bool { return t.leads(host, port) })}
	public := port == "443" && slices.ContainsFunc(*a, func(t target) bool { return t.leads(host, "") })
	switch {
	case !to.named && address.Scheme == "http" && slices.ContainsFunc(*a, func(t target) bool { return t.leads(host, "") }):
		return destination{}, prose.Refuse("The address has to begin with {scheme}.", prose.Literal("https://"))
	case !to.named && !public:
		return destination{}, prose.Refuse("This server only allows webhooks on these hosts: {hosts}.", prose.List(prose.Literals(a.names())))
	case address.Scheme != "https" && address.Scheme != "http":
		return destination{}, prose.Refuse("The address has to begin with {scheme}.", prose.Literal("https://"))
	}
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	address.Host = host + ":" + port
	to.url = address.String()
	return to, nil
}

// isPlain reports whether text is printable ASCII without blanks.
func isPlain(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' })
}

// closed returns the non-public networks that netip does not know. Some embed other addresses, and one is a cloud
// provider's metadata service.
func closed() []netip.Prefix {
	var all []netip.Prefix
	for _, one := range []string{
		"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
		"240.0.0.0/4", "168.63.129.16/32",
		"::/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", "5f00::/16", "fec0::/10",
	} {
		all = append(all, netip.MustParsePrefix(one))
	}
	return all
}

// isPublic reports whether an address is reachable from everywhere.
func isPublic(address netip.Addr) bool {
	address = address.Unmap().WithZone("")
	return address.IsGlobalUnicast() && !address.IsPrivate() && !slices.ContainsFunc(closed(), func(p netip.Prefix) bool { return p.Contains(address) })
}

// isNamed reports whether an address may be meant by a host and port that the operator named: also private and
// loopback addresses, but not a metadata service.
func isNamed(address netip.Addr) bool {
	address = address.Unmap().WithZone("")
	return isPublic(address) || address.IsPrivate() || address.IsLoopback()
}

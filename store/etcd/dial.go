//go:build etcd

package etcd

import (
	"crypto/tls"
	"fmt"
	"strings"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.uber.org/zap"
)

// Scheme is the prefix of a cluster's address.
const Scheme = "etcd://"

// Dial returns a client for an address such as "etcd://a:2379,b:2379". It does not wait for a connection. If secure
// is nil, it does not use TLS.
func Dial(address string, secure *tls.Config) (*clientv3.Client, error) {
	hosts, is := strings.CutPrefix(address, Scheme)
	if !is || hosts == "" {
		return nil, fmt.Errorf("%q is no address of a cluster: it is written etcd://HOST:2379,HOST:2379", address)
	}
	way := "http://"
	if secure != nil {
		way = "https://"
	}
	var endpoints []string
	for host := range strings.SplitSeq(hosts, ",") {
		endpoints = append(endpoints, way+strings.TrimSpace(host))
	}
	return clientv3.New(clientv3.Config{
		Endpoints: endpoints, TLS: secure, Logger: zap.NewNop(),
		DialTimeout: 5 * time.Second, DialKeepAliveTime: 2 * time.Second, DialKeepAliveTimeout: tryTime,
		PermitWithoutStream: true,
	})
}

//go:build etcd

package e2e

import (
	"net"
	"testing"

	"parlor/internal/etcdtest"
)

// voters are the members of an etcd cluster.
type voters struct {
	members []*voter
	between map[[2]int]*cable // network links between members, by their numbers
}

// voter is one member.
type voter struct {
	*etcdtest.Member
	t *testing.T
}

// startEtcd starts etcd members. It skips the test without an etcd binary.
func startEtcd(t *testing.T, members int) *voters {
	t.Helper()
	program, err := etcdtest.FindEtcd()
	if err != nil {
		t.Skip(err)
	}
	v := &voters{between: map[[2]int]*cable{}}
	all, err := etcdtest.Etcd(program, t.TempDir(), "", members, func(to int, peer string) string { return v.door(t, to, peer, members) })
	check(t, err)
	for _, one := range all {
		v.members = append(v.members, &voter{Member: one, t: t})
	}
	for _, one := range all {
		check(t, one.Start())
		t.Cleanup(one.Kill)
	}
	return v
}

// door returns the address at which other members reach one, each through its own cable. The caller is identified by
// the process at the other end.
func (v *voters) door(t *testing.T, to int, peer string, members int) string {
	t.Helper()
	others := newCable(t, peer) // for any other member
	for from := range members {
		v.between[[2]int{from, to}] = newCable(t, peer)
	}
	return answer(t, func(conn net.Conn) *cable {
		inode := socketOf(conn.RemoteAddr())
		for from, one := range v.members {
			if hasSocket(one.PID(), inode) {
				return v.between[[2]int{from, to}]
			}
		}
		return others
	})
}

// again kills a member and restarts it after a rest.
func (v *voter) again(rest func()) {
	v.t.Helper()
	v.Kill()
	rest()
	check(v.t, v.Start())
}

package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/url"
	"strconv"
	"strings"
	"time"

	"parlor/cluster"
	"parlor/internal/admin"
	"parlor/lobby"
	"parlor/lobby/local"
)

// clusterOperator implements the part of admin.Operator that concerns other nodes.
type clusterOperator struct {
	others *machines // nil without a cluster
	own    *local.Operator
}

var errAlone = errors.New("this server is not a node of a cluster")

// nodeName returns the name of this node, or "" without a cluster.
func (m *machines) nodeName() string {
	if m == nil {
		return ""
	}
	return m.name
}

// serveOperators serves requests of operators at other nodes until stop is called.
func (m *machines) serveOperators(house admin.Operator, log *slog.Logger) (stop func()) {
	if m == nil {
		return func() {}
	}
	server := admin.Serve(m.asked, house, log)
	return func() { _ = server.Close() } // only the last answers could fail
}

// DialNode implements admin.Operator.
func (o clusterOperator) DialNode(ctx context.Context, name string) (net.Conn, error) {
	if o.others == nil {
		return nil, errAlone
	}
	conn, err := o.others.node.DialOperator(ctx, name)
	if err != nil && conn != nil {
		_ = conn.Close()
		conn = nil
	}
	return conn, err
}

// Room implements admin.Operator.
func (o clusterOperator) Room(_ context.Context, code string) (admin.Room, error) {
	code, name := lobby.ParseCode(code), o.others.nodeName()
	if o.others != nil {
		if at := o.others.node.NodeOfRoom(code); at == "" {
			return admin.Room{}, errors.New("the room is moving to another node: ask again")
		} else if at != name {
			return admin.Room{Node: at}, nil
		}
	}
	facts, known := o.own.Room(code)
	if !known {
		return admin.Room{}, fmt.Errorf("there is no room %s", code)
	}
	room := roomOf(facts)
	room.Node = name
	return room, nil
}

// Cluster implements admin.Operator.
func (o clusterOperator) Cluster(ctx context.Context) (admin.Cluster, error) {
	if o.others == nil {
		return admin.Cluster{}, errAlone
	}
	seen := o.others.node.Overview(ctx)
	c := admin.Cluster{Node: seen.Node, Nodes: []admin.Node{}, Rooms: seen.Rooms, Moving: seen.Moving, Etcd: []admin.Endpoint{}, Ill: words(seen.Unread)}
	for _, one := range seen.Nodes {
		node := admin.Node{
			Name: one.Name, Address: one.Peer, Version: one.Version, Stage: one.Stage, Since: one.At, MissedBy: append([]string{}, one.MissedBy...),
			Rooms: one.Rooms, Expected: one.Expected, CertificateEnd: one.CertificateEnd.UTC(), Unreached: words(one.Unreached),
		}
		if one.Name == seen.Node {
			node.CertificateEnd = o.others.certs.Until().UTC()
		}
		c.Nodes = append(c.Nodes, node)
	}
	for _, one := range o.others.rooms.etcd() {
		c.Etcd = append(c.Etcd, admin.Endpoint{
			Address: one.Address, Ill: words(one.Err), Leader: one.Leader, Seconds: one.Took.Seconds(), Bytes: one.Bytes, Alarms: one.Alarms,
		})
	}
	return c, nil
}

// words returns the text of an error, or "" for none.
func words(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// at returns the call for another node; "" is the one that answers.
func (d adminCall) at(node string) adminCall {
	if node != "" {
		d.page = "node/" + url.PathEscape(node) + "/"
	}
	return d
}

// look asks for a page, such as "sessions".
func (d adminCall) look(ctx context.Context, page string, into any) error {
	return d.client.Look(ctx, d.page+page, into)
}

// order sends an order, such as "ban".
func (d adminCall) order(ctx context.Context, name string, order, into any) error {
	return d.client.Order(ctx, d.page+name, order, into)
}

// everywhere calls ask for the node that answers, and then for all other live nodes unless --node
// names one. Its error names the nodes that do not answer.
func (d adminCall) everywhere(ctx context.Context, ask func(at adminCall) error) error {
	if err := ask(d); err != nil || d.node != "" {
		return err
	}
	var c admin.Cluster
	if err := d.look(ctx, "cluster", &c); err != nil {
		return nil //nolint:nilerr // one server only, or of a version without clusters
	}
	var silent []string
	for _, one := range c.Nodes {
		if one.Name == c.Node || one.Stage == cluster.NodeDown {
			continue
		}
		if err := ask(d.at(one.Name)); err != nil {
			silent = append(silent, err.Error())
		}
	}
	if len(silent) > 0 {
		return fmt.Errorf("not all nodes have answered: %s", strings.Join(silent, "; "))
	}
	return nil
}

// adminRoom shows a room, wherever it is.
func adminRoom(ctx context.Context, d adminCall) error {
	var room admin.Room
	page := "room/" + url.PathEscape(d.words[0])
	if err := d.look(ctx, page, &room); err != nil {
		return err
	}
	if room.Number == 0 {
		if err := d.at(room.Node).look(ctx, page, &room); err != nil {
			return err
		}
	}
	return d.tell(room, func(out io.Writer) error { return writeRooms(out, []admin.Room{room}) })
}

func adminCluster(ctx context.Context, d adminCall) error {
	var c admin.Cluster
	if err := d.look(ctx, "cluster", &c); err != nil {
		return err
	}
	return d.tell(c, func(out io.Writer) error { return writeCluster(out, c) })
}

// writeCluster writes the nodes, what is wrong with them, and the endpoints of etcd.
func writeCluster(out io.Writer, c admin.Cluster) error {
	var rows [][]string
	var wrong []string
	for _, n := range c.Nodes {
		missed, end, since := "-", "-", "-"
		if len(n.MissedBy) > 0 {
			missed = strings.Join(n.MissedBy, ",")
		}
		if !n.CertificateEnd.IsZero() {
			end = n.CertificateEnd.Format(time.DateOnly)
		}
		if !n.Since.IsZero() {
			since = ago(n.Since)
		}
		rows = append(rows, []string{n.Name, n.Stage, since, n.Address, n.Version, strconv.Itoa(n.Rooms), strconv.Itoa(n.Expected), missed, end})
		if n.Unreached != "" {
			wrong = append(wrong, n.Unreached)
		}
	}
	if c.Ill != "" {
		wrong = append(wrong, "the rooms could not be counted: "+c.Ill)
	}
	err := table(out, "NODE STAGE FOR ADDRESS VERSION ROOMS EXPECTED MISSED-BY CERTIFICATE", rows)
	_, _ = fmt.Fprintf(out, "\nAs node %s sees it. Rooms: %d, of which %d are moving.\n\n", c.Node, c.Rooms, c.Moving)
	rows = nil
	for _, e := range c.Etcd {
		stage, took, size, alarms := "follows", "-", "-", "-"
		switch {
		case e.Ill != "":
			stage = "silent"
			wrong = append(wrong, e.Address+": "+e.Ill)
		case e.Leader:
			stage = "leads"
		}
		if e.Ill == "" {
			took, size = time.Duration(e.Seconds*float64(time.Second)).Round(100*time.Microsecond).String(), megabytes(e.Bytes)
		}
		if len(e.Alarms) > 0 {
			alarms = strings.Join(e.Alarms, ", ")
		}
		rows = append(rows, []string{e.Address, stage, took, size, alarms})
	}
	err = errors.Join(err, table(out, "ETCD STAGE ANSWER SIZE ALARMS", rows))
	for _, one := range wrong {
		_, _ = fmt.Fprintf(out, "\n%s\n", one)
	}
	return err
}

//go:build etcd

package e2e

import (
	"crypto/tls"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"parlor/lobby"
	"parlor/store"
)

// TestAMachineBeginsWithWhatAnotherHas checks nodes that start without data, after an absence longer than changes are
// kept, and after losing their folder.
func TestAMachineBeginsWithWhatAnotherHas(t *testing.T) {
	f := newFarm(t, 0, 1)
	a, b := f.machine("a"), f.machine("b")
	f.nodes = append(f.nodes, a, b)
	first, err := store.Open(a.data(), nil)
	check(t, err)
	check(t, first.Accounts.Save(t.Context(), lobby.Account{ID: "key:first", Name: "First", Chosen: true, Seen: time.Now()}))
	check(t, first.Close())
	same := func(who, says string) {
		t.Helper()
		for _, m := range f.nodes {
			if told := answerOf(t, m.address(), who, "me"); !strings.Contains(told, says) {
				t.Errorf("machine %s answers %s with %q, not %q", m.name, who, told, says)
			}
		}
	}
	a.start()
	givesNoOtherNode(t, a.peer)
	answerOf(t, a.address(), "anna", "name Grizzly")
	b.start()
	same("anna", "You are Grizzly.")

	b.terminate()
	answerOf(t, a.address(), "anna", "name Polar")
	f.etcd.forgetChanges(t)
	b.start()
	same("anna", "You are Polar.")
	if kept, _ := filepath.Glob(filepath.Join(b.data(), "parlor.before-*.db")); len(kept) != 1 {
		t.Errorf("of the database of before there is %v", kept)
	}

	a.kill()
	check(t, os.RemoveAll(a.data()))
	answerOf(t, b.address(), "bo", "name Panda")
	a.start()
	same("anna", "You are Polar.")
	same("bo", "You are Panda.")
	answerOf(t, a.address(), "bo", "name First") // which still belongs to another person
	same("bo", "You are Panda.")
	for _, m := range f.nodes {
		if left, _ := filepath.Glob(filepath.Join(m.data(), ".peer-*")); len(left) > 0 {
			t.Errorf("%v is left over", left)
		}
	}
}

// givesNoOtherNode checks that a backup is refused without a node's certificate.
func givesNoOtherNode(t *testing.T, peer string) {
	t.Helper()
	conn, err := tls.Dial("tcp", peer, &tls.Config{InsecureSkipVerify: true})
	check(t, err)
	defer conn.Close()
	_, _ = io.WriteString(conn, "parlor backup 1\n") // whether it is refused before or after
	if got, err := io.ReadAll(conn); len(got) > 0 || err == nil || !strings.Contains(err.Error(), "certificate") {
		t.Errorf("who has no certificate reads %d bytes (%v)", len(got), err)
	}
}

// forgetChanges deletes all changes of the replicated log, as time would.
func (v *voters) forgetChanges(t *testing.T) {
	t.Helper()
	body, err := json.Marshal(map[string][]byte{"key": []byte("parlor/p/c/"), "range_end": []byte("parlor/p/c0")})
	check(t, err)
	answer, err := http.Post("http://"+v.members[0].Client+"/v3/kv/deleterange", "application/json", strings.NewReader(string(body)))
	check(t, err)
	defer answer.Body.Close()
	said, err := io.ReadAll(answer.Body)
	check(t, err)
	if !strings.Contains(string(said), `"deleted"`) {
		t.Fatalf("etcd drops nothing: %s", said)
	}
}

// TestMachinesKnowTheSamePeople checks that names are unique across nodes, that ratings are equal at all nodes after
// a crash, and that a node without data starts from a backup.
func TestMachinesKnowTheSamePeople(t *testing.T) {
	f := newFarm(t, 2, 1)
	a, b := f.nodes[0], f.nodes[1]
	// A change at one node reaches the other soon.
	answers := func(m *machine, who, command, says string) {
		t.Helper()
		var told string
		for late := time.Now().Add(patience); time.Now().Before(late); time.Sleep(50 * time.Millisecond) {
			if told = answerOf(t, m.address(), who, command); strings.Contains(told, says) {
				return
			}
		}
		t.Errorf("machine %s answers %s to %s with %q, not %q", m.name, command, who, told, says)
	}
	answers(a, "anna", "name Grizzly", "Grizzly")
	answers(b, "anna", "me", "You are Grizzly.")
	if told := answerOf(t, b.address(), "grizzly", "me"); !strings.Contains(told, "You are grizzly~2.") {
		t.Errorf("who comes with a name of another machine is told %q", told)
	}
	answers(b, "bo", "name gr1zzly", "gr1zzly is the name of a player here, or too much like one. Choose another one. If you are that player, connect again with your key or, as a guest, with the line that you were shown, which has NAME+CODE in it.")
	answers(b, "bo", "name Polar", "Polar")

	anna, bo := scribeOf(t, a.address(), "anna"), scribeOf(t, b.address(), "bo")
	anna.play("play davinci seats=2 rounds=1 rated=yes public=yes")
	code := regexp.MustCompile(`"code":"(\w+)"`).FindStringSubmatch(anna.next(`"rated":true`))[1]
	bo.play("play " + code)
	bo.next(`"type":"view"`)
	anna.in(`{"start":true}`)
	bo.next(`"stage":"playing"`)
	bo.in(`{"leave":true}`)
	anna.next(`"type":"over"`)
	port := regexp.MustCompile(`-p \d+ `)
	same := func() {
		t.Helper()
		for _, command := range []string{"top davinci", "who Polar", "who Grizzly", "history --all"} {
			var one, other string
			// A person who has left one node is listed at the other for a moment.
			for late := time.Now().Add(patience); one == "" || one != other && time.Now().Before(late); {
				one = port.ReplaceAllString(answerOf(t, a.address(), "cy", command), "")
				other = port.ReplaceAllString(answerOf(t, b.address(), "cy", command), "")
			}
			if one != other || !strings.Contains(one, "Grizzly") {
				t.Errorf("to %s the machines answer\n%s\n%s", command, one, other)
			}
		}
		answers(b, "anna", "top davinci", "1  Grizzly (you)    1611?")
	}
	same()
	a.kill()
	answers(b, "bo", "name Panda", "Panda") // which a learns when it is back
	a.start()
	answers(a, "bo", "me", "You are Panda.")

	file := filepath.Join(t.TempDir(), "backup")
	if status, _, said := command(t, "backup", file, "--data", filepath.Join(f.dir, "data-b")); status != 0 {
		t.Fatalf("there is no backup: %s", said)
	}
	a.kill()
	check(t, os.RemoveAll(filepath.Join(f.dir, "data-a")))
	if status, _, said := command(t, "restore", file, "--data", filepath.Join(f.dir, "data-a")); status != 0 {
		t.Fatalf("the backup is not restored: %s", said)
	}
	a.start()
	answers(b, "bo", "name Polar", "Polar")
	same()

	// A key linked at one node leads to the same person at the other, where the account can be deleted, but not while
	// the person has a seat.
	answers(a, "dora", "name Panda", "Panda")
	_, code, _ = strings.Cut(answerOf(t, a.address(), "dora", "me --link"), "me --link ")
	answers(b, "laptop", "me --link "+code[:6], "linked")
	answers(a, "laptop", "me", "You are Panda.")
	answers(a, "cy", "me --link "+code[:6], "does not exist or has expired")
	answers(b, "laptop", "me --delete --yes", "deleted")
	for _, m := range f.nodes {
		for _, key := range []string{"dora", "laptop"} {
			answers(m, key, "me", "You are "+key+".")
		}
	}
	for _, m := range f.nodes {
		answers(m, "anna", "me --delete --yes", "You have a seat in")
		answers(m, "anna", "me", "You are Grizzly.")
	}
	same()
	a.terminate()

	// A node with data of its own is told what to do.
	check(t, os.RemoveAll(filepath.Join(f.dir, "data-a")))
	own, err := store.Open(filepath.Join(f.dir, "data-a"), nil)
	check(t, err)
	check(t, own.Accounts.Save(t.Context(), lobby.Account{ID: "key:own", Name: "Own"}))
	check(t, own.Close())
	if status, _, said := command(t, a.arguments()...); status == 0 || !strings.Contains(said, "parlor restore FILE") {
		t.Errorf("a machine with people of its own starts, or is told %q", said)
	}
}

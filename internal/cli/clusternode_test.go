package cli

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"regexp"
	"strings"
	"testing"

	"parlor/internal/certs"
	"parlor/internal/etcdtest"
)

// TestWhatAClusterNeedsIsSaid checks the errors about missing flags.
func TestWhatAClusterNeedsIsSaid(t *testing.T) {
	whole := []string{
		"--cluster", "etcd://127.0.0.1:1", "--node", "a", "--peer-addr", "127.0.0.1:2300", "--peer-ca", "ca.pem", "--peer-cert", "a.pem", "--peer-key", "a.key",
	}
	refused := func(words string, args ...string) {
		t.Helper()
		o, err := parseOptions(args, func(string) string { return "" })
		if err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%q is taken as %+v, %v, not refused with %q", args, o.cluster, err, words)
		}
	}
	for i := 2; i < len(whole); i += 2 {
		refused("--cluster needs "+whole[i]+" too", append(append([]string{}, whole[:i]...), whole[i+2:]...)...)
	}
	refused("which needs --cluster too", whole[2:]...)
	refused("--node must be", append(whole, "--node", "a/b")...)
	refused("--peer-addr must be", append(whole, "--peer-addr", ":2300")...)
	refused("need --etcd-ca", append(whole, "--etcd-cert", "a.pem", "--etcd-key", "a.key")...)
	refused("--webhook-allow and --cluster cannot be combined", append(whole, "--webhook-allow", "hooks.example.com")...)
	refused("it must be hosts such as", "--webhook-allow", "*")
	if err := builtForThat(); err != nil {
		refused("go build -tags etcd", whole...)
	}
}

// TestANodeChecksItsOwnCertificate: a node that others would refuse does not start, and says why.
func TestANodeChecksItsOwnCertificate(t *testing.T) {
	dir := t.TempDir()
	check(t, etcdtest.WriteCertificates(dir))
	files := certs.Files{Authority: dir + "/" + etcdtest.Authority, Certificate: dir + "/" + etcdtest.Certificate, Key: dir + "/" + etcdtest.Key}
	for peer, want := range map[string]string{
		"127.0.0.1:2300": "host key", // the next that is checked
		"localhost:2300": "does not name localhost, where other nodes reach this one",
	} {
		o := options{hostKeys: t.TempDir(), cluster: clusterOptions{at: "etcd://127.0.0.1:1", node: "a", peer: peer, peers: files}}
		_, err := Call{}.openMachines(t.Context(), o, slog.New(slog.DiscardHandler))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", peer, err, want)
		}
	}
}

// TestTheExamplesOfAClusterAreTaken parses the settings in the examples, and checks that their documents are
// separated.
func TestTheExamplesOfAClusterAreTaken(t *testing.T) {
	for file, set := range map[string]*regexp.Regexp{
		"cluster.conf":    regexp.MustCompile(`\b(PARLOR_[A-Z_]+)=(\S+)`),
		"kubernetes.yaml": regexp.MustCompile(`(?m)^ +- \{name: (PARLOR_[A-Z_]+), value: "([^"]*)"\}$`),
	} {
		text, err := os.ReadFile("../../packaging/" + file)
		check(t, err)
		environment := map[string]string{"PARLOR_NODE": "parlor-0"} // set for each pod by the StatefulSet
		for _, found := range set.FindAllStringSubmatch(string(text), -1) {
			environment[found[1]] = strings.ReplaceAll(found[2], "$(PARLOR_NODE)", environment["PARLOR_NODE"])
		}
		if named := len(regexp.MustCompile(`\{name: PARLOR_`).FindAllString(string(text), -1)); named > len(environment) {
			t.Errorf("%s sets %d variables, of which %d are read", file, named, len(environment))
		}
		o, err := parseOptions(nil, func(name string) string { return environment[name] })
		if err != nil && !errors.Is(err, builtForThat()) {
			t.Errorf("%s: %v", file, err)
		}
		if err == nil && (o.cluster.at == "" || o.metrics == "" || o.cluster.keepers.Authority == "") {
			t.Errorf("%s is taken as %+v", file, o.cluster)
		}
	}
}

// TestTheExampleForKubernetesFits checks its ports and its termination grace period.
func TestTheExampleForKubernetesFits(t *testing.T) {
	text, err := os.ReadFile("../../packaging/kubernetes.yaml")
	check(t, err)
	documents := strings.Split(string(text), "\n---\n")
	var kinds []string
	for _, one := range documents {
		for _, needs := range []string{"apiVersion: ", "kind: ", "metadata:\n  name: "} {
			if !regexp.MustCompile("(?m)^" + needs).MatchString(one) {
				t.Errorf("a document has no %q:\n%s", needs, one)
			}
		}
		if strings.Contains(one, "\t") {
			t.Errorf("a tab stands in\n%s", one)
		}
		if kind := regexp.MustCompile(`(?m)^kind: (\w+)$`).FindStringSubmatch(one); kind != nil {
			kinds = append(kinds, kind[1])
		}
	}
	if want := "[Service Service PodDisruptionBudget NetworkPolicy StatefulSet]"; fmt.Sprint(kinds) != want {
		t.Errorf("the documents are %v", kinds)
	}
	for _, needs := range []string{
		`value: ":2222"`, "containerPort: 2222", `parlor-peers:2300"`, "containerPort: 2300", `value: ":9222"`, "containerPort: 9222",
		"path: /healthz, port: metrics", `name: PARLOR_DRAIN, value: "5m"`, "terminationGracePeriodSeconds: 360", "publishNotReadyAddresses: true",
		"serviceName: parlor-peers",
	} {
		if !strings.Contains(string(text), needs) {
			t.Errorf("there is no %q", needs)
		}
	}
}

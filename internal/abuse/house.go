package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// startLimit is how long a start or a stop may take at most.
const startLimit = time.Minute

// house is a server with a folder of its own, in a process of its own. It can be
// started again.
type house struct {
	dir   string   // its data are in data
	keys  string   // folder of the host keys
	flags []string // beside those that it needs here

	addr    string // while it runs
	numbers string // where it tells metrics
	cmd     *exec.Cmd
	log     *os.File
}

// start starts it, and returns how long that took until people could come in.
func (h *house) start() (time.Duration, error) {
	self, err := os.Executable()
	if err != nil {
		return 0, err
	}
	if h.log, err = os.OpenFile(filepath.Join(h.dir, "log"), os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600); err != nil {
		return 0, err
	}
	args := append([]string{
		serveWord, "--addr", "127.0.0.1:0", "--host-keys", h.keys, "--data", h.data(), "--metrics", "127.0.0.1:0", "--drain", "1ms",
	}, h.flags...)
	h.cmd = exec.Command(self, args...) //nolint:gosec,noctx // itself; it is told to stop
	h.cmd.Stderr = h.log
	out, err := h.cmd.StdoutPipe()
	if err != nil {
		return 0, err
	}
	began := time.Now()
	if err := h.cmd.Start(); err != nil {
		return 0, err
	}
	lines := bufio.NewReader(out)
	found, err := first(lines, regexp.MustCompile(`ssh -p (\d+) localhost`))
	took := time.Since(began)
	if err != nil {
		return 0, errors.Join(fmt.Errorf("the server does not start: %w\n%s", err, h.logged()), h.stop())
	}
	go func() { _, _ = io.Copy(io.Discard, lines) }()
	h.addr = "127.0.0.1:" + found
	h.numbers, err = first(bufio.NewReader(bytes.NewReader(h.logged())), regexp.MustCompile(`metrics are told" at=(\S+)`))
	return took, err
}

// first is what a pattern finds first in lines.
func first(lines *bufio.Reader, pattern *regexp.Regexp) (string, error) {
	for {
		line, err := lines.ReadString('\n')
		if found := pattern.FindStringSubmatch(line); found != nil {
			return found[1], nil
		}
		if err != nil {
			return "", err
		}
	}
}

func (h *house) data() string { return filepath.Join(h.dir, "data") }

// logged is the log since the last start.
func (h *house) logged() []byte {
	text, err := os.ReadFile(filepath.Join(h.dir, "log"))
	if err != nil {
		return []byte(err.Error())
	}
	return text
}

// stop has it stop as an operator does, and waits until it has.
func (h *house) stop() error {
	if h.cmd == nil || h.cmd.Process == nil {
		return nil
	}
	_ = h.cmd.Process.Signal(syscall.SIGTERM)
	late := time.AfterFunc(startLimit, func() { _ = h.cmd.Process.Kill() })
	defer late.Stop()
	err := errors.Join(h.cmd.Wait(), h.log.Close())
	h.cmd = nil
	return err
}

// reading is what a server says of itself.
type reading struct {
	resident   float64 // bytes
	held       float64 // bytes of the heap; what nobody refers to is in it, unless it was collected before
	goroutines float64
	open       float64 // connections
	sessions   float64
	processor  float64 // seconds since the start
}

// read asks the server for its metrics.
func (h *house) read(ctx context.Context) (reading, error) {
	all, err := h.metrics(ctx)
	r := reading{
		resident: all["process_resident_memory_bytes"], held: all["go_memstats_heap_alloc_bytes"], goroutines: all["go_goroutines"],
		processor: all["process_cpu_seconds_total"],
	}
	for name, value := range all {
		switch {
		case strings.HasPrefix(name, "parlor_connections{"):
			r.open += value
		case strings.HasPrefix(name, "parlor_sessions{"):
			r.sessions += value
		}
	}
	return r, err
}

// metrics are those of the server, by name and labels.
func (h *house) metrics(ctx context.Context) (map[string]float64, error) {
	text, err := fetch(ctx, http.DefaultClient, "http://"+h.numbers+"/metrics")
	all := map[string]float64{}
	for line := range strings.Lines(text) {
		at := strings.LastIndexByte(strings.TrimSpace(line), ' ')
		if at < 0 || strings.HasPrefix(line, "#") {
			continue
		}
		if value, err := strconv.ParseFloat(strings.TrimSpace(line[at:]), 64); err == nil {
			all[line[:at]] = value
		}
	}
	return all, err
}

// collect has the server collect what nobody refers to.
func (h *house) collect(ctx context.Context) error {
	_, err := h.profile(ctx, "heap?gc=1")
	return err
}

// profile is one of the server, as parlor admin gets it.
func (h *house) profile(ctx context.Context, name string) (string, error) {
	socket := filepath.Join(h.data(), "admin.sock")
	client := &http.Client{Transport: &http.Transport{
		DisableKeepAlives: true,
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, "unix", socket)
		},
	}}
	return fetch(ctx, client, "http://parlor/debug/pprof/"+name)
}

func fetch(ctx context.Context, client *http.Client, url string) (string, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return "", err
	}
	answer, err := client.Do(request)
	if err != nil {
		return "", err
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if answer.StatusCode != http.StatusOK {
		err = errors.Join(err, fmt.Errorf("%s: %s", url, answer.Status))
	}
	return string(text), err
}

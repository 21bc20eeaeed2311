package driver

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sync"
	"syscall"
	"time"

	"parlor/internal/etcdtest"
)

// stopLimit bounds how long a server may take to stop.
const stopLimit = time.Minute

// Server is a server in a separate process, which can be restarted.
type Server struct {
	Program string // a parlor binary; if empty, this program is started, which supports Ask
	Args    []string
	Log     io.Writer
	Addr    string // valid while the server runs

	cmd     *exec.Cmd // nil while the server does not run
	asking  sync.Mutex
	in      io.Writer
	answers chan []byte
}

// Parlor returns a parlor server with its data in a folder, not yet started.
func Parlor(dir, hostKeys string, log io.Writer, flags ...string) *Server {
	return &Server{Log: log, Args: append([]string{
		roleParlor, "--addr", "127.0.0.1:0", "--host-keys", hostKeys, "--data", filepath.Join(dir, "data"), "--drain", "1ms",
	}, flags...)}
}

// Baseline returns a baseline SSH server, not yet started, that sends keep-alives to its clients.
func Baseline(dir string, log io.Writer, keepAlive time.Duration) *Server {
	return &Server{Log: log, Args: []string{roleBaseline, dir, keepAlive.String()}}
}

// Echo returns a server, not yet started, that only sends back what it receives.
func Echo(log io.Writer) *Server { return &Server{Log: log, Args: []string{roleEcho}} }

// Start starts the server and returns how long it took until clients could connect.
func (s *Server) Start() (took time.Duration, err error) {
	program := s.Program
	if program == "" {
		if program, err = os.Executable(); err != nil {
			return 0, err
		}
	}
	cmd := exec.Command(program, s.Args...) //nolint:gosec,noctx // this program or one that was built before; Stop ends it
	cmd.Stderr = s.Log
	etcdtest.EndWithThis(cmd)
	if s.in, err = cmd.StdinPipe(); err != nil {
		return 0, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return 0, err
	}
	began := time.Now()
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	s.cmd = cmd
	lines := bufio.NewReader(out)
	if s.Addr, err = announced(lines); err != nil {
		return 0, errors.Join(fmt.Errorf("%s %s does not start: %w", program, s.Args[0], err), s.Stop())
	}
	took = time.Since(began)
	s.answers = make(chan []byte, 1)
	go readAnswers(lines, s.answers)
	return took, nil
}

// invitation is the line with which a server announces its port.
const invitation = `ssh -p %s localhost`

// announced reads the output of a server until it announces its port, and returns the address.
func announced(lines *bufio.Reader) (addr string, err error) {
	port := regexp.MustCompile(fmt.Sprintf(invitation, `(\d+)`))
	for {
		line, err := lines.ReadString('\n')
		if found := port.FindStringSubmatch(line); found != nil {
			return "127.0.0.1:" + found[1], nil
		}
		if err != nil {
			return "", err
		}
	}
}

// readAnswers passes on the answers in the output of a server, and discards other lines.
func readAnswers(lines *bufio.Reader, to chan<- []byte) {
	defer close(to)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		if bytes.HasPrefix(line, []byte("{")) {
			to <- line
		}
	}
}

// Ask sends a question or command to a server that runs this program, and returns the server's
// resource usage.
func (s *Server) Ask(format string, values ...any) (Usage, error) {
	s.asking.Lock()
	defer s.asking.Unlock()
	if _, err := fmt.Fprintf(s.in, format+"\n", values...); err != nil {
		return Usage{}, err
	}
	line, ok := <-s.answers
	if !ok {
		return Usage{}, io.ErrUnexpectedEOF
	}
	var told answer
	err := json.Unmarshal(line, &told)
	if err == nil && told.Error != "" {
		err = errors.New(told.Error)
	}
	return told.Usage, err
}

// Usage returns the server's resource usage.
func (s *Server) Usage() (Usage, error) { return s.Ask("usage") }

// UsageAfterGC returns the server's resource usage after a garbage collection.
func (s *Server) UsageAfterGC() (Usage, error) { return s.Ask("gc") }

// CPU returns the CPU time that the server uses per second, measured for a window after a moment of rest.
func (s *Server) CPU(window time.Duration) (time.Duration, error) {
	time.Sleep(min(2*time.Second, window/4))
	before, err := s.Usage()
	if err != nil {
		return 0, err
	}
	time.Sleep(window)
	after, err := s.Usage()
	return time.Duration(float64(after.CPU-before.CPU) / window.Seconds()), err
}

// PID returns the process ID of a running server.
func (s *Server) PID() int { return s.cmd.Process.Pid }

// UsageOf returns the total memory of processes, and the total CPU time that they have used.
func UsageOf(pids ...int) (memory int64, cpu time.Duration, err error) {
	for _, pid := range pids {
		bytes, err := resident(pid)
		if err != nil {
			return 0, 0, err
		}
		used, err := cpuOf(pid)
		if err != nil {
			return 0, 0, err
		}
		memory, cpu = memory+bytes, cpu+used
	}
	return memory, cpu, nil
}

// Stop stops the server with a signal, as an operator does. It does nothing if the server does not run.
func (s *Server) Stop() error {
	if s.cmd == nil {
		return nil
	}
	_ = s.cmd.Process.Signal(syscall.SIGTERM)
	late := time.AfterFunc(stopLimit, func() { _ = s.cmd.Process.Kill() })
	defer late.Stop()
	err := s.cmd.Wait()
	s.cmd = nil
	return err
}

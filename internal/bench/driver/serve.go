package driver

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"runtime"
	"runtime/metrics"
	"runtime/pprof"
	"strconv"
	"strings"
	"syscall"
	"time"

	"parlor/internal/cli"
	"parlor/internal/games"
)

// The first arguments of processes that this program starts of itself: parlor, with the
// flags that follow; the bare server; a server that sends back what it is sent.
const (
	roleParlor   = "parlor"
	roleBaseline = "baseline"
	roleEcho     = "echo"
)

// Game is what is played while something is measured: two to four play it, and figures are
// compared with those of earlier versions.
const Game = "davinci"

// Role runs what a process of this program was started for, and returns its exit status;
// is is false for the process that starts the others.
func Role(args []string, in io.Reader, out, log io.Writer) (status int, is bool) {
	if len(args) == 0 {
		return 0, false
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var err error
	switch args[0] {
	case roleParlor:
		go answerQuestions(in, out, func(string, string) error { return nil }, stop)
		return cli.Run(ctx, cli.Call{Games: games.All(), Args: args[1:], Env: os.Getenv, Stdin: strings.NewReader(""), Stdout: out, Stderr: log}), true
	case roleBaseline:
		b := &baseline{dir: args[1]}
		if b.keepAlive, err = time.ParseDuration(args[2]); err == nil {
			go answerQuestions(in, out, b.obey, stop)
			err = b.serve(ctx, out)
		}
	case roleEcho:
		go func() { _, _ = io.Copy(io.Discard, in); stop() }()
		err = listen(ctx, out, func(conn net.Conn) { _, _ = io.Copy(conn, conn) })
	default:
		return 0, false
	}
	if err != nil {
		_, _ = fmt.Fprintf(log, "%s: %v\n", args[0], err)
		return 1, true
	}
	return 0, true
}

// listen announces an address, and serves all who connect there until ctx ends.
func listen(ctx context.Context, out io.Writer, serve func(net.Conn)) error {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	_, _ = fmt.Fprintf(out, invitation+"\n", port)
	context.AfterFunc(ctx, func() { _ = listener.Close() })
	for {
		conn, err := listener.Accept()
		if err != nil {
			return nil //nolint:nilerr // this is how it ends
		}
		go func() {
			defer func() { _ = conn.Close() }()
			serve(conn)
		}()
	}
}

// Usage is what a server has used since it began.
type Usage struct {
	CPU        time.Duration
	Kernel     time.Duration // of that
	GCs        uint64
	Resident   int64 // bytes
	Files      int   // open ones, with connections
	Goroutines int
	Objects    uint64 // allocated
	Bytes      uint64 // allocated
	Live       uint64 // bytes that the last collection found in use
	Garbage    uint64 // bytes of objects beyond these
	Stacks     uint64 // bytes
	Spare      uint64 // bytes that are held for what comes, in parts of pages and whole ones
}

// answer is a line that a server says when it was asked.
type answer struct {
	Usage Usage
	Error string
}

// answerQuestions answers lines until in ends, and then calls stop: usage; gc; heap FILE
// and goroutine FILE, which collect first; cpu FILE and cpu, which begin and end a profile;
// and what obey knows.
func answerQuestions(in io.Reader, out io.Writer, obey func(word, value string) error, stop func()) {
	defer stop()
	answers := json.NewEncoder(out)
	for asked := bufio.NewScanner(in); asked.Scan(); {
		var told answer
		word, value, _ := strings.Cut(asked.Text(), " ")
		var err error
		switch word {
		case "usage":
		case "gc":
			runtime.GC()
		case "cpu":
			if pprof.StopCPUProfile(); value != "" {
				err = WriteProfile(value, pprof.StartCPUProfile)
			}
		case "heap", "goroutine":
			runtime.GC()
			err = WriteProfile(value, func(w io.Writer) error { return pprof.Lookup(word).WriteTo(w, 0) })
		default:
			err = obey(word, value)
		}
		if err == nil {
			told.Usage, err = used()
		}
		if err != nil {
			told.Error = err.Error()
		}
		_ = answers.Encode(told)
	}
}

// used returns what this process has used.
func used() (u Usage, err error) {
	value := func(name string) uint64 {
		sample := []metrics.Sample{{Name: name}}
		metrics.Read(sample)
		return sample[0].Value.Uint64()
	}
	u.Objects, u.Bytes, u.Live = value("/gc/heap/allocs:objects"), value("/gc/heap/allocs:bytes"), value("/gc/heap/live:bytes")
	u.Garbage = max(u.Live, value("/memory/classes/heap/objects:bytes")) - u.Live
	u.Stacks = value("/memory/classes/heap/stacks:bytes")
	u.Spare = value("/memory/classes/heap/unused:bytes") + value("/memory/classes/heap/free:bytes")
	u.GCs = value("/gc/cycles/total:gc-cycles")
	u.Goroutines = runtime.NumGoroutine()
	if u.CPU, u.Kernel, err = ownCPU(); err != nil {
		return u, err
	}
	if u.Resident, err = resident(os.Getpid()); err != nil {
		return u, err
	}
	files, err := os.ReadDir("/proc/self/fd")
	u.Files = len(files)
	return u, err
}

// WriteProfile writes to a new file; a CPU profile goes on writing to it.
func WriteProfile(file string, write func(io.Writer) error) error {
	to, err := os.Create(file) //nolint:gosec // named by who started this
	if err != nil {
		return err
	}
	return write(to)
}

// obey does what only the baseline can be asked for: first FILE is its first screen, and
// echo BYTES is how many it sends for a move.
func (b *baseline) obey(word, value string) error {
	switch word {
	case "first":
		first, err := os.ReadFile(value) //nolint:gosec // named by who started this
		b.first.Store(&first)
		return err
	case "echo":
		size, err := strconv.ParseInt(value, 10, 64)
		b.echo.Store(size)
		return err
	}
	return fmt.Errorf("%q is not understood", word)
}

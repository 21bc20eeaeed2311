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

// The first arguments of the child processes of this program: parlor, with the flags that follow;
// the baseline server; a server that sends back what it receives.
const (
	roleParlor   = "parlor"
	roleBaseline = "baseline"
	roleEcho     = "echo"
)

// Game is the game played during measurements. It has two to four players, and results are compared
// with those of earlier versions.
const Game = "davinci"

// Role runs what a child process of this program was started for, and returns its exit status. is
// is false for the main process.
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

// listen announces an address, and serves the clients that connect to it until ctx ends.
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

// Usage is the resource usage of a server since its start.
type Usage struct {
	CPU        time.Duration
	Kernel     time.Duration // the part of CPU spent in the kernel
	GCs        uint64
	Resident   int64 // bytes
	Files      int   // open files, including connections
	Goroutines int
	Objects    uint64 // objects allocated since the start
	Bytes      uint64 // bytes allocated since the start
	Live       uint64 // bytes in use at the last garbage collection
	Garbage    uint64 // bytes of heap objects beyond Live
	Stacks     uint64 // bytes
	Spare      uint64 // bytes held for later allocations, in partly used and free spans
}

// answer is the JSON line with which a server answers a question.
type answer struct {
	Usage Usage
	Error string
}

// answerQuestions answers lines until in ends, and then calls stop. The questions are usage and gc;
// heap FILE and goroutine FILE, which collect garbage first; cpu FILE and cpu, which begin and end
// a profile; and those that obey answers.
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

// used returns the resource usage of this process.
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

// WriteProfile creates a file and passes it to write. It leaves the file open, because a CPU
// profile is written to it later.
func WriteProfile(file string, write func(io.Writer) error) error {
	to, err := os.Create(file) //nolint:gosec // named by who started this
	if err != nil {
		return err
	}
	return write(to)
}

// obey handles the commands that only the baseline understands: first FILE sets its first screen,
// and echo BYTES the number of bytes that it sends for a move.
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

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/metrics"
	"runtime/pprof"
	"strconv"
	"strings"
	"time"

	"parlor/internal/cli"
	"parlor/tui/board"
	davinciboard "parlor/tui/davinci"
	kodeknackerboard "parlor/tui/kodeknacker"
	masterdiceboard "parlor/tui/masterdice"
)

// serveWord is the first argument of a process that is measured. The second is
// what it serves, the third is its folder, and the fourth how often it asks whether a
// client is there.
const (
	serveWord  = "serve"
	serveOurs  = "parlor"
	serveTheir = "bare"
)

// usage is what a server has taken since it began.
type usage struct {
	Processor  time.Duration
	Kernel     time.Duration // of that
	Collected  uint64        // times that garbage was
	Resident   int64         // bytes
	Goroutines int
	Objects    uint64 // allocated
	Bytes      uint64 // allocated
	Live       uint64 // bytes that the last collection found in use
	Garbage    uint64 // bytes of objects beyond these
	Stacks     uint64 // bytes
	Spare      uint64 // bytes that are held for what comes, in parts of pages and whole ones
}

// answer is a line that a server says to who started it.
type answer struct {
	Addr  string // the first line says where it listens
	Usage usage
	Error string
}

// serve is a process that is measured. It answers lines on its input until that
// ends: usage; heap FILE; cpu FILE and cpu, which begins and ends a profile;
// first FILE and echo BYTES, which say what the bare server sends.
func serve(args []string, in io.Reader, out, log io.Writer) int {
	if len(args) < 3 {
		_, _ = fmt.Fprintln(log, "load: this is for the program itself to call")
		return 2
	}
	every, err := time.ParseDuration(args[2])
	if err != nil {
		_, _ = fmt.Fprintln(log, "load:", err)
		return 2
	}
	answers := json.NewEncoder(out)
	bare := &bareServer{dir: args[1], every: every}
	var addr string
	wait := func() {}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	if args[0] == serveTheir {
		addr, err = bare.listen(ctx)
	} else {
		addr, wait, err = parlor(ctx, args[1], every, log)
	}
	if err != nil {
		_, _ = fmt.Fprintln(log, "load:", err)
		return 1
	}
	_ = answers.Encode(answer{Addr: addr})
	for asked := bufio.NewScanner(in); asked.Scan(); {
		var told answer
		if err = bare.obey(asked.Text()); err == nil {
			told.Usage, err = now()
		}
		if err != nil {
			told.Error = err.Error()
		}
		_ = answers.Encode(told)
	}
	stop()
	wait()
	return 0
}

// now is what this process has taken.
func now() (u usage, err error) {
	value := func(name string) uint64 {
		sample := []metrics.Sample{{Name: name}}
		metrics.Read(sample)
		return sample[0].Value.Uint64()
	}
	u.Objects, u.Bytes, u.Live = value("/gc/heap/allocs:objects"), value("/gc/heap/allocs:bytes"), value("/gc/heap/live:bytes")
	u.Garbage = max(u.Live, value("/memory/classes/heap/objects:bytes")) - u.Live
	u.Stacks = value("/memory/classes/heap/stacks:bytes")
	u.Spare = value("/memory/classes/heap/unused:bytes") + value("/memory/classes/heap/free:bytes")
	u.Collected = value("/gc/cycles/total:gc-cycles")
	u.Goroutines = runtime.NumGoroutine()
	if u.Resident, err = resident(os.Getpid()); err == nil {
		u.Processor, u.Kernel, err = spent()
	}
	return u, err
}

// obey does what a line asks for.
func (b *bareServer) obey(line string) (err error) {
	word, value, _ := strings.Cut(line, " ")
	switch word {
	case "usage":
	case "first":
		var first []byte
		if first, err = os.ReadFile(value); err == nil { //nolint:gosec // named by who started this
			b.first.Store(&first)
		}
	case "echo":
		var size int
		if size, err = strconv.Atoi(value); err == nil {
			b.echo.Store(int64(size))
		}
	case "cpu":
		if value == "" {
			pprof.StopCPUProfile()
			return nil
		}
		err = profile(value, pprof.StartCPUProfile)
	default:
		runtime.GC()
		err = profile(value, func(w io.Writer) error { return pprof.Lookup(word).WriteTo(w, 0) })
	}
	return err
}

// profile writes to a new file; a profile of time goes on writing to it.
func profile(file string, write func(io.Writer) error) error {
	to, err := os.Create(file) //nolint:gosec // named by who started this
	if err != nil {
		return err
	}
	return write(to)
}

// games are those of the program itself.
func games() []board.Game {
	return []board.Game{davinciboard.Game(), masterdiceboard.Game(), kodeknackerboard.Game()}
}

// parlor runs the real program with a folder of its own, and returns where it
// listens. It ends with ctx; wait returns when it has.
func parlor(ctx context.Context, dir string, every time.Duration, log io.Writer) (addr string, wait func(), err error) {
	told, says := io.Pipe()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		status := cli.Run(ctx, cli.Call{
			Games: games(), Env: os.Getenv, Stdin: strings.NewReader(""), Stdout: says, Stderr: log,
			Args: []string{
				"--addr", "127.0.0.1:0", "--host-keys", dir, "--data", filepath.Join(dir, "data"), "--log", "error", "--drain", "1ms",
				"--max-connections", "100000", "--max-rooms", "100000", "--keep-alive", every.String(),
			},
		})
		_ = says.CloseWithError(fmt.Errorf("parlor ended with status %d", status))
	}()
	lines := bufio.NewReader(told)
	if addr, err = invited(lines); err != nil {
		return "", nil, err
	}
	go func() { _, _ = io.Copy(io.Discard, lines) }()
	return addr, func() { <-ended }, nil
}

// invited reads how people are told to come, and returns where that is.
func invited(lines *bufio.Reader) (addr string, err error) {
	port := regexp.MustCompile(`ssh -p (\d+) localhost`)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return "", err
		}
		if found := port.FindStringSubmatch(line); found != nil {
			return "127.0.0.1:" + found[1], nil
		}
	}
}

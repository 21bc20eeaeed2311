package driver

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"
)

// Machine begins to measure, and returns what says at the end on what was measured, and
// when. Where the machine is a virtual one, it says too how much of the time of processors
// that was wanted its host gave to others: figures of a run in which that is much are
// not those of a quiet machine.
func Machine() func() string {
	began := processors("/proc/stat")
	return func() string {
		kept := ""
		if share, known := processors("/proc/stat").keptSince(began); known {
			kept = fmt.Sprintf("; the host kept %.0f %% of the processors' time that was wanted", 100*share)
		}
		return fmt.Sprintf("%d cores (%s), %s memory, %s on %s/%s, %s%s.", runtime.NumCPU(), valueOf("/proc/cpuinfo", "model name"),
			valueOf("/proc/meminfo", "MemTotal"), runtime.Version(), runtime.GOOS, runtime.GOARCH, time.Now().UTC().Format(time.DateOnly), kept)
	}
}

// jiffies is how long all processors together have worked, and how long they would have but
// for the host of this machine, in whatever the kernel counts; both are 0 where that is
// not known.
type jiffies struct {
	worked, kept int64
}

// processors reads the first line of /proc/stat, whose figures the kernel's proc(5)
// names.
func processors(file string) (u jiffies) {
	open, err := os.Open(file) //nolint:gosec // one that is named above
	if err != nil {
		return jiffies{}
	}
	defer func() { _ = open.Close() }()
	var name string
	var user, nice, system, idle, waiting, interrupt, soft int64
	if _, err := fmt.Fscan(open, &name, &user, &nice, &system, &idle, &waiting, &interrupt, &soft, &u.kept); err != nil || name != "cpu" {
		return jiffies{}
	}
	u.worked = user + nice + system + interrupt + soft
	return u
}

// keptSince returns the share of what was wanted since then that the host has kept.
func (u jiffies) keptSince(then jiffies) (share float64, known bool) {
	worked, kept := u.worked-then.worked, u.kept-then.kept
	if worked <= 0 || kept < 0 || u.kept == 0 {
		return 0, false
	}
	return float64(kept) / float64(worked+kept), true
}

// valueOf is the value of the first line of a file with that name.
func valueOf(file, name string) string {
	open, err := os.Open(file) //nolint:gosec // one of two that are named above
	if err != nil {
		return "unknown"
	}
	defer func() { _ = open.Close() }()
	for lines := bufio.NewScanner(open); lines.Scan(); {
		if key, value, _ := strings.Cut(lines.Text(), ":"); strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return "unknown"
}

package driver

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"
)

// Machine starts a measurement, and returns a function that describes the machine and the date at
// its end. On a virtual machine, the description includes the share of the wanted CPU time that the
// host gave to others: if that is large, the results are not those of an idle machine.
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

// jiffies holds how long all CPUs together have worked, and how long the host of this virtual
// machine kept them from working, in the unit of the kernel. Both are 0 if unknown.
type jiffies struct {
	worked, kept int64
}

// processors reads the first line of /proc/stat, whose fields proc(5) describes.
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

// keptSince returns the share of the wanted CPU time since then that the host kept from this
// machine. It reports false if that is unknown.
func (u jiffies) keptSince(then jiffies) (share float64, known bool) {
	worked, kept := u.worked-then.worked, u.kept-then.kept
	if worked <= 0 || kept < 0 || u.kept == 0 {
		return 0, false
	}
	return float64(kept) / float64(worked+kept), true
}

// valueOf returns the value of the first line with the given name in a file.
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

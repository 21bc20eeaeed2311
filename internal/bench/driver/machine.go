package driver

import (
	"fmt"
	"os"
	"runtime"
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
			kept = fmt.Sprintf("; the host took %.0f %% of the CPU time", 100*share)
		}
		return fmt.Sprintf("%d cores, %s memory, %s on %s/%s, %s%s.", runtime.NumCPU(),
			memory("/proc/meminfo"), runtime.Version(), runtime.GOOS, runtime.GOARCH, time.Now().UTC().Format(time.DateOnly), kept)
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

// memory returns the size of the memory, such as "24 GiB", or "unknown".
func memory(file string) string {
	text, err := os.ReadFile(file) //nolint:gosec // one that is named above
	if err != nil {
		return "unknown"
	}
	var kib float64
	if _, err := fmt.Sscanf(string(text), "MemTotal: %f kB", &kib); err != nil { // its first line
		return "unknown"
	}
	return fmt.Sprintf("%.0f GiB", kib/(1<<20))
}

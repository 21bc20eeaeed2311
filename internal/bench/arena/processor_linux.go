package arena

import (
	"syscall"
	"time"
)

// thread is RUSAGE_THREAD, which makes getrusage(2) report on the calling thread.
const thread = 1

// processorTime returns the CPU time of this thread. It includes neither concurrent garbage
// collection nor waiting.
func processorTime() time.Duration {
	var usage syscall.Rusage
	if syscall.Getrusage(thread, &usage) != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

package arena

import (
	"syscall"
	"time"
)

// thread asks getrusage(2) for the calling thread: RUSAGE_THREAD.
const thread = 1

// processorTime is how long this thread has had a processor. What the garbage
// collector does beside it is not in it, nor is any time that it waited for a
// processor.
func processorTime() time.Duration {
	var usage syscall.Rusage
	if syscall.Getrusage(thread, &usage) != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

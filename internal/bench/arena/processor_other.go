//go:build !linux

package arena

import "time"

// processorTime returns 0: the CPU time of a thread is known only on Linux.
func processorTime() time.Duration { return 0 }

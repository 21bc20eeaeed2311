//go:build !linux

package arena

import "time"

// processorTime is not known: only Linux tells it of a thread.
func processorTime() time.Duration { return 0 }

package collector

import (
	"runtime"
	"runtime/metrics"
	"testing"
	"time"
)

func TestPercent(t *testing.T) {
	for _, one := range []struct {
		inUse uint64
		want  int
	}{
		{0, 1600}, {1 << 20, 1600}, {16 << 20, 100}, {32 << 20, 50}, {240 << 20, 12}, {4 << 30, 12},
	} {
		if got := percent(one.inUse); got != one.want {
			t.Errorf("%d bytes in use: %d %%, want %d", one.inUse, got, one.want)
		}
	}
}

// set is the percentage by which the program collects now.
func set() uint64 {
	sample := []metrics.Sample{{Name: "/gc/gogc:percent"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// await collects until the percentage is as wanted.
func await(t *testing.T, wanted func(uint64) bool) {
	t.Helper()
	for began := time.Now(); !wanted(set()); time.Sleep(time.Millisecond) {
		if runtime.GC(); time.Since(began) > time.Minute {
			t.Fatalf("it collects by %d %%", set())
		}
	}
}

// TestFollow: with much in use there is less garbage for each byte of it, and
// more again when it is gone; afterwards it is as Go has it.
func TestFollow(t *testing.T) {
	stop := Follow(func(string) string { return "" })
	await(t, func(percent uint64) bool { return percent > 200 })
	much := make([]byte, 192<<20)
	await(t, func(percent uint64) bool { return percent <= 25 })
	runtime.KeepAlive(much)
	await(t, func(percent uint64) bool { return percent > 200 })
	stop()
	if set() != 100 {
		t.Errorf("afterwards it collects by %d %%", set())
	}
	Follow(func(string) string { return "50" })()
	if runtime.GC(); set() != 100 {
		t.Errorf("beside GOGC it collects by %d %%", set())
	}
}

package collector

import (
	"runtime"
	"runtime/debug"
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

// TestMuchIsCollectedLessOften checks that a lasting high rate allows as much garbage as is allocated in a span, up
// to the live heap.
func TestMuchIsCollectedLessOften(t *testing.T) {
	const mega = 1 << 20
	for _, one := range []struct {
		name   string
		inUse  uint64
		second uint64 // bytes allocated per second
		want   int
	}{
		{"nothing", 200 * mega, 0, 12},
		{"a little", 200 * mega, 5 * mega, 12},
		{"much", 200 * mega, 25 * mega, 50},
		{"very much", 200 * mega, 500 * mega, 100},
		{"much beside little", 10 * mega, 25 * mega, 160},
	} {
		t.Run(one.name, func(t *testing.T) {
			var e effort
			m, now := measure{inUse: one.inUse}, time.Now()
			pass := func(d time.Duration) (percent int) {
				for range int(d / (100 * time.Millisecond)) {
					now = now.Add(100 * time.Millisecond)
					m.made += one.second / 10
					percent = e.percent(m, now)
				}
				return percent
			}
			if got := pass(after - time.Second); got != percent(one.inUse) {
				t.Errorf("at first %d %%, want %d", got, percent(one.inUse))
			}
			if got := pass(2 * time.Second); got != one.want {
				t.Errorf("later %d %%, want %d", got, one.want)
			}
			much := one.second
			one.second = 0
			if got := pass(calm - 2*time.Second); 2*got < one.want || !e.since.IsZero() {
				t.Errorf("while nobody moves %d %%, want %d or half of it", got, one.want)
			}
			one.second = much
			if got := pass(time.Second); got != one.want {
				t.Errorf("when they move again %d %%, want %d", got, one.want)
			}
			one.second = 0
			if got := pass(calm + time.Second); got != percent(one.inUse) {
				t.Errorf("at rest %d %%, want %d", got, percent(one.inUse))
			}
		})
	}
}

// TestRestComesByItself checks that the percentage falls without another cycle.
func TestRestComesByItself(t *testing.T) {
	f := &follower{before: debug.SetGCPercent(77), effort: effort{lasts: true}}
	defer f.stop()
	f.mutex.Lock()
	f.awaitRest()
	f.rest.Reset(0)
	f.mutex.Unlock()
	await(t, func(percent uint64) bool { return percent != 77 })
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if f.effort.lasts {
		t.Error("much is still made")
	}
}

// set returns the current percentage.
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

// TestFollow checks the percentages with a large and a small heap, and that stop restores Go's default.
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

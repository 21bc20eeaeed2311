//go:build !race

package enginetest

// Race reports whether the race detector is on. It makes games about ten times slower, so tests
// play fewer.
const Race = false

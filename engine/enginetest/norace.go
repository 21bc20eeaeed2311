//go:build !race

package enginetest

// Race says that the race detector runs, which makes play some ten times as
// slow: tests that play very many games then play fewer.
const Race = false

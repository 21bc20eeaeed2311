//go:build !race

package kodeknacker

// raceEnabled shortens what the race detector makes slow.
const raceEnabled = false

//go:build race

package local_test

// usualScripts are run where nothing else is asked for: under the race detector
// each takes ten times as long.
const usualScripts = 20

//go:build race

package local_test

// usualScripts is the default number of scripts. Under the race detector each takes ten
// times as long.
const usualScripts = 20

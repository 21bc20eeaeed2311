//go:build !race

package local_test

// usualScripts is the default number of scripts.
const usualScripts = 200

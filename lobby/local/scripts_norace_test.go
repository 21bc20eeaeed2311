//go:build !race

package local_test

// usualScripts are run where nothing else is asked for.
const usualScripts = 200

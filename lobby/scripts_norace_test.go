//go:build !race

package lobby_test

// usualScripts are run where nothing else is asked for.
const usualScripts = 200

// Package e2e tests the whole program: over real SSH connections with people at
// screens, in sentences and as programs; killed, on full disks, and with what
// earlier versions left (testdata). What spans packages without belonging to one
// is checked here too: who imports whom, and that the pages of docs/ are true.
package e2e

// Package e2e tests the whole program: over real SSH connections with people at screens, in text mode and as API
// clients; killed, on full disks, and with data of earlier versions (testdata). It also checks what spans packages:
// imports, texts, pages and words.
package e2e

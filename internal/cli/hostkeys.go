package cli

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"strings"

	gossh "golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/knownhosts"

	"parlor/hostkeys"
)

const hostkeysHelp = `parlor hostkeys prints the public host keys of a server, so that people can
know it before they connect for the first time.

    parlor hostkeys [--known-hosts] [--sshfp] [--signers] [--public NAME:PORT] [--host-keys FOLDER]

Without --known-hosts, --sshfp and --signers it prints the fingerprints that ssh shows.

  --known-hosts       lines for ~/.ssh/known_hosts, or /etc/ssh/ssh_known_hosts
  --sshfp             records for the DNS, as ssh -o VerifyHostKeyDNS=yes reads them
  --signers           the keys that sign records, with the time of those that were
                      replaced, as ssh-keygen -Y verify -f reads them
  --public NAME:PORT  how people reach the server; PARLOR_PUBLIC sets it too
  --host-keys FOLDER  the folder of the keys; PARLOR_HOST_KEYS sets it too
`

// printHostKeys runs the subcommand hostkeys.
func printHostKeys(_ context.Context, c Call) int {
	var (
		folder, public string
		known, sshfp   bool
		signers        bool
	)
	flags := flag.NewFlagSet("hostkeys", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&folder, "host-keys", cmp.Or(c.Env("PARLOR_HOST_KEYS"), "hostkeys"), "")
	flags.StringVar(&public, "public", cmp.Or(c.Env("PARLOR_PUBLIC"), "localhost:2222"), "")
	flags.BoolVar(&known, "known-hosts", false, "")
	flags.BoolVar(&sshfp, "sshfp", false, "")
	flags.BoolVar(&signers, "signers", false, "")
	err := flags.Parse(c.Args)
	if err == nil && flags.NArg() > 0 {
		err = fmt.Errorf("%q is too much", flags.Arg(0))
	}
	switch {
	case errors.Is(err, flag.ErrHelp):
		_, _ = io.WriteString(c.Stdout, hostkeysHelp)
		return StatusOK
	case err != nil:
		return c.misused(fmt.Errorf("hostkeys: %w", err))
	}
	keys, err := hostkeys.Read(folder)
	if err != nil {
		return c.failed(err)
	}
	if signers {
		return c.printSigners(folder, keys[0])
	}
	host := public
	if name, _, err := net.SplitHostPort(public); err == nil {
		host = name
	}
	for _, key := range keys {
		if known {
			_, _ = fmt.Fprintln(c.Stdout, knownhosts.Line([]string{knownhosts.Normalize(public)}, key))
		}
		if sshfp {
			_, _ = fmt.Fprintln(c.Stdout, fingerprintRecord(host, key))
		}
		if !known && !sshfp {
			_, _ = fmt.Fprintln(c.Stdout, gossh.FingerprintSHA256(key), key.Type())
		}
	}
	return StatusOK
}

// printSigners prints the keys that have signed records, and key, the one that would sign
// next.
func (c Call) printSigners(folder string, key gossh.PublicKey) int {
	lines, err := hostkeys.Signers(folder)
	if err != nil {
		return c.failed(err)
	}
	if len(lines) == 0 {
		lines = []string{hostkeys.AllowedSigner(key, hostkeys.Validity{})}
	}
	_, _ = fmt.Fprintln(c.Stdout, strings.Join(lines, "\n"))
	return StatusOK
}

// fingerprintRecord returns the SSHFP record (RFC 4255, 7479) of a key with SHA-256 (RFC 6594).
func fingerprintRecord(host string, key gossh.PublicKey) string {
	const rsa, ed25519, sha = 1, 4, 2
	algorithm := ed25519
	if key.Type() == gossh.KeyAlgoRSA {
		algorithm = rsa
	}
	return fmt.Sprintf("%s IN SSHFP %d %d %x", host, algorithm, sha, sha256.Sum256(key.Marshal()))
}

package hostkeys_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/crypto/ssh"

	"parlor/hostkeys"
)

// TestRecordSignatures holds a signature to OpenSSH's tool and to VerifyRecord.
func TestRecordSignatures(t *testing.T) {
	key, _, err := hostkeys.Load(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	const text = "parlor match 2\nend\n"
	signature, err := hostkeys.SignRecord(key, text)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := hostkeys.SignRecord(key, text); err != nil || again != signature {
		t.Errorf("signed again (%v) it is\n%s", err, again)
	}
	by, err := hostkeys.VerifyRecord(text, signature)
	if err != nil || ssh.FingerprintSHA256(by) != ssh.FingerprintSHA256(key.PublicKey()) {
		t.Errorf("signed by %v, %v", by, err)
	}
	for name, changed := range map[string][2]string{
		"another text":    {"parlor match 2\n", signature},
		"no signature":    {text, ""},
		"a text after it": {text, signature + "\n"},
		"a text before":   {text, "hello\n" + signature},
		"cut":             {text, signature[:len(signature)/2]},
	} {
		if _, err := hostkeys.VerifyRecord(changed[0], changed[1]); err == nil {
			t.Errorf("%s: verified", name)
		}
	}
	opensshAccepts(t, key.PublicKey(), text, signature)
}

func opensshAccepts(t *testing.T, key ssh.PublicKey, text, signature string) {
	t.Helper()
	tool, err := exec.LookPath("ssh-keygen")
	if err != nil {
		t.Skip("there is no ssh-keygen")
	}
	folder := t.TempDir()
	for name, content := range map[string]string{
		"allowed": hostkeys.AllowedSigner(key, hostkeys.Validity{}) + "\n", "record.sig": signature,
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	verify := func(text string) error {
		command := exec.CommandContext(t.Context(), tool, "-Y", "verify", "-f", "allowed", "-I", "parlor", "-n", hostkeys.RecordNamespace, "-s", "record.sig")
		command.Dir, command.Stdin = folder, strings.NewReader(text)
		out, err := command.CombinedOutput()
		t.Logf("%s", out)
		return err
	}
	if err := verify(text); err != nil {
		t.Errorf("ssh-keygen does not accept the signature: %v", err)
	}
	if verify(text+"\n") == nil {
		t.Error("ssh-keygen accepts the signature of another text")
	}
}

package hostkeys_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"golang.org/x/crypto/ssh"

	"parlor/hostkeys"
)

func TestLoadMakesAKeyOnce(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "keys")
	first, made, err := hostkeys.Load(folder)
	if err != nil || !made {
		t.Fatalf("made %v, %v", made, err)
	}
	info, err := os.Stat(filepath.Join(folder, hostkeys.File))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	second, made, err := hostkeys.Load(folder)
	if err != nil || made {
		t.Fatalf("made again %v, %v", made, err)
	}
	if !bytes.Equal(first.PublicKey().Marshal(), second.PublicKey().Marshal()) {
		t.Error("the second start has another key")
	}
	left, err := os.ReadDir(folder)
	if err != nil || len(left) != 1 {
		t.Errorf("the folder has %v", left)
	}
}

func TestTwoStartsAtOnceHaveOneKey(t *testing.T) {
	folder := t.TempDir()
	keys := make([][]byte, 8)
	var starts sync.WaitGroup
	for i := range keys {
		starts.Go(func() {
			key, _, err := hostkeys.Load(folder)
			if err != nil {
				t.Error(err)
				return
			}
			keys[i] = key.PublicKey().Marshal()
		})
	}
	starts.Wait()
	for _, key := range keys {
		if !bytes.Equal(key, keys[0]) {
			t.Error("two starts have different keys")
		}
	}
}

func TestRefusals(t *testing.T) {
	for _, row := range []struct {
		name  string
		spoil func(t *testing.T, path string)
		want  string
	}{
		{"others can read it", func(t *testing.T, path string) { check(t, os.Chmod(path, 0o644)) }, "chmod 600"},
		{"others can write beside it", func(t *testing.T, path string) { check(t, os.Chmod(filepath.Dir(path), 0o777)) }, "chmod go-w"},
		{"it is not a key", func(t *testing.T, path string) { check(t, os.WriteFile(path, []byte("hello"), 0o600)) }, "not a private key"},
		{"it is a folder", func(t *testing.T, path string) { check(t, os.Remove(path)); check(t, os.Mkdir(path, 0o700)) }, "not a file"},
	} {
		t.Run(row.name, func(t *testing.T) {
			folder := t.TempDir()
			_, _, err := hostkeys.Load(folder)
			check(t, err)
			row.spoil(t, filepath.Join(folder, hostkeys.File))
			if _, _, err = hostkeys.Load(folder); err == nil || !strings.Contains(err.Error(), row.want) {
				t.Errorf("%v does not say %q", err, row.want)
			}
		})
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestTheSecondKey checks that the RSA key is created once, is large enough and signs, that a new folder belongs to
// its owner, and that Read returns only public keys.
func TestTheSecondKey(t *testing.T) {
	folder := t.TempDir()
	if _, err := hostkeys.Read(folder); err == nil {
		t.Error("a folder without keys has some")
	}
	check(t, os.Chmod(folder, 0o777))
	key, made, err := hostkeys.LoadRSA(folder)
	check(t, err)
	info, err := os.Stat(folder)
	check(t, err)
	if !made || key.PublicKey().Type() != ssh.KeyAlgoRSA || info.Mode().Perm() != 0o755 {
		t.Errorf("made %v, a %s, in a folder of mode %v", made, key.PublicKey().Type(), info.Mode())
	}
	again, made, err := hostkeys.LoadRSA(folder)
	check(t, err)
	if made || !bytes.Equal(again.PublicKey().Marshal(), key.PublicKey().Marshal()) {
		t.Error("it is another one at the second start")
	}
	first, _, err := hostkeys.Load(folder)
	check(t, err)
	keys, err := hostkeys.Read(folder)
	check(t, err)
	if len(keys) != 2 || !bytes.Equal(keys[0].Marshal(), first.PublicKey().Marshal()) || !bytes.Equal(keys[1].Marshal(), key.PublicKey().Marshal()) {
		t.Errorf("the keys are %v", keys)
	}
	check(t, os.Rename(filepath.Join(folder, hostkeys.File), filepath.Join(folder, hostkeys.RSAFile)))
	if _, _, err := hostkeys.LoadRSA(folder); err == nil || !strings.Contains(err.Error(), "ssh-rsa") {
		t.Errorf("the wrong kind of key: %v", err)
	}
}

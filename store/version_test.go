package store_test

import (
	"fmt"
	"testing"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// TestSQLiteIsRecent checks the version of the linked SQLite. Before 3.51.3 a checkpoint that resets the WAL during a
// commit of another connection can corrupt the database.
func TestSQLiteIsRecent(t *testing.T) {
	conn, err := sqlite.OpenConn(":memory:", sqlite.OpenReadWrite|sqlite.OpenCreate)
	must(t, err)
	defer func() { must(t, conn.Close()) }()
	version, err := sqlitex.ResultText(conn.Prep("SELECT sqlite_version()"))
	must(t, err)
	var major, minor, patch int
	_, err = fmt.Sscanf(version, "%d.%d.%d", &major, &minor, &patch)
	must(t, err)
	if major*1_000_000+minor*1_000+patch < 3_051_003 {
		t.Errorf("SQLite is %s, want at least 3.51.3", version)
	}
}

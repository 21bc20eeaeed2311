package e2e

import (
	"path/filepath"
	"testing"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// TestTheNewestSchemaIsFrozen checks that there is a frozen folder for each schema version.
func TestTheNewestSchemaIsFrozen(t *testing.T) {
	t.Parallel()
	migrations, err := filepath.Glob("../../store/migrations/*.sql")
	check(t, err)
	newest, versions := 0, frozenVersions(t)
	for _, version := range versions {
		newest = max(newest, schemaOf(t, version))
	}
	if newest != len(migrations) {
		t.Errorf("the newest frozen schema is %d, and that of the program is %d: freeze what it stores with\n"+
			"PARLOR_FREEZE=testdata/v%d go test -count=1 -run 'TestFreeze$' ./internal/e2e\nand add a README.md and a .gitattributes as in testdata/v%d",
			newest, len(migrations), len(versions)+1, len(versions))
	}
}

// schemaOf returns the schema version of a frozen folder.
func schemaOf(t *testing.T, version string) int {
	t.Helper()
	dir := t.TempDir()
	copyData(t, version, dir)
	conn, err := sqlite.OpenConn(filepath.Join(dir, "parlor.db"), sqlite.OpenReadWrite)
	check(t, err)
	defer func() { check(t, conn.Close()) }()
	schema, err := sqlitex.ResultInt(conn.Prep("PRAGMA user_version"))
	check(t, err)
	return schema
}

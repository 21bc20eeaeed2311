package attack

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// logSize is the size that a database log reaches after a while, however little is written; then it
// is overwritten from the beginning. Only log bytes beyond that count as growth, because they show
// that the log cannot be checkpointed.
const logSize = megabyte

// disk returns the number of bytes in the data folder: the database including the content of its
// log, and all other files.
func (r *run) disk() (all int64, err error) {
	const database = "parlor.db"
	err = filepath.WalkDir(r.data(), func(_ string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		switch {
		case errors.Is(err, fs.ErrNotExist): // it is gone since
		case err != nil:
			return err
		case !info.Mode().IsRegular(), entry.Name() == database:
		case strings.HasPrefix(entry.Name(), database):
			all += max(0, info.Size()-logSize)
		default:
			all += info.Size()
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	kept, err := pages(filepath.Join(r.data(), database))
	return all + kept, err
}

// pages returns the size of a database, including the pages in its log.
func pages(path string) (bytes int64, err error) {
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadOnly)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	bytes = 1
	for _, pragma := range []string{"PRAGMA page_count", "PRAGMA page_size"} {
		err := sqlitex.ExecuteTransient(conn, pragma, &sqlitex.ExecOptions{ResultFunc: func(row *sqlite.Stmt) error {
			bytes *= row.ColumnInt64(0)
			return nil
		}})
		if err != nil {
			return 0, err
		}
	}
	return bytes, nil
}

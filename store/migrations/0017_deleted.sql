-- With what the IDs of deleted accounts are hashed; no row before the first is.
CREATE TABLE salt (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    salt BLOB NOT NULL
) STRICT;

-- Accounts that were deleted although somebody had muted or reported them: salted hashes
-- of all IDs that led to one, and that under which its mutes and reports are kept.
CREATE TABLE deleted (
    mark   TEXT PRIMARY KEY,
    person TEXT NOT NULL, -- as tie.other and report.about
    until  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

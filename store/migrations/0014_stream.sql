-- How far this database has come in the changes that the machines of a cluster share;
-- no row where it is the only one.
CREATE TABLE stream (
    only   INTEGER PRIMARY KEY CHECK (only = 1),
    origin TEXT NOT NULL,
    number INTEGER NOT NULL -- of the newest change that is applied
) STRICT;

-- Codes with which people link other keys; none where this database is the only one.
CREATE TABLE offer (
    code   TEXT PRIMARY KEY,
    person TEXT NOT NULL,
    until  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

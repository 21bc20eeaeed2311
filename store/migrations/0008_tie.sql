-- What people chose about each other. Both are accounts' IDs, or proved ones where
-- there is no account; the name is that of the other one when it was chosen.
CREATE TABLE tie (
    person TEXT NOT NULL,
    other  TEXT NOT NULL,
    name   TEXT NOT NULL,
    friend INTEGER NOT NULL,
    muted  INTEGER NOT NULL,
    since  INTEGER NOT NULL,
    PRIMARY KEY (person, other)
) STRICT, WITHOUT ROWID;
CREATE INDEX tie_by_other ON tie (other);

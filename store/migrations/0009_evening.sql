-- Game nights as they are now, JSON of the lobby's own making.
CREATE TABLE evening (
    code TEXT PRIMARY KEY,
    data BLOB NOT NULL
) STRICT, WITHOUT ROWID;

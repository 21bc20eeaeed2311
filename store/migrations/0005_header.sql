-- What is known of a room without its entries, by the newest one. A room whose
-- newest entry was written before this version has none.
CREATE TABLE header (
    room TEXT PRIMARY KEY,
    data BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- A process that ends leaves the claim, with an empty name. Stood is for how long
-- nobody had the database open since the room's newest entry, in nanoseconds;
-- since is when it was opened after that entry, put off by what it stood later.
ALTER TABLE claim ADD COLUMN stood INTEGER NOT NULL DEFAULT 0;
ALTER TABLE claim ADD COLUMN since INTEGER NOT NULL DEFAULT 0;

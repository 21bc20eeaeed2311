-- The record of a match in format 2, and its signature by the host key; empty until it is
-- signed.
CREATE TABLE record (
    finished  INTEGER PRIMARY KEY REFERENCES finished (number),
    text      TEXT NOT NULL,
    signature TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX record_unsigned ON record (finished) WHERE signature = '';

-- The name that the record has of a player as a hash, and the salt of the hash; empty where
-- there is no record, or the player was deleted.
ALTER TABLE player ADD COLUMN record_name TEXT NOT NULL DEFAULT '';
ALTER TABLE player ADD COLUMN record_salt TEXT NOT NULL DEFAULT '';

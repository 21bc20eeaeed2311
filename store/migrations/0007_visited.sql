-- When people were here last of whom nothing is kept but matches. Those who have an
-- account have it there.
CREATE TABLE visited (
    person TEXT PRIMARY KEY,
    at     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Guests are forgotten in the order of when they were here last.
CREATE INDEX account_of_guests ON account (seen, id) WHERE guest = 1;
CREATE INDEX player_of_guests ON player (ended, person) WHERE guest = 1 AND person IS NOT NULL;

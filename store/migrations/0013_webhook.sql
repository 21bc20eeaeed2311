-- Where people are told of their turns outside of parlor. The address may hold a secret
-- of theirs.
CREATE TABLE webhook (
    person   TEXT PRIMARY KEY,
    url      TEXT NOT NULL,
    since    INTEGER NOT NULL,
    failures INTEGER NOT NULL DEFAULT 0,
    stopped  INTEGER NOT NULL DEFAULT 0 -- 0 while something is sent there
) STRICT;

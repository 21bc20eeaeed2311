-- All moments are nanoseconds since 1970 in UTC; 0 is none.

-- When a process was last known to have this database open.
CREATE TABLE alive (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    at   INTEGER NOT NULL
) STRICT;

-- Rooms as they stand. The rows lie in the order of writing and not by room, so
-- that one flush of many rooms touches few pages.
CREATE TABLE entry (
    room   TEXT NOT NULL,
    number INTEGER NOT NULL,
    whole  INTEGER NOT NULL,
    data   BLOB NOT NULL,
    UNIQUE (room, number)
) STRICT;

-- Which process appends to a room.
CREATE TABLE claim (
    room    TEXT PRIMARY KEY,
    process TEXT NOT NULL,
    at      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Entries of rooms that could not be loaded, for an operator.
CREATE TABLE aside (
    room   TEXT NOT NULL,
    number INTEGER NOT NULL,
    whole  INTEGER NOT NULL,
    data   BLOB NOT NULL,
    why    TEXT NOT NULL,
    at     INTEGER NOT NULL
) STRICT;

-- Matches that have ended. Moves are apart, so that lists read little.
CREATE TABLE finished (
    number  INTEGER PRIMARY KEY,
    id      TEXT NOT NULL UNIQUE,
    room    TEXT NOT NULL,
    title   TEXT NOT NULL,
    game    TEXT NOT NULL,
    began   INTEGER NOT NULL,
    ended   INTEGER NOT NULL,
    rated   INTEGER NOT NULL,
    winners TEXT NOT NULL, -- JSON, as are totals and record
    totals  TEXT NOT NULL,
    record  TEXT NOT NULL  -- without moves
) STRICT;
CREATE INDEX finished_by_end ON finished (ended);
CREATE INDEX finished_by_game ON finished (game, ended);

CREATE TABLE moves (
    finished INTEGER PRIMARY KEY REFERENCES finished (number),
    moves    TEXT NOT NULL -- JSON
) STRICT;

-- Who had a seat. Game and ended repeat the match's, so that one person's
-- matches are found in order.
CREATE TABLE player (
    finished INTEGER NOT NULL REFERENCES finished (number),
    seat     INTEGER NOT NULL,
    person   TEXT, -- the account's ID; the proved one where there is no account
    name     TEXT NOT NULL,
    guest    INTEGER NOT NULL,
    level    INTEGER NOT NULL,
    game     TEXT NOT NULL,
    ended    INTEGER NOT NULL,
    PRIMARY KEY (finished, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX player_by_end ON player (person, ended, finished) WHERE person IS NOT NULL;
CREATE INDEX player_by_game ON player (person, game, ended, finished) WHERE person IS NOT NULL;

-- People who are remembered, and the proved IDs that lead to them.
CREATE TABLE account (
    id       TEXT PRIMARY KEY,
    name     TEXT NOT NULL,
    chosen   INTEGER NOT NULL,
    settings BLOB,
    made     INTEGER NOT NULL,
    seen     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE identity (
    id      TEXT PRIMARY KEY,
    account TEXT NOT NULL REFERENCES account (id)
) STRICT, WITHOUT ROWID;
CREATE INDEX identity_by_account ON identity (account);

-- How well people play, from the matches that count. Mu and sigma are those of
-- package lobby/rating.
CREATE TABLE rating (
    person      TEXT NOT NULL,    -- as in player
    game        TEXT NOT NULL,
    mu          REAL NOT NULL,
    sigma       REAL NOT NULL,
    provisional INTEGER NOT NULL, -- follows from sigma
    doubt       REAL NOT NULL,    -- 2 sigma - mu; the list of the best begins with the least
    matches     INTEGER NOT NULL,
    wins        INTEGER NOT NULL,
    streak      INTEGER NOT NULL, -- wins in a row, or as many losses where negative
    best        INTEGER NOT NULL, -- most wins in a row
    name        TEXT NOT NULL,    -- in the last of the matches
    folded      TEXT NOT NULL,    -- the name as it is looked for
    ended       INTEGER NOT NULL, -- the last of the matches
    PRIMARY KEY (person, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX rating_by_place ON rating (game, provisional, doubt);
CREATE INDEX rating_by_name ON rating (folded);

-- The name as it is looked for. Rows of before are filled in when the database
-- is opened.
ALTER TABLE account ADD COLUMN folded TEXT NOT NULL DEFAULT '';
CREATE INDEX account_by_name ON account (folded);

-- Whether no key leads to an account: a guest who has chosen a name.
ALTER TABLE account ADD COLUMN guest INTEGER NOT NULL DEFAULT 0;

-- Whether a match was played in a public room.
ALTER TABLE finished ADD COLUMN public INTEGER NOT NULL DEFAULT 0;
CREATE INDEX finished_in_public ON finished (ended) WHERE public = 1;

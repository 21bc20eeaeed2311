-- Whether a program played for somebody, if only for a while: in a match, and in the
-- last of those that count.
ALTER TABLE player ADD COLUMN program INTEGER NOT NULL DEFAULT 0;
ALTER TABLE rating ADD COLUMN program INTEGER NOT NULL DEFAULT 0;

-- Why a match has no winner and counts for nobody; empty for one that counts, as all of
-- before are.
ALTER TABLE finished ADD COLUMN void TEXT NOT NULL DEFAULT '';

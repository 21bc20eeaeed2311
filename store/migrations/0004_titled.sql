-- Of matches whose room got its title from somebody's name: the account's ID, or
-- the proved one where there is no account. Rows of before have none.
ALTER TABLE finished ADD COLUMN titled TEXT;
CREATE INDEX finished_by_titled ON finished (titled) WHERE titled IS NOT NULL;

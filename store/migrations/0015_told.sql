-- Whether the other machines of a cluster have been told of a ban; those of a database
-- that is the only one have not.
ALTER TABLE ban ADD COLUMN told INTEGER NOT NULL DEFAULT 0;

-- The round that another player claimed from this one, who was away; 0 where nobody
-- did.
ALTER TABLE player ADD COLUMN claimed INTEGER NOT NULL DEFAULT 0;

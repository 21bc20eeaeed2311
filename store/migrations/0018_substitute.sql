-- Whether a bot finished the match in the player's place, and which of their moves a bot
-- made, as JSON; nothing where it made none.
ALTER TABLE player ADD COLUMN substitute INTEGER NOT NULL DEFAULT 0;
ALTER TABLE player ADD COLUMN bot_moves TEXT NOT NULL DEFAULT '';

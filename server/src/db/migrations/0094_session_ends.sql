-- Sessions end by settings of the operator, so each row has its own end, which every use moves.
UPDATE sessions SET expires_at = least(expires_at, last_seen_at + interval '7 days') WHERE revoked_at IS NULL;
--> statement-breakpoint
COMMENT ON COLUMN sessions.expires_at IS 'When the session ends unless it is used before.';

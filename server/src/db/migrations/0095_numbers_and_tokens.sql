-- The ID number of an ended account no longer keeps its owner from verifying another account.
ALTER TABLE identity_checks ADD COLUMN released_at timestamp(3) with time zone;
--> statement-breakpoint
COMMENT ON COLUMN identity_checks.released_at IS 'End of the account: the ID number is free for another one.';
--> statement-breakpoint
UPDATE identity_checks i SET released_at = u.closed_at FROM users u WHERE u.id = i.user_id AND u.closed_at IS NOT NULL;
--> statement-breakpoint
DROP INDEX identity_checks_verified_number;
--> statement-breakpoint
CREATE UNIQUE INDEX identity_checks_verified_number ON identity_checks (country, id_number)
  WHERE level = 'basic' AND status = 'verified' AND released_at IS NULL;
--> statement-breakpoint
-- A step-up whose answer is lost no longer ends the session.
ALTER TABLE sessions ADD COLUMN next_token_hash text;
--> statement-breakpoint
COMMENT ON COLUMN sessions.next_token_hash IS 'Token of the last step-up until its first use, when it replaces `token_hash`. The step-up belongs to this token.';
--> statement-breakpoint
CREATE UNIQUE INDEX sessions_next_token ON sessions (next_token_hash) WHERE next_token_hash IS NOT NULL;

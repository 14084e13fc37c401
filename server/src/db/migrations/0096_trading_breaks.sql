-- A break from trading products that a user takes.
ALTER TABLE users ADD COLUMN break_until timestamp(3) with time zone;
--> statement-breakpoint
COMMENT ON COLUMN users.break_until IS 'End of the break from trading products; null without one. Only the user sets it, and only to a later end: `modules/security/index.ts`.';

ALTER TABLE log_halts ADD COLUMN is_disk_full boolean NOT NULL DEFAULT false;
--> statement-breakpoint
COMMENT ON COLUMN log_halts.is_disk_full IS 'Whether only a full disk stops it: the database is the newest, and a refused request was not carried out.';

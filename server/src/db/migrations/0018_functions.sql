-- Which functions of `db/functions` the database has. What earlier migrations made of them is replaced by these at the same start; this one has no successor.
CREATE TABLE "sql_functions" (
	"name" text PRIMARY KEY NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
DROP FUNCTION IF EXISTS spot_settle(integer, timestamptz, jsonb, jsonb, jsonb, jsonb);

CREATE TABLE "ledger_checks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY NOT NULL,
	"at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"faults" integer NOT NULL
);
--> statement-breakpoint
comment on table ledger_checks is 'Results of `operator ledger check`, for the metrics.';

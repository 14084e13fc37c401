CREATE TABLE "log_checkpoints" (
	"size" bigint PRIMARY KEY NOT NULL,
	"root" "bytea" NOT NULL,
	"note" text NOT NULL,
	"signed_at" timestamp(3) with time zone NOT NULL,
	"is_kept" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "log_entries" (
	"idx" bigint PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"sealed_at" timestamp(3) with time zone NOT NULL,
	"leaf_hash" "bytea" NOT NULL,
	"ranges" bigint[],
	"body" text,
	CONSTRAINT "log_entries_content" CHECK (("log_entries"."ranges" is null) <> ("log_entries"."body" is null))
);
--> statement-breakpoint
CREATE TABLE "log_nodes" (
	"level" smallint NOT NULL,
	"n" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "log_nodes_level_n_pk" PRIMARY KEY("level","n")
);
--> statement-breakpoint
CREATE TABLE "log_series" (
	"series_id" integer PRIMARY KEY NOT NULL,
	"first_seq" bigint NOT NULL,
	"logged_seq" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "log_series" ADD CONSTRAINT "log_series_series_id_price_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."price_series"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "log_checkpoints_forgotten" ON "log_checkpoints" USING btree ("signed_at") WHERE not is_kept;--> statement-breakpoint
CREATE TRIGGER log_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON log_entries
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER log_nodes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON log_nodes
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

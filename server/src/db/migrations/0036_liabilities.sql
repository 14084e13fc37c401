CREATE TABLE "liability_owners" (
	"snapshot_id" bigint NOT NULL,
	"user_id" integer NOT NULL,
	"contact" text NOT NULL,
	"leaves" integer[] NOT NULL,
	CONSTRAINT "liability_owners_snapshot_id_user_id_pk" PRIMARY KEY("snapshot_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "liability_secrets" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"secret" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "liability_snapshots" (
	"id" bigint PRIMARY KEY NOT NULL,
	"period_at" timestamp(3) with time zone NOT NULL,
	"taken_at" timestamp(3) with time zone NOT NULL,
	"pending_id" bigint NOT NULL,
	CONSTRAINT "liability_snapshots_period_at_unique" UNIQUE("period_at"),
	CONSTRAINT "liability_snapshots_pending_id_unique" UNIQUE("pending_id")
);
--> statement-breakpoint
CREATE TABLE "liability_tiles" (
	"snapshot_id" bigint NOT NULL,
	"level" smallint NOT NULL,
	"n" integer NOT NULL,
	"nodes" "bytea" NOT NULL,
	CONSTRAINT "liability_tiles_snapshot_id_level_n_pk" PRIMARY KEY("snapshot_id","level","n")
);
--> statement-breakpoint
CREATE TABLE "log_pending" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "log_pending_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"body" text NOT NULL,
	"idx" bigint,
	CONSTRAINT "log_pending_idx_unique" UNIQUE("idx")
);
--> statement-breakpoint
ALTER TABLE "liability_owners" ADD CONSTRAINT "liability_owners_snapshot_id_liability_snapshots_id_fk" FOREIGN KEY ("snapshot_id") REFERENCES "public"."liability_snapshots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "liability_owners" ADD CONSTRAINT "liability_owners_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "liability_secrets" ADD CONSTRAINT "liability_secrets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "liability_snapshots" ADD CONSTRAINT "liability_snapshots_pending_id_log_pending_id_fk" FOREIGN KEY ("pending_id") REFERENCES "public"."log_pending"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "liability_tiles" ADD CONSTRAINT "liability_tiles_snapshot_id_liability_snapshots_id_fk" FOREIGN KEY ("snapshot_id") REFERENCES "public"."liability_snapshots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "log_pending" ADD CONSTRAINT "log_pending_idx_log_entries_idx_fk" FOREIGN KEY ("idx") REFERENCES "public"."log_entries"("idx") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "log_pending_waiting" ON "log_pending" USING btree ("id") WHERE idx is null;--> statement-breakpoint
CREATE TRIGGER log_pending_never_gone BEFORE DELETE OR TRUNCATE ON log_pending FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER log_pending_stays BEFORE UPDATE ON log_pending FOR EACH ROW
WHEN (old.idx IS NOT NULL OR (new.id, new.kind, new.body) IS DISTINCT FROM (old.id, old.kind, old.body))
EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER liability_secrets_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON liability_secrets
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER liability_snapshots_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON liability_snapshots
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- These two are forgotten after 90 days, so rows go; but none is ever another one.
CREATE TRIGGER liability_tiles_stay BEFORE UPDATE OR TRUNCATE ON liability_tiles
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER liability_owners_stay BEFORE UPDATE OR TRUNCATE ON liability_owners
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

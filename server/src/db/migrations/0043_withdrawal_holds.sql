CREATE TABLE "fund_password_resets" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"password_hash" text,
	"status" text NOT NULL,
	"proved_by" text NOT NULL,
	"wait_hours" smallint NOT NULL,
	"works_at" timestamp(3) with time zone,
	"session_at" timestamp(3) with time zone,
	"session_user_agent" text,
	"session_ip" text,
	"reject_reason" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp(3) with time zone,
	CONSTRAINT "fund_password_resets_hash" CHECK (("fund_password_resets"."password_hash" is not null) = ("fund_password_resets"."status" in ('pending', 'waiting'))),
	CONSTRAINT "fund_password_resets_works" CHECK ("fund_password_resets"."status" not in ('waiting', 'done') or "fund_password_resets"."works_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "password_changed_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "whitelist_on_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "whitelist_off_asked_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "password_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "factors_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "session_user_agent" text;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "session_ip" text;--> statement-breakpoint
ALTER TABLE "fund_password_resets" ADD CONSTRAINT "fund_password_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "fund_password_resets_open" ON "fund_password_resets" USING btree ("user_id") WHERE status in ('pending', 'waiting');--> statement-breakpoint
CREATE INDEX "fund_password_resets_status" ON "fund_password_resets" USING btree ("status","id");
CREATE TABLE "factor_resets" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"wait_hours" integer NOT NULL,
	"ip" text,
	"user_agent" text,
	"reject_reason" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"reviewed_at" timestamp(3) with time zone,
	"effective_at" timestamp(3) with time zone,
	"ended_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" integer NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp(3) with time zone,
	CONSTRAINT "recovery_codes_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "totp_factors" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"started_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp(3) with time zone,
	"last_step" bigint
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "factors_changed_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "factor_failures" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "factor_free_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "factor_resets" ADD CONSTRAINT "factor_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "totp_factors" ADD CONSTRAINT "totp_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "factor_resets_current" ON "factor_resets" USING btree ("user_id") WHERE status in ('pending', 'approved');--> statement-breakpoint
CREATE INDEX "factor_resets_user" ON "factor_resets" USING btree ("user_id","id");
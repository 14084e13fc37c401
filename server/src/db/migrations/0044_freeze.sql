CREATE TABLE "freeze_keys" (
	"key_hash" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"event" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unfreeze_requests" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"reject_reason" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"reviewed_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "frozen_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "anti_phishing_code" text;--> statement-breakpoint
ALTER TABLE "freeze_keys" ADD CONSTRAINT "freeze_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unfreeze_requests" ADD CONSTRAINT "unfreeze_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "freeze_keys_end" ON "freeze_keys" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "unfreeze_requests_user" ON "unfreeze_requests" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "unfreeze_requests_open" ON "unfreeze_requests" USING btree ("user_id") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "unfreeze_requests_pending" ON "unfreeze_requests" USING btree ("created_at") WHERE status = 'pending';
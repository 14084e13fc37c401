CREATE TABLE "security_events" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "message_reads" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"until" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "security_events" ADD CONSTRAINT "security_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_reads" ADD CONSTRAINT "message_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- What happened before there was a message centre is nothing new to anybody.
INSERT INTO "message_reads" ("user_id", "until") SELECT "id", now() FROM "users";--> statement-breakpoint
-- A column of its own and no index on updated_at: that one changes with every fill, and an index on it would make each of these changes write all indexes of the order.
ALTER TABLE "spot_orders" ADD COLUMN "told_at" timestamp(3) with time zone GENERATED ALWAYS AS (case when status = 'completed' or (status = 'cancelled' and cancel_reason not in ('user', 'replaced')) then updated_at end) STORED;--> statement-breakpoint
CREATE INDEX "spot_orders_told" ON "spot_orders" USING btree ("user_id","told_at","id") WHERE told_at is not null;--> statement-breakpoint
CREATE INDEX "deposits_reviewed" ON "deposits" USING btree ("user_id","reviewed_at","id") WHERE reviewed_at is not null;--> statement-breakpoint
CREATE INDEX "withdrawals_reviewed" ON "withdrawals" USING btree ("user_id","closed_at","id") WHERE status in ('passed', 'rejected');--> statement-breakpoint
CREATE INDEX "identity_checks_reviewed" ON "identity_checks" USING btree ("user_id","reviewed_at","id") WHERE reviewed_at is not null;--> statement-breakpoint
CREATE INDEX "chat_messages_answers" ON "chat_messages" USING btree ("user_id","created_at","id") WHERE sender = 'operator';--> statement-breakpoint
CREATE INDEX "security_events_user" ON "security_events" USING btree ("user_id","created_at","id");

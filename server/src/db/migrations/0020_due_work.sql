CREATE TABLE "due_work" (
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"due_at" timestamp(3) with time zone NOT NULL,
	"payload" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"lease" uuid,
	"leased_until" timestamp(3) with time zone,
	CONSTRAINT "due_work_kind_key_pk" PRIMARY KEY("kind","key")
);
--> statement-breakpoint
CREATE INDEX "due_work_due" ON "due_work" USING btree ("kind","due_at");--> statement-breakpoint
CREATE INDEX "client_requests_age" ON "client_requests" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "deposits_proof" ON "deposits" USING btree ("proof_id");--> statement-breakpoint
CREATE INDEX "identity_checks_front" ON "identity_checks" USING btree ("front_id") WHERE front_id is not null;--> statement-breakpoint
CREATE INDEX "identity_checks_back" ON "identity_checks" USING btree ("back_id") WHERE back_id is not null;--> statement-breakpoint
CREATE INDEX "identity_checks_holding" ON "identity_checks" USING btree ("holding_id") WHERE holding_id is not null;--> statement-breakpoint
CREATE INDEX "chat_messages_picture" ON "chat_messages" USING btree ("picture_id") WHERE picture_id is not null;

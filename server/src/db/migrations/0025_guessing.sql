CREATE TABLE "login_tries" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" smallint NOT NULL,
	"free_at" timestamp(3) with time zone,
	"at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "codes" ADD COLUMN "device_hash" text;--> statement-breakpoint
ALTER TABLE "codes" ADD COLUMN "others_tries_left" smallint DEFAULT 5 NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "device_hash" text;
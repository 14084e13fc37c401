ALTER TABLE "sessions" ADD COLUMN "proved_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "proved_by" text;
ALTER TABLE "price_series" ADD COLUMN "written_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "markets" ADD COLUMN "price_max_age_seconds" integer DEFAULT 30 NOT NULL;

ALTER TABLE "users" DROP COLUMN "fund_password_failures";--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "fund_password_free_at";
ALTER TABLE "users" ADD COLUMN "fund_password_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "session_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "target_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "fund_password_at" timestamp(3) with time zone;
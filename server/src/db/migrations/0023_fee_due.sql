ALTER TABLE "spot_orders" ADD COLUMN "fee_due" numeric DEFAULT '0' NOT NULL;--> statement-breakpoint
-- What was charged before counts as what is due: an order that goes on owes for its further trades alone.
UPDATE "spot_orders" SET "fee_due" = "fee" WHERE "status" = 'waiting' AND "fee" > 0;

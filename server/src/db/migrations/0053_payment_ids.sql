ALTER TABLE "deposits" ADD COLUMN "payment_id" text;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "payment_id" text;--> statement-breakpoint
CREATE UNIQUE INDEX "deposits_payment" ON "deposits" USING btree (coalesce(chain, 'bank'),"payment_id") WHERE payment_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "withdrawals_payment" ON "withdrawals" USING btree (coalesce(chain, 'bank'),"payment_id") WHERE payment_id is not null;

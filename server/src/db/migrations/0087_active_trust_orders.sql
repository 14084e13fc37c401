ALTER TABLE trust_orders DROP CONSTRAINT trust_orders_ended;
--> statement-breakpoint
ALTER TABLE trust_orders DROP CONSTRAINT trust_orders_status;
--> statement-breakpoint
UPDATE trust_orders SET status = 'active' WHERE status = 'hosting';
--> statement-breakpoint
ALTER TABLE trust_orders ALTER COLUMN status SET DEFAULT 'active';
--> statement-breakpoint
ALTER TABLE trust_orders ADD CONSTRAINT trust_orders_status CHECK (status IN ('active', 'completed', 'redeemed'));
--> statement-breakpoint
ALTER TABLE trust_orders ADD CONSTRAINT trust_orders_ended CHECK ((status = 'active') = (ended_at IS NULL)
  AND (status = 'active') = (due_at IS NOT NULL) AND (status = 'redeemed') = (penalty IS NOT NULL));

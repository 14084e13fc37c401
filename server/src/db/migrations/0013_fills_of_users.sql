-- Whose order each side of an execution was, so that a page of a user's executions is read along an index however many he has. No foreign keys: the orders' say the same of
-- the same users, and a check costs an order more than both indexes do.
ALTER TABLE "spot_fills" ADD COLUMN "taker_user_id" integer;--> statement-breakpoint
ALTER TABLE "spot_fills" ADD COLUMN "maker_user_id" integer;--> statement-breakpoint
UPDATE spot_fills f SET
  taker_user_id = (SELECT o.user_id FROM spot_orders o WHERE o.id = f.taker_order_id),
  maker_user_id = (SELECT o.user_id FROM spot_orders o WHERE o.id = f.maker_order_id);
--> statement-breakpoint
CREATE INDEX "spot_fills_taker_user" ON "spot_fills" USING btree ("taker_user_id","id") WHERE taker_user_id is not null;--> statement-breakpoint
CREATE INDEX "spot_fills_maker_user" ON "spot_fills" USING btree ("maker_user_id","id") WHERE maker_user_id is not null;

ALTER TABLE "markets" ADD COLUMN "ladder_delay_ms" integer DEFAULT 1000 NOT NULL;--> statement-breakpoint
ALTER TABLE "spot_orders" ADD COLUMN "ladder_from" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "spot_orders" ADD COLUMN "ladder_limit" numeric(38, 18);--> statement-breakpoint
CREATE INDEX "spot_orders_entering" ON "spot_orders" USING btree ("market_id","ladder_from","id") WHERE "spot_orders"."status" = 'waiting' and "spot_orders"."rank" is null and "spot_orders"."ladder_from" is not null;--> statement-breakpoint
comment on column markets.ladder_delay_ms is 'On live prices: an order meets the ladder of the house only at a tick that is so much later than its placement.';--> statement-breakpoint
comment on column spot_orders.ladder_from is 'The earliest time of a tick whose ladder the order meets; set when the order had to wait for one. Without a rank it waits outside the book.';--> statement-breakpoint
comment on column spot_orders.ladder_limit is 'Market orders that waited for the ladder: the worst price, from the slippage cap at the placement; null: unlimited.';

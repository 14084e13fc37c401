-- One index a side: best prices first and at one price the oldest, which a single index cannot give for buyers. Without it a plan that was made while the book was
-- small sorts a whole side for every order.
DROP INDEX "spot_orders_book";--> statement-breakpoint
CREATE INDEX "spot_orders_bids" ON "spot_orders" USING btree ("market_id","price" DESC NULLS FIRST,"rank") WHERE side = 'buy' and status = 'waiting' and rank is not null;--> statement-breakpoint
CREATE INDEX "spot_orders_asks" ON "spot_orders" USING btree ("market_id","price","rank") WHERE side = 'sell' and status = 'waiting' and rank is not null;
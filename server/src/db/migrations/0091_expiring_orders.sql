-- Orders whose end has come are found before a price fills them.
CREATE INDEX spot_orders_expiring ON spot_orders (market_id, expires_at, id) WHERE status = 'waiting' AND expires_at IS NOT NULL;
--> statement-breakpoint
COMMENT ON COLUMN spot_orders.exits IS 'Entries: the exits that their fills bring in, `Exits` of `contract/src/spot/calls.ts`.';

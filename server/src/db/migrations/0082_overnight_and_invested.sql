ALTER TABLE futures_cursors RENAME COLUMN night_at TO overnight_at;
--> statement-breakpoint
ALTER TABLE futures_positions RENAME COLUMN night_paid TO overnight_paid;
--> statement-breakpoint
ALTER INDEX futures_positions_nights RENAME TO futures_positions_trading;
--> statement-breakpoint
ALTER TABLE trust_products RENAME COLUMN hosted TO invested;
--> statement-breakpoint
ALTER TABLE trust_products RENAME CONSTRAINT trust_products_hosted TO trust_products_invested;

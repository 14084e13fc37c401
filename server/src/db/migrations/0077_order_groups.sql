-- Orders in groups, ends of orders, and trailing stops.
ALTER TABLE spot_orders ADD COLUMN group_id bigint,
  ADD COLUMN leg text,
  ADD COLUMN exits jsonb,
  ADD COLUMN exited numeric(38, 18),
  ADD COLUMN expires_at timestamptz(3),
  ADD COLUMN trail_fraction numeric(38, 18),
  ADD COLUMN trail_amount numeric(38, 18),
  ADD COLUMN activation_price numeric(38, 18),
  ADD COLUMN trail_id bigint,
  ADD COLUMN trail_extreme numeric(38, 18),
  ADD COLUMN trail_reached bigint,
  ADD CONSTRAINT spot_orders_leg CHECK (leg IS NULL AND exits IS NULL OR leg IN ('entry') OR leg IN ('take_profit', 'stop_loss') AND exits IS NULL),
  ADD CONSTRAINT spot_orders_expiry CHECK ((time_in_force = 'gtd') = (expires_at IS NOT NULL)),
  ADD CONSTRAINT spot_orders_trail CHECK ((order_type = 'trailing_stop') = (num_nonnulls(trail_fraction, trail_amount) = 1));
--> statement-breakpoint
COMMENT ON COLUMN spot_orders.group_id IS 'Orders of one group have it in common: the id of the first of them.';
--> statement-breakpoint
COMMENT ON COLUMN spot_orders.leg IS 'What the order is in its group.';
--> statement-breakpoint
COMMENT ON COLUMN spot_orders.exits IS 'Entries: the exits that their fills bring in, `ExitPlan` of `modules/spot/spotOrder.ts`.';
--> statement-breakpoint
COMMENT ON COLUMN spot_orders.exited IS 'Entries: the quantity of the exits that their fills have brought in.';
--> statement-breakpoint
COMMENT ON COLUMN spot_orders.trail_id IS 'Trailing stops that follow the price: their row of `spot_trails`.';
--> statement-breakpoint
COMMENT ON COLUMN spot_orders.trail_extreme IS 'Trailing stops: the first extreme at the placement, and the last one after the trigger or the end.';
--> statement-breakpoint
COMMENT ON COLUMN spot_orders.trail_reached IS 'Trailing stops: the tick that reached the trigger.';
--> statement-breakpoint
CREATE INDEX spot_orders_group ON spot_orders (group_id) WHERE group_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX spot_orders_trail_fractions ON spot_orders (trail_id, trail_fraction) WHERE trail_id IS NOT NULL AND trail_fraction IS NOT NULL;
--> statement-breakpoint
CREATE INDEX spot_orders_trail_amounts ON spot_orders (trail_id, trail_amount) WHERE trail_id IS NOT NULL AND trail_amount IS NOT NULL;
--> statement-breakpoint
CREATE INDEX spot_orders_activating ON spot_orders (market_id, stop_series_id, side, activation_price)
  WHERE order_type = 'trailing_stop' AND status = 'waiting' AND trail_id IS NULL AND trail_reached IS NULL;
--> statement-breakpoint
CREATE INDEX spot_orders_trail_reached ON spot_orders (market_id, trail_reached)
  WHERE order_type = 'trailing_stop' AND status = 'waiting' AND rank IS NULL AND trail_reached IS NOT NULL;
--> statement-breakpoint
CREATE TABLE spot_trails (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  market_id integer NOT NULL REFERENCES markets (id),
  series_id integer NOT NULL,
  side text NOT NULL,
  extreme numeric(38, 18) NOT NULL,
  orders integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX spot_trails_extreme ON spot_trails (market_id, series_id, side, extreme);
--> statement-breakpoint
COMMENT ON TABLE spot_trails IS 'Trailing stops of one market, series and side that have the same extreme.';
--> statement-breakpoint
COMMENT ON COLUMN spot_trails.orders IS 'How many orders came to it; those that ended are still counted.';
--> statement-breakpoint
CREATE TABLE spot_trail_marks (
  market_id integer NOT NULL REFERENCES markets (id),
  series_id integer NOT NULL,
  seq bigint NOT NULL,
  PRIMARY KEY (market_id, series_id)
);
--> statement-breakpoint
COMMENT ON TABLE spot_trail_marks IS 'Up to which tick of a series its trailing stops have followed.';

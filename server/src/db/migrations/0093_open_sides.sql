-- Purchases read the promises of the house under its lock.
CREATE TABLE option_sides (
  currency_id integer NOT NULL REFERENCES currencies (id),
  market_id integer NOT NULL REFERENCES markets (id),
  direction text NOT NULL,
  options integer NOT NULL,
  stake numeric NOT NULL,
  payout numeric NOT NULL,
  CONSTRAINT option_sides_pkey PRIMARY KEY (currency_id, market_id, direction)
);
--> statement-breakpoint
COMMENT ON TABLE option_sides IS 'Sums of open options in a direction of a market, written by triggers of `options`, whose writers hold the lock of the market.';
--> statement-breakpoint
CREATE FUNCTION options_sum_sides() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  sign integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  INSERT INTO option_sides AS s (currency_id, market_id, direction, options, stake, payout)
  SELECT currency_id, market_id, direction, sign * count(*), sign * sum(stake), sign * sum(payout)
  FROM changed WHERE (settled_at IS NULL) = (sign = 1)
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (currency_id, market_id, direction) DO UPDATE SET
    options = s.options + excluded.options, stake = s.stake + excluded.stake, payout = s.payout + excluded.payout;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER options_add_to_side AFTER INSERT ON options REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION options_sum_sides();
--> statement-breakpoint
-- An option changes once, at its settlement.
CREATE TRIGGER options_take_from_side AFTER UPDATE ON options REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION options_sum_sides();
--> statement-breakpoint
INSERT INTO option_sides (currency_id, market_id, direction, options, stake, payout)
SELECT currency_id, market_id, direction, count(*), sum(stake), sum(payout) FROM options WHERE settled_at IS NULL
GROUP BY 1, 2, 3;
--> statement-breakpoint
CREATE INDEX futures_positions_side ON futures_positions (market_id, side) INCLUDE (currency_id, reserve) WHERE status = 'trading';

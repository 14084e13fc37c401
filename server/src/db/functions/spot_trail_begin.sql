-- A trailing stop that was placed begins to follow the price, or to wait for its activation price. Under the market's lock.
CREATE FUNCTION spot_trail_begin(in_market integer, in_order bigint) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  o record;
  followed bigint;
  passed numeric;
  joined bigint;
BEGIN
  SELECT side, stop_series_id, stop_seq, trail_extreme INTO o FROM spot_orders WHERE id = in_order AND status = 'waiting';
  IF NOT FOUND THEN
    RETURN;
  END IF;
  IF EXISTS (
    SELECT FROM spot_trails WHERE market_id = in_market AND series_id = o.stop_series_id
  ) OR EXISTS (
    SELECT FROM spot_orders
    WHERE market_id = in_market AND order_type = 'trailing_stop' AND status = 'waiting' AND trail_id IS NULL AND trail_reached IS NULL
      AND stop_series_id = o.stop_series_id AND id <> in_order
  ) THEN
    -- None of the ticks up to the current one has changed anything (`spot_trail_due`), and they are not this order's.
    UPDATE spot_trail_marks SET seq = greatest(seq, o.stop_seq)
    WHERE market_id = in_market AND series_id = o.stop_series_id RETURNING seq INTO followed;
  ELSE
    -- The ticks of a time without trailing stops concern none.
    INSERT INTO spot_trail_marks (market_id, series_id, seq) VALUES (in_market, o.stop_series_id, o.stop_seq)
    ON CONFLICT (market_id, series_id) DO UPDATE SET seq = excluded.seq;
    followed := o.stop_seq;
  END IF;
  IF o.trail_extreme IS NULL THEN
    RETURN;
  END IF;
  -- A tick that came between the reading of the price and the reading of the ticks.
  SELECT CASE o.side WHEN 'sell' THEN max(price) ELSE min(price) END INTO passed
  FROM ticks WHERE series_id = o.stop_series_id AND seq > o.stop_seq AND seq <= followed;
  IF o.side = 'sell' THEN
    o.trail_extreme := greatest(o.trail_extreme, passed);
  ELSE
    o.trail_extreme := least(o.trail_extreme, passed);
  END IF;
  UPDATE spot_trails SET orders = orders + 1
  WHERE id = (
    SELECT id FROM spot_trails
    WHERE market_id = in_market AND series_id = o.stop_series_id AND side = o.side AND extreme = o.trail_extreme LIMIT 1)
  RETURNING id INTO joined;
  IF joined IS NULL THEN
    INSERT INTO spot_trails (market_id, series_id, side, extreme, orders)
    VALUES (in_market, o.stop_series_id, o.side, o.trail_extreme, 1) RETURNING id INTO joined;
  END IF;
  UPDATE spot_orders SET trail_id = joined WHERE id = in_order;
END
$$;

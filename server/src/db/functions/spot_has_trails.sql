-- Whether a market has trailing stops that follow its price, or wait for it to begin.
CREATE FUNCTION spot_has_trails(in_market integer) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM spot_trails t JOIN markets m ON m.id = t.market_id AND m.series_id = t.series_id WHERE t.market_id = in_market)
    OR EXISTS (
      SELECT FROM spot_orders
      WHERE market_id = in_market AND order_type = 'trailing_stop' AND status = 'waiting' AND trail_id IS NULL AND trail_reached IS NULL)
$$;

-- Whether the ticks since the last one that the trailing stops of a market followed change any of them: a new extreme, a
-- trigger or an activation price that was reached; or whether there are many such ticks. Reads alone, for the look after
-- each tick. As long as nothing changes, all of these ticks lie between the extremes and the triggers.
CREATE FUNCTION spot_trail_due(in_market integer) RETURNS boolean
LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
AS $$
DECLARE
  lag_max constant integer := 100;
  m record;
  high numeric;
  low numeric;
BEGIN
  SELECT k.series_id, s.last_seq, r.seq INTO m
  FROM markets k JOIN price_series s ON s.id = k.series_id
  JOIN spot_trail_marks r ON r.market_id = k.id AND r.series_id = k.series_id
  WHERE k.id = in_market AND k.status = 'trading';
  IF NOT FOUND OR m.last_seq <= m.seq THEN
    RETURN false;
  END IF;
  IF NOT EXISTS (SELECT FROM spot_trails t WHERE t.market_id = in_market AND t.series_id = m.series_id) AND NOT EXISTS (
    SELECT FROM spot_orders
    WHERE market_id = in_market AND order_type = 'trailing_stop' AND status = 'waiting' AND trail_id IS NULL AND trail_reached IS NULL
      AND stop_series_id = m.series_id
  ) THEN
    RETURN false;
  END IF;
  IF m.last_seq - m.seq > lag_max THEN
    RETURN true;
  END IF;
  SELECT max(price), min(price) INTO high, low FROM ticks WHERE series_id = m.series_id AND seq > m.seq AND seq <= m.last_seq;
  RETURN EXISTS (
    SELECT FROM spot_trails t WHERE t.market_id = in_market AND t.series_id = m.series_id AND t.side = 'sell' AND t.extreme < high
  ) OR EXISTS (
    SELECT FROM spot_trails t WHERE t.market_id = in_market AND t.series_id = m.series_id AND t.side = 'buy' AND t.extreme > low
  ) OR EXISTS (
    SELECT FROM spot_orders o
    WHERE o.market_id = in_market AND o.order_type = 'trailing_stop' AND o.status = 'waiting' AND o.trail_id IS NULL AND o.trail_reached IS NULL
      AND o.stop_series_id = m.series_id AND CASE o.side WHEN 'sell' THEN o.activation_price <= high ELSE o.activation_price >= low END
  ) OR EXISTS (
    SELECT FROM spot_trails t
    WHERE t.market_id = in_market AND t.series_id = m.series_id AND (
      EXISTS (
        SELECT FROM spot_orders f
        WHERE f.trail_id = t.id AND f.trail_fraction IS NOT NULL
          AND f.trail_fraction <= CASE t.side WHEN 'sell' THEN t.extreme - low ELSE high - t.extreme END / t.extreme + 0.000001)
      OR EXISTS (
        SELECT FROM spot_orders a
        WHERE a.trail_id = t.id AND a.trail_amount IS NOT NULL
          AND a.trail_amount <= CASE t.side WHEN 'sell' THEN t.extreme - low ELSE high - t.extreme END))
  );
END
$$;

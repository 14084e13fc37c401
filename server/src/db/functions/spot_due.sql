-- Stop orders of a market's series that a tick has reached, ordered by that tick and then by age, at most `rows_max`
-- (of trailing stops those that `spot_trail` has found);
-- null when the series has no waiting ones. `checked` is the tick up to which the log was searched before: a price that
-- was reached only between two checks counts. Null while the market is halted: they are due when the halt ends.
CREATE FUNCTION spot_due(in_market integer, rows_max integer) RETURNS json
LANGUAGE plpgsql STABLE AS $$
DECLARE
  ticks_max constant integer := 1000;
  m record;
  checked bigint;
  high numeric;
  low numeric;
  due json;
BEGIN
  SELECT k.series_id, k.stops_series_id, k.stops_seq, s.last_seq INTO m
  FROM markets k JOIN price_series s ON s.id = k.series_id
  WHERE k.id = in_market AND k.status = 'trading' AND NOT EXISTS (
    SELECT FROM halts h
    WHERE h.ended_at IS NULL AND (h.expires_at IS NULL OR h.expires_at > clock_timestamp())
      AND (h.subject IN ('exchange', 'markets') OR h.market_id = k.id)
  );
  -- In the order of their own index: a plan made while there were few orders would scan all waiting ones.
  PERFORM FROM spot_orders
  WHERE market_id = in_market AND status = 'waiting' AND rank IS NULL AND ladder_from IS NULL AND stop_series_id = m.series_id
  ORDER BY stop_direction, stop_price LIMIT 1;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  IF m.stops_series_id = m.series_id AND m.last_seq - m.stops_seq <= ticks_max THEN
    checked := m.stops_seq;
  ELSE
    -- The ticks of a time without stops concern none.
    SELECT greatest(min(stop_seq), CASE WHEN m.stops_series_id = m.series_id THEN m.stops_seq END) INTO checked FROM spot_orders
    WHERE market_id = in_market AND status = 'waiting' AND rank IS NULL AND ladder_from IS NULL AND stop_series_id = m.series_id;
  END IF;
  SELECT max(price), min(price) INTO high, low FROM ticks
  WHERE series_id = m.series_id AND seq > checked AND seq <= m.last_seq;
  IF high IS NOT NULL OR EXISTS (
    SELECT FROM spot_orders
    WHERE market_id = in_market AND order_type = 'trailing_stop' AND status = 'waiting' AND rank IS NULL AND trail_reached IS NOT NULL AND ladder_from IS NULL
  ) THEN
    SELECT json_agg(spot_order_json(d.*::spot_orders)) INTO due
    FROM (
      SELECT o.* FROM (
        SELECT * FROM spot_orders
        WHERE market_id = in_market AND status = 'waiting' AND rank IS NULL AND ladder_from IS NULL AND stop_direction = 'rise' AND stop_price <= high
        UNION ALL
        SELECT * FROM spot_orders
        WHERE market_id = in_market AND status = 'waiting' AND rank IS NULL AND ladder_from IS NULL AND stop_direction = 'fall' AND stop_price >= low
        UNION ALL
        SELECT * FROM spot_orders
        WHERE market_id = in_market AND order_type = 'trailing_stop' AND status = 'waiting' AND rank IS NULL AND trail_reached IS NOT NULL AND ladder_from IS NULL
      ) AS o
      CROSS JOIN LATERAL (
        SELECT coalesce(o.trail_reached, min(k.seq)) AS seq FROM ticks k
        WHERE k.series_id = m.series_id AND k.seq > greatest(checked, o.stop_seq) AND k.seq <= m.last_seq
          AND CASE o.stop_direction WHEN 'rise' THEN k.price >= o.stop_price ELSE k.price <= o.stop_price END
      ) AS reached
      WHERE o.stop_series_id = m.series_id AND reached.seq IS NOT NULL
      ORDER BY reached.seq, o.id LIMIT rows_max
    ) AS d;
  END IF;
  RETURN json_build_object(
    'series_id', m.series_id, 'checked', CASE WHEN m.stops_series_id = m.series_id THEN m.stops_seq ELSE checked END, 'last_seq', m.last_seq, 'orders', coalesce(due, '[]'::json));
END
$$;

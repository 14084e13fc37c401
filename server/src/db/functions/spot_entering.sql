-- Orders that wait outside the book for a tick whose ladder they may meet, oldest first, at most `rows_max`: those that
-- the last tick lets in, and those that may not wait for long. Null when there are none.
CREATE FUNCTION spot_entering(in_market integer, rows_max integer) RETURNS json
LANGUAGE plpgsql STABLE AS $$
DECLARE
  entering json;
BEGIN
  SELECT json_agg(spot_order_json(e.*::spot_orders)) INTO entering
  FROM (
    SELECT o.* FROM spot_orders o
    WHERE o.market_id = in_market AND o.status = 'waiting' AND o.rank IS NULL AND o.ladder_from IS NOT NULL
      AND (o.time_in_force NOT IN ('gtc', 'gtd') OR o.ladder_from <= (
        SELECT s.last_at FROM markets m JOIN price_series s ON s.id = m.series_id WHERE m.id = in_market AND m.status = 'trading'))
    ORDER BY o.ladder_from, o.id LIMIT rows_max
  ) AS e;
  RETURN entering;
END
$$;

-- Orders of one side of the book that would trade at `reach`, in price-time order, at most `rows_max`. Two statements,
-- because only a literal ORDER BY can use the index.
CREATE FUNCTION spot_resting(in_market integer, resting_side text, reach numeric, rows_max integer) RETURNS json
LANGUAGE plpgsql STABLE AS $$
DECLARE
  found json;
BEGIN
  IF resting_side = 'sell' THEN
    SELECT json_agg(spot_order_json(o.*::spot_orders)) INTO found
    FROM (
      SELECT * FROM spot_orders
      WHERE market_id = in_market AND side = 'sell' AND status = 'waiting' AND rank IS NOT NULL
        AND price <= coalesce(reach, 'infinity'::numeric)
      ORDER BY price, rank LIMIT rows_max
    ) AS o;
  ELSE
    SELECT json_agg(spot_order_json(o.*::spot_orders)) INTO found
    FROM (
      SELECT * FROM spot_orders
      WHERE market_id = in_market AND side = 'buy' AND status = 'waiting' AND rank IS NOT NULL
        AND price >= coalesce(reach, 0)
      ORDER BY price DESC, rank LIMIT rows_max
    ) AS o;
  END IF;
  RETURN coalesce(found, '[]'::json);
END
$$;

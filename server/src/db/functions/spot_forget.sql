-- Deletes orders that were cancelled without an execution and ended 30 days ago, at most `rows_max`, and counts them by
-- the day on which they were placed. Returns their number. The 30 days must have passed by both clocks, the caller's
-- and the database's, so that a node with a fast clock deletes nothing early. Holds and releases of such an order stay
-- in the journal, which is never changed; an order with an execution cannot be deleted, since the execution refers to
-- it.
CREATE FUNCTION spot_forget(at timestamptz, rows_max integer) RETURNS integer
LANGUAGE sql AS $$
  WITH gone AS (
    DELETE FROM spot_orders
    WHERE id IN (
      SELECT id FROM spot_orders
      WHERE status = 'cancelled' AND filled_quantity = 0 AND updated_at < least(at, now()) - interval '30 days'
      ORDER BY updated_at LIMIT rows_max FOR UPDATE SKIP LOCKED
    )
    RETURNING user_id, market_id, side, order_type, created_at
  ), counted AS (
    INSERT INTO spot_forgotten_orders AS f (user_id, day, market_id, side, order_type, orders)
    SELECT g.user_id, (g.created_at AT TIME ZONE 'UTC')::date, g.market_id, g.side, g.order_type, count(*)
    FROM gone g GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (user_id, day, market_id, side, order_type) DO UPDATE SET orders = f.orders + excluded.orders
  )
  SELECT count(*)::integer FROM gone;
$$;

-- Trailing stops of a market follow the ticks since the last one that they followed, one tick after the other: those
-- whose trigger it reaches are marked (`trail_reached`, `stop_price`), then the extremes move, then those whose
-- activation price it reaches begin. Returns `more` when there are more ticks than one call takes, `reached` when a
-- marked order waits for its trigger, otherwise `followed`. While the market is halted or does not trade, nothing moves:
-- the ticks of that time are followed afterwards.
--
-- Orders with the same extreme are one row of `spot_trails`, so a new high moves a row and not each order. Rows that a
-- price has passed become one: the one that most orders came to, so that an order moves to another one few times.
CREATE FUNCTION spot_trail(in_market integer) RETURNS text
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
AS $$
DECLARE
  ticks_max constant integer := 1000;
  m record;
  tick record;
  followed bigint;
  target text;
  moved bigint[];
  kept bigint;
  begun bigint[];
BEGIN
  SELECT k.series_id, s.last_seq, r.seq INTO m
  FROM markets k JOIN price_series s ON s.id = k.series_id
  LEFT JOIN spot_trail_marks r ON r.market_id = k.id AND r.series_id = k.series_id
  WHERE k.id = in_market AND k.status = 'trading' AND NOT EXISTS (
    SELECT FROM halts h
    WHERE h.ended_at IS NULL AND (h.expires_at IS NULL OR h.expires_at > clock_timestamp())
      AND (h.subject IN ('exchange', 'markets') OR h.market_id = k.id)
  );
  IF m.seq IS NULL THEN
    RETURN 'followed';
  END IF;
  FOR tick IN SELECT seq, price FROM ticks WHERE series_id = m.series_id AND seq > m.seq AND seq <= m.last_seq ORDER BY seq LIMIT ticks_max LOOP
    followed := tick.seq;
    FOREACH target IN ARRAY ARRAY['sell', 'buy'] LOOP
      -- An index finds a little more than the exact comparison, which divides nothing.
      UPDATE spot_orders o
      SET trail_reached = tick.seq, trail_id = NULL, trail_extreme = d.extreme, stop_price = d.trigger_price
      FROM (
        SELECT w.id, t.extreme, t.extreme + CASE target WHEN 'sell' THEN -1 ELSE 1 END * coalesce(w.trail_amount, t.extreme * w.trail_fraction) AS trigger_price
        FROM spot_trails t
        CROSS JOIN LATERAL (
          SELECT f.id, f.trail_fraction, f.trail_amount FROM spot_orders f
          WHERE f.trail_id = t.id AND f.trail_fraction IS NOT NULL AND f.trail_fraction <= abs(t.extreme - tick.price) / t.extreme + 0.000001
          UNION ALL
          SELECT a.id, a.trail_fraction, a.trail_amount FROM spot_orders a
          WHERE a.trail_id = t.id AND a.trail_amount IS NOT NULL AND a.trail_amount <= abs(t.extreme - tick.price)
        ) AS w
        WHERE t.market_id = in_market AND t.series_id = m.series_id AND t.side = target
          AND CASE target WHEN 'sell' THEN t.extreme > tick.price ELSE t.extreme < tick.price END
      ) AS d
      WHERE o.id = d.id AND CASE target WHEN 'sell' THEN tick.price <= d.trigger_price ELSE tick.price >= d.trigger_price END;

      SELECT array_agg(t.id ORDER BY t.orders DESC, t.id) INTO moved FROM spot_trails t
      WHERE t.market_id = in_market AND t.series_id = m.series_id AND t.side = target
        AND CASE target WHEN 'sell' THEN t.extreme <= tick.price ELSE t.extreme >= tick.price END;
      kept := moved[1];
      IF cardinality(moved) > 1 THEN
        UPDATE spot_orders SET trail_id = kept WHERE trail_id = ANY (moved[2:]) AND trail_fraction IS NOT NULL;
        UPDATE spot_orders SET trail_id = kept WHERE trail_id = ANY (moved[2:]) AND trail_amount IS NOT NULL;
        UPDATE spot_trails SET orders = (SELECT sum(t.orders) FROM spot_trails t WHERE t.id = ANY (moved)) WHERE id = kept;
        DELETE FROM spot_trails WHERE id = ANY (moved[2:]);
      END IF;
      IF kept IS NOT NULL THEN
        UPDATE spot_trails SET extreme = tick.price WHERE id = kept AND extreme <> tick.price;
      END IF;

      IF target = 'sell' THEN
        SELECT array_agg(o.id) INTO begun FROM spot_orders o
        WHERE o.market_id = in_market AND o.order_type = 'trailing_stop' AND o.status = 'waiting' AND o.trail_id IS NULL AND o.trail_reached IS NULL
          AND o.stop_series_id = m.series_id AND o.side = 'sell' AND o.activation_price <= tick.price AND o.stop_seq < tick.seq;
      ELSE
        SELECT array_agg(o.id) INTO begun FROM spot_orders o
        WHERE o.market_id = in_market AND o.order_type = 'trailing_stop' AND o.status = 'waiting' AND o.trail_id IS NULL AND o.trail_reached IS NULL
          AND o.stop_series_id = m.series_id AND o.side = 'buy' AND o.activation_price >= tick.price AND o.stop_seq < tick.seq;
      END IF;
      IF begun IS NOT NULL THEN
        IF kept IS NULL THEN
          INSERT INTO spot_trails (market_id, series_id, side, extreme, orders)
          VALUES (in_market, m.series_id, target, tick.price, 0) RETURNING id INTO kept;
        END IF;
        UPDATE spot_trails SET orders = orders + cardinality(begun) WHERE id = kept;
        UPDATE spot_orders SET trail_id = kept WHERE id = ANY (begun);
      END IF;
    END LOOP;
  END LOOP;
  IF followed IS NOT NULL THEN
    UPDATE spot_trail_marks SET seq = followed WHERE market_id = in_market AND series_id = m.series_id;
    -- Rows whose orders have all ended cost a look at each tick.
    DELETE FROM spot_trails t
    WHERE t.market_id = in_market AND t.series_id = m.series_id
      AND NOT EXISTS (SELECT FROM spot_orders o WHERE o.trail_id = t.id AND o.trail_fraction IS NOT NULL)
      AND NOT EXISTS (SELECT FROM spot_orders o WHERE o.trail_id = t.id AND o.trail_amount IS NOT NULL);
    IF followed < m.last_seq THEN
      RETURN 'more';
    END IF;
  END IF;
  IF EXISTS (
    SELECT FROM spot_orders
    WHERE market_id = in_market AND order_type = 'trailing_stop' AND status = 'waiting' AND rank IS NULL AND trail_reached IS NOT NULL AND ladder_from IS NULL
  ) THEN
    RETURN 'reached';
  END IF;
  RETURN 'followed';
END
$$;

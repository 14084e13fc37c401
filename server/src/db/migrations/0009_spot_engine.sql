-- More of a market, at the end of what was there: its price band, and how far ticks were searched for stop prices.
CREATE OR REPLACE VIEW market_records AS
SELECT m.id, m.symbol, m.base_id, m.quote_id, b.name AS base, q.name AS quote, m.status, m.is_displayed, m.sort,
  m.price_precision, m.quantity_precision, m.min_quantity::text AS min_quantity, m.min_notional::text AS min_notional,
  m.maker_fee_rate::text AS maker_fee_rate, m.taker_fee_rate::text AS taker_fee_rate,
  m.ladder_levels, m.ladder_half_spread::text AS ladder_half_spread, m.ladder_step::text AS ladder_step,
  m.ladder_level_notional::text AS ladder_level_notional,
  m.ladder_tick_seq::text AS ladder_tick_seq, m.ladder_bid_taken::text AS ladder_bid_taken, m.ladder_ask_taken::text AS ladder_ask_taken,
  m.series_id, s.source, s.last_seq::text AS last_seq, s.last_price::text AS last_price,
  to_char(s.last_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS last_at,
  m.price_band::text AS price_band, m.stops_series_id, m.stops_seq::text AS stops_seq
FROM markets m
JOIN currencies b ON b.id = m.base_id
JOIN currencies q ON q.id = m.quote_id
LEFT JOIN price_series s ON s.id = m.series_id;
--> statement-breakpoint
DROP FUNCTION spot_settle(integer, timestamptz, jsonb, jsonb, jsonb, jsonb);
--> statement-breakpoint
DROP FUNCTION spot_open(integer, integer, integer, text, numeric, integer);
--> statement-breakpoint
-- An order as `server/src/modules/spot/orderRow.ts` reads it.
CREATE OR REPLACE FUNCTION spot_order_json(o spot_orders) RETURNS json
LANGUAGE sql STABLE AS $$
  SELECT json_build_object(
    'id', o.id, 'user_id', o.user_id, 'market_id', o.market_id, 'side', o.side, 'order_type', o.order_type, 'status', o.status,
    'time_in_force', o.time_in_force, 'is_post_only', o.is_post_only,
    'price', o.price::text, 'reference_price', o.reference_price::text, 'quantity', o.quantity::text,
    'filled_quantity', o.filled_quantity::text, 'filled_quote', o.filled_quote::text, 'fee', o.fee::text,
    'maker_fee_rate', o.maker_fee_rate::text, 'taker_fee_rate', o.taker_fee_rate::text, 'held_amount', o.held_amount::text,
    'client_request_id', o.client_request_id,
    'stop_price', o.stop_price::text, 'stop_direction', o.stop_direction, 'stop_series_id', o.stop_series_id, 'stop_seq', o.stop_seq,
    'triggered_at', to_char(o.triggered_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'rank', o.rank, 'cancel_reason', o.cancel_reason, 'replaces_id', o.replaces_id,
    'created_at', to_char(o.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'updated_at', to_char(o.updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
$$;
--> statement-breakpoint
-- The orders of one side of the book that would trade at `reach`, in price-time order, at most `rows_max`.
-- Two statements, because only an order that is written out can come from the index.
CREATE OR REPLACE FUNCTION spot_resting(in_market integer, resting_side text, reach numeric, rows_max integer) RETURNS json
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
--> statement-breakpoint
-- What bounds a market's ladder and what stands against it: the house's funds, and the best prices of users.
CREATE OR REPLACE FUNCTION spot_house(in_market integer, base integer, quote integer) RETURNS json
LANGUAGE sql STABLE AS $$
  SELECT json_build_object(
    'base', (SELECT a.available::text FROM ledger_accounts a WHERE a.user_id IS NULL AND a.kind = 'maker' AND a.currency_id = base),
    'quote', (SELECT a.available::text FROM ledger_accounts a WHERE a.user_id IS NULL AND a.kind = 'maker' AND a.currency_id = quote),
    'best_bid', (SELECT o.price::text FROM spot_orders o WHERE o.market_id = in_market AND o.side = 'buy' AND o.status = 'waiting' AND o.rank IS NOT NULL ORDER BY o.price DESC LIMIT 1),
    'best_ask', (SELECT o.price::text FROM spot_orders o WHERE o.market_id = in_market AND o.side = 'sell' AND o.status = 'waiting' AND o.rank IS NOT NULL ORDER BY o.price LIMIT 1))
$$;
--> statement-breakpoint
-- The stop orders of a market's series that a tick has reached, by that tick and then by their age, at most `rows_max`; null when the series has none that
-- wait. `checked` answers up to where the log was searched before: a price that came and went between two looks counts.
CREATE FUNCTION spot_due(in_market integer, rows_max integer) RETURNS json
LANGUAGE plpgsql STABLE AS $$
DECLARE
  m record;
  checked bigint;
  high numeric;
  low numeric;
  found json;
BEGIN
  SELECT k.series_id, k.stops_series_id, k.stops_seq, s.last_seq INTO m
  FROM markets k JOIN price_series s ON s.id = k.series_id
  WHERE k.id = in_market AND k.status = 'trading';
  IF m.series_id IS NULL OR NOT EXISTS (
    SELECT FROM spot_orders
    WHERE market_id = in_market AND status = 'waiting' AND rank IS NULL AND stop_series_id = m.series_id
  ) THEN
    RETURN NULL;
  END IF;
  IF m.stops_series_id = m.series_id THEN
    checked := m.stops_seq;
  ELSE
    SELECT min(stop_seq) INTO checked FROM spot_orders
    WHERE market_id = in_market AND status = 'waiting' AND rank IS NULL AND stop_series_id = m.series_id;
  END IF;
  SELECT max(price), min(price) INTO high, low FROM ticks
  WHERE series_id = m.series_id AND seq > checked AND seq <= m.last_seq;
  IF high IS NOT NULL THEN
    SELECT json_agg(spot_order_json(d.*::spot_orders)) INTO found
    FROM (
      SELECT o.* FROM (
        SELECT * FROM spot_orders
        WHERE market_id = in_market AND status = 'waiting' AND rank IS NULL AND stop_direction = 'rise' AND stop_price <= high
        UNION ALL
        SELECT * FROM spot_orders
        WHERE market_id = in_market AND status = 'waiting' AND rank IS NULL AND stop_direction = 'fall' AND stop_price >= low
      ) AS o
      CROSS JOIN LATERAL (
        SELECT min(k.seq) AS seq FROM ticks k
        WHERE k.series_id = m.series_id AND k.seq > greatest(checked, o.stop_seq) AND k.seq <= m.last_seq
          AND CASE o.stop_direction WHEN 'rise' THEN k.price >= o.stop_price ELSE k.price <= o.stop_price END
      ) AS reached
      WHERE o.stop_series_id = m.series_id AND reached.seq IS NOT NULL
      ORDER BY reached.seq, o.id LIMIT rows_max
    ) AS d;
  END IF;
  RETURN json_build_object(
    'series_id', m.series_id, 'checked', checked, 'last_seq', m.last_seq, 'orders', coalesce(found, '[]'::json));
END
$$;
--> statement-breakpoint
-- Locks a market until the transaction ends and answers what a batch of commands needs of it; null when there is no such market.
--
-- `in_users`: whose spendable balances to read. `in_counted`: of whom to count the waiting orders, null for the others. `in_orders`: orders to read. `in_owners`: whose waiting orders to read, all of them.
-- `bids_reach`, `asks_reach`: how far to read into the sides of the book, at most `rows_max` orders; NaN reads nothing of a side.
-- `request_users`, `request_ids`: the requests whose first answers to read.
--
-- Everything is read by statements that begin after the lock is held: one that waited for the lock would see the price and the orders of
-- before the wait.
CREATE FUNCTION spot_open(
  in_market integer,
  in_users integer[],
  in_counted integer[],
  in_orders integer[],
  in_owners integer[],
  new_orders integer,
  bids_reach numeric,
  asks_reach numeric,
  rows_max integer,
  due_max integer,
  request_users integer[],
  request_ids text[]
) RETURNS json
LANGUAGE plpgsql AS $$
DECLARE
  market record;
  opened json;
BEGIN
  PERFORM 1 FROM markets m WHERE m.id = in_market FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  SELECT * INTO market FROM market_records r WHERE r.id = in_market;
  SELECT json_build_object(
    'market', row_to_json(market),
    'house', spot_house(in_market, market.base_id, market.quote_id),
    'rank', nextval('spot_ranks'),
    'order_ids', (SELECT json_agg(nextval('spot_orders_id_seq')) FROM generate_series(1, new_orders)),
    'users', (
      SELECT json_agg(json_build_object(
        'id', u.id,
        'base', (SELECT a.available::text FROM ledger_accounts a WHERE a.user_id = u.id AND a.kind = 'spot' AND a.currency_id = market.base_id),
        'quote', (SELECT a.available::text FROM ledger_accounts a WHERE a.user_id = u.id AND a.kind = 'spot' AND a.currency_id = market.quote_id),
        'waiting', CASE WHEN u.id = ANY (in_counted) THEN (
          SELECT count(*) FROM spot_orders o WHERE o.user_id = u.id AND o.market_id = in_market AND o.status = 'waiting') END))
      FROM unnest(in_users) AS u (id)),
    'orders', (
      SELECT json_agg(spot_order_json(o)) FROM spot_orders o
      WHERE o.market_id = in_market AND o.id = ANY (in_orders)),
    'owned', (
      SELECT json_agg(spot_order_json(o) ORDER BY o.id) FROM spot_orders o
      WHERE o.market_id = in_market AND o.status = 'waiting' AND o.user_id = ANY (in_owners)),
    'bids', CASE WHEN bids_reach <> 'NaN' THEN spot_resting(in_market, 'buy', bids_reach, rows_max) END,
    'asks', CASE WHEN asks_reach <> 'NaN' THEN spot_resting(in_market, 'sell', asks_reach, rows_max) END,
    'due', CASE WHEN due_max > 0 THEN spot_due(in_market, due_max) END,
    'answers', (
      -- One by one, because a join planned while the table was small would go through all of it later.
      SELECT json_agg((
        SELECT json_build_object('user_id', c.user_id, 'request_id', c.request_id, 'body_hash', c.body_hash, 'answer', c.answer)
        FROM client_requests c WHERE c.user_id = r.user_id AND c.request_id = r.request_id::uuid))
      FROM unnest(request_users, request_ids) AS r (user_id, request_id)))
  INTO opened;
  RETURN opened;
END
$$;
--> statement-breakpoint
-- Writes what a batch of commands came to, under the market's lock: first answers of requests, new orders, orders that changed, fills in their order, and of
-- the market how much of the ladder is gone and how far ticks were searched for stop prices. Each part may be null.
-- Answers the ids of the fills; null when somebody else has answered one of the requests meanwhile: then the transaction has to be given up.
--
-- Requests are claimed in one order that all transactions share, so that two with the same ids wait for each other instead of deadlocking.
CREATE FUNCTION spot_write(
  in_market integer, written_at timestamptz, requests json, placed json, changed json, fills json, stamp json
) RETURNS json
LANGUAGE plpgsql AS $$
DECLARE
  claimed integer;
  c record;
  fill_ids json;
BEGIN
  IF requests IS NOT NULL THEN
    INSERT INTO client_requests (user_id, request_id, body_hash, answer)
    SELECT r.user_id, r.request_id, r.body_hash, r.answer
    FROM json_to_recordset(requests) AS r (user_id integer, request_id uuid, body_hash text, answer jsonb)
    ORDER BY r.user_id, r.request_id
    ON CONFLICT DO NOTHING;
    GET DIAGNOSTICS claimed = ROW_COUNT;
    IF claimed < json_array_length(requests) THEN
      RETURN NULL;
    END IF;
  END IF;
  IF placed IS NOT NULL THEN
    INSERT INTO spot_orders (
      id, user_id, market_id, side, order_type, time_in_force, is_post_only, status, price, reference_price, quantity, filled_quantity, filled_quote,
      fee, maker_fee_rate, taker_fee_rate, held_amount, client_request_id, stop_price, stop_direction, stop_series_id, stop_seq, triggered_at, rank,
      cancel_reason, replaces_id, created_at, updated_at)
    SELECT o.id, o.user_id, in_market, o.side, o.order_type, o.time_in_force, o.is_post_only, o.status, o.price, o.reference_price, o.quantity,
      o.filled_quantity, o.filled_quote, o.fee, o.maker_fee_rate, o.taker_fee_rate, o.held_amount, o.client_request_id, o.stop_price, o.stop_direction,
      o.stop_series_id, o.stop_seq, o.triggered_at, o.rank, o.cancel_reason, o.replaces_id, written_at, written_at
    FROM json_to_recordset(placed) AS o (
      id integer, user_id integer, side text, order_type text, time_in_force text, is_post_only boolean, status text, price numeric,
      reference_price numeric, quantity numeric, filled_quantity numeric, filled_quote numeric, fee numeric, maker_fee_rate numeric,
      taker_fee_rate numeric, held_amount numeric, client_request_id uuid, stop_price numeric, stop_direction text, stop_series_id integer,
      stop_seq bigint, triggered_at timestamptz, rank bigint, cancel_reason text, replaces_id integer);
  END IF;
  IF changed IS NOT NULL THEN
    FOR c IN
      SELECT * FROM json_to_recordset(changed) AS r (
        id integer, status text, filled_quantity numeric, filled_quote numeric, fee numeric, held_amount numeric, triggered_at timestamptz,
        rank bigint, cancel_reason text)
    LOOP
      UPDATE spot_orders o
      SET status = c.status, filled_quantity = c.filled_quantity, filled_quote = c.filled_quote, fee = c.fee, held_amount = c.held_amount,
        triggered_at = c.triggered_at, rank = c.rank, cancel_reason = c.cancel_reason, updated_at = written_at
      WHERE o.id = c.id;
    END LOOP;
  END IF;
  IF fills IS NOT NULL THEN
    WITH written AS (
      INSERT INTO spot_fills (market_id, taker_side, taker_order_id, maker_order_id, price, quantity, taker_fee, maker_fee, created_at)
      SELECT in_market, f.taker_side, f.taker_order_id, f.maker_order_id, f.price, f.quantity, f.taker_fee, f.maker_fee, written_at
      FROM json_to_recordset(fills) AS f (
        n integer, taker_side text, taker_order_id integer, maker_order_id integer, price numeric, quantity numeric, taker_fee numeric,
        maker_fee numeric)
      ORDER BY f.n
      RETURNING id
    )
    SELECT json_agg(w.id ORDER BY w.id) INTO fill_ids FROM written w;
  END IF;
  IF stamp IS NOT NULL THEN
    UPDATE markets m
    SET ladder_tick_seq = s.ladder_seq, ladder_bid_taken = s.bid_taken, ladder_ask_taken = s.ask_taken,
      stops_series_id = s.stops_series_id, stops_seq = s.stops_seq
    FROM json_to_record(stamp) AS s (
      ladder_seq bigint, bid_taken numeric, ask_taken numeric, stops_series_id integer, stops_seq bigint)
    WHERE m.id = in_market;
  END IF;
  RETURN coalesce(fill_ids, '[]'::json);
END
$$;

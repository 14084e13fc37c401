-- What a service needs to know of a market: its terms, its ladder, and the price it stands at. Decimals are text, so that they stay exact as JSON.
CREATE VIEW market_records AS
SELECT m.id, m.symbol, m.base_id, m.quote_id, b.name AS base, q.name AS quote, m.status, m.is_displayed, m.sort,
  m.price_precision, m.quantity_precision, m.min_quantity::text AS min_quantity, m.min_notional::text AS min_notional,
  m.maker_fee_rate::text AS maker_fee_rate, m.taker_fee_rate::text AS taker_fee_rate,
  m.ladder_levels, m.ladder_half_spread::text AS ladder_half_spread, m.ladder_step::text AS ladder_step,
  m.ladder_level_notional::text AS ladder_level_notional,
  m.ladder_tick_seq::text AS ladder_tick_seq, m.ladder_bid_taken::text AS ladder_bid_taken, m.ladder_ask_taken::text AS ladder_ask_taken,
  m.series_id, s.source, s.last_seq::text AS last_seq, s.last_price::text AS last_price,
  to_char(s.last_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS last_at
FROM markets m
JOIN currencies b ON b.id = m.base_id
JOIN currencies q ON q.id = m.quote_id
LEFT JOIN price_series s ON s.id = m.series_id;
--> statement-breakpoint
-- An order as `server/src/modules/spot/repository.ts` reads it.
CREATE FUNCTION spot_order_json(o spot_orders) RETURNS json
LANGUAGE sql STABLE AS $$
  SELECT json_build_object(
    'id', o.id, 'user_id', o.user_id, 'market_id', o.market_id, 'side', o.side, 'order_type', o.order_type, 'status', o.status,
    'price', o.price::text, 'reference_price', o.reference_price::text, 'quantity', o.quantity::text,
    'filled_quantity', o.filled_quantity::text, 'filled_quote', o.filled_quote::text, 'fee', o.fee::text,
    'maker_fee_rate', o.maker_fee_rate::text, 'taker_fee_rate', o.taker_fee_rate::text, 'held_amount', o.held_amount::text,
    'client_request_id', o.client_request_id,
    'created_at', to_char(o.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'updated_at', to_char(o.updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
$$;
--> statement-breakpoint
-- The waiting orders of one side that would trade at `reach` (null: at any price), in price-time order, at most `rows_max`.
-- Two statements, because only an order that is written out can come from the index.
CREATE FUNCTION spot_resting(in_market integer, resting_side text, reach numeric, rows_max integer) RETURNS json
LANGUAGE plpgsql STABLE AS $$
DECLARE
  found json;
BEGIN
  IF resting_side = 'sell' THEN
    SELECT json_agg(spot_order_json(o.*::spot_orders)) INTO found
    FROM (
      SELECT * FROM spot_orders
      WHERE market_id = in_market AND side = 'sell' AND status = 'waiting' AND price <= coalesce(reach, 'infinity'::numeric)
      ORDER BY price, id LIMIT rows_max
    ) AS o;
  ELSE
    SELECT json_agg(spot_order_json(o.*::spot_orders)) INTO found
    FROM (
      SELECT * FROM spot_orders
      WHERE market_id = in_market AND side = 'buy' AND status = 'waiting' AND price >= coalesce(reach, 0)
      ORDER BY price DESC, id LIMIT rows_max
    ) AS o;
  END IF;
  RETURN coalesce(found, '[]'::json);
END
$$;
--> statement-breakpoint
-- What bounds a market's ladder and what stands against it: the house's funds, and the best prices of users.
CREATE FUNCTION spot_house(in_market integer, base integer, quote integer) RETURNS json
LANGUAGE sql STABLE AS $$
  SELECT json_build_object(
    'base', (SELECT a.available::text FROM ledger_accounts a WHERE a.user_id IS NULL AND a.kind = 'maker' AND a.currency_id = base),
    'quote', (SELECT a.available::text FROM ledger_accounts a WHERE a.user_id IS NULL AND a.kind = 'maker' AND a.currency_id = quote),
    'best_bid', (SELECT o.price::text FROM spot_orders o WHERE o.market_id = in_market AND o.side = 'buy' AND o.status = 'waiting' ORDER BY o.price DESC LIMIT 1),
    'best_ask', (SELECT o.price::text FROM spot_orders o WHERE o.market_id = in_market AND o.side = 'sell' AND o.status = 'waiting' ORDER BY o.price LIMIT 1))
$$;
--> statement-breakpoint
-- Locks the market of a pair until the transaction ends and answers what placing an order needs; null when there is no such market.
--
-- Everything is read by statements that begin after the lock is held: one that waited for the lock would see the price and the orders of
-- before the wait.
CREATE FUNCTION spot_open(in_base integer, in_quote integer, in_user integer, resting_side text, reach numeric, rows_max integer) RETURNS json
LANGUAGE plpgsql AS $$
DECLARE
  locked integer;
  opened json;
BEGIN
  SELECT m.id INTO locked FROM markets m WHERE m.base_id = in_base AND m.quote_id = in_quote FOR NO KEY UPDATE;
  IF locked IS NULL THEN
    RETURN NULL;
  END IF;
  SELECT json_build_object(
    'market', (SELECT row_to_json(r) FROM market_records r WHERE r.id = locked),
    'house', spot_house(locked, in_base, in_quote),
    'user_base', (SELECT a.available::text FROM ledger_accounts a WHERE a.user_id = in_user AND a.kind = 'spot' AND a.currency_id = in_base),
    'user_quote', (SELECT a.available::text FROM ledger_accounts a WHERE a.user_id = in_user AND a.kind = 'spot' AND a.currency_id = in_quote),
    'resting', spot_resting(locked, resting_side, reach, rows_max))
  INTO opened;
  RETURN opened;
END
$$;
--> statement-breakpoint
-- Writes what matching came to, under the market's lock: the incoming order (null when the ladder came to the users), the orders that it met, their
-- fills in order, and how much of the ladder is gone. Answers the ids that the order and the fills were given.
CREATE FUNCTION spot_settle(in_market integer, settled_at timestamptz, taker jsonb, resting jsonb, fills jsonb, ladder jsonb) RETURNS json
LANGUAGE plpgsql AS $$
DECLARE
  taker_id integer;
  fill_ids json;
BEGIN
  IF taker IS NOT NULL THEN
    INSERT INTO spot_orders (
      user_id, market_id, side, order_type, status, price, reference_price, quantity, filled_quantity, filled_quote, fee,
      maker_fee_rate, taker_fee_rate, held_amount, client_request_id, created_at, updated_at)
    SELECT t.user_id, in_market, t.side, t.order_type, t.status, t.price, t.reference_price, t.quantity, t.filled_quantity, t.filled_quote, t.fee,
      t.maker_fee_rate, t.taker_fee_rate, t.held_amount, t.client_request_id, settled_at, settled_at
    FROM jsonb_to_record(taker) AS t (
      user_id integer, side text, order_type text, status text, price numeric, reference_price numeric, quantity numeric,
      filled_quantity numeric, filled_quote numeric, fee numeric, maker_fee_rate numeric, taker_fee_rate numeric, held_amount numeric,
      client_request_id uuid)
    RETURNING id INTO taker_id;
  END IF;
  UPDATE spot_orders o
  SET status = r.status, filled_quantity = r.filled_quantity, filled_quote = r.filled_quote, fee = r.fee, held_amount = r.held_amount,
    updated_at = settled_at
  FROM jsonb_to_recordset(resting) AS r (
    id integer, status text, filled_quantity numeric, filled_quote numeric, fee numeric, held_amount numeric)
  WHERE o.id = r.id;
  WITH written AS (
    INSERT INTO spot_fills (market_id, taker_side, taker_order_id, maker_order_id, price, quantity, taker_fee, maker_fee, created_at)
    SELECT in_market, f.taker_side, taker_id, f.maker_order_id, f.price, f.quantity, f.taker_fee, f.maker_fee, settled_at
    FROM jsonb_to_recordset(fills) AS f (
      n integer, taker_side text, maker_order_id integer, price numeric, quantity numeric, taker_fee numeric, maker_fee numeric)
    ORDER BY f.n
    RETURNING id
  )
  SELECT json_agg(w.id ORDER BY w.id) INTO fill_ids FROM written w;
  IF ladder IS NOT NULL THEN
    UPDATE markets m
    SET ladder_tick_seq = l.seq, ladder_bid_taken = l.bid, ladder_ask_taken = l.ask
    FROM jsonb_to_record(ladder) AS l (seq bigint, bid numeric, ask numeric)
    WHERE m.id = in_market;
  END IF;
  RETURN json_build_object('order_id', taker_id, 'fill_ids', coalesce(fill_ids, '[]'::json));
END
$$;

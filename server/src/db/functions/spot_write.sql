-- Writes the results of a batch of commands, under the market's lock: first answers of requests, new orders, changed
-- orders, fills in their order, events for users, and for the market how much of the ladder is taken and up to which
-- tick stop prices were checked. `trails`: those of the orders that are trailing stops. Each part may be null. Returns the
-- ids of the fills; null when another transaction has answered one of the requests meanwhile: then the caller must roll
-- back.
--
-- Requests are locked like in `runOnce`, and claimed in one order that all transactions share, so that two with the
-- same ids wait for each other instead of deadlocking.
--
-- Changed orders are updated by one statement, which costs less than one each; the settings keep it on the index
-- of their ids also in a young database, whose statistics say that the table is empty.
CREATE FUNCTION spot_write(
  in_market integer, written_at timestamptz, requests json, placed json, changed json, fills json, events json, stamp json, trails bigint[]
) RETURNS json
LANGUAGE plpgsql SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off AS $$
DECLARE
  claimed integer;
  fill_ids json;
BEGIN
  IF requests IS NOT NULL THEN
    PERFORM lock_request(r.user_id, r.request_id)
    FROM (
      SELECT q.user_id, q.request_id FROM json_to_recordset(requests) AS q (user_id integer, request_id uuid) ORDER BY q.user_id, q.request_id
    ) AS r;
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
      fee, fee_due, maker_fee_rate, taker_fee_rate, held_amount, client_request_id, stop_price, stop_direction, stop_series_id, stop_seq, triggered_at, rank,
      cancel_reason, replaces_id, max_slippage, ladder_from, ladder_limit, group_id, leg, exits, exited, expires_at, trail_fraction, trail_amount,
      activation_price, trail_extreme, created_at, updated_at)
    SELECT o.id, o.user_id, in_market, o.side, o.order_type, o.time_in_force, o.is_post_only, o.status, o.price, o.reference_price, o.quantity,
      o.filled_quantity, o.filled_quote, o.fee, o.fee_due, o.maker_fee_rate, o.taker_fee_rate, o.held_amount, o.client_request_id, o.stop_price, o.stop_direction,
      o.stop_series_id, o.stop_seq, o.triggered_at, o.rank, o.cancel_reason, o.replaces_id, o.max_slippage,
      o.ladder_from, o.ladder_limit, o.group_id, o.leg, o.exits, o.exited, o.expires_at, o.trail_fraction, o.trail_amount,
      o.activation_price, o.trail_extreme, written_at, written_at
    FROM json_to_recordset(placed) AS o (
      id bigint, user_id integer, side text, order_type text, time_in_force text, is_post_only boolean, status text, price numeric,
      reference_price numeric, quantity numeric, filled_quantity numeric, filled_quote numeric, fee numeric, fee_due numeric, maker_fee_rate numeric,
      taker_fee_rate numeric, held_amount numeric, client_request_id uuid, stop_price numeric, stop_direction text, stop_series_id integer,
      stop_seq bigint, triggered_at timestamptz, rank bigint, cancel_reason text, replaces_id bigint, max_slippage numeric,
      ladder_from timestamptz, ladder_limit numeric, group_id bigint, leg text, exits jsonb, exited numeric, expires_at timestamptz,
      trail_fraction numeric, trail_amount numeric, activation_price numeric, trail_extreme numeric);
    IF trails IS NOT NULL THEN
      PERFORM spot_trail_begin(in_market, o.id) FROM json_to_recordset(placed) AS o (id bigint) WHERE o.id = ANY (trails) ORDER BY o.id;
    END IF;
  END IF;
  IF changed IS NOT NULL THEN
    UPDATE spot_orders o
    SET status = c.status, filled_quantity = c.filled_quantity, filled_quote = c.filled_quote, fee = c.fee, fee_due = c.fee_due, held_amount = c.held_amount,
      triggered_at = c.triggered_at, rank = c.rank, cancel_reason = c.cancel_reason,
      ladder_from = c.ladder_from, ladder_limit = c.ladder_limit, quantity = c.quantity, group_id = c.group_id, leg = c.leg, exits = c.exits, exited = c.exited,
      updated_at = written_at
    FROM json_to_recordset(changed) AS c (
      id bigint, status text, filled_quantity numeric, filled_quote numeric, fee numeric, fee_due numeric, held_amount numeric, triggered_at timestamptz,
      rank bigint, cancel_reason text, ladder_from timestamptz, ladder_limit numeric, quantity numeric, group_id bigint, leg text, exits jsonb, exited numeric)
    WHERE o.id = c.id;
    IF trails IS NOT NULL THEN
      UPDATE spot_orders o SET trail_id = NULL, trail_extreme = coalesce((SELECT t.extreme FROM spot_trails t WHERE t.id = o.trail_id), o.trail_extreme)
      WHERE o.id = ANY (trails) AND (o.status <> 'waiting' OR o.triggered_at IS NOT NULL);
    END IF;
  END IF;
  IF fills IS NOT NULL THEN
    WITH written AS (
      INSERT INTO spot_fills (
        market_id, taker_side, taker_order_id, taker_user_id, maker_order_id, maker_user_id, price, quantity, taker_fee, maker_fee, created_at)
      SELECT in_market, f.taker_side, f.taker_order_id, f.taker_user_id, f.maker_order_id, f.maker_user_id, f.price, f.quantity, f.taker_fee,
        f.maker_fee, written_at
      FROM json_to_recordset(fills) AS f (
        n integer, taker_side text, taker_order_id bigint, taker_user_id integer, maker_order_id bigint, maker_user_id integer, price numeric,
        quantity numeric, taker_fee numeric, maker_fee numeric)
      ORDER BY f.n
      RETURNING id
    )
    SELECT json_agg(w.id ORDER BY w.id) INTO fill_ids FROM written w;
  END IF;
  IF events IS NOT NULL THEN
    WITH written AS (
      INSERT INTO user_events (user_id, subject, ref, category, at, facts)
      SELECT t.user_id, t.subject, t.ref, 'fills', written_at, t.facts
      FROM json_to_recordset(events) AS t (user_id integer, subject text, ref bigint, facts json)
      RETURNING subject, ref
    )
    INSERT INTO pending_events (subject, refs) SELECT w.subject, array_agg(w.ref) FROM written w GROUP BY w.subject;
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

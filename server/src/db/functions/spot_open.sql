-- Locks a market until the transaction ends and returns what a batch of commands needs; null when there is no such
-- market.
--
-- `in_users`: users whose spendable balances to read. `in_counted`: users whose waiting orders to count, null for the
-- others. `in_orders`: orders to read. `in_owners`: users whose waiting orders to read, all of them. `bids_reach`,
-- `asks_reach`: how far to read into the sides of the book, at most `rows_max` orders; NaN reads nothing of a side.
-- `request_users`, `request_ids`: requests whose first answers to read. `in_at`: the instant whose terms of limits and
-- fee groups apply, and by which orders have expired.
--
-- Uses a generic plan: the planner assumes ten elements for an unknown array, estimates a custom plan for the empty
-- ones as cheaper each time, and would plan at every call, which takes longer than a small batch. Sequential scans are
-- off, because a plan made while the table was small is cached after it has grown.
--
-- All reads begin after the lock is held: a statement that waited for the lock would see the price and the orders from
-- before the wait.
CREATE FUNCTION spot_open(
  in_market integer,
  in_users integer[],
  in_counted integer[],
  in_orders bigint[],
  in_owners integer[],
  new_orders integer,
  bids_reach numeric,
  asks_reach numeric,
  rows_max integer,
  due_max integer,
  request_users integer[],
  request_ids text[],
  in_at timestamptz
) RETURNS json
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
AS $$
DECLARE
  market record;
  opened json;
  has_followed boolean := true;
BEGIN
  PERFORM shorten_idle();
  PERFORM 1 FROM markets m WHERE m.id = in_market FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  IF due_max > 0 AND EXISTS (SELECT FROM spot_trail_marks r WHERE r.market_id = in_market) AND spot_trail_due(in_market) THEN
    has_followed := spot_trail(in_market) <> 'more';
  END IF;
  -- After the trails: a stop that a tick has reached meets the ladder of that tick.
  SELECT * INTO market FROM market_records r WHERE r.id = in_market;
  SELECT json_build_object(
    'market', row_to_json(market),
    'house', spot_house(in_market, market.base_id, market.quote_id),
    'rank', nextval('spot_ranks'),
    'has_followed', has_followed,
    'order_ids', (SELECT json_agg(nextval('spot_orders_id_seq')) FROM generate_series(1, new_orders)),
    'limits', CASE WHEN cardinality(in_users) > 0 THEN limit_terms(in_at) END,
    'users', (
      SELECT json_agg(json_build_object(
        'id', u.id,
        'standing', user_standing(u.id),
        'base', (SELECT a.available::text FROM ledger_accounts a WHERE a.user_id = u.id AND a.kind = 'spot' AND a.currency_id = market.base_id),
        'quote', (SELECT a.available::text FROM ledger_accounts a WHERE a.user_id = u.id AND a.kind = 'spot' AND a.currency_id = market.quote_id),
        'waiting', CASE WHEN u.id = ANY (in_counted) THEN (
          SELECT count(*) FROM spot_orders o WHERE o.user_id = u.id AND o.market_id = in_market AND o.status = 'waiting') END))
      FROM unnest(in_users) AS u (id)),
    'orders', (
      -- One by one, like the answers below: a plan or a join made while the table was small would later scan all of it.
      SELECT json_agg(found.json) FROM (
        SELECT (SELECT spot_order_json(o) FROM spot_orders o WHERE o.id = a.id AND o.market_id = in_market) AS json
        FROM unnest(in_orders) AS a (id)) AS found
      WHERE found.json IS NOT NULL),
    'owned', (
      SELECT json_agg(spot_order_json(o) ORDER BY o.id) FROM spot_orders o
      WHERE o.market_id = in_market AND o.status = 'waiting' AND o.user_id = ANY (in_owners)),
    'bids', CASE WHEN bids_reach <> 'NaN' THEN spot_resting(in_market, 'buy', bids_reach, rows_max) END,
    'asks', CASE WHEN asks_reach <> 'NaN' THEN spot_resting(in_market, 'sell', asks_reach, rows_max) END,
    'expired', CASE WHEN due_max > 0 THEN (
      SELECT json_agg(spot_order_json(e.*::spot_orders)) FROM (
        SELECT * FROM spot_orders o
        WHERE o.market_id = in_market AND o.status = 'waiting' AND o.expires_at <= in_at
        ORDER BY o.expires_at, o.id LIMIT due_max) AS e) END,
    'due', CASE WHEN due_max > 0 THEN spot_due(in_market, due_max) END,
    'entering', CASE WHEN due_max > 0 THEN spot_entering(in_market, due_max) END,
    'answers', (
      SELECT json_agg((
        SELECT json_build_object('user_id', c.user_id, 'request_id', c.request_id, 'body_hash', c.body_hash, 'answer', c.answer)
        FROM client_requests c WHERE c.user_id = r.user_id AND c.request_id = r.request_id::uuid))
      FROM unnest(request_users, request_ids) AS r (user_id, request_id)))
  INTO opened;
  RETURN opened;
END
$$;

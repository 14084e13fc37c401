-- Market data for services: terms, ladder, current price, and the tick up to which stop prices were checked. Decimals
-- are text, so that they stay exact in JSON.
--
-- A market whose price is too old by the database's clock is not trading, whatever status the feed last wrote, because
-- the feed may be down. The age counts from the write of the last tick or from its own time, whichever is earlier: a
-- feed with a fast clock leaves ticks of the future, and one with a slow clock writes ticks of the past. Replayed ticks
-- have a time scale of their own, so their time does not count. Neither is a halted market (`halts_in_force`); its
-- prices go on.
CREATE VIEW market_records AS
SELECT m.id, m.symbol, m.base_id, m.quote_id, b.name AS base, q.name AS quote,
  CASE
    WHEN m.status = 'trading' AND EXISTS (
      SELECT FROM halts h
      WHERE h.ended_at IS NULL AND (h.expires_at IS NULL OR h.expires_at > clock_timestamp())
        AND (h.subject IN ('exchange', 'markets') OR h.market_id = m.id)
    ) THEN 'feed-stalled'
    WHEN m.status = 'trading'
      AND clock_timestamp() - CASE s.source WHEN 'replay' THEN s.written_at ELSE least(s.last_at, s.written_at) END > m.price_max_age_seconds * interval '1 second'
    THEN 'feed-stalled' ELSE m.status
  END AS status, m.is_displayed, m.sort,
  m.price_precision, m.quantity_precision, m.min_quantity::text AS min_quantity, m.min_notional::text AS min_notional,
  m.maker_fee_rate::text AS maker_fee_rate, m.taker_fee_rate::text AS taker_fee_rate,
  m.ladder_levels, m.ladder_half_spread::text AS ladder_half_spread, m.ladder_step::text AS ladder_step,
  m.ladder_level_notional::text AS ladder_level_notional, m.ladder_delay_ms,
  m.ladder_tick_seq::text AS ladder_tick_seq, m.ladder_bid_taken::text AS ladder_bid_taken, m.ladder_ask_taken::text AS ladder_ask_taken,
  m.series_id, s.source, s.last_seq::text AS last_seq, s.last_price::text AS last_price,
  to_char(s.last_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS last_at,
  m.price_band::text AS price_band, m.stops_series_id, m.stops_seq::text AS stops_seq,
  (s.state ->> 'sources')::integer AS sources, CASE s.source WHEN 'live' THEN s.state ->> 'venues' END AS venues,
  CASE s.source WHEN 'simulated' THEN s.state ->> 'model' END AS model,
  to_char(m.delists_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS delists_at, m.delisted_at IS NOT NULL AS is_delisted
FROM markets m
JOIN currencies b ON b.id = m.base_id
JOIN currencies q ON q.id = m.quote_id
LEFT JOIN price_series s ON s.id = m.series_id;

-- Halts in force, those of the public log and of stale prices included (by the rules of `trading_halted`, which a view
-- may not use because it is replaced on its own, and of `market_records`). `may_be_older`: the database may lack requests
-- that were carried out.
CREATE VIEW halts_in_force AS
SELECT h.subject, h.market_id, h.reason, h.since, false AS may_be_older
FROM halts h
WHERE h.ended_at IS NULL AND (h.expires_at IS NULL OR h.expires_at > clock_timestamp())
UNION ALL
SELECT CASE WHEN l.stops_money THEN 'exchange' ELSE 'markets' END, NULL, CASE WHEN l.stops_money THEN 'log-money' ELSE 'log' END, l.at,
  l.stops_money AND NOT l.is_disk_full
FROM log_halts l
WHERE l.log = (SELECT coalesce(max(e.idx) >> 40, 0) FROM log_entries e)
  AND NOT EXISTS (SELECT FROM log_successors s WHERE s.log > l.log)
UNION ALL
SELECT 'market', m.id, 'prices', coalesce(s.written_at, s.last_at), false
FROM markets m
JOIN price_series s ON s.id = m.series_id
WHERE m.is_displayed AND s.written_at IS NOT NULL
  AND clock_timestamp() - CASE s.source WHEN 'replay' THEN s.written_at ELSE least(s.last_at, s.written_at) END > m.price_max_age_seconds * interval '1 second';

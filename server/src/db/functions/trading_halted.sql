-- Whether nothing may be bought: the newest transparency log must not continue, and no other one is to begin.
CREATE FUNCTION trading_halted() RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM log_halts h
    WHERE h.log = (SELECT coalesce(max(e.idx) >> 40, 0) FROM log_entries e)
      AND NOT EXISTS (SELECT FROM log_successors s WHERE s.log > h.log)
  )
$$;

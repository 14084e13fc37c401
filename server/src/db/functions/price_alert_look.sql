-- Checks whether ticks may have reached alerts of a market: `due` when `price_alert_fire` must run, `more` when there
-- are ticks left to check, `ended` when the market was delisted and has no more ticks, else `quiet`. The cost does not
-- depend on the number of alerts that ticks do not reach: of each kind only the next threshold is read. Below 64 ticks
-- the cursor stays and the ticks are read again, because moving it at each tick would cost more.
create function price_alert_look(p_market integer) returns text
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  c record;
  v_low numeric;
  v_high numeric;
  v_first timestamptz;
  v_last timestamptz;
begin
  -- Lock of price alerts (`ALERTS_LOCK`): a new alert is either visible here, or its ticks start after
  -- those checked here.
  perform pg_advisory_xact_lock(7204131, p_market);
  select m.series_id, k.series_id is distinct from m.series_id as is_other, k.seq, s.last_seq, least(s.last_seq, k.seq + 5000) as until into c
  from price_alert_cursors k join markets m on m.id = k.market_id join price_series s on s.id = m.series_id
  where k.market_id = p_market;
  if c.series_id is null then
    return case when exists (select from markets where id = p_market and series_id is null and delisted_at is not null)
      then 'ended' else 'quiet' end;
  end if;
  if not exists (select from price_alerts where market_id = p_market and status = 'active') then
    delete from price_alert_cursors where market_id = p_market;
    return 'quiet';
  end if;
  if c.is_other then
    return 'due';
  end if;
  select min(price), max(price), min(at), max(at) into v_low, v_high, v_first, v_last
  from ticks where series_id = c.series_id and seq > c.seq and seq <= c.until;
  if v_first is null then
    return 'quiet';
  end if;
  if v_high >= (select min(threshold) from price_alerts where market_id = p_market and status = 'active' and kind = 'above' and minutes = 0)
    or v_low <= (select max(threshold) from price_alerts where market_id = p_market and status = 'active' and kind = 'below' and minutes = 0) then
    return 'due';
  end if;
  if exists (
    select from price_alert_windows(p_market, c.series_id, v_first) w
    where v_high * 100 >= (100 + w.rise) * w.low or v_low * 100 <= (100 - w.fall) * w.high
  ) then
    return 'due';
  end if;
  if c.until - c.seq >= 64 then
    update price_alert_cursors set seq = c.until, at = v_last where market_id = p_market;
  end if;
  return case when c.until < c.last_seq then 'more' else 'quiet' end;
end
$$;

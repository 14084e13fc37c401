-- Moves the futures cursors over ticks that reach no order or trigger price, as far as `futures_reach` allows. Returns
-- false, without a move, when there is work: a tick has reached a trigger price, a midnight has passed, or a series is
-- over. The cost does not depend on how many positions are open, and is nothing when none is.
create function futures_sweep() returns boolean
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  c record;
  v_low numeric;
  v_high numeric;
  v_series integer[] := '{}';
  v_seqs bigint[] := '{}';
  v_ats timestamptz[] := '{}';
  v_prices numeric[] := '{}';
begin
  -- Lock of futures (`FUTURES_LOCK`).
  perform pg_advisory_xact_lock(7204125);
  -- Each query asks for one row or one end of an index: a plan that expects an early match would read everything when
  -- there is none.
  delete from futures_cursors k where (
    select p.id from futures_positions p where p.series_id = k.series_id and p.status in ('pending', 'trading') limit 1
  ) is null;
  for c in
    select k.series_id, k.seq, k.at, k.overnight_at, t.seq as last_seq, t.at as last_at, t.price as last_price,
      r.is_whole and (m.series_id is distinct from k.series_id or m.status = 'feed-ended') as is_over
    from futures_cursors k join futures_reach r on r.series_id = k.series_id
      cross join lateral (select seq, at, price from ticks where series_id = r.series_id and seq = r.seq limit 1) t
      join price_series s on s.id = k.series_id join markets m on m.id = s.market_id
    where r.seq > k.seq or r.is_whole and (m.series_id is distinct from k.series_id or m.status = 'feed-ended')
  loop
    if c.is_over then
      return false;
    end if;
    if date_trunc('day', c.last_at at time zone 'UTC') > date_trunc('day', c.at at time zone 'UTC') and exists (
      select from futures_positions where series_id = c.series_id and status = 'trading'
    ) then
      return false;
    end if;
    select min(price), max(price) into v_low, v_high from ticks where series_id = c.series_id and seq > c.seq and seq <= c.last_seq;
    if v_low <= (select max(trigger_low) from futures_positions where series_id = c.series_id and status in ('pending', 'trading'))
      or v_high >= (select min(trigger_high) from futures_positions where series_id = c.series_id and status in ('pending', 'trading')) then
      return false;
    end if;
    if c.last_seq > c.seq then
      v_series := v_series || c.series_id;
      v_seqs := v_seqs || c.last_seq;
      v_ats := v_ats || c.last_at;
      v_prices := v_prices || c.last_price;
    end if;
  end loop;
  -- Move to the last tick that was checked, not to the newest: more may have arrived meanwhile.
  update futures_cursors k set seq = n.seq, at = n.at, price = n.price
  from unnest(v_series, v_seqs, v_ats, v_prices) as n (series_id, seq, at, price) where k.series_id = n.series_id;
  return true;
end
$$;

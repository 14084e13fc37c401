-- Fires the alerts of a market that ticks have reached since the last check, each by the first tick that reached it, at
-- most `p_max`: each row changes once. The cursor moves when none is left. When a market changes to another series its
-- alerts follow, and ticks of that series count from the time of the last check.
create function price_alert_fire(p_market integer, p_max integer)
returns table (id text, user_id integer, kind text, minutes integer, threshold text, is_repeating boolean, at text, price text, low text, high text)
language plpgsql set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  c record;
  v_count integer;
  v_at timestamptz;
begin
  perform pg_advisory_xact_lock(7204131, p_market);
  select m.series_id, k.series_id as from_series, k.seq, k.at, s.last_seq into c
  from price_alert_cursors k join markets m on m.id = k.market_id join price_series s on s.id = m.series_id
  where k.market_id = p_market;
  if c.series_id is null then
    return;
  end if;
  if c.series_id <> c.from_series then
    c.seq := tick_before(c.series_id, c.at + interval '1 microsecond');
    update price_alerts a set series_id = c.series_id, after_seq = c.seq where a.market_id = p_market and a.status = 'active';
  end if;
  c.last_seq := least(c.last_seq, c.seq + 5000);
  return query
  with fresh as materialized (
    select t.seq, t.at, t.price from ticks t where t.series_id = c.series_id and t.seq > c.seq and t.seq <= c.last_seq
  ), hits as materialized (
    -- The few ticks that reach any threshold at all: each alert is compared with these only.
    select f.seq, f.price from fresh f
    where f.price >= (select min(a.threshold) from price_alerts a where a.market_id = p_market and a.status = 'active' and a.kind = 'above' and a.minutes = 0)
      or f.price <= (select max(a.threshold) from price_alerts a where a.market_id = p_market and a.status = 'active' and a.kind = 'below' and a.minutes = 0)
  ), prices as (
    select a.id, r.seq, null::numeric as low, null::numeric as high
    from (
      select a.id, a.kind, a.threshold, a.after_seq from price_alerts a
      where a.market_id = p_market and a.status = 'active' and a.kind = 'above' and a.minutes = 0 and a.threshold <= (select max(h.price) from hits h)
      union all
      select a.id, a.kind, a.threshold, a.after_seq from price_alerts a
      where a.market_id = p_market and a.status = 'active' and a.kind = 'below' and a.minutes = 0 and a.threshold >= (select min(h.price) from hits h)
    ) as a cross join lateral (
      select min(h.seq) as seq from hits h
      where h.seq > a.after_seq and case a.kind when 'above' then h.price >= a.threshold else h.price <= a.threshold end
    ) as r
  ), moves as materialized (
    select w.minutes, f.seq, f.price, r.low, r.high
    from price_alert_windows(p_market, c.series_id, (select min(f.at) from fresh f)) as w
      join fresh f on f.price * 100 >= (100 + w.rise) * w.low or f.price * 100 <= (100 - w.fall) * w.high
      cross join lateral price_alert_range(c.series_id, f.seq, f.at, w.minutes) as r
  ), changes as (
    select a.id, r.seq, r.low, r.high
    from price_alerts a cross join lateral (
      select v.seq, v.low, v.high from moves v
      where v.minutes = a.minutes and v.seq > a.after_seq and case a.kind
        when 'rise' then v.price * 100 >= (100 + a.threshold) * v.low else v.price * 100 <= (100 - a.threshold) * v.high end
      order by v.seq limit 1
    ) as r
    where a.market_id = p_market and a.status = 'active' and a.minutes > 0
  ), due as (
    select * from prices where seq is not null union all select * from changes order by seq, id limit p_max
  ), fired as (
    update price_alerts a
    set status = case when a.is_repeating then 'resting' else 'fired' end, fired_at = f.at, fired_price = f.price
    from due d join fresh f on f.seq = d.seq where a.id = d.id and a.status = 'active'
    returning a.id, a.user_id, a.kind, a.minutes, a.threshold, a.is_repeating, f.seq, f.at, f.price, d.low, d.high
  )
  select x.id::text, x.user_id, x.kind, x.minutes, x.threshold::text, x.is_repeating,
    to_char(x.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), x.price::text, x.low::text, x.high::text
  from fired x order by x.seq, x.id;
  get diagnostics v_count = row_count;
  if v_count < p_max then
    select t.at into v_at from ticks t where t.series_id = c.series_id and t.seq = c.last_seq;
    update price_alert_cursors k set series_id = c.series_id, seq = c.last_seq, at = coalesce(v_at, k.at) where k.market_id = p_market;
  end if;
end
$$;

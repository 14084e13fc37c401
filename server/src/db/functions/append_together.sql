-- Appends the newest ticks of several series and folds them in one statement: what a feed produces each second. Returns
-- false, without a change, when one of the logs does not end where p_after says. `append_ticks` folds a bar from
-- shorter bars; a fold is associative, so here each bar only adds the new minutes and reads no other bar. For more than
-- a few ticks `append_ticks` is faster.
create function append_together(
  p_series integer[], p_after bigint[], p_states jsonb,
  p_of integer[], p_seq bigint[], p_at timestamptz[], p_price numeric[], p_quantity numeric[]
) returns boolean
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  v_count integer;
  v_is_back boolean;
begin
  select count(*), bool_or(l.last_at > (select min(t.at) from unnest(p_of, p_at) as t(of, at) where t.of = l.id)) into v_count, v_is_back
  from (
    select s.id, s.last_at from price_series s join unnest(p_series, p_after) as b(id, after) on b.id = s.id and b.after = s.last_seq
    order by s.id for update of s
  ) l;
  if v_count < cardinality(p_series) then
    return false;
  end if;
  if v_is_back then
    raise exception 'ticks of series % go back in time', p_series;
  end if;
  insert into ticks (series_id, seq, at, price, quantity) select * from unnest(p_of, p_seq, p_at, p_price, p_quantity);
  -- What live prices were made from waits for the public log.
  insert into tick_inputs (series_id, seq, body)
  select b.id, b.after + i.place, i.body
  from rows from (unnest(p_series), unnest(p_after), jsonb_array_elements(p_states)) as b(id, after, state),
    jsonb_array_elements_text(b.state -> 'inputs') with ordinality as i(body, place)
  where b.state ? 'inputs';
  update price_series s set last_seq = n.seq, last_price = n.price, last_at = n.at, written_at = clock_timestamp(), state = b.state - 'inputs'
  from (select distinct on (t.of) t.* from unnest(p_of, p_seq, p_at, p_price) as t(of, seq, at, price) order by t.of, t.seq desc) n
    join rows from (unnest(p_series), jsonb_array_elements(p_states)) as b(id, state) on b.id = n.of
  where s.id = n.of;
  insert into candles as c (series_id, period, opened_at, open, high, low, close, volume, turnover, last_seq)
  select
    m.of, p.period, bar_start(p.period, m.at),
    (array_agg(m.open order by m.seq))[1], max(m.high), min(m.low), (array_agg(m.close order by m.seq desc))[1],
    sum(m.volume), sum(m.turnover), max(m.seq)
  from (
    select
      t.of, bar_start('1min', t.at) as at, (array_agg(t.price order by t.seq))[1] as open, max(t.price) as high, min(t.price) as low,
      (array_agg(t.price order by t.seq desc))[1] as close, sum(t.quantity) as volume,
      sum((t.price * t.quantity)::numeric(48, 18)) as turnover, max(t.seq) as seq
    from unnest(p_of, p_seq, p_at, p_price, p_quantity) as t(of, seq, at, price, quantity)
    group by t.of, bar_start('1min', t.at)
  ) m cross join unnest('{1min,5min,15min,30min,60min,4hour,12hour,1day,1week,1mon}'::text[]) as p(period)
  group by m.of, p.period, bar_start(p.period, m.at)
  on conflict (series_id, period, opened_at) do update set
    high = greatest(c.high, excluded.high), low = least(c.low, excluded.low), close = excluded.close,
    volume = c.volume + excluded.volume, turnover = c.turnover + excluded.turnover, last_seq = excluded.last_seq;
  return true;
end
$$;

-- Parts from which the bars of a period from p_from on are folded. `tick`: each tick after p_after up to p_until as a
-- bar of its own, and the existing bar, which covers its ticks up to p_after. Otherwise: the bars of a shorter period.
-- The turnover of a tick has the same number of decimals as that of a bar, so that no sum depends on how ticks were
-- batched.
create function bar_parts(
  p_series integer, p_period text, p_part text, p_from timestamptz, p_to timestamptz, p_after bigint, p_until bigint
) returns table (at timestamptz, open numeric, high numeric, low numeric, close numeric, volume numeric, turnover numeric, seq bigint)
language sql stable as $$
  select t.at, t.price, t.price, t.price, t.price, t.quantity, round(t.price * t.quantity, 18), t.seq
  from ticks t
  where p_part = 'tick' and t.series_id = p_series and t.seq > p_after and t.seq <= p_until
  union all
  select c.opened_at, c.open, c.high, c.low, c.close, c.volume, c.turnover, c.last_seq
  from candles c
  where c.series_id = p_series
    and c.period = case p_part when 'tick' then p_period else p_part end
    and c.opened_at >= p_from
    and c.opened_at <= case p_part when 'tick' then p_from else p_to end
$$;

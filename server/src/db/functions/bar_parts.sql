-- What bars from p_from on are folded from. Minutes: the ticks after p_after, each a bar of its own, and the minute that is already there,
-- which stands for its ticks up to p_after. Longer periods: the bars of a shorter one.
create function bar_parts(p_series integer, p_part text, p_from timestamptz, p_to timestamptz, p_after bigint)
returns table (at timestamptz, open numeric, high numeric, low numeric, close numeric, volume numeric, turnover numeric, seq bigint)
language sql stable as $$
  select t.at, t.price, t.price, t.price, t.price, t.quantity, t.price * t.quantity, t.seq
  from ticks t
  where p_part = 'tick' and t.series_id = p_series and t.seq > p_after
  union all
  select c.opened_at, c.open, c.high, c.low, c.close, c.volume, c.turnover, c.last_seq
  from candles c
  where c.series_id = p_series
    and c.period = case p_part when 'tick' then '1min' else p_part end
    and c.opened_at >= p_from
    and c.opened_at <= case p_part when 'tick' then p_from else p_to end
$$;

-- Lowest and highest price of the minutes until a tick, inclusive: exact, from ticks at both ends and candles between
-- them.
create function price_alert_range(p_series integer, p_seq bigint, p_at timestamptz, p_minutes integer, out low numeric, out high numeric)
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  v_since timestamptz := p_at - p_minutes * interval '1 minute';
  v_period text := case when p_minutes > 60 then '15min' else '1min' end;
  v_first timestamptz := bar_start(v_period, v_since) + case when p_minutes > 60 then interval '15 minutes' else interval '1 minute' end;
  v_last timestamptz := bar_start(v_period, p_at);
  v_since_seq bigint := tick_before(p_series, v_since);
  v_first_seq bigint := tick_before(p_series, v_first);
  v_last_seq bigint := tick_before(p_series, v_last);
begin
  select min(part.low), max(part.high) into low, high
  from (
    select min(t.price) as low, max(t.price) as high from ticks t
    where t.series_id = p_series and t.seq > v_since_seq and t.seq <= least(v_first_seq, p_seq)
    union all
    select min(c.low), max(c.high) from candles c
    where c.series_id = p_series and c.period = v_period and c.opened_at >= v_first and c.opened_at < v_last
    union all
    select min(t.price), max(t.price) from ticks t
    where t.series_id = p_series and t.seq > v_last_seq and t.at <= p_at and t.seq <= p_seq
  ) as part;
end
$$;

-- For each window of percentage alerts: the next threshold in each direction, and a range that contains the market's
-- prices during that window before an instant and since then. Uses whole bars, so it covers slightly more than the
-- window: a tick within these thresholds has reached nothing.
create function price_alert_windows(p_market integer, p_series integer, p_first timestamptz)
returns table (minutes integer, rise numeric, fall numeric, low numeric, high numeric)
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  w record;
begin
  for w in
    select x.minutes, x.period, x.reach,
      (select min(a.threshold) from price_alerts a where a.market_id = p_market and a.status = 'active' and a.kind = 'rise' and a.minutes = x.minutes) as rise,
      (select min(a.threshold) from price_alerts a where a.market_id = p_market and a.status = 'active' and a.kind = 'fall' and a.minutes = x.minutes) as fall
    from (values (5, '1min', interval '6 minutes'), (60, '5min', interval '65 minutes'), (1440, '60min', interval '25 hours')) as x (minutes, period, reach)
  loop
    if w.rise is not null or w.fall is not null then
      return query select w.minutes, w.rise, w.fall, min(c.low), max(c.high)
        from candles c where c.series_id = p_series and c.period = w.period and c.opened_at > p_first - w.reach;
    end if;
  end loop;
end
$$;

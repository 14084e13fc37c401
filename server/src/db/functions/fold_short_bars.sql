-- Folds the bars shorter than a day from the ticks after p_after up to p_until, the first at p_from and the last at
-- p_to. Each period is a multiple of the one that it is folded from.
create function fold_short_bars(p_series integer, p_from timestamptz, p_to timestamptz, p_after bigint, p_until bigint) returns void
language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  perform fold_bars(p_series, '1min', 'tick', p_from, p_to, p_after, p_until);
  perform fold_bars(p_series, '5min', '1min', p_from, p_to, p_after, p_until);
  perform fold_bars(p_series, '15min', '5min', p_from, p_to, p_after, p_until);
  perform fold_bars(p_series, '30min', '15min', p_from, p_to, p_after, p_until);
  perform fold_bars(p_series, '60min', '30min', p_from, p_to, p_after, p_until);
  perform fold_bars(p_series, '4hour', '60min', p_from, p_to, p_after, p_until);
  perform fold_bars(p_series, '12hour', '4hour', p_from, p_to, p_after, p_until);
end
$$;

-- Folds the newest days of a series' history whose bars shorter than a day are still missing: whole UTC days with about
-- p_ticks ticks, since no shorter bar crosses a day. Returns the instant from which all bars exist; null when none is
-- missing.
create function fold_past(p_series integer, p_ticks integer) returns timestamptz
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  v_to timestamptz;
  v_from timestamptz;
  v_after bigint := 0;
  v_until bigint;
begin
  select s.folded_from into strict v_to from price_series s where s.id = p_series for update;
  if v_to is null then
    return null;
  end if;
  v_until := nullif(tick_before(p_series, v_to), 0);
  if v_until > p_ticks then
    select bar_start('1day', t.at) into v_from from ticks t where t.series_id = p_series and t.seq = v_until - p_ticks;
    v_after := tick_before(p_series, v_from);
  end if;
  if v_until is not null then
    perform fold_short_bars(
      p_series, (select t.at from ticks t where t.series_id = p_series and t.seq = v_after + 1),
      (select t.at from ticks t where t.series_id = p_series and t.seq = v_until), v_after, v_until
    );
  end if;
  v_from := case when v_after > 0 then v_from end;
  update price_series s set folded_from = v_from where s.id = p_series;
  return v_from;
end
$$;

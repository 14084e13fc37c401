-- A seq such that all ticks of the series up to it are before an instant and all later ones are not; 0 when none is
-- before. Within a series time never goes back (`append_ticks` refuses it), so the primary key suffices: the distance
-- from the newest tick doubles until a tick is before the instant, and is halved from there.
create function tick_before(p_series integer, p_at timestamptz) returns bigint
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  v_low bigint;
  v_high bigint;
  v_middle bigint;
  v_step bigint := 1;
  v_seq bigint;
  v_at timestamptz;
begin
  select t.seq, t.at into v_high, v_at from ticks t where t.series_id = p_series order by t.seq desc limit 1;
  if v_high is null or p_at is null then
    return 0;
  elsif v_at < p_at then
    return v_high;
  end if;
  loop
    v_low := greatest(0, v_high - v_step);
    select t.seq, t.at into v_seq, v_at from ticks t where t.series_id = p_series and t.seq <= v_low order by t.seq desc limit 1;
    exit when v_seq is null or v_at < p_at;
    v_high := v_seq;
    v_step := v_step * 2;
  end loop;
  while v_high - v_low > 1 loop
    v_middle := (v_low + v_high) / 2;
    select t.seq, t.at into v_seq, v_at from ticks t where t.series_id = p_series and t.seq <= v_middle order by t.seq desc limit 1;
    if v_seq > v_low and v_at >= p_at then
      v_high := v_seq;
    else
      v_low := v_middle;
    end if;
  end loop;
  return v_low;
end
$$;

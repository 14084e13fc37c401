-- Ticks that are not in the public log yet, of all series the oldest, one more than p_most at most.
create function log_unlogged(p_most integer) returns json
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
begin
  return (select coalesce(json_agg(json_build_array(
      t.series_id, t.seq, (extract(epoch from t.at) * 1000)::bigint, trim_scale(t.price)::text, trim_scale(t.quantity)::text
    ) order by t.at, t.series_id, t.seq), '[]')
  from (
    select n.* from log_series l cross join lateral (
      select * from ticks where series_id = l.series_id and seq > l.logged_seq order by seq limit p_most + 1
    ) n order by n.at, n.series_id, n.seq limit p_most + 1
  ) t);
end
$$;

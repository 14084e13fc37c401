-- What the sealer goes on from, while nobody else seals until the transaction ends: where the log stands, what there is besides ticks, and the ticks.
-- Ticks come after what contracts commit to: what one is bought on stands before what decides it. So where there are commitments it reads no ticks.
create function log_state(p_most integer) returns json
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  v_head json;
  v_commits boolean;
begin
  -- That of the log (logStore.ts).
  perform pg_advisory_xact_lock(7204513), set_config('synchronous_commit', 'on', true);
  select row_to_json(h) into v_head from log_head h;
  v_commits := exists (select from log_commits where idx is null);
  return json_build_object(
    'head', v_head,
    'commits', v_commits,
    'entries', exists (select from log_pending where idx is null),
    'series', exists (
      select from market_records m where m.status = 'trading' and m.series_id is not null
        and not exists (select from log_series l where l.series_id = m.series_id)
    ),
    'ticks', case when not v_commits then log_unlogged(p_most) end
  );
end
$$;

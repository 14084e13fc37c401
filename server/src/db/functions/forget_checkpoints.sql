-- Deletes checkpoints that are not retained, a few rows at a time; returns their number. Runs with the owner's right,
-- and never deletes the newest or those of the last minute by the database's clock, whatever in_before is.
create function forget_checkpoints(in_before timestamptz, in_rows integer) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_count integer;
begin
  delete from public.log_checkpoints where size in (
    select c.size from public.log_checkpoints c
    where not c.is_kept and c.signed_at < least(in_before, clock_timestamp() - interval '1 minute')
      and c.size < (select max(n.size) from public.log_checkpoints n)
    limit in_rows for update skip locked
  );
  get diagnostics v_count = row_count;
  return v_count;
end
$$;
revoke execute on function forget_checkpoints(timestamptz, integer) from public;

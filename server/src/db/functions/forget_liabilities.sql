-- Deletes trees of liabilities, or the owners of their leaves, some rows at a time; returns their number. Runs with the
-- owner's right, and never deletes those of the last 90 days by the database's clock, whatever in_before is.
create function forget_liabilities(in_table text, in_before timestamptz, in_rows integer) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_last bigint;
  v_count integer;
begin
  select max(s.id) into v_last from public.liability_snapshots s
  where s.taken_at < least(in_before, clock_timestamp() - interval '90 days');
  if in_table = 'liability_tiles' then
    delete from public.liability_tiles where ctid in (
      select t.ctid from public.liability_tiles t where t.snapshot_id <= v_last limit in_rows for update skip locked
    );
  elsif in_table = 'liability_owners' then
    delete from public.liability_owners where ctid in (
      select o.ctid from public.liability_owners o where o.snapshot_id <= v_last limit in_rows for update skip locked
    );
  else
    raise exception 'nothing of % is forgotten', in_table;
  end if;
  get diagnostics v_count = row_count;
  return v_count;
end
$$;
revoke execute on function forget_liabilities(text, timestamptz, integer) from public;

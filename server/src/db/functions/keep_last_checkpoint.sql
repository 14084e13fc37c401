-- Marks the newest checkpoint as retained: no more will be signed of its log. Runs with the owner's right, and changes
-- nothing else of a checkpoint.
create function keep_last_checkpoint() returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  update public.log_checkpoints set is_kept = true where size = (select max(size) from public.log_checkpoints);
$$;
revoke execute on function keep_last_checkpoint() from public;

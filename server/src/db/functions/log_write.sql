-- Writes what the sealer adds to the log: up to which tick it goes, entries, hashes of tiles, and what was signed.
create function log_write(p_logged jsonb, p_entries jsonb, p_nodes jsonb, p_signed jsonb) returns void
language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  update log_series l set logged_seq = done.seq
  from jsonb_to_recordset(p_logged) as done (id integer, seq bigint) where l.series_id = done.id;
  insert into log_entries (idx, kind, sealed_at, leaf_hash, ranges, body)
  select idx, kind, sealed_at, decode(leaf, 'hex'), ranges::bigint[], body
  from jsonb_to_recordset(p_entries) as entry (idx bigint, kind text, sealed_at timestamptz, leaf text, ranges text, body text);
  if p_nodes <> '[]' then
    insert into log_nodes (level, n, hash) select level, n, decode(hash, 'hex')
    from jsonb_to_recordset(p_nodes) as node (level smallint, n bigint, hash text);
  end if;
  insert into log_checkpoints (size, root, note, signed_at, is_kept)
  select size, decode(root, 'hex'), note, signed_at, is_kept
  from jsonb_to_record(p_signed) as signed (size bigint, root text, note text, signed_at timestamptz, is_kept boolean);
end
$$;

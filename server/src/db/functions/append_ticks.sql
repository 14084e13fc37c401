-- Appends ticks to a series and folds them. Returns the `seq` of the first one; null, without a change, when the log
-- does not end at p_after (another process has appended). Refuses ticks that go back in time, because a finished bar
-- never changes. Plans are cached, because planning ten folds takes three times as long as running them.
create function append_ticks(
  p_series integer, p_after bigint, p_at timestamptz[], p_price numeric[], p_quantity numeric[], p_state jsonb
) returns bigint
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  v_seq bigint;
  v_at timestamptz;
  v_folded_from timestamptz;
  v_end bigint;
  v_count integer := cardinality(p_at);
  v_first timestamptz := p_at[1];
  v_last timestamptz := p_at[v_count];
begin
  select s.last_seq, s.last_at, s.folded_from into strict v_seq, v_at, v_folded_from from price_series s where s.id = p_series for update;
  if p_after is not null and p_after <> v_seq then
    return null;
  end if;
  if v_at > v_first then
    raise exception 'ticks of series % go back in time: % after %', p_series, v_first, v_at;
  end if;
  v_end := v_seq + v_count;
  insert into ticks (series_id, seq, at, price, quantity)
  select p_series, v_seq + t.position, t.at, t.price, t.quantity
  from unnest(p_at, p_price, p_quantity) with ordinality as t(at, price, quantity, position);
  insert into tick_inputs (series_id, seq, body)
  select p_series, v_seq + i.place, i.body from jsonb_array_elements_text(p_state -> 'inputs') with ordinality as i(body, place);
  update price_series s
  set last_seq = v_end, last_price = p_price[v_count], last_at = v_last, written_at = clock_timestamp(), state = coalesce(p_state - 'inputs', s.state)
  where s.id = p_series;
  if v_last < v_folded_from then
    -- History: bars shorter than a day are folded later (fold_past).
    perform fold_bars(p_series, '1day', 'tick', v_first, v_last, v_seq, v_end);
  elsif v_first < v_folded_from then
    raise exception 'ticks of series % lie on both sides of %', p_series, v_folded_from;
  else
    perform fold_short_bars(p_series, v_first, v_last, v_seq, v_end);
    perform fold_bars(p_series, '1day', '12hour', v_first, v_last, v_seq, v_end);
  end if;
  perform fold_bars(p_series, '1week', '1day', v_first, v_last, v_seq, v_end);
  perform fold_bars(p_series, '1mon', '1day', v_first, v_last, v_seq, v_end);
  return v_seq + 1;
end
$$;

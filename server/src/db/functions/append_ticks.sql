-- Appends ticks to a series and folds them. Answers the `seq` of the first one; null, with nothing done, when the log does not stand at
-- p_after (another process has appended). Refuses ticks that go back in time: a bar that is over never changes. The plans are kept, because
-- planning ten folds anew would cost three times what running them does.
create function append_ticks(
  p_series integer, p_after bigint, p_at timestamptz[], p_price numeric[], p_quantity numeric[], p_state jsonb
) returns bigint
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  v_seq bigint;
  v_at timestamptz;
  v_count integer := cardinality(p_at);
  v_first timestamptz := p_at[1];
  v_last timestamptz := p_at[v_count];
begin
  select s.last_seq, s.last_at into strict v_seq, v_at from price_series s where s.id = p_series for update;
  if p_after is not null and p_after <> v_seq then
    return null;
  end if;
  if v_at > v_first then
    raise exception 'ticks of series % go back in time: % after %', p_series, v_first, v_at;
  end if;
  insert into ticks (series_id, seq, at, price, quantity)
  select p_series, v_seq + t.position, t.at, t.price, t.quantity
  from unnest(p_at, p_price, p_quantity) with ordinality as t(at, price, quantity, position);
  update price_series s
  set last_seq = v_seq + v_count, last_price = p_price[v_count], last_at = v_last, state = coalesce(p_state, s.state)
  where s.id = p_series;
  -- Each period is a whole number of the one that it is folded from.
  perform fold_bars(p_series, '1min', 'tick', v_first, v_last, v_seq);
  perform fold_bars(p_series, '5min', '1min', v_first, v_last, v_seq);
  perform fold_bars(p_series, '15min', '5min', v_first, v_last, v_seq);
  perform fold_bars(p_series, '30min', '15min', v_first, v_last, v_seq);
  perform fold_bars(p_series, '60min', '30min', v_first, v_last, v_seq);
  perform fold_bars(p_series, '4hour', '60min', v_first, v_last, v_seq);
  perform fold_bars(p_series, '12hour', '4hour', v_first, v_last, v_seq);
  perform fold_bars(p_series, '1day', '12hour', v_first, v_last, v_seq);
  perform fold_bars(p_series, '1week', '1day', v_first, v_last, v_seq);
  perform fold_bars(p_series, '1mon', '1day', v_first, v_last, v_seq);
  return v_seq + 1;
end
$$;

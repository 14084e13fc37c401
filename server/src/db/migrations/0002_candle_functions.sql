-- Candles are folds of the tick log. A bar is the fold of its parts in the order of their `seq`: ticks for a minute, shorter bars for every
-- longer period. The fold is associative, so a bar does not depend on how its ticks were batched, and live prices and history go through
-- the same statement.

-- Start of the bar of a period that an instant lies in. UTC; a week starts on Monday (5 January 1970 was one), `1mon` is a calendar month.
create function bar_start(p_period text, p_at timestamptz) returns timestamptz
language sql immutable strict parallel safe as $$
  select case p_period
    when '1min' then date_bin(interval '1 minute', p_at, timestamptz '1970-01-05 00:00:00+00')
    when '5min' then date_bin(interval '5 minutes', p_at, timestamptz '1970-01-05 00:00:00+00')
    when '15min' then date_bin(interval '15 minutes', p_at, timestamptz '1970-01-05 00:00:00+00')
    when '30min' then date_bin(interval '30 minutes', p_at, timestamptz '1970-01-05 00:00:00+00')
    when '60min' then date_bin(interval '60 minutes', p_at, timestamptz '1970-01-05 00:00:00+00')
    when '1day' then date_bin(interval '24 hours', p_at, timestamptz '1970-01-05 00:00:00+00')
    when '1week' then date_bin(interval '168 hours', p_at, timestamptz '1970-01-05 00:00:00+00')
    when '1mon' then date_trunc('month', p_at at time zone 'UTC') at time zone 'UTC'
  end
$$;
--> statement-breakpoint
-- What bars from p_from on are folded from. Minutes: the ticks after p_after, each a bar of its own, and the minute that is already there,
-- which stands for its ticks up to p_after. Longer periods: the bars of a shorter one.
create function bar_parts(p_series integer, p_part text, p_from timestamptz, p_to timestamptz, p_after bigint)
returns table (at timestamptz, open numeric, high numeric, low numeric, close numeric, volume numeric, turnover numeric, seq bigint)
language sql stable as $$
  select t.at, t.price, t.price, t.price, t.price, t.quantity, t.price * t.quantity, t.seq
  from ticks t
  where p_part = 'tick' and t.series_id = p_series and t.seq > p_after
  union all
  select c.opened_at, c.open, c.high, c.low, c.close, c.volume, c.turnover, c.last_seq
  from candles c
  where c.series_id = p_series
    and c.period = case p_part when 'tick' then '1min' else p_part end
    and c.opened_at >= p_from
    and c.opened_at <= case p_part when 'tick' then p_from else p_to end
$$;
--> statement-breakpoint
-- The fold, the only one: the bars of a period that hold the instants [p_from, p_to].
create function fold_bars(p_series integer, p_period text, p_part text, p_from timestamptz, p_to timestamptz, p_after bigint) returns void
language plpgsql as $$
begin
  insert into candles (series_id, period, opened_at, open, high, low, close, volume, turnover, last_seq)
  select
    p_series, p_period, bar_start(p_period, part.at),
    (array_agg(part.open order by part.seq))[1], max(part.high), min(part.low), (array_agg(part.close order by part.seq desc))[1],
    sum(part.volume), sum(part.turnover), max(part.seq)
  from bar_parts(p_series, p_part, bar_start(p_period, p_from), p_to, p_after) part
  group by bar_start(p_period, part.at)
  on conflict (series_id, period, opened_at) do update set
    open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close,
    volume = excluded.volume, turnover = excluded.turnover, last_seq = excluded.last_seq;
end
$$;
--> statement-breakpoint
-- Appends ticks to a series and folds them. Answers the `seq` of the first one; null, with nothing done, when the log does not stand at
-- p_after (another process has appended). Refuses ticks that go back in time: a bar that is over never changes. The plans are kept, because
-- planning eight folds anew would cost three times what running them does.
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
  perform fold_bars(p_series, '1day', '60min', v_first, v_last, v_seq);
  perform fold_bars(p_series, '1week', '1day', v_first, v_last, v_seq);
  perform fold_bars(p_series, '1mon', '1day', v_first, v_last, v_seq);
  return v_seq + 1;
end
$$;

-- The only fold: the bars of a period that contain the instants [p_from, p_to].
create function fold_bars(
  p_series integer, p_period text, p_part text, p_from timestamptz, p_to timestamptz, p_after bigint, p_until bigint
) returns void
language plpgsql as $$
begin
  insert into candles (series_id, period, opened_at, open, high, low, close, volume, turnover, last_seq)
  select
    p_series, p_period, bar_start(p_period, part.at),
    (array_agg(part.open order by part.seq))[1], max(part.high), min(part.low), (array_agg(part.close order by part.seq desc))[1],
    sum(part.volume), sum(part.turnover), max(part.seq)
  from bar_parts(p_series, p_period, p_part, bar_start(p_period, p_from), p_to, p_after, p_until) part
  group by bar_start(p_period, part.at)
  on conflict (series_id, period, opened_at) do update set
    open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close,
    volume = excluded.volume, turnover = excluded.turnover, last_seq = excluded.last_seq;
end
$$;

-- Candles are folds of the tick log. A bar is the fold of its parts in the order of their `seq`: ticks for a minute,
-- shorter bars for every longer period. The fold is associative, so a bar does not depend on how its ticks were
-- batched, and live prices and history use the same statement.

-- Start of the bar that contains an instant. UTC; a week starts on Monday (as 5 January 1970 did), `1mon` is a calendar
-- month.
create function bar_start(p_period text, p_at timestamptz) returns timestamptz
language sql immutable strict parallel safe as $$
  select case p_period
    when '1min' then date_bin(interval '1 minute', p_at, timestamptz '1970-01-05 00:00:00+00')
    when '5min' then date_bin(interval '5 minutes', p_at, timestamptz '1970-01-05 00:00:00+00')
    when '15min' then date_bin(interval '15 minutes', p_at, timestamptz '1970-01-05 00:00:00+00')
    when '30min' then date_bin(interval '30 minutes', p_at, timestamptz '1970-01-05 00:00:00+00')
    when '60min' then date_bin(interval '60 minutes', p_at, timestamptz '1970-01-05 00:00:00+00')
    when '4hour' then date_bin(interval '4 hours', p_at, timestamptz '1970-01-05 00:00:00+00')
    when '12hour' then date_bin(interval '12 hours', p_at, timestamptz '1970-01-05 00:00:00+00')
    when '1day' then date_bin(interval '24 hours', p_at, timestamptz '1970-01-05 00:00:00+00')
    when '1week' then date_bin(interval '168 hours', p_at, timestamptz '1970-01-05 00:00:00+00')
    when '1mon' then date_trunc('month', p_at at time zone 'UTC') at time zone 'UTC'
  end
$$;

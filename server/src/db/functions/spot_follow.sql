-- `spot_trail` in a transaction of its own. Its commit need not be on disk: after a power loss the ticks are followed again.
CREATE FUNCTION spot_follow(in_market integer) RETURNS text
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  PERFORM 1 FROM markets m WHERE m.id = in_market FOR NO KEY UPDATE;
  RETURN spot_trail(in_market);
END
$$;

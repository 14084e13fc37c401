-- Limits the silence of this transaction to 5 s, where connections have a longer limit (`DATABASE_IDLE_SECONDS`): it has
-- locks that all users wait for, and a node that is frozen would keep them.
--
-- Without a limit nothing changes: the embedded database has no other connection to end.
CREATE FUNCTION shorten_idle() RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('idle_in_transaction_session_timeout')::interval > interval '5 s' THEN
    PERFORM set_config('idle_in_transaction_session_timeout', '5s', true);
  END IF;
END
$$;

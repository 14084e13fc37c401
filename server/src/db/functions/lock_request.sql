-- Serialises mutations with the same request id until the transaction ends. Two ids with the same hash merely wait for
-- each other.
CREATE FUNCTION lock_request(in_user integer, in_request uuid) RETURNS void
LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(in_user, hashtext(in_request::text));
$$;

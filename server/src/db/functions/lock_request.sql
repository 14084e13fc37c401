-- Makes writes under one request id wait for each other until the transaction ends. Two ids that share a lock by chance only wait.
CREATE FUNCTION lock_request(in_user integer, in_request uuid) RETURNS void
LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(in_user, hashtext(in_request::text));
$$;

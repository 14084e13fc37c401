-- Makes transfers of users in their order, each under its request id. Returns one of:
-- - {"first": [...]}: earlier answers of some of the ids. Nothing is transferred; call again without these.
-- - {"expired": [n, ...]}: positions, from 1, of transfers that expired before their ids were locked. Nothing is
-- transferred; call again without these.
-- - {"refused": n}: position, from 1, of the first transfer that would take an account below zero. Nothing is
-- transferred.
-- - {"at": "...", "ids": []}: time and ids when all were made.
--
-- Each element of `asked` has the user, the request id with its expiry and the digest of its body, the amount and
-- accounts, and the answer in wire form without `id` and `at`. The arrays are those of `ledger_post`, whose references name the
-- transfers. Requests are locked like in `runOnce`, in the order that all transactions share. `waits` are advisory
-- locks of jobs that lock accounts of several users one after the other: taking them shared keeps one order of locking
-- here too.
CREATE FUNCTION transfers_write(
  asked json,
  waits bigint[],
  movement_kinds text[],
  account_users integer[],
  account_kinds text[],
  account_currencies integer[],
  posting_movements integer[],
  posting_accounts integer[],
  posting_available numeric[],
  posting_held numeric[]
) RETURNS json
LANGUAGE plpgsql AS $$
DECLARE
  first json;
  expired json;
  ids integer[];
  refused integer;
  made_at constant timestamptz := now()::timestamptz(3);
  wire_at constant text := to_char(made_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
BEGIN
  PERFORM lock_request(r.user_id, r.request_id)
  FROM (
    SELECT q.user_id, q.request_id FROM json_to_recordset(asked) AS q (user_id integer, request_id uuid) ORDER BY q.user_id, q.request_id
  ) AS r;
  SELECT json_agg(json_build_object('user_id', c.user_id, 'request_id', c.request_id, 'body_hash', c.body_hash, 'answer', c.answer))
  INTO first
  FROM json_to_recordset(asked) AS q (user_id integer, request_id uuid)
  JOIN client_requests c ON c.user_id = q.user_id AND c.request_id = q.request_id;
  IF first IS NOT NULL THEN
    RETURN json_build_object('first', first);
  END IF;
  -- After the locks: once a repetition was answered that the id expired, no waiting request may begin.
  SELECT json_agg(q.n) INTO expired
  FROM json_to_recordset(asked) AS q (n integer, expires_at timestamptz)
  WHERE q.expires_at < clock_timestamp();
  IF expired IS NOT NULL THEN
    RETURN json_build_object('expired', expired);
  END IF;
  PERFORM pg_advisory_xact_lock_shared(w) FROM unnest(waits) AS w;
  SELECT array_agg(nextval(pg_get_serial_sequence('transfers', 'id'))::integer) INTO ids FROM generate_series(1, json_array_length(asked));
  refused := ledger_post(
    movement_kinds, ARRAY(SELECT 'transfer:' || id FROM unnest(ids) WITH ORDINALITY AS t (id, n) ORDER BY t.n), account_users, account_kinds,
    account_currencies, posting_movements, posting_accounts, posting_available, posting_held);
  IF refused IS NOT NULL THEN
    RETURN json_build_object('refused', refused);
  END IF;
  INSERT INTO transfers (id, user_id, currency_id, from_kind, to_kind, amount, created_at, client_request_id)
  SELECT ids[q.n], q.user_id, q.currency_id, q.from_kind, q.to_kind, q.amount, made_at, q.request_id
  FROM json_to_recordset(asked) AS q (
    n integer, user_id integer, request_id uuid, currency_id integer, from_kind text, to_kind text, amount numeric);
  INSERT INTO client_requests (user_id, request_id, body_hash, answer)
  SELECT q.user_id, q.request_id, q.body_hash, q.answer || jsonb_build_object('id', ids[q.n], 'at', wire_at)
  FROM json_to_recordset(asked) AS q (n integer, user_id integer, request_id uuid, body_hash text, answer jsonb)
  ORDER BY q.user_id, q.request_id;
  RETURN json_build_object('at', wire_at, 'ids', ids);
END
$$;

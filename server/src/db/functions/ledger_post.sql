-- The only way to write to the ledger. Only `server/src/ledger/ledger.ts` and `transfers_write` call it.
--
-- Posts a batch of entries in order, all or none. An entry changes accounts by postings (deltas of `available` and
-- `held`) whose sum is zero per currency. Accounts and postings arrive as parallel arrays; `posting_movements` and
-- `posting_accounts` are positions from 1. `account_users` is null for the house. Missing accounts are created empty.
--
-- Returns null when everything is posted, else the position of the first entry that would take an account below zero:
-- then no balance has changed and the transaction is still usable. Caller errors raise `check_violation`: an entry
-- without postings or out of order, one that is not balanced, an amount with more than 18 decimals (the column would
-- round it and break the balance).
--
-- Raises LH001 while the log cannot continue on this database: an older copy would repeat payments.
--
-- Accounts are locked in the order given. The caller names each once, in the same order in every batch, so that
-- concurrent batches wait for each other instead of deadlocking, provided that a transaction posts one batch. Entry ids
-- are drawn while the locks are held, so that for each account they increase in the order in which its balance changed.
--
-- Locking and summing are loops over single rows: all batches must lock in one order, a join would save only a tenth
-- there, and the plans of single rows are cached. Rows are written by one statement per table: for batches of 64 orders
-- this halves the time; for a single entry there is no difference.
CREATE FUNCTION ledger_post(
  movement_kinds text[],
  movement_references text[],
  account_users integer[],
  account_kinds text[],
  account_currencies integer[],
  posting_movements integer[],
  posting_accounts integer[],
  posting_available numeric[],
  posting_held numeric[]
) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
  -- Up to this number of accounts, single updates take less time than changing the planner settings.
  single_max constant integer := 8;
  account_id integer;
  account_available numeric;
  account_held numeric;
  account_may_be_negative boolean;
  ids integer[];
  free numeric[];
  locked numeric[];
  limited boolean[];
  -- Position of each account's currency among the currencies of the batch.
  slots integer[];
  currencies integer[] := '{}';
  sums numeric[];
  free_after numeric[];
  locked_after numeric[];
  movement integer := 0;
  entries bigint[];
  k integer;
BEGIN
  -- Almost always there is no row, and the function is not called. The halt for a witness that has seen another history
  -- closes markets only: users may still withdraw.
  IF EXISTS (SELECT FROM log_halts WHERE stops_money) AND trading_halted() THEN
    RAISE EXCEPTION 'no money moves while the public log is stopped' USING ERRCODE = 'LH001';
  END IF;
  PERFORM shorten_idle();
  FOR i IN 1 .. cardinality(account_kinds) LOOP
    LOOP
      -- Two statements, because each of the two partial indexes serves one.
      IF account_users[i] IS NULL THEN
        SELECT a.id, a.available, a.held, a.may_be_negative
        INTO account_id, account_available, account_held, account_may_be_negative
        FROM ledger_accounts a
        WHERE a.user_id IS NULL AND a.kind = account_kinds[i] AND a.currency_id = account_currencies[i]
        FOR NO KEY UPDATE;
      ELSE
        SELECT a.id, a.available, a.held, a.may_be_negative
        INTO account_id, account_available, account_held, account_may_be_negative
        FROM ledger_accounts a
        WHERE a.user_id = account_users[i] AND a.kind = account_kinds[i] AND a.currency_id = account_currencies[i]
        FOR NO KEY UPDATE;
      END IF;
      EXIT WHEN FOUND;
      INSERT INTO ledger_accounts (user_id, kind, currency_id, may_be_negative)
      VALUES (
        account_users[i], account_kinds[i], account_currencies[i],
        account_users[i] IS NULL AND account_kinds[i] = 'outside'
      )
      ON CONFLICT DO NOTHING;
    END LOOP;
    k := array_position(currencies, account_currencies[i]);
    IF k IS NULL THEN
      currencies := currencies || account_currencies[i];
      k := cardinality(currencies);
    END IF;
    slots[i] := k;
    ids[i] := account_id;
    free[i] := account_available;
    locked[i] := account_held;
    limited[i] := NOT account_may_be_negative;
  END LOOP;

  FOR i IN 1 .. cardinality(posting_movements) LOOP
    IF posting_movements[i] <> movement THEN
      IF posting_movements[i] <> movement + 1 THEN
        RAISE EXCEPTION 'ledger: movement % has no postings', movement + 1 USING ERRCODE = 'check_violation';
      END IF;
      movement := movement + 1;
      sums := array_fill(0::numeric, ARRAY[cardinality(currencies)]);
    END IF;
    IF posting_available[i] <> round(posting_available[i], 18) OR posting_held[i] <> round(posting_held[i], 18) THEN
      RAISE EXCEPTION 'ledger: movement % has more than 18 places', movement USING ERRCODE = 'check_violation';
    END IF;
    k := posting_accounts[i];
    free[k] := free[k] + posting_available[i];
    locked[k] := locked[k] + posting_held[i];
    free_after[i] := free[k];
    locked_after[i] := locked[k];
    sums[slots[k]] := sums[slots[k]] + posting_available[i] + posting_held[i];
    IF posting_movements[i + 1] IS DISTINCT FROM movement AND 0 <> ANY (sums) THEN
      RAISE EXCEPTION 'ledger: movement % (%) is not in balance', movement, movement_kinds[movement]
      USING ERRCODE = 'check_violation';
    END IF;
  END LOOP;
  IF movement <> cardinality(movement_kinds) THEN
    RAISE EXCEPTION 'ledger: movement % has no postings', movement + 1 USING ERRCODE = 'check_violation';
  END IF;

  -- After the caller errors, so that a refusal never hides an error.
  FOR i IN 1 .. cardinality(posting_movements) LOOP
    IF locked_after[i] < 0 OR (free_after[i] < 0 AND limited[posting_accounts[i]]) THEN
      RETURN posting_movements[i];
    END IF;
  END LOOP;

  -- Ids increase in the order of the entries, so sorting them restores that order.
  WITH written AS (
    INSERT INTO ledger_entries (kind, reference)
    SELECT m.kind, m.reference
    FROM unnest(movement_kinds, movement_references) WITH ORDINALITY AS m (kind, reference, n)
    ORDER BY m.n
    RETURNING id
  )
  SELECT array_agg(w.id ORDER BY w.id) INTO entries FROM written w;
  INSERT INTO ledger_postings (entry_id, account_id, available, held, available_after, held_after)
  SELECT entries[p.movement], ids[p.account], p.available, p.held, p.available_after, p.held_after
  FROM unnest(posting_movements, posting_accounts, posting_available, posting_held, free_after, locked_after)
    AS p (movement, account, available, held, available_after, held_after);
  IF cardinality(ids) > single_max THEN
    PERFORM ledger_set_balances(ids, free, locked);
  ELSE
    FOR i IN 1 .. cardinality(ids) LOOP
      UPDATE ledger_accounts SET available = free[i], held = locked[i] WHERE id = ids[i];
    END LOOP;
  END IF;
  RETURN NULL;
END
$$;

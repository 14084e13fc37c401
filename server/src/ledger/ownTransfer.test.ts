// A transfer moves what its row names, whether it is made alone or in a batch with other users, by reading both back
// from a database.
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { UserId } from '@halyard/contract/ids';
import { decimal } from '@halyard/contract/money';
import type { OpenDatabase } from '../db/connect.ts';
import { rowsOf, type Database } from '../db/database.ts';
import { accountOf, CURRENCY, deposit, insertUsers } from '../testing/ledgerFixtures.ts';
import { openTestDatabase } from '../testing/testDatabase.ts';
import { postEntries } from './ledger.ts';
import { writeTransfer, writeTransfers, type RequestedTransfer } from './ownTransfer.ts';

const { USDT } = CURRENCY;

describe('transfers between accounts of a user', () => {
  let opened: OpenDatabase;
  let db: Database;
  let ann: UserId;
  let bob: UserId;
  beforeAll(async () => {
    opened = await openTestDatabase();
    db = opened.db;
  });
  afterAll(async () => opened.close());
  beforeEach(async () => {
    [ann, bob] = (await insertUsers(db, 2)) as [UserId, UserId];
    await db.transaction((tx) =>
      postEntries(tx, [deposit(accountOf(ann, USDT), '10'), deposit(accountOf(bob, USDT), '1')]),
    );
  });

  const asked = (userId: UserId, amount: string): RequestedTransfer => ({
    userId,
    currencyId: USDT,
    from: 'spot',
    to: 'trust',
    amount: decimal(amount),
    clientRequestId: randomUUID(),
    expiresAt: null,
    bodyHash: `hash of ${amount}`,
    answer: { amount },
  });
  const movedBy = (userId: UserId) =>
    rowsOf<{ id: number }>(
      db,
      sql`select t.id, t.currency_id, t.from_kind, t.to_kind, t.amount::float, t.client_request_id, e.kind,
          t.created_at = e.created_at as is_dated_alike,
          array_agg(a.kind || ' ' || p.available::float || ' ' || p.held::float order by a.kind) as postings
        from transfers t join ledger_entries e on e.reference = 'transfer:' || t.id
        join ledger_postings p on p.entry_id = e.id join ledger_accounts a on a.id = p.account_id
        where t.user_id = ${userId} group by t.id, e.id order by t.id`,
    );
  const moved = (amount: number, clientRequestId: string | null) => ({
    currency_id: USDT,
    from_kind: 'spot',
    to_kind: 'trust',
    amount,
    client_request_id: clientRequestId,
    kind: 'transfer',
    is_dated_alike: true,
    postings: [`spot -${amount} 0`, `trust ${amount} 0`],
  });

  it('are written beside the entry that moves the money', async () => {
    const made = await db.transaction(async (tx) => {
      const written = await writeTransfer(tx, { ...asked(ann, '4'), clientRequestId: undefined });
      await postEntries(tx, [written.entry]);
      return written;
    });
    expect(await movedBy(ann)).toEqual([{ id: made.id, ...moved(4, null) }]);
    expect(new Date(made.at).toISOString()).toBe(made.at);
  });

  it('are made together under their ids, all or none, and once', async () => {
    const [first, second, tooMuch] = [asked(ann, '3'), asked(bob, '0.5'), asked(bob, '2')];
    expect(await writeTransfers(db, [first, tooMuch], [])).toEqual({ refused: 2 });
    expect(await movedBy(ann)).toEqual([]);
    const outcome = await writeTransfers(db, [first, second], []);
    const [{ id: ofAnn } = { id: 0 }] = await movedBy(ann);
    const [{ id: ofBob } = { id: 0 }] = await movedBy(bob);
    expect(outcome).toEqual({ at: expect.any(String) as string, ids: [ofAnn, ofBob] });
    expect(await movedBy(ann)).toEqual([{ id: ofAnn, ...moved(3, first.clientRequestId) }]);
    expect(await movedBy(bob)).toEqual([{ id: ofBob, ...moved(0.5, second.clientRequestId) }]);
    const again = await writeTransfers(db, [second], []);
    const answer = { amount: '0.5', id: ofBob, at: 'at' in outcome ? outcome.at : '' };
    const kept = { user_id: bob, request_id: second.clientRequestId, body_hash: second.bodyHash, answer };
    expect(again).toEqual({ first: [kept] });
  });
});

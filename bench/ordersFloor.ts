/**
 * The bare cost of writing waiting orders: the same rows (the order, its request id with the answer, its hold in the
 * ledger) under the same lock of the market's row, by plain statements with prepared arguments. One order a
 * transaction, and many in one, as orders are written that arrive together.
 */
import { randomUUID } from 'node:crypto';
import type { UserId } from '@halyard/contract/ids';
import { decimal } from '@halyard/contract/money';
import { type Database, rowsOfFixed } from '../server/src/db/database.ts';
import { postEntries, toArrays, type LedgerEntry } from '../server/src/ledger/ledger.ts';
import { accountOf, CURRENCY, deposit, insertUsers } from '../server/src/testing/ledgerFixtures.ts';
import type { Contestant } from './measure.ts';

const FUNDS = '100000000';
const USERS = 32;
const MARKET_ID = 1;
// As long as an answer in wire form.
const ANSWER = JSON.stringify({ order: 'x'.repeat(500) });

const LOCK = { name: 'floor_lock', text: 'select id from markets where id = $1 for no key update' };
const INSERT_ORDERS = {
  name: 'floor_orders',
  text: `insert into spot_orders (user_id, market_id, side, order_type, time_in_force, status, price, quantity, maker_fee_rate, taker_fee_rate,
      held_amount, client_request_id, rank)
    select u, ${MARKET_ID}, 'buy', 'limit', 'gtc', 'waiting', 100, 0.01, 0.0008, 0.001, 1, r, nextval('spot_ranks')
    from unnest($1::int[], $2::uuid[]) as t (u, r) returning id`,
};
const INSERT_REQUESTS = {
  name: 'floor_requests',
  text: `insert into client_requests (user_id, request_id, body_hash, answer)
    select u, r, repeat('0', 64), $3::jsonb from unnest($1::int[], $2::uuid[]) as t (u, r)`,
};
const LEDGER_POST = { name: 'floor_post', text: 'select ledger_post($1, $2, $3, $4, $5, $6, $7, $8, $9) as refused' };

/** Makes the contestants: one order a transaction, and `together` of them. */
export async function floorContestants(db: Database, together: number): Promise<readonly Contestant[]> {
  const users = await insertUsers(db, USERS);
  const accounts = users.map((user) => accountOf(user, CURRENCY.USDT));
  await db.transaction((tx) =>
    postEntries(
      tx,
      accounts.map((account) => deposit(account, FUNDS)),
    ),
  );
  return [
    { name: 'bare SQL, one order a transaction', run: (index) => writeOrders(db, pick(users, index, 1)) },
    {
      name: `bare SQL, ${together} orders a transaction`,
      units: together,
      run: (index) => writeOrders(db, pick(users, index, together)),
    },
  ];
}

function pick(users: readonly UserId[], from: number, amount: number): UserId[] {
  return Array.from({ length: amount }, (_, index) => users[(from + index) % USERS] ?? (0 as UserId));
}

async function writeOrders(db: Database, users: readonly UserId[]): Promise<void> {
  const requestIds = users.map(() => randomUUID());
  const holds = toArrays(users.map(holdOf));
  await db.transaction(async (tx) => {
    await rowsOfFixed(tx, LOCK, [MARKET_ID]);
    await rowsOfFixed(tx, INSERT_ORDERS, [users, requestIds]);
    await rowsOfFixed(tx, INSERT_REQUESTS, [users, requestIds, ANSWER]);
    const [row] = await rowsOfFixed<{ refused: number | null }>(tx, LEDGER_POST, holds);
    if (row?.refused !== null) throw new Error('a hold was refused');
  });
}

function holdOf(user: UserId): LedgerEntry {
  const posting = { account: accountOf(user, CURRENCY.USDT), available: decimal('-1'), held: decimal('1') };
  return { kind: 'spot_hold', reference: 'order:0', postings: [posting] };
}

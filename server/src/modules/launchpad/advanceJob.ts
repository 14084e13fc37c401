/**
 * The job of an offering: it is allotted at its end, its coins are unlocked after the lock, or everything is released
 * when it is withdrawn. Each step and each chunk of 200 participants is a transaction that moves the offering's own
 * cursor, so a crash in between repeats and loses nothing.
 */
import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { groupBy } from '@halyard/contract/groupBy';
import type { OfferingId, UserId, SubscriptionId } from '@halyard/contract/ids';
import { add, decimal, subtract, ZERO, type Decimal } from '@halyard/contract/money';
import { allot, cutOverOrders, sumOf } from '@halyard/contract/launchpad/allotment';
import {
  claimOf,
  coinsOf,
  coinUnits,
  demandOf,
  interestOf,
  moneyOf,
  partsOf,
  unitPartsOf,
} from '@halyard/contract/launchpad/terms';
import { DAY_MS } from '@halyard/contract/time';
import { emit, rowsOf, type Transaction } from '../../db/database.ts';
import type { JobOutcome, TransactionJob } from '../../jobs/job.ts';
import type { Clock } from '../../clock.ts';
import { postEntries } from '../../ledger/ledger.ts';
import { type OfferingRecord, changeOffering, lockOffering, type OfferingChange } from './offeringsRepository.ts';
import { allotEntry, releaseEntry, type AllottedCoins, type HeldMoney, unlockEntry } from './ledgerEntries.ts';
import { writeSubscriptionEvents, type SubscriptionEvent } from './subscriptionEvents.ts';

export const ADVANCE = 'offerings.advance';

/** The longest wait for reviews after the end. */
export const REVIEW_WITHIN_MS = DAY_MS;
/** Interval of the check for the last review. */
const POLL_EVERY_MS = 1000;

type Step = {
  readonly tx: Transaction;
  readonly offering: OfferingRecord;
  readonly nowMs: number;
};

export function createAdvanceJob({ clock }: { readonly clock: Clock }): TransactionJob {
  return {
    name: ADVANCE,
    mode: 'transaction',
    // A transaction posts one batch of ledger entries.
    atOnceMax: 1,
    run: (tx, { key: offeringId }) => advance(tx, Number.parseInt(offeringId, 10) as OfferingId, clock.nowMs()),
  };
}

/** Runs the next step; returns when the following one is due. */
async function advance(tx: Transaction, id: OfferingId, nowMs: number): Promise<JobOutcome> {
  const offering = await lockOffering(tx, id);
  if (offering === undefined) return 'done';
  const step = { tx, offering, nowMs };
  switch (offering.status) {
    case 'subscribing':
      return close(step);
    case 'allotting':
      return work(step, allotChunk, { status: 'locked', doneRow: 0 });
    case 'locked': {
      const unlockMs = Date.parse(offering.unlockAt ?? '');
      return nowMs < unlockMs ? { againAtMs: unlockMs } : work(step, unlockChunk, { status: 'delivered' });
    }
    case 'withdrawing':
      return work(step, releaseChunk, { status: 'withdrawn' });
    case 'delivered':
    case 'withdrawn':
      return 'done';
  }
}

/** After the end and the last review: computes the allotment. */
async function close({ tx, offering, nowMs }: Step): Promise<JobOutcome> {
  const { id, terms } = offering;
  const endMs = Date.parse(terms.endAt);
  if (nowMs < endMs) return { againAtMs: endMs };
  const at = new Date(nowMs).toISOString();
  if (nowMs >= endMs + REVIEW_WITHIN_MS) await passPending(tx, offering, at);
  else if (await isAnyPending(tx, id)) return { againInMs: POLL_EVERY_MS };
  const allotted = await writeShares(tx, offering);
  const unlockAt = new Date(nowMs + terms.lockDays * DAY_MS).toISOString();
  await changeOffering(tx, id, { status: 'allotting', allotted, allottedAt: at, unlockAt }, at);
  return { againInMs: 0 };
}

async function isAnyPending(tx: Transaction, id: OfferingId): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    sql`select 1 from offering_subscriptions where offering_id = ${id} and status = 'pending' limit 1`,
  );
  return rows.length > 0;
}

type Chunk = (tx: Transaction, offering: OfferingRecord, at: string) => Promise<ChunkDone>;

/** Runs one chunk; after the last one the offering changes to `then`. */
async function work({ tx, offering, nowMs }: Step, chunk: Chunk, then: OfferingChange): Promise<JobOutcome> {
  const at = new Date(nowMs).toISOString();
  const { users, doneRow, isOver } = await chunk(tx, offering, at);
  await changeOffering(tx, offering.id, isOver ? { doneRow, ...then } : { doneRow }, at);
  for (const userId of users) {
    // The subscriptions list shows which ones.
    emit(tx, { type: 'record-changed', userId, record: { subject: 'subscription', id: 0, status: 'passed' } });
  }
  return { againInMs: 0 };
}

/** Participants in one transaction. */
export const USERS_AT_ONCE = 200;
const SHARES_AT_ONCE = 5000;
const SALT_BYTES = 16;

/** Passes subscriptions that have not been reviewed by now. */
async function passPending(tx: Transaction, { id }: OfferingRecord, at: string): Promise<void> {
  await tx.execute(
    sql`update offering_subscriptions set status = 'passed', updated_at = ${at} where offering_id = ${id} and status = 'pending'`,
  );
}

/** Computes and stores the shares; returns the allotted coins in all. Nothing is posted yet. */
async function writeShares(tx: Transaction, { id, terms }: OfferingRecord): Promise<Decimal> {
  const participants = await rowsOf<{ user_id: number; amount: string }>(
    tx,
    sql`select user_id, sum(amount)::text as amount from offering_subscriptions where offering_id = ${id} and status = 'passed'
      group by user_id order by min(id)`,
  );
  const claims = participants.map(({ amount }) => claimOf(demandOf(decimal(amount), terms), terms));
  const units = allot(coinUnits(terms.supply, terms), claims);
  const salts = randomBytes(SALT_BYTES * participants.length);
  for (let from = 0; from < participants.length; from += SHARES_AT_ONCE) {
    const shares = participants.slice(from, from + SHARES_AT_ONCE).map(({ user_id: userId }, index) => {
      const place = from + index;
      return {
        row: place + 1,
        user_id: userId,
        salt: salts.toString('hex', place * SALT_BYTES, (place + 1) * SALT_BYTES),
        demand: String(claims[place]?.demand),
        cap: claims[place]?.cap?.toString() ?? null,
        units: String(units[place]),
      };
    });
    await tx.execute(
      sql`insert into offering_shares (offering_id, row, user_id, salt, demand, cap, units)
        select ${id}, s.row, s.user_id, s.salt, s.demand, s.cap, s.units
        from json_to_recordset(${JSON.stringify(shares)}::text::json)
          as s (row int, user_id int, salt text, demand numeric, cap numeric, units numeric)`,
    );
  }
  return coinsOf(sumOf(units), terms);
}

type OrderRow = {
  readonly row: number;
  readonly user_id: UserId;
  readonly units: string;
  readonly id: SubscriptionId;
  readonly amount: string;
};
type Allotted = HeldMoney & AllottedCoins & { readonly paid: Decimal };

/** The users of a chunk and its last row; `isOver` when no row is left. */
type ChunkDone = { readonly users: readonly UserId[]; readonly doneRow: number; readonly isOver: boolean };

/** Gives the next participants their coins and the rest of their money. */
async function allotChunk(tx: Transaction, offering: OfferingRecord, at: string): Promise<ChunkDone> {
  const { id, doneRow } = offering;
  const rows = await rowsOf<OrderRow>(
    tx,
    sql`select p.row, p.user_id, p.units::text as units, s.id, s.amount::text as amount
      from offering_shares p join offering_subscriptions s on s.offering_id = p.offering_id and s.user_id = p.user_id and s.status = 'passed'
      where p.offering_id = ${id} and p.row > ${doneRow} and p.row <= ${doneRow + USERS_AT_ONCE} order by p.row, s.id`,
  );
  const participants = [...groupBy(rows, ({ row }) => row).values()].map((orders) => cut(offering, orders));
  const isLocked = offering.terms.lockDays > 0;
  const orders = participants.flat();
  await postEntries(
    tx,
    // Coins and cost are divided apart: an order may bear a part of the cost without a coin of its own.
    orders.map((one) =>
      one.coins === ZERO && one.paid === ZERO ? releaseEntry(one) : allotEntry({ ...one, isLocked }),
    ),
  );
  await writeOrders(tx, orders, { isLocked, at });
  const events = participants.map((own) => allottedEvent(own, isLocked ? offering.unlockAt : null));
  await writeSubscriptionEvents(tx, offering, events, at);
  return {
    users: participants.flatMap(([first]) => first?.userId ?? []),
    doneRow: doneRow + participants.length,
    isOver: participants.length < USERS_AT_ONCE,
  };
}

/** Distributes a participant's share over their subscriptions. */
function cut({ terms, currencyId, coinId }: OfferingRecord, rows: readonly OrderRow[]): Allotted[] {
  const amounts = rows.map(({ amount }) => decimal(amount));
  const { units, paid } = cutOverOrders(BigInt(rows[0]?.units ?? '0'), amounts.map(partsOf), unitPartsOf(terms));
  return rows.map(({ id, user_id: userId }, index) => {
    const coins = coinsOf(units[index] ?? 0n, terms);
    return {
      id,
      userId,
      currencyId,
      coinId,
      coins,
      amount: amounts[index] ?? ZERO,
      interest: interestOf(coins, terms),
      paid: moneyOf(paid[index] ?? 0n),
    };
  });
}

async function writeOrders(
  tx: Transaction,
  orders: readonly Allotted[],
  { isLocked, at }: { readonly isLocked: boolean; readonly at: string },
): Promise<void> {
  const rows = orders.map(({ id, coins, interest, paid }) => ({
    id,
    coins,
    interest,
    paid,
    status: isLocked && coins !== ZERO ? 'locked' : 'completed',
  }));
  await tx.execute(
    sql`update offering_subscriptions s set status = r.status, coins = r.coins, interest = r.interest, paid = r.paid, updated_at = ${at}
      from json_to_recordset(${JSON.stringify(rows)}::text::json)
        as r (id int, coins numeric, interest numeric, paid numeric, status text)
      where s.id = r.id`,
  );
}

function allottedEvent(own: readonly Allotted[], unlockAt: string | null): SubscriptionEvent {
  const total = (of: (one: Allotted) => Decimal) => add(...own.map(of));
  const amount = total((one) => one.amount);
  const paid = total((one) => one.paid);
  const interest = total((one) => one.interest);
  const coins = add(
    total((one) => one.coins),
    interest,
  );
  const userId = own[0]?.userId as UserId;
  if (coins === ZERO) return { userId, happened: 'nothing', amount, released: amount };
  return { userId, happened: 'allotted', amount, paid, interest, coins, released: subtract(amount, paid), unlockAt };
}

/** Unlocks the coins of the next participants. */
async function unlockChunk(tx: Transaction, offering: OfferingRecord, at: string): Promise<ChunkDone> {
  const { id, doneRow, coinId } = offering;
  const [end] = await rowsOf<{ row: number }>(
    tx,
    sql`select coalesce(max(row), 0)::int as row from offering_shares
      where offering_id = ${id} and row > ${doneRow} and row <= ${doneRow + USERS_AT_ONCE}`,
  );
  const last = Math.max(end?.row ?? 0, doneRow);
  const rows = await rowsOf<{ id: SubscriptionId; user_id: UserId; coins: string; interest: string; amount: string }>(
    tx,
    sql`select s.id, s.user_id, s.coins::text as coins, s.interest::text as interest, s.amount::text as amount
      from offering_shares p join offering_subscriptions s on s.offering_id = p.offering_id and s.user_id = p.user_id and s.status = 'locked'
      where p.offering_id = ${id} and p.row > ${doneRow} and p.row <= ${last} order by p.row, s.id`,
  );
  const orders = rows.map((row) => ({
    id: row.id,
    userId: row.user_id,
    coinId,
    coins: decimal(row.coins),
    interest: decimal(row.interest),
    amount: decimal(row.amount),
  }));
  await postEntries(tx, orders.map(unlockEntry));
  await endOrders(tx, orders, { status: 'completed', reason: null, at });
  const users = [...groupBy(orders, ({ userId }) => userId)];
  const events = users.map(([userId, own]) => {
    const total = (of: (one: (typeof own)[number]) => Decimal) => add(...own.map(of));
    const interest = total((one) => one.interest);
    const coins = add(
      interest,
      total((one) => one.coins),
    );
    return { userId, happened: 'unlocked', amount: total((one) => one.amount), coins, interest } as const;
  });
  await writeSubscriptionEvents(tx, offering, events, at);
  return { users: users.map(([userId]) => userId), doneRow: last, isOver: last < doneRow + USERS_AT_ONCE };
}

/** Releases everything of the next users, since the offering is withdrawn. */
async function releaseChunk(tx: Transaction, offering: OfferingRecord, at: string): Promise<ChunkDone> {
  const { id, currencyId, withdrawReason: reason, doneRow } = offering;
  const rows = await rowsOf<{ id: SubscriptionId; user_id: UserId; amount: string }>(
    tx,
    sql`with next as (
        select distinct user_id from offering_subscriptions where offering_id = ${id} and status in ('pending', 'passed')
        order by user_id limit ${USERS_AT_ONCE}
      ) select s.id, s.user_id, s.amount::text as amount from offering_subscriptions s join next n on n.user_id = s.user_id
      where s.offering_id = ${id} and s.status in ('pending', 'passed') order by s.user_id, s.id`,
  );
  const orders = rows.map((row) => ({ id: row.id, userId: row.user_id, currencyId, amount: decimal(row.amount) }));
  await postEntries(tx, orders.map(releaseEntry));
  await endOrders(tx, orders, { status: 'cancelled', reason, at });
  const users = [...groupBy(orders, ({ userId }) => userId)];
  const events = users.map(([userId, own]) => {
    const amount = add(...own.map((one) => one.amount));
    return { userId, happened: 'withdrawn', amount, released: amount, reason } as const;
  });
  await writeSubscriptionEvents(tx, offering, events, at);
  return { users: users.map(([userId]) => userId), doneRow, isOver: users.length < USERS_AT_ONCE };
}

async function endOrders(
  tx: Transaction,
  orders: readonly { readonly id: SubscriptionId }[],
  { status, reason, at }: { readonly status: string; readonly reason: string | null; readonly at: string },
): Promise<void> {
  const ids = orders.map(({ id }) => id);
  await tx.execute(
    sql`update offering_subscriptions set status = ${status}, reason = ${reason}, updated_at = ${at}
      where id = any(${sql.param(ids)}::int[])`,
  );
}

/**
 * Allotting an offering: first the shares, for all participants at once and by the pure rule, stored with a salt each;
 * then the money, in chunks of participants. The caller has locked the offering.
 */
import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { SubscriptionId, UserId } from '@halyard/contract/ids';
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
import { rowsOf, type Transaction } from '../../db/database.ts';
import { postEntries } from '../../ledger/ledger.ts';
import { byKey } from './byKey.ts';
import { allotEntry, releaseEntry, type AllottedCoins, type HeldMoney } from './ledgerEntries.ts';
import { writeSubscriptionEvents, type SubscriptionEvent } from './news.ts';
import type { OfferingRecord } from './offeringRow.ts';

/** Participants in one transaction. */
export const USERS_AT_ONCE = 200;
const SHARES_AT_ONCE = 5000;
const SALT_BYTES = 16;

/** Passes subscriptions that have not been reviewed by now. */
export async function passPending(tx: Transaction, { id }: OfferingRecord, at: string): Promise<void> {
  await tx.execute(
    sql`update subscriptions set status = 'passed', updated_at = ${at} where offer_id = ${id} and status = 'pending'`,
  );
}

/** Computes and stores the shares; returns the allotted coins in all. Nothing is posted yet. */
export async function writeShares(tx: Transaction, { id, terms }: OfferingRecord): Promise<Decimal> {
  const participants = await rowsOf<{ user_id: number; amount: string }>(
    tx,
    sql`select user_id, sum(amount)::text as amount from subscriptions where offer_id = ${id} and status = 'passed'
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
      sql`insert into offer_shares (offer_id, row, user_id, salt, demand, cap, units)
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
export type ChunkDone = { readonly users: readonly UserId[]; readonly doneRow: number; readonly isOver: boolean };

/** Gives the next participants their coins and the rest of their money. */
export async function allotChunk(tx: Transaction, offering: OfferingRecord, at: string): Promise<ChunkDone> {
  const { id, doneRow } = offering;
  const rows = await rowsOf<OrderRow>(
    tx,
    sql`select p.row, p.user_id, p.units::text as units, s.id, s.amount::text as amount
      from offer_shares p join subscriptions s on s.offer_id = p.offer_id and s.user_id = p.user_id and s.status = 'passed'
      where p.offer_id = ${id} and p.row > ${doneRow} and p.row <= ${doneRow + USERS_AT_ONCE} order by p.row, s.id`,
  );
  const participants = [...byKey(rows, ({ row }) => row).values()].map((orders) => cut(offering, orders));
  const isLocked = offering.terms.lockDays > 0;
  const orders = participants.flat();
  await postEntries(
    tx,
    orders.map((one) => (one.coins === ZERO ? releaseEntry(one) : allotEntry({ ...one, isLocked }))),
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
    sql`update subscriptions s set status = r.status, coins = r.coins, interest = r.interest, paid = r.paid, updated_at = ${at}
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

/**
 * Money that leaves the house's accounts. Capital is announced on the fairness page a day before; fees leave at once.
 * Amounts that users' options, positions, offers and rebates may need stay.
 */
import { sql, type SQL } from 'drizzle-orm';
import type { CurrencyId } from '@halyard/contract/ids';
import { decimal, isPositive, max, min, negate, subtract, ZERO, type Decimal } from '@halyard/contract/money';
import { DAY_MS } from '@halyard/contract/time';
import type { Clock } from '../clock.ts';
import { isoText, rowsOf, type Reader, type Transaction } from '../db/database.ts';
import { decimalOrNull } from '../db/decimals.ts';
import { addJob, type TransactionJob } from '../jobs/job.ts';
import { postEntries, readBalance, type AccountBalance, type HouseAccount } from '../ledger/ledger.ts';

/** Accounts that money is taken from. */
export type TakenAccount = Exclude<HouseAccount, 'outside'>;

/** Parts of an account's available balance that its product may still need. Without an entry it needs none. */
export type HouseNeeds = Readonly<
  Partial<Record<TakenAccount, (reader: Reader, currencyId: CurrencyId) => Promise<Decimal>>>
>;

type Place = { readonly account: TakenAccount; readonly currencyId: CurrencyId };

/** How long the fairness page announces that capital leaves. */
const NOTICE_MS = DAY_MS;

export function noticeOf(account: TakenAccount): number {
  return account === 'fees' ? 0 : NOTICE_MS;
}

/** The balance of an account, what stays of it, and what can be taken. */
export async function readFree(
  reader: Reader,
  needs: HouseNeeds,
  { account, currencyId }: Place,
): Promise<AccountBalance & { readonly needed: Decimal; readonly free: Decimal }> {
  // Before the balance: what is paid out between the two counts as needed, never as free.
  const needed = (await needs[account]?.(reader, currencyId)) ?? ZERO;
  const balance = await readBalance(reader, { house: account, currencyId });
  return { ...balance, needed, free: max(ZERO, subtract(balance.available, needed)) };
}

export type HouseTake = Place & {
  readonly id: number;
  readonly currency: string;
  readonly amount: Decimal;
  readonly dueAt: string;
  /** Null while it is announced; less than the amount when less was free, or when it was cancelled. */
  readonly taken: Decimal | null;
};

/** Takes that have not left yet, oldest first. */
export function listAnnounced(reader: Reader): Promise<HouseTake[]> {
  return selectTakes(reader, sql`where t.ended_at is null order by t.id`);
}

/** The last takes, newest first. */
export function listTakes(reader: Reader, limit: number): Promise<HouseTake[]> {
  return selectTakes(reader, sql`order by t.id desc limit ${limit}`);
}

/** The newest take of an account. */
export async function findLastTake(reader: Reader, { account, currencyId }: Place): Promise<HouseTake | undefined> {
  const [last] = await selectTakes(
    reader,
    sql`where t.account = ${account} and t.currency_id = ${currencyId} order by t.id desc limit 1`,
  );
  return last;
}

async function selectTakes(reader: Reader, rest: SQL): Promise<HouseTake[]> {
  type Row = Omit<HouseTake, 'amount' | 'taken'> & { readonly amount: string; readonly taken: string | null };
  const rows = await rowsOf<Row>(
    reader,
    sql`select t.id, t.account, t.currency_id as "currencyId", c.name as currency, trim_scale(t.amount)::text as amount,
        ${isoText(sql`t.due_at`)} as "dueAt", trim_scale(t.taken)::text as taken
      from house_takes t join currencies c on c.id = t.currency_id ${rest}`,
  );
  return rows.map((row) => ({
    ...row,
    amount: decimal(row.amount),
    taken: decimalOrNull(row.taken),
  }));
}

const TAKE = 'house.take';

/** Announces that money leaves; the job takes it when it is due. */
export async function announceTake(
  tx: Transaction,
  { account, currencyId, amount }: Place & { readonly amount: Decimal },
  nowMs: number,
): Promise<{ readonly id: number; readonly dueAtMs: number }> {
  const dueAtMs = nowMs + noticeOf(account);
  const [row] = await rowsOf<{ id: number }>(
    tx,
    sql`insert into house_takes (account, currency_id, amount, announced_at, due_at)
      values (${account}, ${currencyId}, ${amount}, ${new Date(nowMs).toISOString()}, ${new Date(dueAtMs).toISOString()})
      returning id`,
  );
  if (row === undefined) throw new Error('a take was not written');
  await addJob(tx, [{ kind: TAKE, key: String(row.id), dueAtMs }]);
  return { id: row.id, dueAtMs };
}

/** Creates the job that takes what is due: all of it, or as much as is free by then. */
export function createTakeJob({ clock }: { readonly clock: Clock }, needs: HouseNeeds): TransactionJob {
  return {
    name: TAKE,
    mode: 'transaction',
    atOnceMax: 1,
    run: async (tx, { key }) => {
      const [take] = await selectTakes(tx, sql`where t.id = ${key}::integer and t.ended_at is null for update of t`);
      if (take === undefined) return 'done';
      const { account, currencyId, id, amount } = take;
      // Locked as for the publication of an offering, so that none promises coins that leave.
      await tx.execute(sql`select 1 from currencies where id = ${currencyId} for update`);
      const taken = min(amount, (await readFree(tx, needs, take)).free);
      await endTake(tx, id, taken, clock.nowMs());
      if (!isPositive(taken)) return 'done';
      const postings = [
        { account: { house: account, currencyId }, available: negate(taken), held: ZERO },
        { account: { house: 'outside', currencyId }, available: taken, held: ZERO },
      ] as const;
      await postEntries(tx, [{ kind: 'house_take', reference: `take:${id}`, postings }]);
      return 'done';
    },
  };
}

/** Ends an announced take without taking anything. False when it has ended. */
export async function cancelTake(tx: Transaction, id: number, nowMs: number): Promise<boolean> {
  return endTake(tx, id, ZERO, nowMs);
}

async function endTake(tx: Transaction, id: number, taken: Decimal, nowMs: number): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    sql`update house_takes set ended_at = ${new Date(nowMs).toISOString()}, taken = ${taken}
      where id = ${id} and ended_at is null returning 1`,
  );
  return rows.length > 0;
}

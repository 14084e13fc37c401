/** Jobs of rebates: days are closed one after the other, and each user is paid separately. */
import { sql } from 'drizzle-orm';
import type { CurrencyId, UserId } from '@halyard/contract/ids';
import {
  add,
  decimal,
  isZero,
  MONEY_PLACES,
  multiply,
  negate,
  round,
  ZERO,
  type Decimal,
} from '@halyard/contract/money';
import {
  GENERATIONS,
  rebatesOfDay,
  rebateStatus,
  type DayRebate,
  type PaidFees,
  type RebateRates,
} from '@halyard/contract/referral/rebates';
import { addDays, dateOf, DAY_MS, startOfDate } from '@halyard/contract/time';
import { numberText } from '../../calls/messages.ts';
import type { Clock } from '../../clock.ts';
import { rowsOf, type Reader, type Transaction } from '../../db/database.ts';
import { decimalOrZero } from '../../db/decimals.ts';
import { fillMessage, MESSAGE_TEXTS, type MessageWriters } from '../../events/messageFacts.ts';
import { writeUserEvents, type UserEvent } from '../../events/userEvents.ts';
import { firstOpenDay, nextClosingMs } from '../../jobs/closedDays.ts';
import { addJob, recurringJob, type TransactionJob } from '../../jobs/job.ts';
import { postEntries, type EntryKind, type LedgerEntry } from '../../ledger/ledger.ts';
import { listMarketRecords } from '../../market/marketRecord.ts';
import { usdtPriceOf } from '../../market/usdtPrice.ts';
import {
  firstUnpaidDay,
  nextPaymentMs,
  paymentMs,
  ratesOf,
  readPartners,
  rebateVersions,
  versionOfDay,
  type Day,
} from './versions.ts';

const DAYS = 'referral.days';

/** Runs five minutes after midnight UTC and at start: closes each ended day, a currency a transaction. */
export function createDaysJob({ clock }: { readonly clock: Clock }): TransactionJob {
  return recurringJob(DAYS, clock, async (tx, nowMs) => {
    return (await closeNextDay(tx, nowMs)) ? { againInMs: 0 } : { againAtMs: nextClosingMs(nowMs) };
  });
}

/**
 * Runs ten minutes after midnight UTC while anything is pending. One user a transaction, because a transaction posts
 * one batch.
 */
export function createPayJob({ clock }: { readonly clock: Clock }): TransactionJob {
  return {
    name: PAY,
    mode: 'transaction',
    atOnceMax: 1,
    run: async (tx, { payload }) => {
      const nowMs = clock.nowMs();
      const userId = payload['userId'] as UserId;
      const isWaiting = await payUser(tx, userId, nowMs);
      return isWaiting ? { againAtMs: nextPaymentMs(nowMs) } : 'done';
    },
  };
}

// Closing a UTC day in one currency: its fees are shared out, and the inviters' part is held in `fees`, all in one
// transaction. Days follow each other without a gap, also after a stop of the exchange.

const ROWS_AT_ONCE = 5000;

type OpenDay = { readonly account: FeesAccount; readonly day: Day; readonly after: number };

/** Closes the first ended day that is not closed; false when there is none. */
async function closeNextDay(tx: Transaction, nowMs: number): Promise<boolean> {
  const next = await findNextDay(tx, nowMs);
  if (next === undefined) return false;
  const { account, day, after } = next;
  const until = await findEnd(tx, account, { day, after });
  const rebates = await shareOut(tx, day, await readFees(tx, account, { after, until }));
  const accrued = add(ZERO, ...rebates.map(({ value }) => value));
  await insertRebates(tx, { day, currencyId: account.currencyId }, rebates);
  await tx.execute(
    sql`insert into rebate_days (currency_id, day, until_entry, accrued, closed_at)
      values (${account.currencyId}, ${day}, ${until}, ${accrued}, ${new Date(nowMs).toISOString()})`,
  );
  // Before the ledger: a payment locks its job first and the account `fees` second.
  await addJob(
    tx,
    [...new Set(rebates.map(({ beneficiary }) => beneficiary))]
      .sort((a, b) => a - b)
      .map((userId) => ({ kind: PAY, key: String(userId), payload: { userId }, dueAtMs: paymentMs(day) })),
    'move',
  );
  if (!isZero(accrued)) await setAside(tx, { day, currencyId: account.currencyId }, accrued);
  return true;
}

/** Fees of days that are not closed yet, of which inviters get a part; zero without rates. */
export async function readUnshared(reader: Reader, currencyId: CurrencyId): Promise<Decimal> {
  const firstMs = await readFirstDayMs(reader);
  const account = (await listFeesAccounts(reader)).find((one) => one.currencyId === currencyId);
  if (firstMs === undefined || account === undefined) return ZERO;
  const open = await findDayOf(reader, account, firstMs);
  if (open === undefined) return ZERO;
  const [row] = await rowsOf<{ fees: string }>(
    reader,
    sql`select coalesce(sum(p.available), 0)::text as fees
      from ledger_postings p join ledger_entries e on e.id = p.entry_id
      where p.account_id = ${account.accountId} and p.entry_id > ${open.after} and p.available > 0
        and e.kind in ${FEE_KINDS}`,
  );
  return decimalOrZero(row?.fees);
}

/** Of the first rates; undefined without any. */
async function readFirstDayMs(reader: Reader): Promise<number | undefined> {
  const first = (await rebateVersions.listVersions(reader)).at(-1);
  return first && startOfDate(dateOf(Date.parse(first.effectiveAt)));
}

async function findNextDay(reader: Reader, nowMs: number): Promise<OpenDay | undefined> {
  const firstMs = await readFirstDayMs(reader);
  if (firstMs === undefined) return undefined;
  const days = await Promise.all(
    (await listFeesAccounts(reader)).map((account) => findDayOf(reader, account, firstMs)),
  );
  const open = days.filter((one) => one !== undefined).filter(({ day }) => day < firstOpenDay(nowMs));
  return open.toSorted((a, b) => a.day.localeCompare(b.day))[0];
}

/** The day after the last closed one, or the first day with fees since the first rates. */
async function findDayOf(reader: Reader, account: FeesAccount, firstMs: number): Promise<OpenDay | undefined> {
  const [last] = await rowsOf<{ day: Day; until: number }>(
    reader,
    sql`select day::text as day, until_entry::float8 as until from rebate_days
      where currency_id = ${account.currencyId} order by day desc limit 1`,
  );
  if (last !== undefined) return { account, day: addDays(last.day, 1), after: last.until };
  const day = await findFirstDay(reader, account, firstMs);
  return day === undefined ? undefined : { account, day, after: await findLastBefore(reader, account, firstMs) };
}

async function shareOut(reader: Reader, day: Day, paid: readonly PaidFees<UserId>[]): Promise<DayRebate<UserId>[]> {
  const version = await versionOfDay(reader, day);
  if (version === undefined || paid.length === 0) return [];
  const { inviters, closed } = await readInviters(
    reader,
    paid.map(({ payer }) => payer),
  );
  const partners = await readPartners(reader, startOfDate(day));
  return rebatesOfDay(paid, {
    inviterOf: (user) => inviters.get(user),
    // The generations behind a closed account keep their rates.
    ratesOf: (user) => (closed.has(user) ? NO_RATES : ratesOf(version, partners.has(user) ? 'partner' : 'user')),
  });
}

const NO_RATES: RebateRates = [ZERO, ZERO, ZERO];

/** The inviters of these users, theirs, and so on for all generations; `closed`: those with a closed account. */
async function readInviters(
  reader: Reader,
  payers: readonly UserId[],
): Promise<{ readonly inviters: ReadonlyMap<UserId, UserId>; readonly closed: ReadonlySet<UserId> }> {
  const rows = await rowsOf<{ id: UserId; inviter: UserId; isClosed: boolean }>(
    reader,
    sql`with recursive chain (id, inviter, generation) as (
        select u.id, u.invited_by, 1 from users u
        where u.id in (select value::integer from jsonb_array_elements_text(${JSON.stringify(payers)}::text::jsonb))
          and u.invited_by is not null
        union
        select u.id, u.invited_by, c.generation + 1 from chain c join users u on u.id = c.inviter
        where c.generation < ${GENERATIONS}::integer and u.invited_by is not null
      ) select distinct c.id, c.inviter, u.closed_at is not null as "isClosed" from chain c join users u on u.id = c.inviter`,
  );
  return {
    inviters: new Map(rows.map(({ id, inviter }) => [id, inviter])),
    closed: new Set(rows.flatMap(({ inviter, isClosed }) => (isClosed ? [inviter] : []))),
  };
}

type DayKey = { readonly day: Day; readonly currencyId: CurrencyId };

async function insertRebates(
  tx: Transaction,
  { day, currencyId }: DayKey,
  rebates: readonly DayRebate<UserId>[],
): Promise<void> {
  for (let from = 0; from < rebates.length; from += ROWS_AT_ONCE) {
    const rows = rebates.slice(from, from + ROWS_AT_ONCE);
    await tx.execute(
      sql`insert into rebates (day, beneficiary_id, payer_id, generation, currency_id, fees, rate, value)
        select ${day}::date, beneficiary, payer, generation, ${currencyId}::integer, fees, rate, value
        from json_to_recordset(${JSON.stringify(rows)}::text::json)
          as made (beneficiary integer, payer integer, generation smallint, fees numeric, rate numeric, value numeric)`,
    );
  }
}

async function setAside(tx: Transaction, { day, currencyId }: DayKey, amount: Decimal): Promise<void> {
  await postEntries(tx, [
    {
      kind: 'rebate_accrue',
      reference: `rebate-day:${day}`,
      postings: [{ account: { house: 'fees', currencyId }, available: negate(amount), held: amount }],
    },
  ]);
}

/** Entries whose postings to `fees` earn rebates, so without the part of insurance. A void option pays none. */
const FEE_KINDS: readonly EntryKind[] = [
  'spot_fill',
  'option_win',
  'option_lose',
  'option_tie',
  'contract_fee',
  'contract_overnight',
];

/** The postings of `fees` of a day: above `after`, up to `until`; by ids of ledger entries. */
type Stretch = { readonly after: number; readonly until: number };

/** A currency's account `fees`. */
type FeesAccount = { readonly currencyId: CurrencyId; readonly accountId: number };

/** All fee accounts. */
async function listFeesAccounts(reader: Reader): Promise<FeesAccount[]> {
  return rowsOf<FeesAccount>(
    reader,
    sql`select currency_id as "currencyId", id as "accountId" from ledger_accounts
      where user_id is null and kind = 'fees' order by currency_id`,
  );
}

/**
 * The last entry of a day. Ids of entries rise in an account in the order of its changes, and a reader of one sees all
 * below it: a day ends before the first entry of a later day, so a late entry of a slow transaction belongs to the next
 * day.
 */
async function findEnd(
  reader: Reader,
  { accountId }: FeesAccount,
  { day, after }: { readonly day: Day; readonly after: number },
): Promise<number> {
  const end = new Date(startOfDate(day) + DAY_MS).toISOString();
  const [row] = await rowsOf<{ until: number | null }>(
    reader,
    sql`select coalesce((
        select p.entry_id - 1 from ledger_postings p join ledger_entries e on e.id = p.entry_id
        where p.account_id = ${accountId} and p.entry_id > ${after} and e.created_at >= ${end}::timestamptz
        order by p.entry_id limit 1
      ), (select max(entry_id) from ledger_postings where account_id = ${accountId}))::float8 as until`,
  );
  return Math.max(after, row?.until ?? after);
}

/** Fees of invited users; the fee of a fill was paid by the side that received the fee's currency. */
async function readFees(
  reader: Reader,
  { accountId, currencyId }: FeesAccount,
  { after, until }: Stretch,
): Promise<PaidFees<UserId>[]> {
  const rows = await rowsOf<{ payer: UserId; fees: string }>(
    reader,
    sql`select a.user_id as payer, sum(p.available)::text as fees
      from ledger_postings p join ledger_entries e on e.id = p.entry_id
        join ledger_postings o on o.entry_id = p.entry_id
        join ledger_accounts a on a.id = o.account_id and a.currency_id = ${currencyId} and a.user_id is not null
        join users u on u.id = a.user_id and u.invited_by is not null
      where p.account_id = ${accountId} and p.entry_id > ${after} and p.entry_id <= ${until} and p.available > 0
        and e.kind in ${FEE_KINDS} and (e.kind <> 'spot_fill' or o.available + o.held > 0)
      group by a.user_id order by a.user_id`,
  );
  return rows.map(({ payer, fees }) => ({ payer, fees: decimal(fees) }));
}

/** The first day with postings to an account, from an instant on. */
async function findFirstDay(reader: Reader, { accountId }: FeesAccount, fromMs: number): Promise<Day | undefined> {
  const [row] = await rowsOf<{ day: Day }>(
    reader,
    sql`select to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD') as day
      from ledger_postings p join ledger_entries e on e.id = p.entry_id
      where p.account_id = ${accountId} and e.created_at >= ${new Date(fromMs).toISOString()}::timestamptz
      order by p.entry_id limit 1`,
  );
  return row?.day;
}

/** The last entry of an account before an instant; 0 without any. */
async function findLastBefore(reader: Reader, { accountId }: FeesAccount, atMs: number): Promise<number> {
  const [row] = await rowsOf<{ id: number | null }>(
    reader,
    sql`select max(p.entry_id)::float8 as id from ledger_postings p join ledger_entries e on e.id = p.entry_id
      where p.account_id = ${accountId} and e.created_at < ${new Date(atMs).toISOString()}::timestamptz`,
  );
  return row?.id ?? 0;
}

// Paying the due rebates of one user: one credit a currency; lapsed ones go back to the house.

/** Rebate of invited users' fees in one currency. */
type RebateFacts = { readonly amount: string; readonly currency: string };

declare module '../../events/messageFacts.ts' {
  interface FactsBySubject {
    readonly rebate: RebateFacts;
  }
}

export const rebateMessages: MessageWriters = {
  rebate: ({ language }, { amount, currency }) =>
    fillMessage(
      MESSAGE_TEXTS[language].messages.rebate,
      { amount: numberText(language, decimal(amount)), currency },
      '/pages/promotion/index',
    ),
};

/** The job that pays a user; its key is the user's id. */
const PAY = 'referral.pay';

type Pending = {
  readonly id: number;
  readonly day: Day;
  readonly currencyId: CurrencyId;
  readonly currency: string;
  readonly value: Decimal;
  /** UTC dates of both verifications; null when missing. */
  readonly verified: readonly (string | null)[];
};

/**
 * Pays and lapses due rebates; the others wait for a verification or for their day. Those of a closed account lapse.
 * Whether any are still pending.
 */
async function payUser(tx: Transaction, userId: UserId, nowMs: number): Promise<boolean> {
  const [today, firstUnpaid] = [dateOf(nowMs), firstUnpaidDay(nowMs)];
  const isClosed = await lockIsClosed(tx, userId);
  const statusOf = ({ day, verified }: Pending) => {
    if (isClosed) return 'lapse';
    return day < firstUnpaid ? rebateStatus(day, verified, today) : 'wait';
  };
  const pending = await readPending(tx, userId);
  const statuses = pending.map((rebate) => ({ rebate, status: statusOf(rebate) }));
  const withStatus = (wanted: 'pay' | 'lapse') =>
    byCurrency(statuses.filter(({ status }) => status === wanted).map((one) => one.rebate));
  const [paid, lapsed] = [withStatus('pay'), withStatus('lapse')];
  const at = new Date(nowMs).toISOString();
  const entries = lapsed.map((of) => lapseEntry(userId, of));
  const events: UserEvent[] = [];
  const markets = paid.length === 0 ? [] : await listMarketRecords(tx);
  for (const of of paid) {
    const price = usdtPriceOf({ id: of.currencyId, name: of.currency }, markets);
    const worth = price === undefined ? null : round(multiply(of.value, price), MONEY_PLACES, 'down');
    const ref = await insertPayment(tx, { userId, of, worth, at });
    entries.push(payEntry(userId, of, ref));
    const facts = { subject: 'rebate', amount: of.value, currency: of.currency } as const;
    events.push({ userId, ref, at, facts });
  }
  await endLapsed(tx, lapsed, at);
  if (events.length > 0) await writeUserEvents(tx, events);
  await postEntries(tx, entries);
  return statuses.some(({ status }) => status === 'wait');
}

type OfCurrency = Pick<Pending, 'currencyId' | 'currency' | 'value'> & { readonly ids: readonly number[] };

function byCurrency(rebates: readonly Pending[]): OfCurrency[] {
  const sums = new Map<CurrencyId, OfCurrency>();
  for (const { id, currencyId, currency, value } of rebates) {
    const { value: before, ids } = sums.get(currencyId) ?? { value: ZERO, ids: [] };
    sums.set(currencyId, { currencyId, currency, value: add(before, value), ids: [...ids, id] });
  }
  return [...sums.values()];
}

/** Whether the account is closed. It cannot close before the transaction ends. */
async function lockIsClosed(tx: Transaction, userId: UserId): Promise<boolean> {
  const [user] = await rowsOf<{ isClosed: boolean }>(
    tx,
    sql`select closed_at is not null as "isClosed" from users where id = ${userId} for share`,
  );
  return user?.isClosed === true;
}

async function readPending(reader: Reader, userId: UserId): Promise<Pending[]> {
  const verifiedAt = (of: 'beneficiary_id' | 'payer_id') =>
    sql`(select to_char(i.reviewed_at at time zone 'UTC', 'YYYY-MM-DD') from identity_checks i
      where i.user_id = r.${sql.identifier(of)} and i.level = 'basic' and i.status = 'verified' limit 1)`;
  const rows = await rowsOf<{
    id: number;
    day: Day;
    currencyId: CurrencyId;
    currency: string;
    value: string;
    own: string | null;
    theirs: string | null;
  }>(
    reader,
    sql`select r.id::float8 as id, r.day::text as day, r.currency_id as "currencyId", c.name as currency,
        r.value::text as value, ${verifiedAt('beneficiary_id')} as own, ${verifiedAt('payer_id')} as theirs
      from rebates r join currencies c on c.id = r.currency_id
      where r.beneficiary_id = ${userId} and r.payment_id is null and r.lapsed_at is null
      order by r.id for update of r`,
  );
  return rows.map(({ own, theirs, value, ...row }) => ({ ...row, value: decimal(value), verified: [own, theirs] }));
}

type NewPayment = {
  readonly userId: UserId;
  readonly of: OfCurrency;
  readonly worth: Decimal | null;
  readonly at: string;
};

/** Inserts a payment with its rebates, and updates the ranking; returns its id. */
async function insertPayment(tx: Transaction, { userId, of, worth, at }: NewPayment): Promise<number> {
  const [payment] = await rowsOf<{ id: number }>(
    tx,
    sql`insert into rebate_payments (user_id, currency_id, value, worth, paid_at)
      values (${userId}, ${of.currencyId}, ${of.value}, ${worth}, ${at}) returning id::float8 as id`,
  );
  if (payment === undefined) throw new Error('a payment was not written');
  await tx.execute(sql`update rebates set payment_id = ${payment.id} where ${idIn(of.ids)}`);
  await tx.execute(
    sql`insert into rebate_ranks (user_id, worth, payment_id) values (${userId}, ${worth ?? ZERO}, ${payment.id})
      on conflict (user_id) do update
        set worth = rebate_ranks.worth + excluded.worth, payment_id = excluded.payment_id`,
  );
  return payment.id;
}

async function endLapsed(tx: Transaction, lapsed: readonly OfCurrency[], at: string): Promise<void> {
  const ids = lapsed.flatMap((of) => of.ids);
  if (ids.length > 0) await tx.execute(sql`update rebates set lapsed_at = ${at} where ${idIn(ids)}`);
}

function idIn(ids: readonly number[]) {
  return sql`id in (select value::bigint from jsonb_array_elements_text(${JSON.stringify(ids)}::text::jsonb))`;
}

function payEntry(userId: UserId, { currencyId, value }: OfCurrency, paymentId: number): LedgerEntry {
  return {
    kind: 'rebate_pay',
    reference: `rebate:${paymentId}`,
    postings: [
      { account: { house: 'fees', currencyId }, available: ZERO, held: negate(value) },
      { account: { userId, kind: 'spot', currencyId }, available: value, held: ZERO },
    ],
  };
}

function lapseEntry(userId: UserId, { currencyId, value }: OfCurrency): LedgerEntry {
  return {
    kind: 'rebate_lapse',
    reference: `user:${userId}`,
    postings: [{ account: { house: 'fees', currencyId }, available: value, held: negate(value) }],
  };
}

/** Paying the due rebates of one user: one credit a currency; lapsed ones go back to the house. */
import { sql } from 'drizzle-orm';
import type { CurrencyId, UserId } from '@halyard/contract/ids';
import { add, decimal, multiply, negate, round, ZERO, type Decimal, MONEY_PLACES } from '@halyard/contract/money';
import { rebateStatus } from '@halyard/contract/referral/rebates';
import { dateOf } from '@halyard/contract/time';
import { figureOf } from '../../calls/messages.ts';
import { rowsOf, type Reader, type Transaction } from '../../db/database.ts';
import { fillMessage, MESSAGE_TEXTS, type MessageWriters } from '../../events/messageFacts.ts';
import { writeUserEvents, type UserEvent } from '../../events/userEvents.ts';
import { postEntries, type LedgerEntry } from '../../ledger/ledger.ts';
import { listMarketRecords } from '../../market/marketRecord.ts';
import { usdtPriceOf } from '../../market/usdtPrice.ts';
import { firstUnpaidDay, type Day } from './days.ts';

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
      { amount: figureOf(language, decimal(amount)), currency },
      '/pages/promotion/index',
    ),
};

/** The job that pays a user; its key is the user's id. */
export const PAY = 'referral.pay';

type Pending = {
  readonly id: number;
  readonly day: Day;
  readonly currencyId: CurrencyId;
  readonly currency: string;
  readonly value: Decimal;
  /** UTC dates of both verifications; null when missing. */
  readonly verified: readonly (string | null)[];
};

/** The currencies paid, and whether rebates are still pending. */
export type Paid = { readonly currencies: readonly CurrencyId[]; readonly isWaiting: boolean };

/** Pays and lapses due rebates; the others wait for a verification or for their day. */
export async function payUser(tx: Transaction, userId: UserId, nowMs: number): Promise<Paid> {
  const [today, firstUnpaid] = [dateOf(nowMs), firstUnpaidDay(nowMs)];
  const statuses = (await readPending(tx, userId)).map((rebate) => ({
    rebate,
    status: rebate.day < firstUnpaid ? rebateStatus(rebate.day, rebate.verified, today) : 'wait',
  }));
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
  return {
    currencies: paid.map(({ currencyId }) => currencyId),
    isWaiting: statuses.some(({ status }) => status === 'wait'),
  };
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

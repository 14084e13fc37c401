/**
 * SQL of trust orders, and the mapping of their rows to the contract. Ids grow with time, so they define the order of a
 * list. Decimals, dates and instants are text in rows.
 */
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { CurrencyId, TrustOrderId, UserId } from '@halyard/contract/ids';
import type { TrustOrder } from '@halyard/contract/trust/calls';
import { decimal, ZERO, type Decimal } from '@halyard/contract/money';
import { dayRate, endsOn, penaltyOf, remainDays, startsOn } from '@halyard/contract/trust/rules';
import { trustTerms, type TrustTerms } from '@halyard/contract/trust/terms';
import { isoText } from '../../db/sqlTime.ts';
import type { OrderMoney } from './ledgerEntries.ts';

export type OrderStatus = 'hosting' | 'completed' | 'redeemed';

/** An order in the form of the rules. */
export type OrderRecord = OrderMoney & {
  readonly product: number;
  readonly days: number;
  readonly terms: TrustTerms;
  readonly termsHash: string;
  /** ISO 8601. */
  readonly boughtAt: string;
  readonly boughtOn: string;
  readonly paidDays: number;
  readonly paid: Decimal;
  readonly status: OrderStatus;
  /** Of a redeemed order. */
  readonly penalty: Decimal | null;
  readonly endedAt: string | null;
  readonly updatedAt: string;
};

/** A row as {@link ORDER_COLUMNS} select it. */
export type OrderRow = {
  readonly id: string;
  readonly user_id: number;
  readonly currency_id: number;
  readonly product: number;
  readonly amount: string;
  readonly interest: string;
  readonly days: number;
  readonly terms: unknown;
  readonly terms_hash: string;
  readonly bought_at: string;
  readonly bought_on: string;
  readonly paid_days: number;
  readonly paid: string;
  readonly status: OrderStatus;
  readonly penalty: string | null;
  readonly ended_at: string | null;
  readonly updated_at: string;
};

/** Columns of `trust_orders o`. */
export const ORDER_COLUMNS = sql`o.id::text as id, o.user_id, o.currency_id, o.product, o.amount::text as amount,
  o.interest::text as interest, o.days, o.terms, o.terms_hash, ${isoText(sql`o.bought_at`)} as bought_at,
  to_char(o.bought_on, 'YYYY-MM-DD') as bought_on, o.paid_days, o.paid::text as paid, o.status,
  o.penalty::text as penalty, ${isoText(sql`o.ended_at`)} as ended_at, ${isoText(sql`o.updated_at`)} as updated_at`;

export function toRecord(row: OrderRow): OrderRecord {
  return {
    id: Number.parseInt(row.id, 10) as TrustOrderId,
    userId: row.user_id as UserId,
    currencyId: row.currency_id as CurrencyId,
    product: row.product,
    amount: decimal(row.amount),
    interest: decimal(row.interest),
    days: row.days,
    terms: z.decode(trustTerms, row.terms as z.input<typeof trustTerms>),
    termsHash: row.terms_hash,
    boughtAt: row.bought_at,
    boughtOn: row.bought_on,
    paidDays: row.paid_days,
    paid: decimal(row.paid),
    status: row.status,
    penalty: row.penalty === null ? null : decimal(row.penalty),
    endedAt: row.ended_at,
    updatedAt: row.updated_at,
  };
}

/** An order as the contract defines it, at an instant. */
export function toOrder(record: OrderRecord, nowMs: number): TrustOrder {
  const { terms, amount, days, boughtOn, status } = record;
  const isActive = status === 'hosting';
  const remain = isActive ? remainDays(boughtOn, days, nowMs) : 0;
  const penalty = isActive ? penaltyOf(amount, terms, remain) : (record.penalty ?? ZERO);
  return {
    id: record.id,
    currency: terms.currency,
    logo: '',
    amount,
    dayRate: dayRate(terms),
    paid: record.paid,
    startsOn: startsOn(boughtOn),
    endsOn: endsOn(boughtOn, days),
    days,
    status: isActive ? 'hosting' : 'ended',
    isRedeemed: status === 'redeemed',
    createdAt: record.boughtAt,
    updatedAt: record.updatedAt,
    penaltyNumber: penalty,
    remainDays: remain,
    penalty,
    product: record.product,
    currencyId: record.currencyId,
    interest: record.interest,
    paidDays: record.paidDays,
    boughtAt: record.boughtAt,
    boughtOn,
    endedAt: record.endedAt,
    terms,
    termsHash: record.termsHash,
  };
}

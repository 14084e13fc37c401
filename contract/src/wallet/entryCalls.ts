/** Ledger entries, and equity and profit over time (docs/product.md 7). */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import {
  choiceOf,
  count,
  decimalWire,
  legacyTime,
  field,
  flag,
  instant,
  noParameters,
  signedPercent,
  wireObject,
  wireRequest,
} from '../codec.ts';
import { currencyId, planId, userId } from '../ids.ts';
import { countedList, pageRequest } from '../paging.ts';
import { PRODUCTS } from '../products.ts';
import { side } from '../spot/side.ts';
import { accountKind, accountNumber } from './calls.ts';

/** Kinds of ledger entries; our own unique names. */
export const ENTRY_KINDS = [
  'deposit',
  'withdraw_hold',
  'withdraw_release',
  'withdraw_settle',
  'transfer',
  ...PRODUCTS.flatMap(({ entries }) => entries.map(({ kind }) => kind)),
  'sandbox_fund',
] as const;
export const entryKind = z.enum(ENTRY_KINDS);
export type UserEntryKind = z.output<typeof entryKind>;

/** The kinds of entries of one withdrawal: its request, then its end. */
export const WITHDRAWAL_KINDS = ['withdraw_hold', 'withdraw_settle', 'withdraw_release'] as const;
/** Filter of ledger entries: one kind, or all those of withdrawals. */
export const entryKindFilter = z.enum([...ENTRY_KINDS, 'withdrawal']);
export type EntryKindFilter = z.output<typeof entryKindFilter>;

const entryTrade = wireObject({
  /** `BTC/USDT`. */
  symbol: field('symbol', z.string()),
  side: field('side', side),
  /** Of the execution, or the order's own. */
  price: field('price', z.nullable(decimalWire)),
  /** The recurring buy that made it. */
  plan: field('plan', z.optional(planId)),
});
/** The execution or the order that a ledger entry of trading belongs to. */
export type EntryTrade = z.output<typeof entryTrade>;

const entry = wireObject({
  id: field('id', z.string()),
  userId: field('user_id', z.optional(userId)),
  currencyId: field('currency', currencyId),
  currency: field('currency_name', z.string()),
  /**
   * Signed: change of the owned amount (available and held together) or, where that is unchanged, of the available one.
   */
  value: field('value', decimalWire),
  before: field('before', decimalWire),
  after: field('after', decimalWire),
  /** Whether money was only held or released. */
  isHold: field('is_lock', flag),
  /** In the language of the request. */
  info: field('info', z.string()),
  /** Number for legacy clients. */
  type: field('type', count),
  createdAt: field('created_time', legacyTime),
  // Ours
  kind: field('kind', z.optional(entryKind)),
  account: field('account_kind', z.optional(accountKind)),
  availableChange: field('available_change', z.optional(decimalWire)),
  heldChange: field('held_change', z.optional(decimalWire)),
  /** Cause of the entry, e.g. `withdrawal:17`. */
  reference: field('reference', z.optional(z.string())),
  at: field('at', z.optional(instant)),
  trade: field('trade', z.optional(entryTrade)),
  /** On the request of a withdrawal that is over: how and when it ended. */
  outcome: field('outcome', z.optional(entryKind)),
  outcomeAt: field('outcome_at', z.optional(instant)),
  /** On the end of a withdrawal: the `id` of its request, whose row includes both where a withdrawal is one row. */
  partOf: field('part_of', z.optional(z.string())),
});
/** A ledger entry of a user's money. */
export type UserEntry = z.output<typeof entry>;

/** Filters of every list of ledger entries; days are UTC, both ends included. */
export const entryFilter = {
  currencyId: field('currency', choiceOf(currencyId)),
  accountNumber: field('type', choiceOf(accountNumber)),
  kind: field('kind', z.optional(entryKindFilter)),
  from: field('from', z.optional(z.iso.date())),
  to: field('to', z.optional(z.iso.date())),
} as const;

/**
 * Pages by `page` shift when rows arrive in between, as legacy clients expect; with `after` they do not, and
 * `page` is ignored. `count` is of all filtered rows. Errors: RANGE_INVALID.
 */
export const listEntries = defineCall({
  method: 'POST',
  path: 'wallet/legal_log',
  access: 'user',
  summary: 'All movements, newest first.',
  request: wireRequest({
    ...entryFilter,
    ...pageRequest,
    /** The `id` of the last row: older rows follow. */
    after: field('after', z.optional(z.string().check(z.regex(/^\d{1,18}:\d{1,10}$/)))),
  }),
  answer: countedList(entry),
});

/**
 * Path of the CSV file of all ledger entries, newest first, each on a line of its own, also where a list shows the
 * request of a withdrawal and its end as one row: GET with `Authorization` and the filters of {@link listEntries}. The
 * file is `text/csv` without an envelope; a refusal is JSON in envelope A. An incomplete answer is a connection error,
 * never a shorter file.
 */
export const ENTRIES_CSV_PATH = 'wallet/movements.csv';
export const entriesCsvRequest = wireRequest({ ...entryFilter });
/**
 * The header row. Accounts by `CSV_ACCOUNTS`, kinds in our terms, amounts in units of the currency, times in UTC,
 * `id` as in {@link listEntries}.
 */
export const ENTRIES_CSV_COLUMNS = [
  'at',
  'account',
  'currency',
  'kind',
  'change_available',
  'change_held',
  'available_after',
  'held_after',
  'reference',
  'id',
] as const;

const profit = wireObject({
  /**
   * In USDT: current worth, less worth at the start, less payments in, plus payments out. Null when a required price is
   * unknown.
   */
  amount: field('amount', z.nullable(decimalWire)),
  /** Of worth at the start plus payments in. Null when that is zero. */
  percent: field('percent', z.nullable(signedPercent)),
  /** Worth at the start plus payments in, in USDT. Null when it is unknown. */
  base: field('base', z.optional(z.nullable(decimalWire))),
});
/** Profit over a period. */
export type Profit = z.output<typeof profit>;

const ownedAmount = wireObject({
  currency: field('currency_name', z.string()),
  amount: field('number', decimalWire),
});

const equityPoint = wireObject({ at: field('at', instant), equity: field('worth', decimalWire) });

const performance = wireObject({
  asOf: field('as_of', instant),
  /** Of all four accounts, available and held, in USDT. Null when the price of an owned currency is unknown. */
  equity: field('worth', z.nullable(decimalWire)),
  /** Since 00:00 UTC. */
  today: field('today', profit),
  /** Of today and the days before it, 7 and 30 in all. */
  days7: field('days7', profit),
  days30: field('days30', profit),
  /**
   * Worth at the end of each of the last 30 days (UTC) with known prices, oldest first; the last point is now, where it
   * is known.
   */
  curve: field('curve', z.array(equityPoint)),
  /** Amounts owned at that time, over all accounts: with them, worth and profit can follow current prices. */
  amounts: field('amounts', z.optional(z.array(ownedAmount))),
});
/** Equity and profit of a user over time. */
export type Performance = z.output<typeof performance>;

/** Ours. Computed from the ledger and past prices, not from snapshots. */
export const getPerformance = defineCall({
  method: 'GET',
  path: 'wallet/performance',
  isOwn: true,
  access: 'user',
  summary: 'Worth in USDT now and over the last 30 days, and the profit of today, 7 and 30 days.',
  request: noParameters,
  answer: performance,
});

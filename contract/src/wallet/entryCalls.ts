/**
 * Transfers between a user's accounts, his ledger entries, and how his worth went (`wire-facts` 2.6, 4.8;
 * `wire-contract` "Ledger entry codes").
 */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import {
  choiceOf,
  code,
  count,
  decimalWire,
  legacyTime,
  field,
  flag,
  instant,
  noParameters,
  requestId,
  signedPercent,
  wireObject,
  wireRequest,
} from '../codec.ts';
import { formDecimal } from '../formDecimal.ts';
import { currencyId, userId } from '../ids.ts';
import { countedList, numberedPage, pageRequest } from '../paging.ts';
import { side } from '../spot/side.ts';
import { accountKind } from './calls.ts';

const transfer = wireObject({
  id: field('id', count),
  currencyId: field('currency', currencyId),
  currency: field('currency_name', z.string()),
  from: field('from_field', accountKind),
  to: field('to_field', accountKind),
  amount: field('number', decimalWire),
  at: field('at', instant),
});
/** A transfer between two accounts of a user. */
export type Transfer = z.output<typeof transfer>;

/**
 * Immediate and free. Errors: CURRENCY_NOT_FOUND, ACCOUNT_KIND_INVALID, TRANSFER_SAME_ACCOUNT, AMOUNT_REQUIRED,
 * AMOUNT_PRECISION, INSUFFICIENT_BALANCE, REQUEST_ID_REUSED, REQUEST_EXPIRED.
 */
export const transferFunds = defineCall({
  method: 'POST',
  path: 'wallet/change',
  access: 'user',
  summary: 'Move an amount from one own account to another.',
  request: wireRequest({
    currencyId: field('currency_id', currencyId),
    from: field('from_field', z.union([accountKind, z.literal('legal')])),
    to: field('to_field', z.union([accountKind, z.literal('legal')])),
    amount: field('number', formDecimal),
    clientRequestId: field('client_request_id', z.optional(requestId)),
  }),
  /** A text, as the family has it, when the request carries no `client_request_id`. */
  answer: z.union([transfer, z.string()]),
});

const transferSide = wireObject({
  id: field('id', count),
  userId: field('user_id', userId),
  currencyId: field('currency', currencyId),
  currency: field('currency_name', z.string()),
  /** Signed: the family shows both sides of a transfer, each as a row of its account. */
  value: field('value', decimalWire),
  info: field('info', z.string()),
  type: field('type', count),
  createdAt: field('created_time', legacyTime),
  // Ours: the transfer that the row is a side of.
  transfer: field('transfer', z.optional(transfer)),
});
export type TransferSide = z.output<typeof transferSide>;

export const listTransferSides = defineCall({
  method: 'GET',
  path: 'wallet/hzhistory',
  access: 'user',
  summary: 'Transfers, both sides of each, newest first.',
  request: wireRequest({ ...pageRequest }),
  answer: numberedPage(transferSide),
});

/** Ours: one row a transfer. */
export const listTransfers = defineCall({
  method: 'GET',
  path: 'wallet/transfers',
  isOwn: true,
  access: 'user',
  summary: 'Transfers, newest first.',
  request: wireRequest({ ...pageRequest, clientRequestId: field('client_request_id', z.optional(requestId)) }),
  answer: numberedPage(transfer),
});

/** Why a user's money moved; our own unique names. */
export const ENTRY_KINDS = [
  'deposit',
  'withdraw_hold',
  'withdraw_release',
  'withdraw_settle',
  'transfer',
  'spot_hold',
  'spot_release',
  'spot_fill',
  'option_open',
  'option_win',
  'option_lose',
  'option_tie',
  'option_void',
  'contract_order',
  'contract_open',
  'contract_fee',
  'contract_cancel',
  'contract_add_margin',
  'contract_overnight',
  'contract_close',
  'contract_liquidation',
  'trust_open',
  'trust_interest',
  'trust_mature',
  'trust_redeem',
  'subscription_hold',
  'subscription_release',
  'subscription_allot',
  'subscription_unlock',
  'rebate_pay',
  'sandbox_fund',
] as const;
export const entryKind = z.enum(ENTRY_KINDS);
export type UserEntryKind = z.output<typeof entryKind>;

/** The kinds that one withdrawal goes through: what asks for it, then what ends it. */
export const WITHDRAWAL_KINDS = ['withdraw_hold', 'withdraw_settle', 'withdraw_release'] as const;
/** What ledger entries are filtered by: one kind, or all those of withdrawals. */
export const entryKindFilter = z.enum([...ENTRY_KINDS, 'withdrawal']);
export type EntryKindFilter = z.output<typeof entryKindFilter>;

const entryTrade = wireObject({
  /** `BTC/USDT`. */
  symbol: field('symbol', z.string()),
  side: field('side', side),
  /** Of the execution, or the order's own. */
  price: field('price', z.nullable(decimalWire)),
});
/** The execution or the order that a ledger entry of trading belongs to. */
export type EntryTrade = z.output<typeof entryTrade>;

const entry = wireObject({
  id: field('id', z.string()),
  userId: field('user_id', z.optional(userId)),
  currencyId: field('currency', currencyId),
  currency: field('currency_name', z.string()),
  /** Signed: of what is owned (available and held together) or, where that stays the same, of what is available. */
  value: field('value', decimalWire),
  before: field('before', decimalWire),
  after: field('after', decimalWire),
  /** Whether money was only set aside or given back. */
  isHold: field('is_lock', flag),
  /** In the language of the request. */
  info: field('info', z.string()),
  /** The family's number. */
  type: field('type', count),
  createdAt: field('created_time', legacyTime),
  // Ours
  kind: field('kind', z.optional(entryKind)),
  account: field('account_kind', z.optional(accountKind)),
  availableChange: field('available_change', z.optional(decimalWire)),
  heldChange: field('held_change', z.optional(decimalWire)),
  /** What it belongs to, e.g. `withdrawal:17`. */
  reference: field('reference', z.optional(z.string())),
  at: field('at', z.optional(instant)),
  trade: field('trade', z.optional(entryTrade)),
  /** Of the request of a withdrawal that is over: what became of it, and when. */
  outcome: field('outcome', z.optional(entryKind)),
  outcomeAt: field('outcome_at', z.optional(instant)),
  /** Of what ended a withdrawal: the `id` of its request, whose row tells of both where a withdrawal is one row. */
  partOf: field('part_of', z.optional(z.string())),
});
/** A ledger entry of a user's money. */
export type UserEntry = z.output<typeof entry>;

/** The family's numbers of accounts; nothing ever moves in the one for fiat money. */
export const accountNumber = code({ legal: 1, spot: 2, contract: 3, option: 4, trust: 6 });

/** What all readings of the ledger entries filter by; days are UTC, both ends included. */
export const entryFilter = {
  currencyId: field('currency', choiceOf(currencyId)),
  accountNumber: field('type', choiceOf(accountNumber)),
  kind: field('kind', z.optional(entryKindFilter)),
  from: field('from', z.optional(z.iso.date())),
  to: field('to', z.optional(z.iso.date())),
} as const;

/**
 * Pages by `page` shift when rows arrive in between, as the family has it; with `after` they do not, whatever `page`
 * says. `count` is of all rows that the filters leave. Errors: RANGE_INVALID.
 */
export const listEntries = defineCall({
  method: 'POST',
  path: 'wallet/legal_log',
  access: 'user',
  summary: 'All movements, newest first.',
  request: wireRequest({
    ...entryFilter,
    ...pageRequest,
    /** The `id` of the last row one has: rows older than it. */
    after: field('after', z.optional(z.string().check(z.regex(/^\d{1,18}:\d{1,10}$/)))),
  }),
  answer: countedList(entry),
});

/**
 * Where all ledger entries are read as one CSV file, newest first, each on a line of its own, also where a
 * list shows the request of a withdrawal and its end as one row: GET with `Authorization` and the filters of {@link
 * listEntries}. The file is `text/csv` without an envelope; a refusal is JSON in envelope A. An answer that breaks off
 * is an error of the connection, never a shorter file.
 */
export const ENTRIES_CSV_PATH = 'wallet/movements.csv';
export const entriesCsvRequest = wireRequest({ ...entryFilter });
/**
 * The header row. Account and kind in our terms, amounts in units of the currency, times in UTC, `id` as in {@link
 * listEntries}.
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
   * In USDT: worth now, less worth then, less what was paid in, plus what was paid out. Null when a price that it takes
   * is not known.
   */
  amount: field('amount', z.nullable(decimalWire)),
  /** Of worth then plus what was paid in. Null when that is nothing. */
  percent: field('percent', z.nullable(signedPercent)),
  /** Worth then plus what was paid in, in USDT. Null when it is not known. */
  base: field('base', z.optional(z.nullable(decimalWire))),
});
/** Profit over a stretch of time. */
export type Profit = z.output<typeof profit>;

const ownedAmount = wireObject({
  currency: field('currency_name', z.string()),
  amount: field('number', decimalWire),
});

const equityPoint = wireObject({ at: field('at', instant), equity: field('worth', decimalWire) });

const performance = wireObject({
  asOf: field('as_of', instant),
  /** Of all four accounts, available and held, in USDT. Null when something is there whose price is not known. */
  equity: field('worth', z.nullable(decimalWire)),
  /** Since 00:00 UTC. */
  today: field('today', profit),
  /** Of today and the days before it, 7 and 30 in all. */
  days7: field('days7', profit),
  days30: field('days30', profit),
  /**
   * Worth at the end of each of the last 30 days (UTC) that prices are known for, oldest first; the last point is now,
   * where it is known.
   */
  curve: field('curve', z.array(equityPoint)),
  /** What was owned then, over all accounts: with it, worth and profit can follow the prices of now. */
  amounts: field('amounts', z.optional(z.array(ownedAmount))),
});
/** How a user's worth went. */
export type Performance = z.output<typeof performance>;

/** Ours. Computed from the ledger and the prices of the past, not from snapshots. */
export const getPerformance = defineCall({
  method: 'GET',
  path: 'wallet/performance',
  isOwn: true,
  access: 'user',
  summary: 'Worth in USDT now and over the last 30 days, and the profit of today, 7 and 30 days.',
  request: noParameters,
  answer: performance,
});

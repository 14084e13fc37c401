/** Calls about transfers between a user's accounts, and their file (docs/product.md 7). */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import {
  choiceOf,
  count,
  decimalWire,
  field,
  instant,
  legacyTime,
  requestId,
  wireObject,
  wireRequest,
} from '../codec.ts';
import { formDecimal } from '../formDecimal.ts';
import { currencyId, userId } from '../ids.ts';
import { numberedPage, pageRequest } from '../paging.ts';
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
  /** A text for legacy clients, when the request has no `client_request_id`. */
  answer: z.union([transfer, z.string()]),
});

const transferSide = wireObject({
  id: field('id', count),
  userId: field('user_id', userId),
  currencyId: field('currency', currencyId),
  currency: field('currency_name', z.string()),
  /** Signed: legacy clients show both sides of a transfer, each as a row of its account. */
  value: field('value', decimalWire),
  info: field('info', z.string()),
  type: field('type', count),
  createdAt: field('created_time', legacyTime),
  // Ours: the transfer that the row is a side of.
  transfer: field('transfer', z.optional(transfer)),
});
export type TransferSide = z.output<typeof transferSide>;

/** Filters of every list of transfers; days are UTC, both ends included. */
const transferFilter = {
  fromAccount: field('from_field', choiceOf(accountKind)),
  toAccount: field('to_field', choiceOf(accountKind)),
  currencyId: field('currency', choiceOf(currencyId)),
  from: field('from', z.optional(z.iso.date())),
  to: field('to', z.optional(z.iso.date())),
} as const;

/** Errors: RANGE_INVALID. */
export const listTransferSides = defineCall({
  method: 'GET',
  path: 'wallet/hzhistory',
  access: 'user',
  summary: 'Transfers, both sides of each, newest first.',
  request: wireRequest({ ...transferFilter, ...pageRequest }),
  answer: numberedPage(transferSide),
});

/** Ours: one row a transfer. Errors: RANGE_INVALID. */
export const listTransfers = defineCall({
  method: 'GET',
  path: 'wallet/transfers',
  isOwn: true,
  access: 'user',
  summary: 'Transfers, newest first.',
  request: wireRequest({
    ...transferFilter,
    ...pageRequest,
    clientRequestId: field('client_request_id', z.optional(requestId)),
  }),
  answer: numberedPage(transfer),
});

/** Path of the CSV file of all transfers, newest first, with the filters of {@link listTransferSides}. */
export const TRANSFERS_CSV_PATH = 'wallet/transfers.csv';
export const transfersCsvRequest = wireRequest({ ...transferFilter });
/** Accounts by `CSV_ACCOUNTS`, times in UTC. */
export const TRANSFERS_CSV_COLUMNS = ['at', 'from', 'to', 'amount', 'currency', 'id'] as const;

/** The end of an account, and everything about its owner as one file (ours). */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { count, decimalWire, field, instant, noParameters, wireObject } from '../codec.ts';
import { decimal } from '../money/money.ts';
import { PRODUCTS } from '../products.ts';

/** Days between the request to close an account and its end. */
export const CLOSING_DAYS = 7;
/** Balances below this, in USDT, do not prevent the end of an account. */
export const CLOSING_WORTH_MAX = decimal('1');
/** Days that a file of everything can be downloaded. */
export const EXPORT_DAYS = 7;

/** Open things of a user that prevent the end of the account. */
export type OpenThing = Extract<(typeof PRODUCTS)[number], { readonly open: string }>['open'] | (typeof OTHERS)[number];
const OTHERS = ['orders', 'deposits', 'withdrawals'] as const;

/** A reason that prevents the end of an account. */
export const closingObstacle = z.enum([
  'balance',
  ...OTHERS,
  ...PRODUCTS.flatMap((product) => ('open' in product ? [product.open] : [])),
]);

const accountClosing = wireObject({
  /** When the account ends; null where no end was requested. */
  closesAt: field('closes_at', z.nullable(instant)),
  /** Empty where the account can be closed. */
  obstacles: field('obstacles', z.array(closingObstacle)),
  /** All balances in USDT; null when one has no price. */
  worth: field('worth', z.nullable(decimalWire)),
  /** Years that the exchange keeps what the law asks for. */
  retentionYears: field('kept_years', count),
});
/** The requested end of an account, and what prevents one. */
export type AccountClosing = z.output<typeof accountClosing>;

export const getAccountClosing = defineCall({
  method: 'GET',
  path: 'user/closing',
  isOwn: true,
  access: 'user',
  summary: 'Whether the account will be closed, when, and what prevents it.',
  request: noParameters,
  answer: accountClosing,
});

/** Errors: PROOF_REQUIRED, ACCOUNT_FROZEN, CLOSING_OBSTACLES. A repetition answers the same end. */
export const closeAccount = defineCall({
  method: 'POST',
  path: 'user/close',
  isOwn: true,
  access: 'user',
  summary: `Close the account in ${CLOSING_DAYS} days, for ever.`,
  request: noParameters,
  answer: accountClosing,
});

/** Needs no step-up: it only keeps what is there. */
export const keepAccount = defineCall({
  method: 'POST',
  path: 'user/close_cancel',
  isOwn: true,
  access: 'user',
  summary: 'Keep the account: takes the request to close it back.',
  request: noParameters,
  answer: accountClosing,
});

const dataExport = wireObject({
  status: field('status', z.enum(['pending', 'ready'])),
  requestedAt: field('requested_at', instant),
  readyAt: field('ready_at', z.nullable(instant)),
  /** When the file is deleted. */
  expiresAt: field('expires_at', z.nullable(instant)),
  bytes: field('bytes', z.nullable(count)),
});
/** A file with everything about the user. */
export type DataExport = z.output<typeof dataExport>;

export const getDataExport = defineCall({
  method: 'GET',
  path: 'user/export',
  isOwn: true,
  access: 'user',
  summary: 'The newest file with everything about the user; null when there is none.',
  request: noParameters,
  answer: z.nullable(dataExport),
});

/** Errors: PROOF_REQUIRED. While one is made or ready, a repetition answers that one. */
export const requestDataExport = defineCall({
  method: 'POST',
  path: 'user/export',
  isOwn: true,
  access: 'user',
  summary: 'Make one ZIP file with everything about the user.',
  request: noParameters,
  answer: dataExport,
});

/** Below `/api/`. With a token, and a step-up: a ZIP file. */
export const DATA_EXPORT_PATH = 'user/export/file';

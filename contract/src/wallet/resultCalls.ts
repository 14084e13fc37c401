/** A user's results by day, and the ledger entries that they are made of (ours; docs/product.md 7.5). */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { count, decimalWire, field, instant, wireObject, wireRequest } from '../codec.ts';
import { entryKind } from './entryCalls.ts';
import { RESULT_FIGURES, RESULT_SOURCES, UTC_OFFSET_MAX } from './results.ts';

/** All UTC offsets in use are whole quarters of an hour. */
const QUARTER = 15;
const DAY = z.iso.date();
const MONTH = z.string().check(z.regex(/^(?:19[7-9]\d|[2-8]\d{3})-(?:0[1-9]|1[0-2])$/));
const isOffset = (minutes: number) => Math.abs(minutes) <= UTC_OFFSET_MAX && minutes % QUARTER === 0;
/** Minutes east of UTC: digits with an optional sign in queries. */
const offsetMinutes = z.codec(
  z.union([z.int().check(z.refine(isOffset)), z.string().check(z.regex(/^-?\d{1,3}$/))]),
  z.int().check(z.refine(isOffset)),
  { decode: Number, encode: (minutes) => minutes },
);
const source = z.enum(RESULT_SOURCES);
const currency = z.string().check(z.minLength(1), z.maxLength(20));

/** Months, both included, at most 12, whose days begin at 00:00 of a UTC offset. */
const range = {
  from: field('from', MONTH),
  to: field('to', MONTH),
  offsetMinutes: field('utc_offset', offsetMinutes),
} as const;

const line = wireObject({
  day: field('day', DAY),
  source: field('source', source),
  currency: field('currency_name', z.string()),
  /** Signed, of the coin. */
  amount: field('number', decimalWire),
  /** In USDT, fees deducted. Null when a cost or a price is unknown. */
  profit: field('profit', z.nullable(decimalWire)),
  /** In USDT; part of the profit. */
  fees: field('fees', z.nullable(decimalWire)),
  /** Closed options and positions, and their gains and losses in USDT. */
  won: field('won', count),
  gains: field('gains', z.nullable(decimalWire)),
  lost: field('lost', count),
  losses: field('losses', z.nullable(decimalWire)),
});
/** The results of a day in one source and coin. */
export type ResultLine = z.output<typeof line>;

const openResult = wireObject({
  currency: field('currency_name', z.string()),
  amount: field('number', decimalWire),
  /** In USDT; null when it is unknown. */
  cost: field('cost', z.nullable(decimalWire)),
  /** Worth at the last price less the cost, in USDT; null when either is unknown. */
  profit: field('profit', z.nullable(decimalWire)),
});
/** The unrealised profit of an owned coin now. */
export type OpenResult = z.output<typeof openResult>;

const results = wireObject({
  asOf: field('as_of', instant),
  /** Oldest day first; days, sources and coins without an entry are missing. */
  lines: field('lines', z.array(line)),
  /** Owned at the start, at its cost, plus payments in, in USDT: what percentages refer to. Null when it is unknown. */
  base: field('base', z.nullable(decimalWire)),
  /** Of all owned coins except USDT, now: not part of the lines. */
  unrealised: field('unrealised', z.array(openResult)),
});
export type Results = z.output<typeof results>;

/** Errors: RANGE_INVALID. */
export const getResults = defineCall({
  method: 'GET',
  path: 'wallet/results',
  isOwn: true,
  access: 'user',
  summary: 'Realised results and fees by day, product and coin, and the unrealised profit now.',
  request: wireRequest(range),
  answer: results,
});

const resultEntry = wireObject({
  id: field('id', z.string()),
  at: field('at', instant),
  kind: field('kind', entryKind),
  source: field('source', source),
  currency: field('currency_name', z.string()),
  amount: field('number', decimalWire),
  profit: field('profit', z.nullable(decimalWire)),
  fees: field('fees', z.nullable(decimalWire)),
  /** Cause of the entry, e.g. `order:17`. */
  reference: field('reference', z.string()),
});
/** A ledger entry with its result. */
export type ResultEntry = z.output<typeof resultEntry>;

/** Rows of a page of {@link listResultEntries}. */
export const RESULT_ENTRIES_PAGE = 50;

/** The entries of a figure of {@link getResults}, newest first. Errors: RANGE_INVALID. */
export const listResultEntries = defineCall({
  method: 'GET',
  path: 'wallet/results/entries',
  isOwn: true,
  access: 'user',
  summary: 'The ledger entries that a figure of the results is made of, newest first.',
  request: wireRequest({
    ...range,
    figure: field('figure', z.enum(RESULT_FIGURES)),
    day: field('day', z.optional(DAY)),
    source: field('source', z.optional(source)),
    currency: field('currency_name', z.optional(currency)),
    /** The `id` of the last row: older rows follow. */
    after: field('after', z.optional(z.string().check(z.regex(/^\d{1,18}:[^:]{1,20}$/)))),
  }),
  answer: wireObject({
    rows: field('list', z.array(resultEntry)),
    /** Of all rows. */
    total: field('count', count),
    sum: field('sum', z.nullable(decimalWire)),
  }),
});

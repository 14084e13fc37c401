/** Converting an amount of one coin to another one at a quoted rate (docs/product.md 1.8). All calls are ours. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { decimalWire, field, instant, noParameters, requestId, wireObject, wireRequest } from '../codec.ts';
import { formDecimal } from '../formDecimal.ts';
import { currencyId } from '../ids.ts';

const row = wireObject({
  fromId: field('from_id', currencyId),
  from: field('from', z.string()),
  toId: field('to_id', currencyId),
  to: field('to', z.string()),
  amount: field('amount', decimalWire),
  /** Exactly this is received. */
  received: field('received', decimalWire),
  /** Received for one unit of `from`. */
  rate: field('rate', decimalWire),
  /** Distance from the last price, in percent. */
  spread: field('spread', decimalWire),
});
/** One converted amount. */
export type ConvertRow = z.output<typeof row>;

const quote = wireObject({
  id: field('quote_id', z.uuid()),
  /** One, or one for each small balance. */
  rows: field('rows', z.array(row)),
  at: field('at', instant),
  /** By the exchange's clock. */
  validUntil: field('valid_until', instant),
});
/** An offer to convert, until its end. */
export type ConvertQuote = z.output<typeof quote>;

/**
 * Quotes an amount of the spot account. Errors: RATE_LIMITED {seconds}, CURRENCY_NOT_FOUND, MARKET_NOT_FOUND,
 * MARKET_SUSPENDED, PRICE_STALE, AMOUNT_REQUIRED, AMOUNT_PRECISION {places}, AMOUNT_TOO_SMALL {min, max},
 * AMOUNT_TOO_LARGE {min, max}, HOUSE_LIMIT {max}.
 */
export const quoteConvert = defineCall({
  method: 'POST',
  path: 'convert/quote',
  isOwn: true,
  access: 'user',
  summary: 'What an amount of one coin gives in another one; the quote is valid for ten seconds.',
  request: wireRequest({
    fromId: field('from_id', currencyId),
    toId: field('to_id', currencyId),
    amount: field('amount', formDecimal),
  }),
  answer: quote,
});

/**
 * Quotes all small balances of the spot account in USDT, a row for each coin. Errors: RATE_LIMITED {seconds},
 * NO_SMALL_BALANCES {max}, PRICE_STALE, HOUSE_LIMIT {max}.
 */
export const quoteSmallBalances = defineCall({
  method: 'POST',
  path: 'convert/quote_small',
  isOwn: true,
  access: 'user',
  summary: 'What the small balances give in USDT; the quote is valid for ten seconds.',
  request: noParameters,
  answer: quote,
});

const converted = wireObject({
  id: field('quote_id', z.uuid()),
  rows: field('rows', z.array(row)),
  at: field('at', instant),
});
/** An executed quote. */
export type Converted = z.output<typeof converted>;

/**
 * Executes a quote as it is, or nothing. Errors: QUOTE_EXPIRED (also when it was executed before), MARKET_SUSPENDED,
 * PRICE_STALE, PRICE_MOVED {price} with the last price of a market that moved by more than the margin, HOUSE_LIMIT
 * {max}, INSUFFICIENT_BALANCE, PRODUCT_NOT_OFFERED, ACCOUNT_FROZEN, REQUEST_ID_REUSED, REQUEST_EXPIRED.
 */
export const acceptConvert = defineCall({
  method: 'POST',
  path: 'convert/accept',
  isOwn: true,
  access: 'user',
  summary: 'Execute a quote before its end.',
  request: wireRequest({
    quote: field('quote_id', z.uuid()),
    /** The coin that the quote gives. */
    to: field('to', z.string()),
    clientRequestId: field('client_request_id', z.optional(requestId)),
  }),
  answer: converted,
});
export type AcceptRequest = z.output<(typeof acceptConvert)['request']>;

/** Calls that exist only with `SANDBOX=1`: test funds, and the outbox of mails and text messages. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { count, decimalWire, field, instant, requestId, wireObject, wireRequest } from '../codec.ts';
import { currencyId } from '../ids.ts';
import { accountKind } from '../wallet/calls.ts';

const fundedBalance = wireObject({
  currencyId: field('currency', currencyId),
  account: field('account', accountKind),
  available: field('balance', decimalWire),
});

/** The most test funds of one call, in units of the currency. */
export const FUND_MAX = '1000000';

/** Errors: AMOUNT_REQUIRED, AMOUNT_TOO_LARGE, CURRENCY_NOT_FOUND, REQUEST_ID_REUSED, REQUEST_EXPIRED. */
export const fundAccount = defineCall({
  method: 'POST',
  path: 'sandbox/fund',
  isOwn: true,
  access: 'user',
  isSandboxOnly: true,
  summary: 'Credit test funds to an account of the caller.',
  request: wireRequest({
    currencyId: field('currency', currencyId),
    account: field('account', accountKind),
    amount: field('amount', decimalWire),
    clientRequestId: field('client_request_id', z.optional(requestId)),
  }),
  answer: fundedBalance,
});

const outboxMessage = wireObject({
  id: field('id', count),
  channel: field('channel', z.enum(['mail', 'text'])),
  address: field('address', z.string()),
  subject: field('subject', z.string()),
  text: field('text', z.string()),
  at: field('at', instant),
});
/** A message that was sent. */
export type OutboxMessage = z.output<typeof outboxMessage>;

export const readOutbox = defineCall({
  method: 'GET',
  path: 'sandbox/outbox',
  isOwn: true,
  isSandboxOnly: true,
  summary: 'Mails and text messages to an address, newest first.',
  request: wireRequest({ address: field('address', z.string().check(z.maxLength(254))) }),
  answer: z.array(outboxMessage),
});

/** Known addresses only: a book and a bank card to which nothing is added. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { count, field, flag, formFlag, instant, noParameters, wireObject, wireRequest } from '../codec.ts';

const whitelist = wireObject({
  /** While it is, no address is added and no bank card bound or changed. */
  isOn: field('is_on', flag),
  /** Until when it is still on, where it was asked to be off. */
  offAt: field('off_at', z.nullable(instant)),
  /** For how long it stays on when it is asked to be off. */
  hours: field('hours', count),
});
/** How it stands. */
export type Whitelist = z.output<typeof whitelist>;

export const getWhitelist = defineCall({
  method: 'GET',
  path: 'wallet/whitelist',
  isOwn: true,
  access: 'user',
  summary: 'Whether withdrawals go to known addresses only, and until when.',
  request: noParameters,
  answer: whitelist,
});

/**
 * On at once; off after the hours that the answer tells, by the database's clock. To be on again meanwhile takes that
 * back, and needs no proof. Errors: PROOF_REQUIRED.
 */
export const setWhitelist = defineCall({
  method: 'POST',
  path: 'wallet/whitelist/set',
  isOwn: true,
  access: 'user',
  summary: 'Let withdrawals go to known addresses only, or ask for the end of that.',
  request: wireRequest({ isOn: field('is_on', formFlag) }),
  answer: whitelist,
});

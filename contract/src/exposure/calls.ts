/** Limit on the open exposure of unverified users. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { decimalWire, field, flag, noParameters, wireObject } from '../codec.ts';

const exposure = wireObject({
  /** Whether the user is verified at the basic level. Verified users have no limit. */
  isVerified: field('is_verified', flag),
  /** Limit of unverified users over all products together, in USDT. */
  max: field('max', decimalWire),
  /** In USDT at the last prices; null for a verified user. */
  used: field('used', z.nullable(decimalWire)),
  /** Never below zero; null for a verified user. */
  left: field('left', z.nullable(decimalWire)),
});
/** The open exposure of a user and its limit. */
export type Exposure = z.output<typeof exposure>;

/**
 * Ours. Open exposure is the margin and fees held by futures positions and orders, invested principals, and the amounts
 * of open subscriptions to new coins.
 */
export const getExposure = defineCall({
  method: 'GET',
  path: 'user/exposure',
  isOwn: true,
  access: 'user',
  summary: 'The exposure limit of an unverified user, and how much of it is used.',
  request: noParameters,
  answer: exposure,
});

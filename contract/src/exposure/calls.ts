/** The limit on what users have open before they verify their identity. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { decimalWire, field, flag, noParameters, wireObject } from '../codec.ts';

const exposure = wireObject({
  /** At the basic level. Verified users have no limit. */
  isVerified: field('is_verified', flag),
  /** Without verification, over all products together, in USDT. */
  max: field('max', decimalWire),
  /** In USDT at the last prices; null for a verified user. */
  used: field('used', z.nullable(decimalWire)),
  /** Never below zero; null for a verified user. */
  left: field('left', z.nullable(decimalWire)),
});
/** How much a user has open, and may have without verification. */
export type Exposure = z.output<typeof exposure>;

/**
 * Ours. Open exposure is the margin and fees held by futures positions and orders, the principal of active trust orders
 * and the amounts of open subscriptions to new coins.
 */
export const getExposure = defineCall({
  method: 'GET',
  path: 'user/exposure',
  isOwn: true,
  access: 'user',
  summary: 'How much the user may have open without verification, and what of it is used.',
  request: noParameters,
  answer: exposure,
});

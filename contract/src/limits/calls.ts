/** A user's own fees and limits. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { count, decimalWire, field, noParameters, wireObject } from '../codec.ts';
import { PRODUCTS } from '../products.ts';
import { levelLimits, LEVELS } from './rules.ts';

/** A product that can be off in a country: what can be halted, by the names of their results. */
export type LimitedProduct = Extract<(typeof PRODUCTS)[number], { readonly halt: string }>['results'];
export const LIMITED_PRODUCTS: readonly LimitedProduct[] = [
  ...new Set(PRODUCTS.flatMap((product): LimitedProduct[] => ('halt' in product ? [product.results] : []))),
];

const ownLimits = wireObject({
  level: field('level', z.enum(LEVELS)),
  /** Including what was granted to this user. */
  limits: field('limits', levelLimits),
  /** From 1. */
  group: field('group', count),
  maker: field('maker', decimalWire),
  taker: field('taker', decimalWire),
  /** Traded on spot in the last 30 closed UTC days, in USDT. */
  volume: field('volume', decimalWire),
  /** The last closed UTC day; null before the first. */
  volumeUntil: field('volume_until', z.nullable(z.iso.date())),
  /** Withdrawals that can still be requested on this UTC day. */
  withdrawalsLeft: field('withdrawals_left', count),
  /** USDT that can still be opened; null without a limit. */
  exposureLeft: field('exposure_left', z.nullable(decimalWire)),
  /** Waiting spot orders in the market with the most of them. */
  openOrders: field('open_orders', count),
  /** Products that are not offered in the user's country. */
  productsOff: field('products_off', z.array(z.enum(LIMITED_PRODUCTS))),
});
/** Limits and fees of a user, and what is left of them today. */
export type OwnLimits = z.output<typeof ownLimits>;

export const getOwnLimits = defineCall({
  method: 'GET',
  path: 'user/limits',
  isOwn: true,
  access: 'user',
  summary: "The user's limits, fee group and volume, and what is left of the limits today.",
  request: noParameters,
  answer: ownLimits,
});

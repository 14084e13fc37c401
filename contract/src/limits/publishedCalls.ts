/** Published fees and limits, for their own page and registration; a user's own are in `calls.ts`. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { count, decimalWire, field, flag, instant, noParameters, wireObject } from '../codec.ts';
import { channelId, marketId } from '../ids.ts';
import { LIMITED_PRODUCTS } from './calls.ts';
import { feeGroup, levelLimits } from './rules.ts';

const termsFields = {
  levels: field(
    'levels',
    wireObject({
      none: field('none', levelLimits),
      basic: field('basic', levelLimits),
      advanced: field('advanced', levelLimits),
    }),
  ),
  groups: field('fee_groups', z.array(feeGroup)),
};

const marketFees = wireObject({
  id: field('id', marketId),
  symbol: field('symbol', z.string()),
  makerFeeRate: field('maker_fee_rate', decimalWire),
  takerFeeRate: field('taker_fee_rate', decimalWire),
});

const withdrawalFees = wireObject({
  channelId: field('currency', channelId),
  name: field('name', z.string()),
  settlement: field('settlement', z.string()),
  /** Percent of the amount, at least `feeMin`. */
  feePercent: field('rate', decimalWire),
  feeMin: field('fee_min', decimalWire),
  min: field('min_number', decimalWire),
});
export type WithdrawalFees = z.output<typeof withdrawalFees>;

const countryRule = wireObject({
  /** ISO 3166-1 alpha-2. */
  country: field('country', z.string()),
  isRegistrationOff: field('registration_off', flag),
  productsOff: field('products_off', z.array(z.enum(LIMITED_PRODUCTS))),
});
/** Functions that are off for users who declare a country. Their balances are withdrawable everywhere. */
export type CountryRule = z.output<typeof countryRule>;

const publishedLimits = wireObject({
  ...termsFields,
  /** Null before terms were published: the defaults apply then. */
  version: field('version', z.nullable(count)),
  effectiveAt: field('effective_at', z.nullable(instant)),
  /** The next terms, from their notice on. */
  next: field('next', z.nullable(wireObject({ ...termsFields, effectiveAt: field('effective_at', instant) }))),
  markets: field('markets', z.array(marketFees)),
  withdrawals: field('withdrawals', z.array(withdrawalFees)),
  /** Countries in which something is off. */
  countries: field('countries', z.array(countryRule)),
});
/** Fees and limits in force, and the next ones. */
export type PublishedLimits = z.output<typeof publishedLimits>;

export const getPublishedLimits = defineCall({
  method: 'GET',
  path: 'set/limits',
  isOwn: true,
  summary: 'Fees, fee groups and limits by verification level: in force, and announced.',
  request: noParameters,
  answer: publishedLimits,
});

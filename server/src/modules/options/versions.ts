/** The operator's terms of options by version. A version is added and never changed; one is in force at a time. */
import * as z from 'zod/mini';
import { count, decimalWire, field, wireRequest } from '@halyard/contract/codec';
import { LOCKS } from '../../db/locks.ts';
import { createVersions, type Version } from '../../terms/versions.ts';

const deliveryTerms = wireRequest({
  seconds: field('seconds', count),
  /** Of up and down, percent of the stake. */
  profitRatio: field('profit_ratio', decimalWire),
  minStake: field('min_amount', decimalWire),
  maxStake: field('max_amount', decimalWire),
});
/** What a delivery time pays and takes. */
export type DeliveryTerms = z.output<typeof deliveryTerms>;

const currencyTerms = wireRequest({
  currency: field('currency', z.string()),
  /** Percent of the stake, on top of it. */
  feeRate: field('fee', decimalWire),
  /** The most options that a user has open at once. */
  openMax: field('open_max', count),
  quickStakes: field('quick_stakes', z.array(decimalWire)),
});
/** What a stake currency costs and bears. */
export type CurrencyTerms = z.output<typeof currencyTerms>;

const evenBand = wireRequest({
  seconds: field('seconds', count),
  /** A multiple of the price's step. */
  band: field('band', decimalWire),
});
/** How far from the opening price `even` still wins at a delivery time. */
export type EvenBand = z.output<typeof evenBand>;

/** The terms of a version, as an operator writes them and the database keeps them. */
export const optionVersionTerms = wireRequest({
  times: field('times', z.array(deliveryTerms)),
  /** Those that have options. */
  markets: field(
    'markets',
    z.array(
      wireRequest({
        symbol: field('market', z.string()),
        /** `even` has no other delivery times than these, and none without simulated prices. */
        evenBands: field('even_bands', z.optional(z.array(evenBand))),
        /** Of versions by which `even` won at the very same price: nothing is sold by it any more. */
        hasEven: field('even', z.optional(z.boolean())),
      }),
    ),
  ),
  /**
   * How long after the purchase the opening tick may be at the earliest, by the source of prices. Without it the last
   * tick before the purchase opens, which older versions go by.
   */
  entryDelays: field(
    'entry_delay_ms',
    z.optional(
      wireRequest({
        simulated: field('simulated', count),
        replay: field('replay', count),
        live: field('live', count),
      }),
    ),
  ),
  /** The first one is meant where none is named. */
  currencies: field('currencies', z.array(currencyTerms)),
});
export type OptionVersionTerms = z.output<typeof optionVersionTerms>;

export type OptionVersion = Version<OptionVersionTerms>;

/** The versions of options' terms. */
export const optionVersions = createVersions({
  table: 'option_versions',
  lock: LOCKS.optionVersions,
  codec: optionVersionTerms,
});
export const { versionAt, nextVersion, listVersions, addVersion, addFirstVersion } = optionVersions;

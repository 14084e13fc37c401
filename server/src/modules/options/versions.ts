/** The operator's terms of options by version. A version is added and never changed; one is in force at a time. */
import * as z from 'zod/mini';
import { count, decimalWire, field, wireRequest } from '@halyard/contract/codec';
import { LOCKS } from '../../db/locks.ts';
import { entryDelays } from '../../terms/entryDelays.ts';
import { createVersions, type Version } from '../../terms/versions.ts';

const deliveryTerms = wireRequest({
  seconds: field('seconds', count),
  /** Of up and down, percent of the stake. */
  profitRatio: field('profit_ratio', decimalWire),
  minStake: field('min_amount', decimalWire),
  maxStake: field('max_amount', decimalWire),
});
/** Payout and stake limits of a delivery time. */
export type DeliveryTerms = z.output<typeof deliveryTerms>;

const currencyTerms = wireRequest({
  currency: field('currency', z.string()),
  /** Percent of the stake, on top of it. */
  feeRate: field('fee', decimalWire),
  /** The most options that a user may have open. */
  openMax: field('open_max', count),
  quickStakes: field('quick_stakes', z.array(decimalWire)),
});
/** Fee and limits of a stake currency. */
export type CurrencyTerms = z.output<typeof currencyTerms>;

const evenBand = wireRequest({
  seconds: field('seconds', count),
  /** A multiple of the price's step. */
  band: field('band', decimalWire),
});
/** The largest distance from the opening price at which `even` wins, for a delivery time. */
export type EvenBand = z.output<typeof evenBand>;

/** The terms of a version, as operators write them and the database stores them. */
export const optionVersionTerms = wireRequest({
  times: field('times', z.array(deliveryTerms)),
  /** Markets that have options. */
  markets: field(
    'markets',
    z.array(
      wireRequest({
        symbol: field('market', z.string()),
        /** The only delivery times of `even`, and only on simulated prices. */
        evenBands: field('even_bands', z.optional(z.array(evenBand))),
        /** Set in old versions, under which `even` won at exactly the opening price; no longer sold. */
        hasEven: field('even', z.optional(z.boolean())),
      }),
    ),
  ),
  /**
   * Delay of the earliest opening tick after the purchase, by price source. Without it (old versions) an option opens
   * at the last tick before the purchase.
   */
  entryDelays: field('entry_delay_ms', z.optional(entryDelays)),
  /** The first one is the default. */
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

/** The market and the version of terms in force for a request, and the order that the request asks for. */
import * as z from 'zod/mini';
import type { RequestOf } from '@halyard/contract/call';
import { count, decimalWire, field, wireRequest } from '@halyard/contract/codec';
import type { CurrencyId, MarketId } from '@halyard/contract/ids';
import type { PriceSource } from '@halyard/contract/market/calls';
import { derivativesFault } from '@halyard/contract/market/liveIndex';
import type { Decimal } from '@halyard/contract/money';
import type { buyOption } from '@halyard/contract/options/calls';
import { END_TICK_WITHIN_MS, type Direction } from '@halyard/contract/options/rules';
import { checkStake } from '@halyard/contract/options/stake';
import type { OptionKind, OptionTerms } from '@halyard/contract/options/terms';
import { BusinessError, requireAmount } from '../../calls/callHandler.ts';
import type { Catalogue } from '../../catalogue.ts';
import type { Reader } from '../../db/database.ts';
import { findMarketById, type MarketRecord } from '../../market/marketRecord.ts';
import { entryDelays } from '../../terms/entryDelays.ts';
import { createVersions, type Version } from '../../terms/versions.ts';

/** The longest delivery time on simulated prices. */
export const SIMULATED_SECONDS_MAX = 300;

/** A market at an instant, with the terms in force. Either may be missing. */
export type MarketSnapshot = {
  /** Of the exchange's clock, or of the market's last tick where prices have run ahead of it. */
  readonly atMs: number;
  readonly market: MarketRecord | undefined;
  readonly version: OptionVersion | undefined;
};

/** A stake currency with its id. */
export type StakeTerms = CurrencyTerms & { readonly id: CurrencyId };

/** A market that has options. */
export type OpenMarket = MarketRecord & { readonly seriesId: number; readonly source: PriceSource };

/** The terms of a market and a stake currency in force at an instant. */
export type CurrentTerms = {
  readonly atMs: number;
  readonly market: OpenMarket;
  readonly version: OptionVersion;
  readonly currency: StakeTerms;
};

/** An order: current terms with the delivery time, direction and stake that a request asks for. */
export type Order = CurrentTerms & {
  readonly time: DeliveryTerms;
  readonly direction: Direction;
  readonly stake: Decimal;
};

/** Reads a market with the version of terms in force at that instant. */
export async function readMarketSnapshot(
  reader: Reader,
  nowMs: number,
  marketId: MarketId | null | undefined,
): Promise<MarketSnapshot> {
  const market = marketId == null ? undefined : await findMarketById(reader, marketId);
  const lastAt = market?.reference?.at;
  const atMs = lastAt === undefined ? nowMs : Math.max(nowMs, Date.parse(lastAt));
  return { atMs, market, version: await versionAt(reader, atMs) };
}

/** The delivery times that a version offers on a market, or on any. */
export function timesOf({ times }: OptionVersion, market?: Pick<MarketRecord, 'source'>): readonly DeliveryTerms[] {
  return market?.source === 'simulated' ? times.filter(({ seconds }) => seconds <= SIMULATED_SECONDS_MAX) : times;
}

/** Whether a version has options on the market. */
export function isOpenFor(version: OptionVersion | undefined, market: MarketRecord): market is OpenMarket {
  const { seriesId, source, symbol } = market;
  if (seriesId === undefined || source === undefined) return false;
  return version?.markets.some((open) => open.symbol === symbol) === true;
}

/** The stake currencies of a version in its order. */
export async function stakeCurrencies(catalogue: Catalogue, version: OptionVersion): Promise<StakeTerms[]> {
  const records = await catalogue.currencies();
  return version.currencies.flatMap((terms) => {
    const record = records.find(({ name, isOption }) => isOption && name === terms.currency);
    return record === undefined ? [] : [{ ...terms, id: record.id }];
  });
}

/** The market with its version. Throws `BusinessError`: MARKET_NOT_FOUND, MARKET_NOT_OPEN. */
export function requireOpen({ atMs, market, version }: MarketSnapshot): Omit<CurrentTerms, 'currency'> {
  if (market?.isDisplayed !== true) throw new BusinessError('MARKET_NOT_FOUND');
  if (version === undefined || !isOpenFor(version, market)) throw new BusinessError('MARKET_NOT_OPEN');
  return { atMs, market, version };
}

/**
 * The requested delivery time; undefined while there are no terms, in which case a check of the market refuses the
 * request. Throws `BusinessError('SECONDS_INVALID')`.
 */
export function requireListed(current: Pick<CurrentTerms, 'market' | 'version'>, seconds: number | null): DeliveryTerms;
export function requireListed(snapshot: MarketSnapshot, seconds: number | null): DeliveryTerms | undefined;
export function requireListed(
  { market, version }: Pick<MarketSnapshot, 'market' | 'version'>,
  seconds: number | null,
): DeliveryTerms | undefined {
  const found = version && timesOf(version, market).find((time) => time.seconds === seconds);
  if (version !== undefined && found === undefined) throw new BusinessError('SECONDS_INVALID');
  return found;
}

/** The requested currency; the first one when none is requested. Throws `BusinessError('CURRENCY_NOT_FOUND')`. */
export function requireCurrency(currencies: readonly StakeTerms[], id: CurrencyId | undefined): StakeTerms {
  const found = id === undefined ? currencies[0] : currencies.find((currency) => currency.id === id);
  if (found === undefined) throw new BusinessError('CURRENCY_NOT_FOUND');
  return found;
}

/**
 * The order that a purchase asks for, on the terms in force. `currencyName` is the name of the requested currency.
 * Throws `BusinessError`: TIME_REQUIRED, SECONDS_INVALID, DIRECTION_INVALID, MARKET_NOT_FOUND, MARKET_NOT_OPEN,
 * MARKET_SUSPENDED, VENUES_TOO_FEW, CURRENCY_NOT_FOUND, AMOUNT_REQUIRED, AMOUNT_TOO_SMALL {min, max}, AMOUNT_TOO_LARGE
 * {min, max}, AMOUNT_PRECISION {places}.
 */
export function requireOrder(
  snapshot: MarketSnapshot,
  request: RequestOf<typeof buyOption>,
  currencyName: string | undefined,
): Order {
  const { seconds, direction, currencyId } = request;
  if (seconds === undefined) throw new BusinessError('TIME_REQUIRED');
  requireListed(snapshot, seconds);
  if (direction == null) throw new BusinessError('DIRECTION_INVALID');
  const open = requireOpen(snapshot);
  const time = requireListed(open, seconds);
  const fault = derivativesFault(open.market);
  if (fault !== undefined) throw new BusinessError(fault);
  const terms = open.version.currencies.find(({ currency }) => currency === currencyName);
  if (terms === undefined || currencyId == null) throw new BusinessError('CURRENCY_NOT_FOUND');
  const stake = requireAmount(request.stake, checkStake(request.stake, time));
  return { ...open, currency: { ...terms, id: currencyId }, time, direction, stake };
}

/** The full terms of a delivery time. */
export function termsOf(
  { market, version, currency }: CurrentTerms,
  time: DeliveryTerms,
  { kind, profitRatio }: { readonly kind: OptionKind; readonly profitRatio: Decimal },
): OptionTerms {
  const entryDelayMs = version.entryDelays?.[market.source];
  return {
    rule: entryDelayMs === undefined ? 'option/1' : 'option/2',
    version: version.version,
    symbol: market.symbol,
    priceSource: market.source,
    pricePrecision: market.terms.pricePrecision,
    kind,
    currency: currency.currency,
    seconds: time.seconds,
    profitRatio,
    feeRate: currency.feeRate,
    minStake: time.minStake,
    maxStake: time.maxStake,
    endTickWithinMs: END_TICK_WITHIN_MS,
    ...(entryDelayMs !== undefined && { entryDelayMs }),
  };
}

// The operator's terms of options by version. A version is added and never changed; one is in force at a time.

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

/** New versions are numbered one at a time. */
const VERSIONS_LOCK = 7_204_122;

/** The versions of options' terms. */
export const optionVersions = createVersions({
  table: 'option_versions',
  lock: VERSIONS_LOCK,
  codec: optionVersionTerms,
});
export const { versionAt, nextVersion, listVersions, addVersion, addFirstVersion } = optionVersions;

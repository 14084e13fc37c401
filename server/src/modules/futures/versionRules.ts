import {
  compare,
  decimal,
  fitsPlaces,
  isNegative,
  isPositive,
  multiply,
  subtract,
  type Decimal,
} from '@halyard/contract/money';
import type { MarketRecord } from '../../market/marketRecord.ts';
import { firstFault, listFault } from '../../terms/faults.ts';
import type { FuturesMarketTerms, FuturesVersionTerms } from './versions.ts';

/** The markets and margin currencies that terms may name. */
export type Known = { readonly markets: readonly MarketRecord[]; readonly currencies: readonly string[] };

const LEVERAGE_MAX = 125;
const LOTS_MAX = 1_000_000;
const COUNT_MAX = 1000;
// As percents of legacy clients.
const PERCENT_PLACES = 4;
const RATE_BELOW = decimal('10');
const HUNDRED = decimal('100');
const ONE = decimal('1');

/** The first fault of terms, as a line for the operator; undefined when they are valid. */
export function faultOf(terms: FuturesVersionTerms, known: Known): string | undefined {
  const { markets, positionsMax, pendingMax } = terms;
  const settled = known.markets.filter(({ quote }) => known.currencies.includes(quote));
  return (
    listFault(
      'markets',
      markets.map(({ symbol }) => symbol),
      settled.map(({ symbol }) => symbol),
    ) ??
    firstFault(
      [
        ['positions_max', positionsMax],
        ['pending_max', pendingMax],
      ] as const,
      ([name, value]) => countFault(name, value, COUNT_MAX),
    ) ??
    firstFault(markets, (market) => {
      const record = settled.find(({ symbol }) => symbol === market.symbol);
      const fault = record && marketFault(market, record);
      return fault && `${market.symbol}: ${fault}`;
    })
  );
}

function marketFault(market: FuturesMarketTerms, { terms }: MarketRecord): string | undefined {
  return (
    sizeFault(market, terms.quantityPrecision) ??
    leveragesFault(market.leverages) ??
    amountFault('spread', market.spread, terms.pricePrecision) ??
    rateFault('fee', market.feeRate) ??
    rateFault('overnight', market.overnightRate) ??
    levelFault(market) ??
    tiersFault(market)
  );
}

/** Quantities of whole lots must be tradable in the market, so that every product with a price is exact. */
function sizeFault({ lot, minLots, maxLots }: FuturesMarketTerms, places: number): string | undefined {
  if (!isPositive(lot) || !fitsPlaces(lot, places)) {
    return `lot must be above 0, with at most ${places} digits after the point`;
  }
  const fault = countFault('min_lots', minLots, LOTS_MAX) ?? countFault('max_lots', maxLots, LOTS_MAX);
  return fault ?? (minLots > maxLots ? 'min_lots and max_lots are no range' : undefined);
}

function leveragesFault(leverages: readonly number[]): string | undefined {
  if (leverages.length === 0) return 'leverages: at least one is required';
  if (leverages.some((leverage) => leverage < 1 || leverage > LEVERAGE_MAX)) {
    return `leverages: from 1 to ${LEVERAGE_MAX} are possible`;
  }
  return isAscending(leverages.map((leverage) => decimal(String(leverage))))
    ? undefined
    : 'leverages must ascend, each once';
}

function amountFault(name: string, amount: Decimal, places: number): string | undefined {
  return !isNegative(amount) && fitsPlaces(amount, places)
    ? undefined
    : `${name} must be 0 or more, with at most ${places} digits after the point`;
}

function rateFault(name: string, rate: Decimal): string | undefined {
  return !isNegative(rate) && compare(rate, RATE_BELOW) < 0 && fitsPlaces(rate, PERCENT_PLACES)
    ? undefined
    : `${name} must be from 0 to below ${RATE_BELOW}, with at most ${PERCENT_PLACES} digits after the point`;
}

function levelFault({ closeOutLevel, profitCap, overnightRate, leverages }: FuturesMarketTerms): string | undefined {
  const isLevel = isPositive(closeOutLevel) && compare(closeOutLevel, HUNDRED) < 0;
  if (!isLevel || !fitsPlaces(closeOutLevel, PERCENT_PLACES)) {
    return `close_out_level must be between 0 and 100, with at most ${PERCENT_PLACES} digits after the point`;
  }
  if (compare(profitCap, ONE) < 0 || !fitsPlaces(profitCap, PERCENT_PLACES)) {
    return `profit_cap must be 1 or more, with at most ${PERCENT_PLACES} digits after the point`;
  }
  const largest = decimal(String(Math.max(...leverages)));
  // In percent of the margin, at an unchanged price.
  const night = multiply(overnightRate, largest);
  return compare(multiply(night, decimal('2')), subtract(HUNDRED, closeOutLevel)) < 0
    ? undefined
    : `overnight: two nights at ${largest} times would close a position out`;
}

function tiersFault({ tiers, leverages }: FuturesMarketTerms): string | undefined {
  if (tiers.length === 0) return 'tiers: at least one is required';
  if (!tiers.every(({ notional }) => isPositive(notional)) || !isAscending(tiers.map(({ notional }) => notional))) {
    return 'tiers: notionals must be above 0 and ascend';
  }
  const allowed = tiers.map(({ leverage }) => leverage);
  if (allowed.some((leverage, index) => index > 0 && leverage > (allowed[index - 1] ?? 0))) {
    return 'tiers: leverage must not rise with the notional';
  }
  const least = Math.min(...leverages);
  return allowed.some((leverage) => leverage < least || leverage > LEVERAGE_MAX)
    ? `tiers: leverage must be from ${least}, the least that can be chosen, to ${LEVERAGE_MAX}`
    : undefined;
}

function countFault(name: string, value: number, max: number): string | undefined {
  return value < 1 || value > max ? `${name} must be from 1 to ${max}` : undefined;
}

function isAscending(values: readonly Decimal[]): boolean {
  return values.every((value, index) => {
    const before = values[index - 1];
    return before === undefined || compare(before, value) < 0;
  });
}

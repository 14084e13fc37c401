import {
  compare,
  decimal,
  fitsPlaces,
  isNegative,
  isPositive,
  type Decimal,
  MONEY_PLACES,
} from '@halyard/contract/money';
import { houseEdgePercent } from '@halyard/contract/options/rules';
import { AMOUNT_MAX } from '@halyard/contract/withdrawals/rules';
import type { MarketRecord } from '../../market/marketRecord.ts';
import { firstFault, listFault } from '../../terms/faults.ts';
import { SIMULATED_SECONDS_MAX } from './currentTerms.ts';
import type { CurrencyTerms, DeliveryTerms, OptionVersionTerms } from './versions.ts';

/** The markets and currencies that terms may name. */
export type Known = {
  readonly markets: readonly MarketRecord[];
  /** Currencies for stakes. */
  readonly currencies: readonly string[];
};

const SECONDS = { min: 5, max: 86_400 } as const;
const OPEN_MAX = 1000;
const ENTRY_DELAY_MAX_MS = 1000;
// As percents of legacy clients.
const PERCENT_PLACES = 4;
const HUNDRED = decimal('100');

/** The first fault of terms, as a line for the operator; undefined when they are valid. */
export function faultOf(terms: OptionVersionTerms, known: Known): string | undefined {
  const { times, markets, currencies } = terms;
  const symbols = markets.map(({ symbol }) => symbol);
  const names = currencies.map(({ currency }) => currency);
  const simulated = known.markets.filter(({ symbol, source }) => source === 'simulated' && symbols.includes(symbol));
  const isLong = times.some(({ seconds }) => seconds > SIMULATED_SECONDS_MAX);
  return (
    listFault(
      'times',
      times.map(({ seconds }) => seconds),
    ) ??
    listFault(
      'markets',
      symbols,
      known.markets.map(({ symbol }) => symbol),
    ) ??
    listFault('currencies', names, known.currencies) ??
    firstFault(times, (time) => timeFault(time, terms)) ??
    firstFault(currencies, (currency) => currencyFault(currency, terms)) ??
    (isLong && simulated[0] !== undefined
      ? `${simulated[0].symbol} has simulated prices: no delivery time may be over ${SIMULATED_SECONDS_MAX} seconds`
      : undefined) ??
    delayFault(terms) ??
    firstFault(markets, (market) => bandFault(market, terms, known))
  );
}

function delayFault({ entryDelays }: OptionVersionTerms) {
  if (entryDelays === undefined) return 'entry_delay_ms is missing: { "simulated": 0, "replay": 0, "live": 1000 }';
  const isLong = Object.values(entryDelays).some((delayMs) => delayMs > ENTRY_DELAY_MAX_MS);
  return isLong ? `entry_delay_ms: at most ${ENTRY_DELAY_MAX_MS}` : undefined;
}

function bandFault(
  { symbol, evenBands = [], hasEven = false }: OptionVersionTerms['markets'][number],
  { times }: OptionVersionTerms,
  known: Known,
) {
  if (hasEven) return `${symbol}: "even" is of older terms; name "even_bands", as "options suggest-bands" does`;
  const seconds = evenBands.map((one) => one.seconds);
  const places = known.markets.find((market) => market.symbol === symbol)?.terms.pricePrecision ?? 0;
  const odd = evenBands.find(({ band }) => isNegative(band) || !fitsPlaces(band, places));
  const unlisted = seconds.find((one) => !times.some((time) => time.seconds === one));
  const twice = seconds.find((one, index) => seconds.indexOf(one) !== index);
  if (unlisted !== undefined) return `${symbol}: even_bands: no delivery time has ${unlisted} seconds`;
  if (twice !== undefined) return `${symbol}: even_bands: ${twice} is there twice`;
  return odd && `${symbol}: even_bands: ${odd.band} is no multiple of the price's step, of ${places} digits`;
}

function timeFault({ seconds, profitRatio, minStake, maxStake }: DeliveryTerms, { currencies }: OptionVersionTerms) {
  const name = `${seconds} seconds`;
  if (seconds < SECONDS.min || seconds > SECONDS.max)
    return `${name}: from ${SECONDS.min} to ${SECONDS.max} are possible`;
  if (!isPositive(profitRatio) || !fitsPlaces(profitRatio, PERCENT_PLACES)) {
    return `${name}: profit_ratio must be above 0, with at most ${PERCENT_PLACES} digits after the point`;
  }
  const lossy = currencies.find(({ feeRate }) => isNegative(houseEdgePercent({ profitRatio, feeRate })));
  if (lossy !== undefined) return `${name}: at ${profitRatio} % the house would lose on average`;
  const areAmounts = [minStake, maxStake].every((stake) => isPositive(stake) && fitsPlaces(stake, MONEY_PLACES));
  const isRange = areAmounts && compare(minStake, maxStake) <= 0 && compare(maxStake, AMOUNT_MAX) <= 0;
  return isRange ? undefined : `${name}: min_amount and max_amount are no range of stakes`;
}

function currencyFault({ currency, feeRate, openMax, quickStakes }: CurrencyTerms, { times }: OptionVersionTerms) {
  if (isNegative(feeRate) || compare(feeRate, HUNDRED) >= 0 || !fitsPlaces(feeRate, PERCENT_PLACES)) {
    return `${currency}: fee must be from 0 to below 100, with at most ${PERCENT_PLACES} digits after the point`;
  }
  if (openMax < 1 || openMax > OPEN_MAX) return `${currency}: open_max must be from 1 to ${OPEN_MAX}`;
  const isStake = (stake: Decimal) =>
    fitsPlaces(stake, MONEY_PLACES) &&
    times.some(({ minStake, maxStake }) => compare(stake, minStake) >= 0 && compare(stake, maxStake) <= 0);
  const odd = quickStakes.find((stake) => !isStake(stake));
  return odd === undefined ? undefined : `${currency}: no delivery time takes the quick stake ${odd}`;
}

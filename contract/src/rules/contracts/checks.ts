/** What is wrong with an order for a position, in the order in which it is looked at (products.md 2.6, 2.8). */
import type { CodedError } from '../../errors.ts';
import { compare, fitsPlaces, isPositive, type Decimal } from '../../money/money.ts';
import type { PositionSide } from './position.ts';
import { leveragesFor, type ContractTerms } from './terms.ts';

const WHOLE = /^[1-9]\d{0,8}$/;

/** Lots as they were written, '' for none. */
export function checkLots(text: string, { minLots, maxLots }: Pick<ContractTerms, 'minLots' | 'maxLots'>) {
  const params = { min: minLots, max: maxLots };
  if (text === '') return { code: 'LOTS_REQUIRED' } as const satisfies CodedError;
  if (!WHOLE.test(text)) return { code: 'LOTS_INVALID' } as const satisfies CodedError;
  if (Number(text) < minLots) return { code: 'LOTS_TOO_FEW', params } as const satisfies CodedError;
  return Number(text) > maxLots ? ({ code: 'LOTS_TOO_MANY', params } as const satisfies CodedError) : undefined;
}

/** `notional`: all that the user has open in the market, the order included. */
export function checkLeverage(
  leverage: number,
  terms: Pick<ContractTerms, 'leverages' | 'tiers'>,
  notional: Decimal,
): CodedError<'LEVERAGE_INVALID'> | undefined {
  const choices = leveragesFor(terms, notional);
  return choices.includes(leverage) ? undefined : { code: 'LEVERAGE_INVALID', params: { choices: choices.join(', ') } };
}

/** The price of a limit, undefined for none. */
export function checkTarget(
  price: Decimal | undefined,
  pricePrecision: number,
): CodedError<'PRICE_REQUIRED' | 'PRICE_PRECISION'> | undefined {
  if (price === undefined || !isPositive(price)) return { code: 'PRICE_REQUIRED' };
  return checkPlaces(price, pricePrecision);
}

export type Stops = { readonly stopProfit: Decimal | null; readonly stopLoss: Decimal | null };

type StopBounds = {
  readonly side: PositionSide;
  /** The last tick; of an order that waits, its target. */
  readonly price: Decimal;
  /** Where the position is closed out; undefined where no price does. */
  readonly liquidation: Decimal | undefined;
  readonly pricePrecision: number;
};

type StopCode = 'PRICE_PRECISION' | 'STOP_PROFIT_SIDE' | 'STOP_LOSS_SIDE' | 'STOP_LOSS_BEYOND_LIQUIDATION';

/** Stop profit on the winning side of the price, stop loss on the losing side and before the close-out. */
export function checkStops({ stopProfit, stopLoss }: Stops, bounds: StopBounds): CodedError<StopCode> | undefined {
  const { side, price, liquidation, pricePrecision } = bounds;
  // How far a price is on the winning side of another one.
  const order = (a: Decimal, b: Decimal) => (side === 'long' ? compare(a, b) : compare(b, a));
  const wrong = [stopProfit, stopLoss].map((stop) => (stop === null ? undefined : checkPlaces(stop, pricePrecision)));
  const places = wrong.find((error) => error !== undefined);
  if (places !== undefined) return places;
  if (stopProfit !== null && order(stopProfit, price) <= 0) {
    return { code: 'STOP_PROFIT_SIDE', params: { bound: price } };
  }
  if (stopLoss === null) return undefined;
  if (order(stopLoss, price) >= 0) return { code: 'STOP_LOSS_SIDE', params: { bound: price } };
  if (liquidation === undefined || order(stopLoss, liquidation) > 0) return undefined;
  return { code: 'STOP_LOSS_BEYOND_LIQUIDATION', params: { price: liquidation } };
}

function checkPlaces(price: Decimal, places: number): CodedError<'PRICE_PRECISION'> | undefined {
  return fitsPlaces(price, places) ? undefined : { code: 'PRICE_PRECISION', params: { places } };
}

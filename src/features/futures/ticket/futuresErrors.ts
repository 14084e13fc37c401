import type { CodedError, ErrorCode, ErrorParams } from '@halyard/contract/errors';
import { absolute, add, isNegative, parseDecimal, type Decimal } from '@halyard/contract/money';
import { checkLeverage, checkLots, checkPrice, checkStops, readLots } from '@halyard/contract/futures/order';
import type { FuturesTerms } from '@halyard/contract/futures/terms';
import { exposureOf, type OpeningPreview } from '../../../domain/futures/preview.ts';
import { checkUnverifiedLimit, type UnverifiedLimit } from '../../../domain/exposure/useExposure.ts';

/**
 * The part of the form that shows an error. Errors are found before sending, in the order of the exchange's own checks.
 */
export type FuturesField = 'lots' | 'leverage' | 'price' | 'profit' | 'loss' | 'form';

/** `STOPS_MISSING` is a rule of the form, which the user can turn off: both stops are required. */
export type FuturesError = CodedError | { readonly code: 'STOPS_MISSING'; readonly params?: undefined };

/** A local error, or the exchange's refusal. */
export type ShownError = { readonly code: FuturesError['code']; readonly params?: ErrorParams | undefined };

export type FuturesCheck = {
  /** As typed. */
  readonly lots: string;
  /** Undefined: a market order. */
  readonly price: string | undefined;
  readonly leverage: number;
  readonly terms: FuturesTerms;
  /** Undefined while an input is missing. */
  readonly preview: OpeningPreview | undefined;
  /** The last tick. */
  readonly tick: Decimal;
  /** Whether both stops are required. */
  readonly requiresStops: boolean;
  /** Notional value that the user already has in the market. */
  readonly marketNotional: Decimal;
  readonly limit: UnverifiedLimit | null | undefined;
};

/** The first error; undefined when it may be sent. */
export function futuresError(check: FuturesCheck): FuturesError | undefined {
  const { terms, preview, price, tick } = check;
  const lots = lotsError(check.lots, terms);
  if (lots !== undefined) return lots;
  const target = price === undefined ? undefined : checkPrice(parseDecimal(price), terms.pricePrecision);
  if (target !== undefined || preview === undefined) return target;
  const { position, notional, opensNow, entryPrice } = preview;
  const sums = { notional, other: check.marketNotional };
  const leverage = checkLeverage({ leverage: check.leverage, lots: position.lots }, sums, terms);
  if (leverage !== undefined) return leverage;
  const unverified = checkUnverifiedLimit(exposureOf(preview), check.limit);
  if (unverified !== undefined) return unverified;
  const stop = checkStops(position, {
    price: opensNow ? tick : entryPrice,
    liquidation: preview.liquidationPrice,
    places: terms.pricePrecision,
  });
  if (stop !== undefined) return stop;
  if (check.requiresStops && (position.takeProfit === null || position.stopLoss === null))
    return { code: 'STOPS_MISSING' };
  return missing(preview);
}

/** The error of typed lots. */
export function lotsError(text: string, limits: Pick<FuturesTerms, 'minLots' | 'maxLots'>): CodedError | undefined {
  const lots = readLots(text);
  return typeof lots === 'number' ? checkLots(lots, limits) : lots;
}

function missing({ freeAfter, margin, fee }: OpeningPreview): CodedError<'INSUFFICIENT_BALANCE'> | undefined {
  if (freeAfter === undefined || !isNegative(freeAfter)) return undefined;
  return { code: 'INSUFFICIENT_BALANCE', params: { needed: add(margin, fee), fee, missing: absolute(freeAfter) } };
}

const FIELDS: Readonly<Partial<Record<ErrorCode, FuturesField>>> = {
  LOTS_REQUIRED: 'lots',
  LOTS_INVALID: 'lots',
  LOTS_TOO_FEW: 'lots',
  LOTS_TOO_MANY: 'lots',
  HOUSE_LIMIT: 'lots',
  UNVERIFIED_LIMIT: 'lots',
  INSUFFICIENT_BALANCE: 'lots',
  LEVERAGE_INVALID: 'leverage',
  PRICE_REQUIRED: 'price',
  PRICE_PRECISION: 'price',
  STOP_PROFIT_SIDE: 'profit',
  STOP_LOSS_SIDE: 'loss',
  STOP_LOSS_BEYOND_LIQUIDATION: 'loss',
};

export function fieldOf({ code }: { readonly code: FuturesError['code'] }): FuturesField {
  return code === 'STOPS_MISSING' ? 'form' : (FIELDS[code] ?? 'form');
}

/** Whether an error is shown at its stop. */
export function isOfStop(error: Pick<FuturesError, 'code'>): boolean {
  return ['profit', 'loss'].includes(fieldOf(error));
}

const SHOWN_AFTER_TRY: ReadonlySet<FuturesError['code']> = new Set([
  'LOTS_REQUIRED',
  'PRICE_REQUIRED',
  'STOPS_MISSING',
]);

/** Whether an error is shown while the form is being filled in. */
export function isShownEarly({ code }: FuturesError): boolean {
  return !SHOWN_AFTER_TRY.has(code);
}

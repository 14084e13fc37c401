/** What keeps a position from being opened, said before it is asked for, in the order in which the exchange looks. */
import type { CodedError, ErrorCode, ErrorParams } from '@halyard/contract/errors';
import { absolute, add, isNegative, type Decimal } from '@halyard/contract/money';
import {
  checkLeverage,
  checkLots,
  checkStops,
  checkTarget,
  type Stops,
} from '@halyard/contract/rules/contracts/checks';
import type { ContractTerms } from '@halyard/contract/rules/contracts/terms';
import type { OpeningPreview, PositionDraft } from '../../../domain/contracts/preview.ts';

/** Where an error is shown. */
export type LeverField = 'lots' | 'leverage' | 'price' | 'profit' | 'loss' | 'form';

/** `STOPS_MISSING` is the form's own: both are asked for unless the user turns that off. */
export type LeverError = CodedError | { readonly code: 'STOPS_MISSING'; readonly params?: undefined };

/** One of these, or what the exchange said of what was sent. */
export type ShownError = { readonly code: LeverError['code']; readonly params?: ErrorParams | undefined };

export type LeverCheck = {
  readonly lotsText: string;
  readonly isLimit: boolean;
  readonly targetPrice: Decimal | undefined;
  readonly leverage: number;
  readonly side: PositionDraft['side'];
  readonly terms: ContractTerms;
  readonly preview: OpeningPreview | undefined;
  /** The last tick. */
  readonly tick: Decimal;
  readonly stops: Stops;
  /** Whether both stops have to be there. */
  readonly wantsStops: boolean;
  /** What the user has open in the market already. */
  readonly marketNotional: Decimal;
};

/** The first that holds; undefined when it may be sent. */
export function leverError(check: LeverCheck): LeverError | undefined {
  const { terms, preview, isLimit, targetPrice, tick, stops, side } = check;
  const lots = checkLots(check.lotsText, terms);
  if (lots !== undefined) return lots;
  const target = isLimit ? checkTarget(targetPrice, terms.pricePrecision) : undefined;
  if (target !== undefined || preview === undefined) return target;
  const leverage = checkLeverage(check.leverage, terms, add(check.marketNotional, preview.notional));
  if (leverage !== undefined) return leverage;
  if (check.wantsStops && (stops.stopProfit === null || stops.stopLoss === null)) return { code: 'STOPS_MISSING' };
  const stop = checkStops(stops, {
    side,
    price: isLimit && !preview.opensNow && targetPrice !== undefined ? targetPrice : tick,
    liquidation: preview.liquidationPrice,
    pricePrecision: terms.pricePrecision,
  });
  return stop ?? missing(preview);
}

function missing({ freeAfter, margin, fee }: OpeningPreview): CodedError<'INSUFFICIENT_BALANCE'> | undefined {
  if (freeAfter === undefined || !isNegative(freeAfter)) return undefined;
  return { code: 'INSUFFICIENT_BALANCE', params: { needed: add(margin, fee), fee, missing: absolute(freeAfter) } };
}

const FIELDS: Readonly<Partial<Record<ErrorCode, LeverField>>> = {
  LOTS_REQUIRED: 'lots',
  LOTS_INVALID: 'lots',
  LOTS_TOO_FEW: 'lots',
  LOTS_TOO_MANY: 'lots',
  HOUSE_LIMIT: 'lots',
  INSUFFICIENT_BALANCE: 'lots',
  LEVERAGE_INVALID: 'leverage',
  PRICE_REQUIRED: 'price',
  PRICE_PRECISION: 'price',
  STOP_PROFIT_SIDE: 'profit',
  STOP_LOSS_SIDE: 'loss',
  STOP_LOSS_BEYOND_LIQUIDATION: 'loss',
};

export function fieldOf({ code }: { readonly code: LeverError['code'] }): LeverField {
  return code === 'STOPS_MISSING' ? 'form' : (FIELDS[code] ?? 'form');
}

/** What is only wrong once opening was tried. */
const UNTOLD: ReadonlySet<LeverError['code']> = new Set(['LOTS_REQUIRED', 'PRICE_REQUIRED', 'STOPS_MISSING']);

/** Whether an error is told while the form is being filled in. */
export function isToldEarly({ code }: LeverError): boolean {
  return !UNTOLD.has(code);
}

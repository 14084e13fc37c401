/** Errors of the exits of an order, and of the stop of an OCO; whose take profit is checked as the order itself. */
import type { CodedError, ErrorCode } from '@halyard/contract/errors';
import { ONE, ZERO, type Decimal } from '@halyard/contract/money';
import type { Side } from '@halyard/contract/spot/calls';
import { checkExitPrices, checkOrder, type MarketTerms } from '@halyard/contract/spot/rules';
import { oddPriceOf, type OddPrice } from '@halyard/contract/spot/unusualPrice';
import type { TicketDraft } from './ticketForm.ts';

/** The field of an error; `quantity` is that of the order. */
export type ExitField = 'takeProfitPrice' | 'exitStopPrice' | 'stopLimitPrice' | 'quantity';

type ExitError = { readonly field: ExitField; readonly error: CodedError };

type Check = {
  readonly draft: TicketDraft;
  readonly terms: MarketTerms;
  readonly referencePrice: Decimal | undefined;
};

/** Errors of the exits, each at its field. */
export function exitErrors(check: Check): readonly ExitError[] {
  const { draft, referencePrice } = check;
  if (draft.exits === undefined) return [];
  const leg: Leg = {
    isOco: draft.isOco === true,
    side: draft.isOco === true ? draft.side : otherSide(draft.side),
    from: draft.isOco === true ? referencePrice : (draft.price ?? referencePrice),
    exits: draft.exits,
  };
  return [takeProfitError(leg, check), stopError(leg, check), sideError(leg)].filter((entry) => entry !== undefined);
}

/** The side of the exits of an order. */
export function otherSide(side: Side): Side {
  return side === 'buy' ? 'sell' : 'buy';
}

/** The price that is off by a digit, or far from where the order would trade; exits are far from it on purpose. */
export function oddOf(draft: TicketDraft, marketPrice: Decimal | undefined): OddPrice | undefined {
  const { isOco, exits, price } = draft;
  const from = isOco === true ? marketPrice : (price ?? marketPrice);
  const isDigitOff = (exit: Decimal | undefined) =>
    exit && oddPriceOf({ ...draft, orderType: 'stop_market', stopPrice: exit, price: undefined }, from);
  const ofOrder = isOco === true ? undefined : oddPriceOf(draft, marketPrice);
  return ofOrder ?? isDigitOff(exits?.takeProfitPrice) ?? isDigitOff(exits?.stopPrice);
}

type Leg = {
  readonly isOco: boolean;
  readonly side: Side;
  /** The price on whose sides the exits lie. */
  readonly from: Decimal | undefined;
  readonly exits: NonNullable<TicketDraft['exits']>;
};

const anySize = ({ terms }: Check) => ({ ...terms, minQuantity: ZERO, minNotional: ZERO });

function takeProfitError({ isOco, side, from, exits }: Leg, check: Check): ExitError | undefined {
  const price = exits.takeProfitPrice;
  if (isOco || price === undefined) return undefined;
  const error = checkOrder({ side, orderType: 'limit', quantity: ONE, price }, anySize(check), from);
  return error && { field: 'takeProfitPrice', error };
}

function stopError({ isOco, side, from, exits }: Leg, check: Check): ExitError | undefined {
  const { stopPrice, stopLimitPrice } = exits;
  if (!isOco && stopPrice === undefined && stopLimitPrice === undefined) return undefined;
  const orderType = stopLimitPrice === undefined ? 'stop_market' : 'stop_limit';
  // The size of exits is that of the fills.
  const ofOco = isOco ? check.draft.quantity : undefined;
  const terms = ofOco === undefined ? anySize(check) : check.terms;
  const draft = { side, orderType, quantity: ofOco ?? ONE, stopPrice, price: stopLimitPrice } as const;
  const error = checkOrder(draft, terms, from);
  return error && { field: stopFieldOf(error.code), error };
}

function sideError({ side, from, exits }: Leg): ExitError | undefined {
  const error = from && checkExitPrices(side, exits, from);
  if (error?.code === 'STOP_SIDE') return { field: 'exitStopPrice', error };
  return error?.code === 'TAKE_PROFIT_SIDE' ? { field: 'takeProfitPrice', error } : undefined;
}

function stopFieldOf(code: ErrorCode): ExitField {
  if (code.startsWith('STOP_PRICE')) return 'exitStopPrice';
  return code.startsWith('PRICE') ? 'stopLimitPrice' : 'quantity';
}

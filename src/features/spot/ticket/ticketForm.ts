/** Reducer of the order ticket's form. Values are decimal text; an empty text is missing. */
import type { BookLevel } from '@halyard/contract/market/calls';
import {
  isMarketType,
  isStopType,
  mayWait,
  timeInForceOf,
  type OrderDraft,
  type StopDirection,
  type Trail,
} from '@halyard/contract/spot/rules';
import type { Exits, OrderType, Side, TimeInForce } from '@halyard/contract/spot/calls';
import { decimal, multiply, parseDecimal, ZERO, type Decimal } from '@halyard/contract/money';
import { serverTimeMs } from '../../../shared/time/serverClock.ts';

/**
 * The size: as typed, in base or in quote, or as a share of the available balance. The last one entered counts; the
 * others follow.
 */
export type TicketSize =
  | { readonly kind: 'quantity'; readonly text: string }
  | { readonly kind: 'total'; readonly text: string }
  | { readonly kind: 'share'; readonly percent: number };

/** The types of the chooser: those of one order, and the group of two. */
export type TicketType = OrderType | 'oco';

/** The distance of a trailing stop, in percent or in quote, and the price from which it follows. */
export type TrailForm = {
  readonly unit: 'percent' | 'amount';
  readonly distance: string;
  readonly activationPrice: string;
};

/** The prices of an OCO, and those of the exits of a limit or market order; without a limit, the stop is at market. */
export type ExitsForm = {
  readonly takeProfitPrice: string;
  readonly stopPrice: string;
  readonly stopLimitPrice: string;
};

export type TicketForm = {
  readonly side: Side;
  readonly orderType: TicketType;
  readonly price: string;
  /** Stop-limit and stop-market orders only. */
  readonly stopPrice: string;
  readonly trail: TrailForm;
  readonly exits: ExitsForm;
  /** Whether a limit or market order brings in its exits. */
  readonly hasExits: boolean;
  readonly size: TicketSize;
  readonly timeInForce: TimeInForce;
  /** The end of a `gtd` order in the device's time, as the browser's field writes it; '' for none. */
  readonly endsAt: string;
  readonly isPostOnly: boolean;
};

/** The type of an order, and its time in force. */
export type OrderTerms = Pick<TicketForm, 'orderType' | 'timeInForce' | 'endsAt' | 'isPostOnly'>;

/**
 * An order or a group of orders. Of an OCO it is the take profit, and `exits` holds both legs; otherwise these are the
 * exits that the order brings in. `extremePrice`: from which the replacement of a trailing stop goes on.
 */
export type TicketDraft = OrderDraft & {
  readonly isOco?: boolean;
  readonly exits?: Exits | undefined;
  /** In which the price reaches the stop price; fixed with the draft. */
  readonly stopDirection?: StopDirection | undefined;
  readonly extremePrice?: Decimal | undefined;
};

export type TicketEvent =
  | { readonly type: 'sideChosen'; readonly side: Side }
  | { readonly type: 'orderTypeChosen'; readonly orderType: TicketType }
  | { readonly type: 'timeInForceChosen'; readonly timeInForce: TimeInForce }
  | { readonly type: 'endChosen'; readonly endsAt: string }
  | { readonly type: 'postOnlyChosen'; readonly isPostOnly: boolean }
  | { readonly type: 'trailEdited'; readonly trail: Partial<TrailForm> }
  | { readonly type: 'exitsEdited'; readonly exits: Partial<ExitsForm> }
  | { readonly type: 'exitsChosen'; readonly hasExits: boolean }
  | { readonly type: 'priceEdited'; readonly price: string }
  | { readonly type: 'stopPriceEdited'; readonly stopPrice: string }
  | { readonly type: 'sized'; readonly size: TicketSize }
  | { readonly type: 'levelTapped'; readonly level: BookLevel }
  | { readonly type: 'limitedInstead'; readonly price: Decimal }
  | { readonly type: 'orderPlaced'; readonly placed: TicketForm };

/** Nothing typed. */
export const NO_SIZE: TicketSize = { kind: 'quantity', text: '' };

const NO_EXITS: ExitsForm = { takeProfitPrice: '', stopPrice: '', stopLimitPrice: '' };

const PERCENT = decimal('0.01');
const DAY_MS = 86_400_000;

export function emptyTicket(side: Side): TicketForm {
  return {
    side,
    orderType: 'limit',
    price: '',
    stopPrice: '',
    trail: { unit: 'percent', distance: '', activationPrice: '' },
    exits: NO_EXITS,
    hasExits: false,
    size: NO_SIZE,
    timeInForce: 'gtc',
    endsAt: '',
    isPostOnly: false,
  };
}

/** Post-only and time in force exclude each other: the last choice changes the other. */
export function ticketReducer(form: TicketForm, event: TicketEvent): TicketForm {
  switch (event.type) {
    case 'sideChosen':
      return ofSide(form, event.side);
    case 'orderTypeChosen':
      return ofType(form, event.orderType);
    case 'timeInForceChosen':
      return ofTerms(form, event.timeInForce, form.isPostOnly);
    case 'endChosen':
      return { ...form, endsAt: event.endsAt };
    case 'postOnlyChosen':
      return ofTerms(form, event.isPostOnly && !mayWait(form.timeInForce) ? 'gtc' : form.timeInForce, event.isPostOnly);
    case 'priceEdited':
      return { ...form, price: event.price };
    case 'stopPriceEdited':
      return { ...form, stopPrice: event.stopPrice };
    case 'sized':
      return { ...form, size: event.size };
    case 'levelTapped':
      return withPrice(form, event.level[0]);
    case 'limitedInstead':
      return { ...ofType(form, 'limit'), price: event.price };
    case 'orderPlaced':
      // The user may fill in the next order already.
      return form === event.placed ? { ...form, size: NO_SIZE, exits: NO_EXITS, hasExits: false } : form;
    default:
      return ofGroup(form, event);
  }
}

type GroupEvent = Extract<TicketEvent, { readonly type: 'trailEdited' | 'exitsEdited' | 'exitsChosen' }>;

function ofGroup(form: TicketForm, event: GroupEvent): TicketForm {
  switch (event.type) {
    case 'trailEdited':
      return { ...form, trail: { ...form.trail, ...event.trail } };
    case 'exitsEdited':
      return { ...form, exits: { ...form.exits, ...event.exits } };
    case 'exitsChosen':
      return { ...form, hasExits: event.hasExits, exits: NO_EXITS };
  }
}

/**
 * The draft in the shared rule's terms. The quantity follows from the size and the market (`quantityOf`); the cap of
 * market orders is a user setting.
 */
export function draftOf(form: TicketForm, quantity: Decimal | undefined, maxSlippage?: Decimal): TicketDraft {
  const { side, timeInForce, isPostOnly } = form;
  const isOco = form.orderType === 'oco';
  const orderType = form.orderType === 'oco' ? 'limit' : form.orderType;
  const limit = isOco ? form.exits.takeProfitPrice : form.price;
  const hasStop = orderType === 'stop_limit' || orderType === 'stop_market';
  return {
    side,
    orderType,
    quantity,
    price: isMarketType(orderType) ? undefined : parseDecimal(limit),
    stopPrice: hasStop ? parseDecimal(form.stopPrice) : undefined,
    ...(orderType === 'trailing_stop' && { trail: trailOf(form.trail) }),
    timeInForce,
    ...(timeInForce === 'gtd' && { expiry: expiryOf(form.endsAt) }),
    isPostOnly,
    maxSlippage: isMarketType(orderType) ? maxSlippage : undefined,
    ...(isOco && { isOco }),
    ...exitsOf(form, maxSlippage),
  };
}

/** A missing distance is zero, which is out of range. */
function trailOf({ unit, distance, activationPrice }: TrailForm): Trail {
  const given = parseDecimal(distance) ?? ZERO;
  const activation = parseDecimal(activationPrice);
  return {
    ...(unit === 'percent' ? { fraction: multiply(given, PERCENT) } : { amount: given }),
    ...(activation !== undefined && { activationPrice: activation }),
  };
}

/** An incomplete end is out of range. */
function expiryOf(endsAt: string): NonNullable<OrderDraft['expiry']> {
  const endMs = Date.parse(endsAt);
  return {
    at: Number.isNaN(endMs) ? '' : new Date(endMs).toISOString(),
    now: new Date(serverTimeMs(Date.now())).toISOString(),
  };
}

/** The exits of the form; none while all their fields are empty. */
function exitsOf({ orderType, hasExits, exits }: TicketForm, cap: Decimal | undefined): Pick<TicketDraft, 'exits'> {
  if (orderType !== 'oco' && !(hasExits && !isStopType(orderType))) return {};
  const takeProfitPrice = parseDecimal(exits.takeProfitPrice);
  const stopPrice = parseDecimal(exits.stopPrice);
  const stopLimitPrice = parseDecimal(exits.stopLimitPrice);
  const isEmpty = takeProfitPrice === undefined && stopPrice === undefined && stopLimitPrice === undefined;
  if (orderType !== 'oco' && isEmpty) return {};
  const maxSlippage = stopLimitPrice === undefined ? cap : undefined;
  return { exits: { takeProfitPrice, stopPrice, stopLimitPrice, maxSlippage } };
}

// A share of one currency means nothing for the other, and exits lie on the other side of the price.
function ofSide(form: TicketForm, side: Side): TicketForm {
  return side === form.side ? form : { ...form, side, size: NO_SIZE, exits: NO_EXITS };
}

// Each type starts with its own terms: those of another type may be invalid.
function ofType(form: TicketForm, orderType: TicketType): TicketForm {
  if (orderType === form.orderType) return form;
  const timeInForce = orderType === 'oco' ? 'gtc' : timeInForceOf({ orderType, timeInForce: undefined });
  return ofTerms({ ...form, orderType, exits: NO_EXITS, hasExits: false }, timeInForce, false);
}

function ofTerms(form: TicketForm, timeInForce: TimeInForce, isPostOnly: boolean): TicketForm {
  const endsAt = timeInForce === 'gtd' && form.endsAt === '' ? localText(Date.now() + DAY_MS) : form.endsAt;
  return { ...form, timeInForce, endsAt, isPostOnly: isPostOnly && mayWait(timeInForce) };
}

/** A moment as a browser's field writes it, in the device's time. */
function localText(atMs: number): string {
  return new Date(atMs - new Date(atMs).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** A price of the book goes into the first price of the type; a market order has none and becomes a limit order. */
function withPrice(form: TicketForm, price: Decimal): TicketForm {
  switch (form.orderType) {
    case 'market':
      return { ...ofType(form, 'limit'), price };
    case 'stop_market':
      return { ...form, stopPrice: price };
    case 'trailing_stop':
      return { ...form, trail: { ...form.trail, activationPrice: price } };
    case 'oco':
      return { ...form, exits: { ...form.exits, takeProfitPrice: price } };
    default:
      return { ...form, price };
  }
}

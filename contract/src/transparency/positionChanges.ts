/** Allowed changes of a position, by the rules of futures. */
import { DAY_MS } from '../time.ts';
import { add, compare, max, min, multiply, subtract, ZERO, type Decimal } from '../money/money.ts';
import {
  closeReasonAt,
  closingProfit,
  cutLots,
  isClosingAt,
  isTargetReached,
  openingMoney,
  openPriceAt,
  overnightFee,
  reserveOf,
  type CloseReason,
  type Position,
} from '../futures/position.ts';
import { ENTRY_DELAY_MAX_MS } from '../options/rules.ts';
import { tickAt, type FoundTick } from './foundEntries.ts';
import { isoOf } from './exitRule.ts';
import { formatPosition, type ChangeCause, type CommittedPosition } from './positionTerms.ts';
import { need } from './steps.ts';

type Opened = CommittedPosition & { readonly openPrice: Decimal };
type Change = { readonly before: CommittedPosition; readonly after: CommittedPosition };
type Made = Partial<CommittedPosition>;

/**
 * Whether the owner made a change: it is logged before the next tick. All others follow from the state before and from
 * ticks.
 */
export function isOwnChange({ cause }: CommittedPosition): boolean {
  return cause !== 'opened' && cause !== 'night' && cause !== 'paid';
}

/**
 * Whether a change opens or closes a position at the instant of its tick, which is not before its owner's request. In
 * version 1 the instant was the exchange's own.
 */
export function isAtItsTick({ cause, askedMs }: CommittedPosition): boolean {
  return askedMs !== undefined && (askedMs !== null || cause === 'open' || cause === 'order' || cause === 'close');
}

/** Fails when a position cannot begin with this state. */
export function checkFirst(first: CommittedPosition): void {
  const { cause, side, lots, leverage, targetPrice, tick, spread, atMs, askedMs } = first;
  const opensNow = cause === 'open';
  need(opensNow || (cause === 'order' && targetPrice !== null), 'it does not begin with an order');
  const isReached = targetPrice === null || isTargetReached({ side, targetPrice }, tick.price, spread);
  need(isReached === opensNow, 'an order opens when its price is reached');
  const openPrice = opensNow ? openPriceAt(side, tick.price, spread) : (targetPrice ?? ZERO);
  const { quantity, margin, fee, reserve } = openingMoney({ side, lots, leverage, openPrice }, first);
  const money = { quantity, margin, originMargin: margin, fee, reserve: opensNow ? reserve : ZERO };
  const opened = opensNow ? { openPrice, openedMs: atMs } : { openPrice: null, openedMs: null };
  checkSame(first, {
    ...first,
    ...money,
    ...opened,
    overnightPaidMs: null,
    ...(askedMs !== undefined && { closingMs: null }),
  });
}

/** Fails when a state does not follow from the one before it. */
export function checkChange(change: Change, ticks: readonly FoundTick[]): void {
  const { before, after } = change;
  need(before.cause !== 'close', 'a change after the end');
  const made = MADE[after.cause](change, ticks);
  const { change: number, cause, atMs, tick, askedMs } = after;
  // States may change to version 2, where missing fields are none, and not back.
  need(before.askedMs === undefined || askedMs !== undefined, 'an older version after a newer one');
  const versioned = askedMs === undefined ? {} : { askedMs, closingMs: made.closingMs ?? before.closingMs ?? null };
  checkSame(after, { ...before, ...made, change: number, cause, atMs, tick, ...versioned });
}

const MADE: Readonly<Record<ChangeCause, (change: Change, ticks: readonly FoundTick[]) => Made>> = {
  open: twice,
  order: twice,
  add_margin: ({ before, after: { margin } }) => {
    need(isOpened(before) && compare(margin, before.margin) > 0, 'no margin was added');
    return { margin };
  },
  set_stops: ({ after: { stopProfit, stopLoss } }) => ({ stopProfit, stopLoss }),
  partial_close: ({ before, after }) => {
    need(isOpened(before) && after.lots > 0 && after.lots < before.lots, 'not a part of it');
    const { lots, quantity, originMargin, margin, reserve } = cutLots(
      positionOf(before),
      before.lots - after.lots,
    ).rest;
    return { lots, quantity, originMargin, margin, reserve };
  },
  close: ({ before }) => {
    need(isOpened(before), 'an order is not closed');
    return {};
  },
  closing: ({ before, after: { closingMs = null, atMs } }) => {
    need(isOpened(before) && before.closingMs == null, 'it is closing already, or not open');
    need(closingMs !== null && closingMs <= atMs + ENTRY_DELAY_MAX_MS, 'it is not closing');
    return { closingMs };
  },
  opened: ({ before, after }, ticks) => {
    const { side, targetPrice, spread, margin, quantity } = before;
    const { price, at } = tickOf(after, ticks);
    const isReached = targetPrice !== null && isTargetReached({ side, targetPrice }, price, spread);
    need(!isOpened(before) && isReached, 'an order opens when its price is reached');
    const openPrice = openPriceAt(side, price, spread);
    const reserve = reserveOf({ side, margin, notional: multiply(openPrice, quantity) }, before);
    need(after.atMs === Date.parse(at), 'it opens at the instant of its tick');
    return { openPrice, reserve, openedMs: after.atMs };
  },
  night: ({ before, after }, ticks) => {
    const { quantity, overnightRate, margin } = before;
    const { overnightPaidMs } = after;
    need(isOpened(before) && overnightPaidMs !== null && overnightPaidMs % DAY_MS === 0, 'not a midnight');
    need(
      overnightPaidMs > Math.max(before.openedMs ?? overnightPaidMs, before.overnightPaidMs ?? 0),
      'a midnight that it does not owe',
    );
    const [last, next] = [tickOf(after, ticks), tickAt(ticks, after.tick.seq + 1)];
    const isLast =
      next !== undefined && Date.parse(last.at) < overnightPaidMs && overnightPaidMs <= Date.parse(next.at);
    need(isLast, 'not the last tick before midnight');
    const fee = overnightFee(quantity, last.price, overnightRate);
    return { margin: subtract(margin, min(margin, fee)), overnightPaidMs };
  },
  paid: () => {
    need(false, 'what is isolated pays for nothing else');
    return {};
  },
};

/** Why a tick ends a state; for an order, whether it opens it. Undefined when it does neither. */
export function reachedBy(
  state: CommittedPosition,
  { price, at }: Pick<FoundTick, 'price' | 'at'>,
): CloseReason | 'opened' | undefined {
  const { closingMs } = state;
  if (closingMs != null && isClosingAt({ closingFrom: isoOf(closingMs) }, at)) return 'user';
  if (isOpened(state)) return closeReasonAt(positionOf(state), price);
  const { side, targetPrice, spread } = state;
  return targetPrice !== null && isTargetReached({ side, targetPrice }, price, spread) ? 'opened' : undefined;
}

/** Profit and return of closing at a price. */
export function closingMoney(state: CommittedPosition, price: Decimal) {
  need(isOpened(state), 'it was not open');
  const profit = closingProfit(positionOf(state), price);
  return { profit, paid: max(ZERO, add(state.margin, profit)) };
}

function isOpened(state: CommittedPosition): state is Opened {
  return state.openPrice !== null;
}

function twice(): Made {
  need(false, 'it begins twice');
  return {};
}

function positionOf(state: Opened): Position {
  const { closeOutLevel, pricePlaces: pricePrecision } = state;
  return { ...state, terms: { closeOutLevel, pricePrecision } };
}

/** The tick of a change, as the log has it. */
function tickOf({ tick }: CommittedPosition, ticks: readonly FoundTick[]): FoundTick {
  const found = tickAt(ticks, tick.seq);
  need(found !== undefined && found.price === tick.price, 'not the tick that the terms name');
  return found;
}

function checkSame(stated: CommittedPosition, due: CommittedPosition): void {
  const [lines, others] = [stated, due].map((state) => formatPosition(state).split('\n'));
  const place = lines?.findIndex((line, at) => line !== others?.[at]) ?? -1;
  need(place < 0, `change ${stated.change}: what is due is "${others?.[place]}"`);
}

/** An open order under edit: typed changes, the resulting order, and its errors. */
import type { CodedError } from '@halyard/contract/errors';
import type { Market } from '@halyard/contract/market/calls';
import type { Order } from '@halyard/contract/spot/calls';
import type { replaceOrder } from '@halyard/contract/spot/mutationCalls';
import { add, decimal, multiply, parseDecimal, subtract, ZERO, type Decimal, HUNDRED } from '@halyard/contract/money';
import { checkExitPrices, isMarketType, type Trail } from '@halyard/contract/spot/rules';
import { useState } from 'react';
import { symbolOf } from '../../../domain/markets/marketsData.ts';
import { useBook } from '../../../domain/markets/useBook.ts';
import { isWaitingForStop } from '../../../domain/spot/orderData.ts';
import { usePurchaseBlock } from '../../../domain/limits/tradingBreakApi.ts';
import { replacement } from '../../../domain/spot/orderMutations.ts';
import { useBalance } from '../../../domain/wallet/useWallet.ts';
import type { PendingRequestOf } from '../../../shared/money-mutations/moneyMutation.ts';
import { answerOf, useMoneyMutation } from '../../../shared/money-mutations/useMoneyMutation.ts';
import { useBusyWhile } from '../../../shared/pwa/busy.ts';
import { serverTimeMs } from '../../../shared/time/serverClock.ts';
import {
  contextOf,
  directionOf,
  ticketErrors,
  shownErrors,
  useBlockedReason,
  type TicketError,
  type TicketField,
} from '../ticket/readTicket.ts';
import type { ExitsForm, TicketDraft } from '../ticket/ticketForm.ts';
import { heldFor, summarizeTicket, type TicketContext, type TicketSummary } from '../ticket/ticketSummary.ts';

type ExitTexts = Partial<ExitsForm>;

const PERCENT = decimal('0.01');

/** Typed values; a missing one keeps the order's. A quantity was typed for the filled part at that time. */
export type OrderEdit = {
  readonly price?: string;
  readonly stopPrice?: string;
  /** The distance of a trailing stop, in percent or in quote. */
  readonly trail?: string;
  readonly exits?: ExitTexts;
  readonly quantity?: { readonly text: string; readonly whenFilled: Decimal } | undefined;
};

/** An order whose line was dragged to another price: for a waiting stop, the stop price moves. */
export function drawnTo(order: Order, price: Decimal): OrderEdit {
  return isWaitingForStop(order) ? { stopPrice: price } : { price };
}

export type EditReading = {
  /** Undefined: the order has no such value. */
  readonly texts: {
    readonly price: string | undefined;
    readonly stopPrice: string | undefined;
    readonly trail: string | undefined;
    readonly exits: ExitTexts | undefined;
    readonly quantity: string;
  };
  /** The resulting order. */
  readonly draft: TicketDraft;
  readonly summary: TicketSummary | undefined;
  readonly errors: readonly TicketError[];
  /** The request; `undefined` while there is an error. */
  readonly request: PendingRequestOf<typeof replaceOrder> | undefined;
  /** The order would not change. */
  readonly isUnchanged: boolean;
  /** It has filled further since its quantity was typed, so the quantity is reset to the rest. */
  readonly hasFilledMeanwhile: boolean;
};

/** The unfilled quantity of an order. */
export function restOf({ quantity, filledQuantity }: Order): Decimal {
  return subtract(quantity, filledQuantity ?? ZERO);
}

/** Amount available to the new order: free balance plus what the old one releases. */
export function spendableFor(
  order: Order,
  { pricePrecision }: Market,
  available: Decimal | undefined,
): Decimal | undefined {
  const lastPrice = order.referencePrice ?? undefined;
  const held = heldFor(draftOf(order, textsOf(order, {})), { lastPrice, pricePrecision });
  return available === undefined || held === undefined ? available : add(available, held);
}

/** The result of the current order and the typed changes. `context.available` is {@link spendableFor}. */
export function readEdit(order: Order, edit: OrderEdit, market: Market, context: TicketContext): EditReading {
  const filled = order.filledQuantity ?? ZERO;
  const hasFilledMeanwhile = edit.quantity !== undefined && edit.quantity.whenFilled !== filled;
  const texts = textsOf(order, hasFilledMeanwhile ? { ...edit, quantity: undefined } : edit);
  const changed = draftOf(order, texts);
  // At the same stop price the stop stays as it is.
  const draft = changed.stopPrice === order.stopPrice ? changed : { ...changed, ...directionOf(changed, market) };
  const summary = summarizeTicket(draft, context);
  const ofTicket = ticketErrors({
    draft,
    terms: market,
    referencePrice: market.lastPrice ?? undefined,
    available: context.available,
    summary,
    bestOpposite: context.opposite[0]?.[0],
  });
  const errors = [...ofTicket, ...missingExits(order, draft), ...stopSideErrors(order, draft, market)];
  return {
    texts,
    draft,
    summary,
    errors,
    request: errors.length === 0 ? requestOf(order, draft, filled) : undefined,
    isUnchanged: isSame(draft, order),
    hasFilledMeanwhile,
  };
}

/** Emptied exits. The exchange keeps an exit that the request leaves out, so none can be removed. */
function missingExits(order: Order, draft: TicketDraft): readonly TicketError[] {
  const isMissing = (name: keyof ExitTexts) => order.exits?.[name] !== undefined && draft.exits?.[name] === undefined;
  return EXITS.filter(isMissing).map((name) =>
    name === 'stopPrice'
      ? { field: 'exitStopPrice', error: { code: 'STOP_PRICE_REQUIRED' }, isMissing: true }
      : { field: name, error: { code: 'PRICE_REQUIRED' }, isMissing: true },
  );
}

/** The stop of a group stays on its side of the price. */
function stopSideErrors(order: Order, { side, stopPrice }: TicketDraft, { lastPrice }: Market): TicketError[] {
  if (order.leg !== 'stop_loss' || stopPrice === undefined || stopPrice === order.stopPrice) return [];
  const error = lastPrice === null ? undefined : checkExitPrices(side, { stopPrice }, lastPrice);
  return error === undefined ? [] : [{ field: 'stopPrice', error }];
}

function textsOf(order: Order, { price, stopPrice, trail, exits, quantity }: OrderEdit): EditReading['texts'] {
  const isStop = isWaitingForStop(order);
  const hasStop = isStop && order.orderType !== 'trailing_stop';
  return {
    price: isStop && isMarketType(order.orderType) ? undefined : (price ?? order.price ?? ''),
    stopPrice: hasStop ? (stopPrice ?? order.stopPrice ?? '') : undefined,
    trail: isStop && order.orderType === 'trailing_stop' ? (trail ?? distanceOf(order)) : undefined,
    exits: exitTextsOf(order, exits),
    quantity: quantity?.text ?? restOf(order),
  };
}

/** Of a percentage in percent, of an amount in quote. */
function distanceOf({ trailFraction, trailAmount }: Order): string {
  return trailFraction === undefined ? (trailAmount ?? '') : multiply(trailFraction, HUNDRED);
}

/** The exits that a waiting entry has, and no other. */
function exitTextsOf({ exits }: Order, typed: ExitTexts = {}): ExitTexts | undefined {
  if (exits === undefined) return undefined;
  const { takeProfitPrice, stopPrice, stopLimitPrice } = exits;
  return {
    ...(takeProfitPrice !== undefined && { takeProfitPrice }),
    ...(stopPrice !== undefined && { stopPrice }),
    ...(stopLimitPrice !== undefined && { stopLimitPrice }),
    ...typed,
  };
}

function isSame(draft: TicketDraft, order: Order): boolean {
  const before = draftOf(order, textsOf(order, {}));
  const isAtSamePrices = draft.price === before.price && draft.stopPrice === before.stopPrice;
  const isAtSameDistance =
    draft.trail?.fraction === before.trail?.fraction && draft.trail?.amount === before.trail?.amount;
  const hasSameExits = EXITS.every((name) => draft.exits?.[name] === before.exits?.[name]);
  return isAtSamePrices && isAtSameDistance && hasSameExits && draft.quantity === before.quantity;
}

const EXITS = ['takeProfitPrice', 'stopPrice', 'stopLimitPrice'] as const;

function draftOf(order: Order, texts: EditReading['texts']): TicketDraft {
  const { side, orderType, timeInForce, isPostOnly, expiresAt, maxSlippage, exits } = order;
  const type = isWaitingForStop(order) ? orderType : 'limit';
  const parsed = (text: string | undefined) => (text === undefined ? undefined : parseDecimal(text));
  return {
    side,
    orderType: type,
    quantity: parseDecimal(texts.quantity),
    price: parsed(texts.price),
    stopPrice: parsed(texts.stopPrice),
    ...(texts.trail !== undefined && { trail: trailOf(order, texts.trail), extremePrice: order.extremePrice }),
    timeInForce,
    ...(expiresAt !== undefined && {
      expiry: { at: expiresAt, now: new Date(serverTimeMs(Date.now())).toISOString() },
    }),
    isPostOnly,
    maxSlippage: isMarketType(type) ? (maxSlippage ?? undefined) : undefined,
    ...(texts.exits !== undefined && {
      exits: {
        takeProfitPrice: parsed(texts.exits.takeProfitPrice),
        stopPrice: parsed(texts.exits.stopPrice),
        stopLimitPrice: parsed(texts.exits.stopLimitPrice),
        maxSlippage: exits?.maxSlippage,
      },
    }),
  };
}

/** Once it follows, its activation price is passed and means nothing any more. */
function trailOf({ trailFraction, activationPrice, extremePrice }: Order, text: string): Trail {
  const distance = parseDecimal(text) ?? ZERO;
  return {
    ...(trailFraction === undefined ? { amount: distance } : { fraction: multiply(distance, PERCENT) }),
    ...(extremePrice === undefined && activationPrice !== undefined && { activationPrice }),
  };
}

function requestOf(
  { id }: Order,
  draft: TicketDraft,
  expectedFilled: Decimal,
): PendingRequestOf<typeof replaceOrder> | undefined {
  const { quantity, price, stopPrice, stopDirection, trail, exits } = draft;
  if (quantity === undefined) return undefined;
  return {
    id,
    quantity,
    expectedFilled,
    ...(price !== undefined && { price }),
    ...(stopPrice !== undefined && { stopPrice }),
    ...(stopDirection !== undefined && { stopDirection }),
    ...(trail?.fraction !== undefined && { trailFraction: trail.fraction }),
    ...(trail?.amount !== undefined && { trailAmount: trail.amount }),
    ...(exits?.takeProfitPrice !== undefined && { exitTakeProfitPrice: exits.takeProfitPrice }),
    ...(exits?.stopPrice !== undefined && { exitStopPrice: exits.stopPrice }),
    ...(exits?.stopLimitPrice !== undefined && { exitStopLimitPrice: exits.stopLimitPrice }),
  };
}

type Editing = {
  readonly order: Order;
  readonly market: Market;
  readonly isOpen: boolean;
  /** Initial values. */
  readonly begun?: OrderEdit | undefined;
  readonly onDone: (hasChanged: boolean) => void;
};

/** Changes one open order from the sheet. `onDone` runs when it is finished: replaced, or nothing to change. */
export function useEditOrder({ order, market, isOpen, begun = {}, onDone }: Editing) {
  const [edit, setEdit] = useState(begun);
  const [wasTried, setWasTried] = useState(false);
  const { book, isStale } = useBook(isOpen ? symbolOf(market) : undefined);
  const free = useBalance('spot', order.side === 'buy' ? market.quote : market.base)?.available;
  const available = spendableFor(order, market, free);
  const reading = readEdit(order, edit, market, contextOf(order.side, { market, book, available }));
  const { send, isSending, status, error, reset } = useMoneyMutation(replacement);
  const refused = usePurchaseBlock('spot');
  const isBuying = order.side === 'buy' || order.leg === 'entry';
  const blockedReason = useBlockedReason(market, isStale) ?? (isBuying ? refused : undefined);

  // The event of the replaced order may arrive before the answer.
  const isOver = order.status !== 'waiting' && !isSending;

  useBusyWhile(isSending || Object.keys(edit).length > 0);

  async function save(): Promise<void> {
    setWasTried(true);
    if (reading.isUnchanged) return onDone(false);
    const { takerFeeRate: feeRate } = market;
    const request = reading.request && { ...reading.request, ...(feeRate !== undefined && { feeRate }) };
    if (request !== undefined && (await answerOf(send(request))) !== undefined) onDone(true);
  }

  function type(typed: Omit<OrderEdit, 'quantity'> & { readonly quantity?: string }): void {
    const { quantity, ...prices } = typed;
    const whenFilled = order.filledQuantity ?? ZERO;
    setEdit({ ...edit, ...prices, ...(quantity !== undefined && { quantity: { text: quantity, whenFilled } }) });
    reset();
  }

  return {
    ...reading,
    available,
    type,
    save,
    /** Drops the typed values. */
    restart: () => {
      setEdit({});
      setWasTried(false);
      reset();
    },
    isSending,
    isChecking: status === 'checking',
    blockedReason: isOver ? ({ code: 'ORDER_NOT_OPEN' } satisfies CodedError) : blockedReason,
    error,
    errorAt: (field: TicketField): CodedError | undefined => {
      const found = shownErrors(reading.errors, wasTried).find((entry) => entry.field === field);
      if (found !== undefined) return found.error;
      return field === 'quantity' && reading.hasFilledMeanwhile ? { code: 'ORDER_CHANGED' } : undefined;
    },
  } as const;
}

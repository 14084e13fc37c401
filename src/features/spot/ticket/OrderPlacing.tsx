import { useCallback, useEffect, useState } from 'react';
import type { RequestOf } from '@halyard/contract/call';
import type { CodedError } from '@halyard/contract/errors';
import type { Market } from '@halyard/contract/market/calls';
import type { Order } from '@halyard/contract/spot/calls';
import type { placeEntry, placeOco, placeOrder } from '@halyard/contract/spot/mutationCalls';
import type { Decimal } from '@halyard/contract/money';
import { timeInForceOf } from '@halyard/contract/spot/rules';
import { usePurchaseBlock } from '../../../domain/limits/tradingBreakApi.ts';
import { entryPlacement, ocoPlacement, placement } from '../../../domain/spot/orderMutations.ts';
import type { AppError } from '../../../shared/api/appError.ts';
import { answerOf, useMoneyMutation, type WriteStatus } from '../../../shared/money-mutations/useMoneyMutation.ts';
import type { TicketDraft } from './ticketForm.ts';

/**
 * The sending of orders, and what the exchange would refuse. Status and error are those of the last one; `send`
 * resolves to it once placed.
 */
export type Placing = {
  readonly send: (draft: TicketDraft) => Promise<Order | undefined>;
  readonly status: WriteStatus;
  readonly isSending: boolean;
  readonly error: AppError | undefined;
  /** Why the user cannot buy now. */
  readonly refused: CodedError | undefined;
};

type OrderPlacingProps = { market: Market; onChange: (placing: Placing) => void };

/**
 * Places what the ticket describes: an order, an order with exits, or an OCO. It shows nothing, and its code loads
 * after the ticket's.
 */
export function OrderPlacing({ market: { baseId, quoteId, takerFeeRate: feeRate }, onChange }: OrderPlacingProps) {
  const order = useMoneyMutation(placement);
  const oco = useMoneyMutation(ocoPlacement);
  const entry = useMoneyMutation(entryPlacement);
  const [kind, setKind] = useState<Placed['kind']>('order');
  const [sendOrder, sendOco, sendEntry] = [order.send, oco.send, entry.send];
  const send = useCallback(
    async (draft: TicketDraft) => {
      const terms = { baseId, quoteId, ...(feeRate !== undefined && { feeRate }) };
      const request = requestOf(draft);
      if (request === undefined) return undefined;
      setKind(request.kind);
      if (request.kind === 'order') return answerOf(sendOrder({ ...terms, ...request.order }));
      const group =
        request.kind === 'oco'
          ? answerOf(sendOco({ ...terms, ...request.oco }))
          : answerOf(sendEntry({ ...terms, ...request.entry }));
      return (await group)?.orders[0];
    },
    [baseId, quoteId, feeRate, sendOrder, sendOco, sendEntry],
  );
  const { status, error } = { order, oco, entry }[kind];
  const refused = usePurchaseBlock('spot');
  const isSending = order.isSending || oco.isSending || entry.isSending;
  useEffect(
    () => onChange({ send, status, isSending, error, refused }),
    [onChange, send, status, isSending, error, refused],
  );
  return null;
}

type Shared = 'baseId' | 'quoteId' | 'feeRate' | 'clientRequestId';

type Placed =
  | { readonly kind: 'order'; readonly order: Omit<RequestOf<typeof placeOrder>, Shared> }
  | { readonly kind: 'entry'; readonly entry: Omit<RequestOf<typeof placeEntry>, Shared> }
  | { readonly kind: 'oco'; readonly oco: Omit<RequestOf<typeof placeOco>, Shared> };

/** The request of a complete draft. Default terms of a type are left out. */
function requestOf(draft: TicketDraft): Placed | undefined {
  const { side, orderType, quantity, price, isOco, exits } = draft;
  if (quantity === undefined) return undefined;
  if (isOco === true) return ocoOf(draft, quantity);
  const terms = termsOf(draft);
  if (exits !== undefined && (orderType === 'limit' || orderType === 'market')) {
    const { maxSlippage: stopMaxSlippage, ...prices } = exits;
    const hasStopCap = prices.stopPrice !== undefined && prices.stopLimitPrice === undefined;
    return {
      kind: 'entry',
      entry: {
        side,
        orderType,
        quantity,
        ...given({ price }),
        ...terms,
        ...given(prices),
        ...(hasStopCap && given({ stopMaxSlippage })),
      },
    };
  }
  const { trail, stopPrice, stopDirection } = draft;
  return {
    kind: 'order',
    order: {
      side,
      orderType,
      quantity,
      ...given({ price, stopPrice, stopDirection }),
      ...given({
        trailFraction: trail?.fraction,
        trailAmount: trail?.amount,
        activationPrice: trail?.activationPrice,
      }),
      ...terms,
    },
  };
}

function ocoOf(draft: TicketDraft, quantity: Decimal): Placed | undefined {
  const { takeProfitPrice, stopPrice, stopLimitPrice, maxSlippage } = draft.exits ?? {};
  if (takeProfitPrice === undefined || stopPrice === undefined) return undefined;
  const expiresAt = draft.expiry?.at;
  const prices = { takeProfitPrice, stopPrice, ...given({ stopLimitPrice, maxSlippage, expiresAt }) };
  return { kind: 'oco', oco: { side: draft.side, quantity, ...prices } };
}

function termsOf({ orderType, timeInForce, isPostOnly, maxSlippage, maxTotal, expiry }: TicketDraft) {
  const isUsual = timeInForce === timeInForceOf({ orderType, timeInForce: undefined });
  return {
    ...(!isUsual && given({ timeInForce })),
    ...given({ expiresAt: expiry?.at, maxSlippage, maxTotal }),
    ...(isPostOnly === true && { isPostOnly }),
  };
}

type Given<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> };

/** The fields that have a value. */
function given<T extends object>(fields: T): Given<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;
}

import type { RequestOf } from '@halyard/contract/call';
import type { Market } from '@halyard/contract/market/calls';
import type { Order, placeEntry, placeOco, placeOrder } from '@halyard/contract/spot/calls';
import type { Decimal } from '@halyard/contract/money';
import { timeInForceOf } from '@halyard/contract/spot/rules';
import { entryPlacement, ocoPlacement, placement } from '../../../domain/spot/orderMutations.ts';
import { useMoneyMutation } from '../../../shared/money-mutations/useMoneyMutation.ts';
import type { TicketDraft } from './ticketForm.ts';

/**
 * Places what the ticket describes: an order, an order with exits, or an OCO. Status, answer and error are those of the
 * last one.
 */
export function usePlacing({ baseId, quoteId, takerFeeRate: feeRate }: Market) {
  const order = useMoneyMutation(placement);
  const oco = useMoneyMutation(ocoPlacement);
  const entry = useMoneyMutation(entryPlacement);
  const terms = { baseId, quoteId, ...(feeRate !== undefined && { feeRate }) };
  const reset = () => [order, oco, entry].forEach((placing) => placing.reset());
  const last = [oco, entry].find(({ status }) => status !== 'idle');
  const answer: Order | undefined = last === undefined ? order.answer : last.answer?.orders[0];
  return {
    send: (draft: TicketDraft) => {
      const request = requestOf(draft);
      if (request === undefined) return;
      // The outcome of another kind is not that of this one.
      reset();
      if (request.kind === 'oco') void oco.send({ ...terms, ...request.oco });
      else if (request.kind === 'entry') void entry.send({ ...terms, ...request.entry });
      else void order.send({ ...terms, ...request.order });
    },
    status: (last ?? order).status,
    isSending: order.isSending || oco.isSending || entry.isSending,
    answer,
    error: (last ?? order).error,
  } as const;
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
  const { trail, stopPrice } = draft;
  return {
    kind: 'order',
    order: {
      side,
      orderType,
      quantity,
      ...given({ price, stopPrice }),
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

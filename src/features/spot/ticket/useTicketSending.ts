/** Sending what the ticket asks for: at once, or after it was shown once more, which an odd price always is. */
import { useState } from 'react';
import type { Market } from '@halyard/contract/market/calls';
import type { OrderRequest } from '@halyard/contract/spot/calls';
import { oddPriceOf } from '@halyard/contract/spot/unusualPrice';
import { timeInForceOf, type OrderDraft } from '@halyard/contract/spot/rules';
import { placement } from '../../../domain/spot/orderWrites.ts';
import { useOrderConfirmation } from '../../../domain/preferences/usePreferences.ts';
import { useMoneyMutation } from '../../../shared/money-mutations/useMoneyMutation.ts';

/**
 * An order that is `asked` about is the one of the moment when the button was pressed, whatever the market does
 * meanwhile.
 */
export function useTicketSending({ baseId, quoteId, lastPrice }: Market) {
  const placing = useMoneyMutation(placement);
  const { confirmsOrders, choose } = useOrderConfirmation();
  const [asked, setAsked] = useState<OrderDraft>();
  const place = (draft: OrderDraft) => {
    const request = requestOf(draft);
    if (request !== undefined) void placing.send({ baseId, quoteId, ...request });
  };
  return {
    placing,
    asked,
    isUnderWay: placing.isSending,
    send: (draft: OrderDraft) => {
      const isOdd = oddPriceOf(draft, lastPrice ?? undefined) !== undefined;
      if (confirmsOrders || isOdd) setAsked(draft);
      else place(draft);
    },
    confirm: (asksAgain: boolean) => {
      if (!asksAgain) choose(false);
      if (asked !== undefined) place(asked);
      setAsked(undefined);
    },
    withdraw: () => setAsked(undefined),
  } as const;
}

/** What goes to the exchange. Terms that a type has by itself are left out. */
function requestOf(draft: OrderDraft): Omit<OrderRequest, 'baseId' | 'quoteId'> | undefined {
  const { side, orderType, quantity, price, stopPrice, timeInForce, isPostOnly, maxSlippage } = draft;
  if (quantity === undefined) return undefined;
  const isUsual = timeInForce === timeInForceOf({ orderType, timeInForce: undefined });
  return {
    side,
    orderType,
    quantity,
    ...(price !== undefined && { price }),
    ...(stopPrice !== undefined && { stopPrice }),
    ...(!isUsual && timeInForce !== undefined && { timeInForce }),
    ...(isPostOnly === true && { isPostOnly }),
    ...(maxSlippage !== undefined && { maxSlippage }),
  };
}

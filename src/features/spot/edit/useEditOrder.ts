import { useState } from 'react';
import type { Market } from '@halyard/contract/market/calls';
import type { CodedError } from '@halyard/contract/errors';
import type { Order } from '@halyard/contract/spot/calls';
import { ZERO } from '@halyard/contract/money';
import { symbolOf } from '../../../domain/markets/marketsData.ts';
import { useBook } from '../../../domain/markets/useBook.ts';
import { replacement } from '../../../domain/spot/orderMutations.ts';
import { useBalance } from '../../../domain/wallet/useWallet.ts';
import { useMoneyMutation } from '../../../shared/money-mutations/useMoneyMutation.ts';
import { useBusyWhile } from '../../../shared/pwa/busy.ts';
import { contextOf } from '../ticket/readTicket.ts';
import { shownErrors, type TicketField, useBlockedReason } from '../ticket/ticketErrors.ts';
import { readEdit, spendableFor, type OrderEdit } from './editOrder.ts';

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
  const available = spendableFor(order, free);
  const reading = readEdit(order, edit, market, contextOf(order.side, { market, book, available }));
  const { send, isSending, status, error, reset } = useMoneyMutation(replacement);
  const blockedReason = useBlockedReason(market, isStale);

  // The event of the replaced order may arrive before the answer.
  const isOver = order.status !== 'waiting' && !isSending;

  useBusyWhile(isSending || Object.keys(edit).length > 0);

  async function save(): Promise<void> {
    setWasTried(true);
    if (reading.isUnchanged) return onDone(false);
    const { takerFeeRate: feeRate } = market;
    const request = reading.request && { ...reading.request, ...(feeRate !== undefined && { feeRate }) };
    const outcome = request && (await send(request));
    if (outcome?.data !== undefined) onDone(true);
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

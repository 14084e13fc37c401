import { isStillOpen } from '../api/appError.ts';
import { serverTimeMs } from '../time/serverClock.ts';
import { useEachSecond } from '../time/useEachSecond.ts';
import type { MoneyCall, MoneyMutation } from './moneyMutation.ts';
import { useCheckingText, useMoneyMutation } from './useMoneyMutation.ts';

/**
 * A money mutation that accepts a quote, and the whole seconds left of it by the exchange's clock. `isOver`: another
 * quote is needed. After a lost answer (`isOpen`) the same quote is sent again, also when it has ended: it may have
 * been executed.
 */
export function useQuoteAcceptance<C extends MoneyCall>(
  mutation: MoneyMutation<C>,
  quote: { readonly validUntil: string } | undefined,
) {
  const { send, isSending, status, error, reset } = useMoneyMutation(mutation);
  const checking = useCheckingText(status);
  const endMs = quote === undefined ? 0 : Date.parse(quote.validUntil);
  const secondsLeft = useEachSecond((nowMs) => Math.max(0, Math.ceil((endMs - serverTimeMs(nowMs)) / 1000)));
  const isOpen = error !== undefined && isStillOpen(error);
  const isOver = secondsLeft === 0 && !isSending && !isOpen;
  return { send, isSending, error, reset, checking, secondsLeft, isOpen, isOver } as const;
}

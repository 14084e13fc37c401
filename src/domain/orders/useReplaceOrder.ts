/** Changing a waiting order from a form: one change, however often the button is tapped and the request is sent. */
import type { RequestOf } from '@halyard/contract/call';
import type { Order, replaceOrder } from '@halyard/contract/calls/spot';
import type { AppError } from '../../shared/api/appError.ts';
import { useSendOnce } from '../../shared/api/useSendOnce.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { useReplaceOrderMutation } from './orderChangesApi.ts';
import { selectPlacement } from './placementsSlice.ts';

/** What is asked for, without the id. */
export type ReplaceRequest = Omit<RequestOf<typeof replaceOrder>, 'clientRequestId'>;

/**
 * `replace` resolves to the order that stands in the old one's place, or to nothing when there is none; `error` says why not. `isChecking` means that the answer
 * was lost and the exchange is being asked.
 */
export function useReplaceOrder() {
  const [run, { error, isLoading, originalArgs, reset }] = useReplaceOrderMutation();
  const placement = useAppSelector((state) => selectPlacement(state, originalArgs?.clientRequestId));
  const sendOnce = useSendOnce<ReplaceRequest, Order>(run);
  const replace = async (request: ReplaceRequest): Promise<Order | undefined> => (await sendOnce(request))?.data;
  return {
    replace,
    isSending: isLoading,
    isChecking: placement === 'checking',
    error: error as AppError | undefined,
    reset,
  } as const;
}

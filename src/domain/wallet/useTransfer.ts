/** Moving money between the user's own accounts, once, however often the button is pressed. */
import type { AppError } from '../../shared/api/appError.ts';
import { useSendOnce } from '../../shared/api/useSendOnce.ts';
import { useTransferMutation, type TransferRequest } from './transfersApi.ts';

/** What is asked for, without the id. */
export type TransferOrder = Omit<TransferRequest, 'clientRequestId'>;

/** `send` resolves to whether the money moved; `error` says why not. `reset` forgets the error. */
export function useTransfer() {
  const [run, { error, isLoading, reset }] = useTransferMutation();
  const sendOnce = useSendOnce<TransferOrder, null>(run);
  const send = async (order: TransferOrder): Promise<boolean> => {
    const outcome = await sendOnce(order);
    return outcome !== undefined && outcome.error === undefined;
  };
  return { send, isSending: isLoading, error: error as AppError | undefined, reset } as const;
}

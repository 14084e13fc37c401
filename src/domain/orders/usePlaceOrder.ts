/** Placing an order from a form: one order, however often the button is tapped and the request is sent. */
import { useCallback, useRef } from 'react';
import type { Order, OrderRequest } from '@halyard/contract/calls/spot';
import { isOutcomeUnknown, type AppError } from '../../shared/api/appError.ts';
import { newRequestId } from '../../shared/api/newRequestId.ts';
import { SAME_TAP_MS } from '../../shared/api/useSendOnce.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { usePlaceOrderMutation } from './ordersApi.ts';
import { selectPlacement, type PlacementStatus } from './placementsSlice.ts';

type Attempt = { readonly clientRequestId: string; readonly fingerprint: string; readonly atMs: number };

/**
 * `place` sends an order; `status` says how it stands: `checking` means that the answer was lost and the exchange is being asked. The same
 * order after a lost answer goes out under the same id, so it is never placed twice.
 */
export function usePlaceOrder() {
  const [run, { data: order, error, isLoading, originalArgs, reset }] = usePlaceOrderMutation();
  const lastRef = useRef<Attempt>(undefined);
  const placement = useAppSelector((state) => selectPlacement(state, originalArgs?.clientRequestId));
  const failure = error as AppError | undefined;

  const place = useCallback(
    (request: OrderRequest) => {
      const last = lastRef.current;
      const nowMs = Date.now();
      const fingerprint = JSON.stringify(request);
      const isSecondTap = last?.fingerprint === fingerprint && Math.abs(nowMs - last.atMs) < SAME_TAP_MS;
      if (isLoading || isSecondTap) return;
      const clientRequestId = reusableId(last, fingerprint, failure) ?? newRequestId();
      lastRef.current = { clientRequestId, fingerprint, atMs: nowMs };
      void run({ request, clientRequestId });
    },
    [failure, isLoading, run],
  );

  return {
    place,
    order,
    error: failure,
    status: statusOf(placement ?? (isLoading ? 'sending' : undefined), order, failure),
    reset,
  };
}

function reusableId(last: Attempt | undefined, fingerprint: string, error: AppError | undefined): string | undefined {
  const isOpen = error !== undefined && (isOutcomeUnknown(error) || error.code === 'OUTCOME_UNKNOWN');
  return isOpen && last?.fingerprint === fingerprint ? last.clientRequestId : undefined;
}

function statusOf(placement: PlacementStatus | undefined, order: Order | undefined, error: AppError | undefined) {
  if (placement !== undefined) return placement;
  if (order !== undefined) return 'placed';
  return error === undefined ? 'idle' : 'failed';
}

/** Changing waiting orders: one by another in its place, all of a filter at once. Both carry an id, so however often they are sent they are done once. */
import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import { cancelAllOrders, replaceOrder, type Order } from '@halyard/contract/calls/spot';
import { toCall } from '../../shared/api/baseQuery.ts';
import { newRequestId } from '../../shared/api/newRequestId.ts';
import { cacheAnswer, ordersApi, WRITE_TIMEOUT_MS } from './ordersApi.ts';
import { orderSent, outcomeLost, outcomeSettled } from './placementsSlice.ts';
import { sendUntilClear } from './settleOrder.ts';

/** A change of a waiting order, with the id that makes it one. */
export type Replacement = RequestOf<typeof replaceOrder> & { readonly clientRequestId: string };

/** Which waiting orders are cancelled together: all of them where nothing is said. */
type CancelFilter = Omit<RequestOf<typeof cancelAllOrders>, 'clientRequestId'>;
type Cancelled = AnswerOf<typeof cancelAllOrders>;

const orderChangesApi = ordersApi.injectEndpoints({
  endpoints: (build) => ({
    /** Puts another order in the place of a waiting one; answers the new one. When the answer is lost, the same is asked again under the same id. */
    replaceOrder: build.mutation<Order, Replacement>({
      queryFn: async (request, { dispatch }, _options, runCall) => {
        const { clientRequestId } = request;
        dispatch(orderSent({ clientRequestId }));
        const onLost = () => dispatch(outcomeLost({ clientRequestId }));
        const outcome = await sendUntilClear<Order>(toCall(replaceOrder, request), runCall, onLost);
        dispatch(outcomeSettled({ clientRequestId }));
        return 'error' in outcome ? { ...outcome, meta: { isInline: true } } : outcome;
      },
      extraOptions: { isMoneyWrite: true, errors: 'inline', timeoutMs: WRITE_TIMEOUT_MS },
      onQueryStarted: cacheAnswer,
      // The order that made room is over; one that could not be changed is not what the list says.
      invalidatesTags: [{ type: 'Order', id: 'LIST' }, { type: 'Fill', id: 'LIST' }, 'Wallet'],
    }),
    /** Cancels all waiting orders of a filter in one go; answers how many there were. */
    cancelAllOrders: build.mutation<Cancelled, CancelFilter>({
      queryFn: async (filter, _api, _options, runCall) => {
        const request = { ...filter, clientRequestId: newRequestId() };
        return sendUntilClear<Cancelled>(toCall(cancelAllOrders, request), runCall);
      },
      extraOptions: { isMoneyWrite: true, timeoutMs: WRITE_TIMEOUT_MS },
      invalidatesTags: [{ type: 'Order', id: 'LIST' }, 'Wallet'],
    }),
  }),
});

export const { useReplaceOrderMutation, useCancelAllOrdersMutation } = orderChangesApi;

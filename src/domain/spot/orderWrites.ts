/** Placing, changing and cancelling orders. */
import { cancelAllOrders, cancelOrder, placeOrder, replaceOrder, type Order } from '@halyard/contract/spot/calls';
import { moneyMutation } from '../../shared/money-mutations/moneyMutation.ts';
import type { AppDispatch, RootState } from '../../shared/store/rootState.ts';
import { cacheOrders } from './ordersApi.ts';

const ORDERS = { type: 'Order', id: 'LIST' } as const;
const FILLS = { type: 'Fill', id: 'LIST' } as const;

/** What an order's write answers is in all lists at once. */
const ofOrder = {
  onDone: (order: Order, dispatch: AppDispatch, state: RootState) => cacheOrders([order], dispatch, state),
  detailOf: ({ symbol }: Order) => symbol,
};

/** Places an order. */
export const placement = moneyMutation({
  call: placeOrder,
  subject: 'order',
  invalidates: ['Wallet', FILLS],
  ...ofOrder,
});

/** Puts another order in the place of a waiting one; answers the new one. */
export const replacement = moneyMutation({
  call: replaceOrder,
  subject: 'replacement',
  // The order that made room is over; one that could not be changed is not what the list says.
  invalidates: [ORDERS, FILLS, 'Wallet'],
  ...ofOrder,
});

/** Cancels a waiting order. */
export const cancellation = moneyMutation({
  call: cancelOrder,
  subject: 'cancellation',
  // When it could not be cancelled it is not what the list says, so the list is read again.
  invalidates: (order) => (order === undefined ? [ORDERS, 'Wallet'] : ['Wallet']),
  errors: 'toast',
  ...ofOrder,
});

/** Cancels all waiting orders of a filter in one go, all of them where nothing is said; answers how many there were. */
export const cancellationOfAll = moneyMutation({
  call: cancelAllOrders,
  subject: 'cancellationOfAll',
  invalidates: [ORDERS, 'Wallet'],
  errors: 'toast',
  detailOf: ({ cancelled }) => String(cancelled),
});

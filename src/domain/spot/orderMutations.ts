/** Mutations that place, replace and cancel orders. */
import type { Order } from '@halyard/contract/spot/calls';
import {
  cancelAllOrders,
  cancelGroup,
  cancelOrder,
  placeEntry,
  placeOco,
  placeOrder,
  replaceOrder,
  type OrderGroup,
} from '@halyard/contract/spot/mutationCalls';
import { moneyMutation } from '../../shared/money-mutations/moneyMutation.ts';
import type { AppDispatch, RootState } from '../../shared/store/rootState.ts';
import { cacheOrders } from './ordersApi.ts';

const ORDERS = { type: 'Order', id: 'LIST' } as const;
const FILLS = { type: 'Fill', id: 'LIST' } as const;

/** The answer of an order mutation updates all lists immediately. */
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

const ofGroup = {
  onDone: ({ orders }: OrderGroup, dispatch: AppDispatch, state: RootState) => cacheOrders(orders, dispatch, state),
  detailOf: ({ orders }: OrderGroup) => orders[0]?.symbol,
};

/** Places a take profit and a stop of which one is filled. */
export const ocoPlacement = moneyMutation({
  call: placeOco,
  subject: 'oco',
  invalidates: ['Wallet'],
  ...ofGroup,
});

/** Places an order that brings in its exits. */
export const entryPlacement = moneyMutation({
  call: placeEntry,
  subject: 'entry',
  invalidates: ['Wallet', FILLS],
  ...ofGroup,
});

/** Cancels all waiting orders of a group; returns their number. */
export const groupCancellation = moneyMutation({
  call: cancelGroup,
  subject: 'groupCancellation',
  invalidates: [ORDERS, 'Wallet'],
  errors: 'toast',
});

/** Replaces a waiting order; returns the new one. */
export const replacement = moneyMutation({
  call: replaceOrder,
  subject: 'replacement',
  // The replaced order is over; after a refusal its state differs from the list.
  invalidates: [ORDERS, FILLS, 'Wallet'],
  ...ofOrder,
});

/** Cancels a waiting order. */
export const cancellation = moneyMutation({
  call: cancelOrder,
  subject: 'cancellation',
  // After a refusal the order's state differs from the list, so the list is read again.
  invalidates: (order) => (order === undefined ? [ORDERS, 'Wallet'] : ['Wallet']),
  errors: 'toast',
  ...ofOrder,
});

/** Cancels all waiting orders of a filter at once, or all of them; returns their number. */
export const cancellationOfAll = moneyMutation({
  call: cancelAllOrders,
  subject: 'cancellationOfAll',
  invalidates: [ORDERS, 'Wallet'],
  errors: 'toast',
  detailOf: ({ cancelled }) => String(cancelled),
});

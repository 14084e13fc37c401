import {
  cancellation,
  cancellationOfAll,
  entryPlacement,
  groupCancellation,
  ocoPlacement,
  placement,
  replacement,
} from './orderMutations.ts';
import { ordersApi } from './ordersApi.ts';
import { QUIET, type DomainProduct } from '../product.ts';

export const product: DomainProduct = {
  mutations: [placement, ocoPlacement, entryPlacement, replacement, cancellation, groupCancellation, cancellationOfAll],
  readAhead: [
    (dispatch) => dispatch(ordersApi.endpoints.listOrders.initiate({ status: 'waiting' }, QUIET)),
    (dispatch) => dispatch(ordersApi.endpoints.pageOrders.initiate({ isOver: true }, QUIET)),
    (dispatch) => dispatch(ordersApi.endpoints.pageOrders.initiate({}, QUIET)),
    (dispatch) => dispatch(ordersApi.endpoints.pageFills.initiate({}, QUIET)),
  ],
};

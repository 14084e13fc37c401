import { trustApi } from './trustApi.ts';
import { renewalChange, trustPurchase, trustRedemption } from './trustMutations.ts';
import { QUIET, type DomainProduct } from '../product.ts';

export const product: DomainProduct = {
  mutations: [trustPurchase, trustRedemption, renewalChange],
  readAhead: [
    (dispatch) => dispatch(trustApi.endpoints.getTrustReport.initiate(undefined, QUIET)),
    (dispatch) => dispatch(trustApi.endpoints.pageTrustOrders.initiate({ status: 'hosting' }, QUIET)),
  ],
};

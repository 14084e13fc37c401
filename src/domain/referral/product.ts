import { referralApi } from './referralApi.ts';
import { QUIET, type DomainProduct } from '../product.ts';

export const product: DomainProduct = {
  mutations: [],
  readAhead: [
    (dispatch) => dispatch(referralApi.endpoints.getInvitation.initiate(undefined, QUIET)),
    (dispatch) => dispatch(referralApi.endpoints.pageRebates.initiate(undefined, QUIET)),
  ],
};

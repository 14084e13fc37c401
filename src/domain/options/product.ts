import { purchase, selfLimitsChange } from './optionMutations.ts';
import { optionsApi } from './optionsApi.ts';
import { QUIET, type DomainProduct } from '../product.ts';

export const product: DomainProduct = {
  mutations: [purchase, selfLimitsChange],
  readAhead: [
    (dispatch) => dispatch(optionsApi.endpoints.pageOptions.initiate({}, QUIET)),
    (dispatch) => dispatch(optionsApi.endpoints.listOptionDays.initiate({}, QUIET)),
  ],
};

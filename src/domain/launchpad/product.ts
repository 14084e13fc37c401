import { givingUp, subscribing } from './offeringMutations.ts';
import { offeringsApi } from './offeringsApi.ts';
import { QUIET, type DomainProduct } from '../product.ts';

export const product: DomainProduct = {
  mutations: [subscribing, givingUp],
  readAhead: [(dispatch) => dispatch(offeringsApi.endpoints.pageSubscriptions.initiate({}, QUIET))],
};

import {
  opening,
  closing,
  closingOfAll,
  stopsChange,
  positionCancellation,
  marginAddition,
  reversal,
} from './futuresMutations.ts';
import { type DomainProduct } from '../product.ts';

export const product: DomainProduct = {
  mutations: [opening, closing, closingOfAll, stopsChange, positionCancellation, marginAddition, reversal],
  readAhead: [],
};

import type { DomainProduct } from '../product.ts';
import { acceptance } from './convertApi.ts';
import { planChange, planEdit, planStart } from './plansApi.ts';

export const product: DomainProduct = {
  mutations: [acceptance, planStart, planEdit, planChange],
  readAhead: [],
};

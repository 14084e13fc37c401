/** Declarations of all products, collected from their `product.ts`. */
import type { MoneyMutation } from '../shared/money-mutations/moneyMutation.ts';
import type { DomainProduct } from './product.ts';

const PRODUCTS = Object.values(import.meta.glob<DomainProduct>('./*/product.ts', { eager: true, import: 'product' }));

export const PRODUCT_MUTATIONS = PRODUCTS.flatMap(({ mutations }) => mutations) as readonly MoneyMutation[];
export const PRODUCT_LISTS = PRODUCTS.flatMap(({ readAhead }) => readAhead);

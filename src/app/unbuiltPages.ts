/** Pages of the specification that no feature has yet, and the product that each belongs to. */
import { isBuilt } from '../shared/navigation/builtPages.ts';
import type { TitledPage } from '../shared/navigation/feature.ts';
import { ROUTES, type PageName } from '../shared/navigation/paths.ts';

/** A product by the name of its first page. */
export type Product = TitledPage & ('trust' | 'publications');

const PRODUCTS: Readonly<Partial<Record<PageName, Product>>> = {
  trust: 'trust',
  finance: 'trust',
  financeBuy: 'trust',
  financeOrders: 'trust',
  financeRules: 'trust',
  publications: 'publications',
  publication: 'publications',
  publicationPurchase: 'publications',
};

/** Each with its product. A page goes from here by itself when a feature brings it. */
export const UNBUILT_PAGES = ROUTES.flatMap(([name, { pattern }]) => {
  const product = PRODUCTS[name];
  return product === undefined || isBuilt(name) ? [] : [{ name, pattern, product }];
});

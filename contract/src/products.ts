/** Every product, in the order of their entries, messages and errors in all lists. */
import { convert } from './convert/product.ts';
import { futures } from './futures/product.ts';
import { launchpad } from './launchpad/product.ts';
import { options } from './options/product.ts';
import { referral } from './referral/product.ts';
import { spot } from './spot/product.ts';
import { trust } from './trust/product.ts';

export const PRODUCTS = [spot, convert, options, futures, trust, launchpad, referral] as const;

/** The side of an order, which ledger entries of its trades have as well. */
import { code } from '../codec.ts';

export const side = code({ buy: 1, sell: 2 });

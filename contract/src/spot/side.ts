/** The side of an order, which ledger entries of its trades have as well. */
import type * as z from 'zod/mini';
import { code } from '../codec.ts';

export const side = code({ buy: 1, sell: 2 });

export type Side = z.output<typeof side>;

/** The opposite side. */
export function otherSide(of: Side): Side {
  return of === 'buy' ? 'sell' : 'buy';
}

/** Parts of the app that run without a page. Each product declares its own in `<product>/product.ts`. */
import type { AppDispatch } from '../shared/store/rootState.ts';

export type DomainProduct = {
  /** Its money mutations. One that is missing here is not settled after a reload. */
  readonly mutations: readonly unknown[];
  /** Requests of its screens as they open, which are read ahead so that these open offline. */
  readonly readAhead: readonly ReadAhead[];
};

type ReadAhead = (dispatch: AppDispatch) => PromiseLike<{ readonly isError: boolean }>;

/** Options of a request that is read ahead. A cached list is not requested again. */
export const QUIET = { subscribe: false } as const;

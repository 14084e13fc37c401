/** Trust products and orders for the screens; no user data while logged out. */
import { skipToken } from '@reduxjs/toolkit/query';
import * as z from 'zod/mini';
import { count } from '@halyard/contract/codec';
import type { TrustOrderId } from '@halyard/contract/trust/calls';
import type { AppError } from '../../shared/api/appError.ts';
import { useAsOf } from '../../shared/api/useAsOf.ts';
import { usePagedList, wholePage } from '../../shared/api/usePagedList.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { selectIsLoggedIn } from '../session/sessionSlice.ts';
import {
  useGetRenewalOfferQuery,
  useGetTrustProductQuery,
  useGetTrustReportQuery,
  useListTrustProductsQuery,
  usePageTrustOrdersInfiniteQuery,
  type TrustFilter,
} from './trustApi.ts';

/** Other users buy too, so the remaining capacity changes. */
const RENEW_MS = 30_000;
const POLLING = { pollingInterval: RENEW_MS, skipPollingIfUnfocused: true } as const;

/** The product that a query names by `id`. */
export function productIdOf(query: URLSearchParams): number | undefined {
  const read = z.safeDecode(count, query.get('id') ?? '');
  return read.success ? read.data : undefined;
}

/** All products on sale. */
export function useTrustProducts() {
  const { currentData, error, refetch, fulfilledTimeStamp } = useListTrustProductsQuery(undefined, POLLING);
  const failure = currentData === undefined ? (error as AppError | undefined) : undefined;
  return { products: currentData, error: failure, retry: refetch, updatedAtMs: fulfilledTimeStamp };
}

/** One product. */
export function useTrustProduct(id: number | undefined) {
  const { currentData, error, refetch } = useGetTrustProductQuery(id ?? skipToken, POLLING);
  const failure = currentData === undefined ? (error as AppError | undefined) : undefined;
  return { product: currentData, error: failure, retry: refetch };
}

/** The terms on which an order can be renewed; always current, since the user agrees to them. */
export function useRenewalOffer(id: TrustOrderId | undefined) {
  const { currentData, error, refetch } = useGetRenewalOfferQuery(id ?? skipToken, {
    ...POLLING,
    refetchOnMountOrArgChange: true,
  });
  const failure = currentData === undefined ? (error as AppError | undefined) : undefined;
  return { offer: currentData, error: failure, retry: refetch };
}

/** Totals of the user's orders by currency. */
export function useTrustReport() {
  const query = useGetTrustReportQuery(useAppSelector(selectIsLoggedIn) ? undefined : skipToken);
  return { report: query.currentData, refetch: query.refetch, asOfMs: useAsOf(query, true) };
}

/** Orders of a filter, newest first. */
export function useTrustOrders(filter: TrustFilter) {
  const query = usePageTrustOrdersInfiniteQuery(useAppSelector(selectIsLoggedIn) ? filter : skipToken);
  return usePagedList(query, wholePage, { isStreamed: true });
}

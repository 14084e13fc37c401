/**
 * The one RTK Query API of the app. Each folder of `src/domain` injects its endpoints; tags are listed here, so that
 * all know them.
 */
import { createApi } from '@reduxjs/toolkit/query/react';
import { cachingQuery } from './caching.ts';

/** Cache tags. Lists have the id `LIST`. */
const TAGS = [
  'Session',
  'Config',
  'Market',
  'Order',
  'Fill',
  'Wallet',
  'Movement',
  'Performance',
  'Transfer',
  'Deposit',
  'Withdrawal',
  'Address',
  'BankCard',
  'Identity',
  'Security',
  'Article',
  'Message',
  'Chat',
  'Preference',
  'Option',
  'OptionTerms',
  'SelfLimits',
  'Position',
  'FuturesTerms',
  'Trust',
  'TrustProduct',
  'PriceAlert',
  'Offering',
  'Subscription',
  'Referral',
] as const;

/** A tag of the list. */
export type Tag = (typeof TAGS)[number];

export const emptyApi = createApi({
  reducerPath: 'api',
  baseQuery: cachingQuery,
  tagTypes: TAGS,
  refetchOnReconnect: true,
  endpoints: () => ({}),
});

declare global {
  interface HalyardState {
    [emptyApi.reducerPath]: ReturnType<typeof emptyApi.reducer>;
  }
}

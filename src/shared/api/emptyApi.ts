/**
 * The one RTK Query API of the app. Each folder of `src/domain` injects its endpoints; tags are listed here, so that
 * all know them.
 */
import type { RecordChange } from '@halyard/contract/realtime/accountRoom';
import { createApi } from '@reduxjs/toolkit/query/react';
import { cachingQuery } from './caching.ts';

/** Cache tags. Lists have the id `LIST`. */
export const TAGS = [
  'Session',
  'Config',
  'Halt',
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
  'PriceAlert',
  'Offering',
  'Referral',
  'Record',
] as const;

/** Tag of everything that shows records of a subject: invalidated when one of them changes. */
export const recordTag = (subject: RecordChange['subject']) => ({ type: 'Record', id: subject }) as const;

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

/** Web push of this device. */
import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import { getPushKey, subscribePush, unsubscribePush } from '@halyard/contract/notifications/calls';
import { toCall, type CallOptions } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';

// What fails is said where it is turned on; at the start of the app it is tried again another time.
const INLINE: CallOptions = { errors: 'inline' };

export const pushApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /** The exchange's VAPID key. */
    getPushKey: build.query<string, void>({
      query: () => toCall(getPushKey, {}),
      transformResponse: ({ publicKey }: AnswerOf<typeof getPushKey>) => publicKey,
      extraOptions: INLINE,
    }),
    /** Tells where this browser gets pushes, and which. */
    subscribePush: build.mutation<AnswerOf<typeof subscribePush>, RequestOf<typeof subscribePush>>({
      query: (request) => toCall(subscribePush, request),
      extraOptions: INLINE,
    }),
    unsubscribePush: build.mutation<string, RequestOf<typeof unsubscribePush>>({
      query: (request) => toCall(unsubscribePush, request),
      extraOptions: INLINE,
    }),
  }),
});

/** Receipts of futures positions in the public log. */
import type { AnswerOf } from '@halyard/contract/call';
import { getLoggedPosition } from '@halyard/contract/futures/loggedPositionCalls';
import type { PositionId } from '@halyard/contract/ids';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';

/** Cached receipts: those of the positions opened last. One file may be as large as a whole record. */
const CACHED_POSITIONS = 5;
type OfPosition = { readonly id: PositionId };

const loggedPositionApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    getLoggedPosition: build.query<string, PositionId>({
      query: (id) => toCall(getLoggedPosition, { id }),
      transformResponse: ({ file }: AnswerOf<typeof getLoggedPosition>) => file,
      extraOptions: {
        errors: 'inline',
        cache: {
          nameOf: ({ id }: OfPosition) => String(id),
          groupOf: ({ id }: OfPosition) => ({ name: 'positions', member: String(id), max: CACHED_POSITIONS }),
        },
      },
    }),
  }),
});

export const { useGetLoggedPositionQuery } = loggedPositionApi;

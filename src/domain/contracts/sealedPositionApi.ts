/** The receipts of leveraged positions in the public log. */
import type { AnswerOf } from '@halyard/contract/call';
import { getSealedPosition } from '@halyard/contract/calls/sealedPosition';
import type { PositionId } from '@halyard/contract/calls/ids';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';

/** How many files stay on the device: those of the positions that were opened last. One may be as long as a record. */
const POSITIONS_KEPT = 5;
type OfPosition = { readonly id: PositionId };

const sealedPositionApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    getSealedPosition: build.query<string, PositionId>({
      query: (id) => toCall(getSealedPosition, { id }),
      transformResponse: ({ file }: AnswerOf<typeof getSealedPosition>) => file,
      extraOptions: {
        errors: 'inline',
        keeps: {
          nameOf: ({ id }: OfPosition) => String(id),
          familyOf: ({ id }: OfPosition) => ({ name: 'positions', member: String(id), max: POSITIONS_KEPT }),
        },
      },
    }),
  }),
});

export const { useGetSealedPositionQuery } = sealedPositionApi;

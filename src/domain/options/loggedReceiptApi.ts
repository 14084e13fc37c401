/** Receipts of options in the public log. */
import type { AnswerOf } from '@halyard/contract/call';
import { getLoggedReceipt } from '@halyard/contract/transparency/calls';
import type { OptionId } from '@halyard/contract/ids';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';

/** Options whose receipts are cached: the last ones viewed. */
const CACHED_OPTIONS = 20;
type OfOption = { readonly id: OptionId };
const RECEIPTS = {
  nameOf: ({ id }: OfOption) => String(id),
  groupOf: ({ id }: OfOption) => ({ name: 'receipts', member: String(id), max: CACHED_OPTIONS }),
};

const loggedReceiptApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /** The receipt file of the public log. */
    getLoggedReceipt: build.query<string, OptionId>({
      query: (id) => toCall(getLoggedReceipt, { id }),
      transformResponse: ({ file }: AnswerOf<typeof getLoggedReceipt>) => file,
      extraOptions: { errors: 'inline', cache: RECEIPTS },
    }),
  }),
});

export const { useGetLoggedReceiptQuery } = loggedReceiptApi;

/** The user's executions of a stretch of time, for the marks on a chart. */
import { listFills, PAGE_LIMIT_MAX, type Fill } from '@halyard/contract/spot/calls';
import type { AppError } from '../../shared/api/appError.ts';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import type { MarketFilter } from '../spot/orderData.ts';

/** Executions of a market since a UTC day. */
export type FillsSince = MarketFilter & { readonly from: string };

/** Pages of 100: more marks than that say nothing any more. */
const PAGES_MAX = 5;

const chartFillsApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /** Newest first, at most 500. Read again whenever one of the user's orders changed. */
    listFillsSince: build.query<readonly Fill[], FillsSince>({
      queryFn: async (filter, _api, _options, runCall) => {
        const fills: Fill[] = [];
        for (let page = 1; page <= PAGES_MAX; page += 1) {
          const after = fills.at(-1)?.id;
          const answer = await runCall(
            toCall(listFills, { ...filter, page, limit: PAGE_LIMIT_MAX, ...(after !== undefined && { after }) }),
          );
          if (answer.error !== undefined) return { error: answer.error as AppError };
          const rows = answer.data as readonly Fill[];
          fills.push(...rows);
          if (rows.length < PAGE_LIMIT_MAX) break;
        }
        return { data: fills };
      },
      providesTags: [{ type: 'Fill', id: 'LIST' }],
      // A chart without marks is still a chart.
      extraOptions: { errors: 'inline' },
    }),
  }),
});

export const { useListFillsSinceQuery } = chartFillsApi;

/** A list that is read page by page, for the screens. */
import { useMemo } from 'react';
import type { AppError } from './appError.ts';
import { useAsOf } from './useAsOf.ts';

/** What a hook of an infinite query tells. */
type PagesQuery<Page> = {
  readonly currentData?: { readonly pages: readonly Page[] } | undefined;
  readonly error?: unknown;
  readonly isFetching: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly hasNextPage: boolean;
  readonly fetchNextPage: () => unknown;
  readonly refetch: () => Promise<unknown>;
  readonly endpointName?: string | undefined;
  readonly originalArgs?: unknown;
  readonly fulfilledTimeStamp?: number | undefined;
};

type Listed = { readonly id: number | string };

export type PagedRows<Row> = {
  /** What was read so far, each row once; `undefined` before the first answer. */
  readonly rows: readonly Row[] | undefined;
  /** Why nothing came. */
  readonly error: AppError | undefined;
  /** Why the last further page did not come. */
  readonly moreError: AppError | undefined;
  readonly isFetching: boolean;
  readonly isLoadingMore: boolean;
  readonly hasMore: boolean;
  readonly loadMore: () => unknown;
  readonly retry: () => Promise<unknown>;
  readonly updatedAtMs: number | 'live' | undefined;
  readonly asOfMs: number | undefined;
};

type Options = {
  /** Whether new rows stream in; see {@link useAsOf}. */
  readonly isStreamed?: boolean;
};

/** The rows of all pages that were read, and the way to the next one. `rowsOf` is the same function each time. */
export function usePagedList<Page, Row extends Listed>(
  query: PagesQuery<Page>,
  rowsOf: (page: Page) => readonly Row[],
  { isStreamed = false }: Options = {},
): PagedRows<Row> {
  const { currentData } = query;
  const rows = useMemo(
    () => currentData && unique(currentData.pages.flatMap((page) => rowsOf(page))),
    [currentData, rowsOf],
  );
  const failure = query.error as AppError | undefined;
  return {
    rows,
    error: rows === undefined ? failure : undefined,
    moreError: query.isFetchNextPageError ? failure : undefined,
    isFetching: query.isFetching,
    isLoadingMore: query.isFetchingNextPage,
    hasMore: query.hasNextPage,
    loadMore: query.fetchNextPage,
    retry: query.refetch,
    updatedAtMs: isStreamed && rows !== undefined ? 'live' : query.fulfilledTimeStamp,
    asOfMs: useAsOf(query, isStreamed),
  };
}

/** For pages that are lists of rows and nothing else. */
export function wholePage<Row>(page: readonly Row[]): readonly Row[] {
  return page;
}

// What came in between two pages moves the rest on, and a row is answered in both.
function unique<Row extends Listed>(rows: readonly Row[]): readonly Row[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

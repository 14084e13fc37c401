/** Paged lists for screens. */
import { PAGE_LIMIT_MAX } from '@halyard/contract/paging';
import { useMemo } from 'react';
import type { AppError } from './appError.ts';
import { useAsOf } from './useAsOf.ts';

/** The parts of an infinite query's hook result that are used here. */
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
  /** Loaded rows, each once; `undefined` before the first answer. */
  readonly rows: readonly Row[] | undefined;
  /** Error of the first page. */
  readonly error: AppError | undefined;
  /** Error of the last further page. */
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

/** Rows of all loaded pages, and loading the next one. `rowsOf` must be a stable function. */
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

/** For pages that are plain lists of rows. */
export function wholePage<Row>(page: readonly Row[]): readonly Row[] {
  return page;
}

// A row inserted between two requests shifts the rest, so one row appears on both pages.
function unique<Row extends Listed>(rows: readonly Row[]): readonly Row[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

/** Paging by row ids. */

/** Rows on one page of a history. */
export const PAGE_LENGTH = 20;

/** Start of a page: after a row, so that new rows shift nothing. Legacy servers count pages instead. */
export type PagePlace<Id> = { readonly page: number; readonly after?: Id | undefined };

type IdRow<Id> = { readonly id: Id };

/** Paging for lists whose rows have ids. */
export function pagesOf<Id>() {
  return {
    initialPageParam: { page: 1 } as PagePlace<Id>,
    getNextPageParam: (last: readonly IdRow<Id>[], _all: unknown, { page }: PagePlace<Id>): PagePlace<Id> | undefined =>
      last.length < PAGE_LENGTH ? undefined : { page: page + 1, after: last.at(-1)?.id },
  };
}

/** Request parameters of a page. */
export function pageRequest<Id>({ page, after }: PagePlace<Id>) {
  return { page, limit: PAGE_LENGTH, ...(after !== undefined && { after }) };
}

/** Limit of pages for a whole list; with more rows than that, the newest are returned. */
const ALL_PAGES_MAX = 10;

type PageAnswer = { readonly data?: unknown; readonly error?: AppError | undefined };
type WholePlace<Id> = PagePlace<Id> & { readonly limit: number };

/** All rows of a list, newest first, across all pages. Errors: those of the call. */
export async function readAllPages<Answer, Row extends Listed>(
  readPage: (place: WholePlace<Row['id']>) => Promise<PageAnswer>,
  rowsOf: (answer: Answer) => readonly Row[],
): Promise<{ readonly data: readonly Row[] } | { readonly error: AppError }> {
  let rows: readonly Row[] = [];
  for (let page = 1; page <= ALL_PAGES_MAX; page += 1) {
    const after: Row['id'] | undefined = rows.at(-1)?.id;
    const { data, error } = await readPage({ page, limit: PAGE_LIMIT_MAX, ...(after !== undefined && { after }) });
    if (error !== undefined) return { error };
    const read = rowsOf(data as Answer);
    rows = unique([...rows, ...read]);
    if (read.length < PAGE_LIMIT_MAX) break;
  }
  return { data: rows };
}

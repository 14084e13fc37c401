/** Paging by row ids. */

/** Rows on one page of a history. */
export const PAGE_LENGTH = 20;

/** Start of a page: after a row, so that new rows shift nothing. Legacy servers count pages instead. */
export type PagePlace<Id> = { readonly page: number; readonly after?: Id | undefined };

type Row<Id> = { readonly id: Id };

/** Paging for lists whose rows have ids. */
export function pagesOf<Id>() {
  return {
    initialPageParam: { page: 1 } as PagePlace<Id>,
    getNextPageParam: (last: readonly Row<Id>[], _all: unknown, { page }: PagePlace<Id>): PagePlace<Id> | undefined =>
      last.length < PAGE_LENGTH ? undefined : { page: page + 1, after: last.at(-1)?.id },
  };
}

/** Request parameters of a page. */
export function pageRequest<Id>({ page, after }: PagePlace<Id>) {
  return { page, limit: PAGE_LENGTH, ...(after !== undefined && { after }) };
}

/** Division of lists into pages (docs/protocol.md). */
import { PAGE_LIMIT_MAX } from '@halyard/contract/paging';

/** Position of the rows to read in a list. */
export type Page = { readonly page: number; readonly limit: number; readonly offset: number };

// Page size of legacy clients that do not send one.
const LIMIT_DEFAULT = 5;

/** Page of a request. Some legacy clients count pages from 1 and some from 0; both mean the first page. */
export function pageOf(request: { readonly page?: number | undefined; readonly limit?: number | undefined }): Page {
  const limit = Math.min(Math.max(request.limit ?? LIMIT_DEFAULT, 1), PAGE_LIMIT_MAX);
  const page = Math.max(request.page ?? 1, 1);
  return { page, limit, offset: (page - 1) * limit };
}

/** Rows of a page as a numbered page; `path` is the path of the call. */
export function toNumberedPage<R>(path: string, { page, limit, offset }: Page, found: { rows: R[]; total: number }) {
  const { rows, total } = found;
  const isLast = offset + rows.length >= total || rows.length === 0;
  const lastPage = Math.max(Math.ceil(total / limit), 1);
  return { rows, page, limit, total, lastPage, nextPageUrl: isLast ? null : `/api/${path}?page=${page + 1}` };
}

/** Cutting lists into pages (`wire-facts`, section 1.5). */
import { PAGE_LIMIT_MAX } from '@halyard/contract/paging';

/** Which rows of a list to read. */
export type Page = { readonly page: number; readonly limit: number; readonly offset: number };

// What the family answers when nobody says how many.
const LIMIT_DEFAULT = 5;

/** The page that is asked for. Clients of the family count pages from 1 and some from 0; both mean the first one. */
export function pageOf(request: { readonly page?: number | undefined; readonly limit?: number | undefined }): Page {
  const limit = Math.min(Math.max(request.limit ?? LIMIT_DEFAULT, 1), PAGE_LIMIT_MAX);
  const page = Math.max(request.page ?? 1, 1);
  return { page, limit, offset: (page - 1) * limit };
}

/** The rows of a page in the form of a numbered page; `path` is the call's. */
export function toNumberedPage<R>(path: string, { page, limit, offset }: Page, found: { rows: R[]; total: number }) {
  const { rows, total } = found;
  const isLast = offset + rows.length >= total || rows.length === 0;
  const lastPage = Math.max(Math.ceil(total / limit), 1);
  return { rows, page, limit, total, lastPage, nextPageUrl: isLast ? null : `/api/${path}?page=${page + 1}` };
}

/** Division of lists into pages (docs/protocol.md). */
import { sql, type SQL } from 'drizzle-orm';
import { PAGE_LIMIT_MAX } from '@halyard/contract/paging';
import { DAY_MS } from '@halyard/contract/time';
import { BusinessError } from './callHandler.ts';

/** Position of the rows to read in a list. */
export type Page = { readonly page: number; readonly limit: number; readonly offset: number };

/** Fields of a request for one page. */
type PageRequest = { readonly page?: number | undefined; readonly limit?: number | undefined };

/**
 * Page of a request; `limitDefault` rows for legacy clients that send no limit. Some of them count pages from 1 and
 * some from 0; both mean the first page.
 */
export function pageOf(request: PageRequest, limitDefault = 5): Page {
  const limit = Math.min(Math.max(request.limit ?? limitDefault, 1), PAGE_LIMIT_MAX);
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

/** Legacy clients show the ids of options and positions with this offset. */
export const SHOWN_ID_OFFSET = 10_000;

// Conditions of a filter, and its days as instants.

/** The condition of a filter that is given. */
export function whenGiven<T>(value: T | undefined, condition: (value: T) => SQL): SQL[] {
  return value === undefined ? [] : [condition(value)];
}

/** All of the conditions; true where there is none. */
export function allOf(conditions: readonly SQL[]): SQL {
  return conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `);
}

/** Instants, ISO 8601; `fromAt` is included, `untilAt` is not. */
export type InstantRange = { readonly fromAt: string | undefined; readonly untilAt: string | undefined };

// Outside these days the exchange has no data, and PostgreSQL cannot represent every date that a request can name.
const FIRST_DAY = '1970-01-01';
const LAST_DAY = '9998-12-31';

/**
 * From the start of one UTC day to the end of another; a missing day means no bound. Throws
 * `BusinessError('RANGE_INVALID')` when `from` is after `to`.
 */
export function dayRangeOf({
  from,
  to,
}: {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}): InstantRange {
  if (from !== undefined && to !== undefined && from > to) throw new BusinessError('RANGE_INVALID');
  return {
    fromAt: from === undefined ? undefined : startOf(from, 0),
    untilAt: to === undefined ? undefined : startOf(to, 1),
  };
}

/** 00:00 UTC of the day `daysLater` days later. */
function startOf(day: string, daysLater: number): string {
  const known = day < FIRST_DAY ? FIRST_DAY : day;
  return new Date(Date.parse(known > LAST_DAY ? LAST_DAY : known) + daysLater * DAY_MS).toISOString();
}

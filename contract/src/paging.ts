/** Pages of lists. Pages count from 1. */
import * as z from 'zod/mini';
import { count, field, wireObject } from './codec.ts';

/** The most rows of one page; larger requests are limited to it. */
export const PAGE_LIMIT_MAX = 100;

/** The fields of a request for one page. */
export const pageRequest = {
  page: field('page', z.optional(count)),
  limit: field('limit', z.optional(count)),
} as const;

/** Form P1: the rows of a page and the total count. Only the paginator fields that legacy clients read are sent. */
export function numberedPage<S extends z.core.$ZodType>(row: S) {
  return wireObject({
    rows: field('data', z.array(row)),
    page: field('current_page', count),
    limit: field('per_page', count),
    total: field('total', count),
    /** Read by some legacy clients instead of `next_page_url`. */
    lastPage: field('last_page', z.optional(count)),
    /** Null at the end. */
    nextPageUrl: field('next_page_url', z.nullable(z.string())),
  });
}

/** Form P2: a list with the count of all rows. */
export function countedList<S extends z.core.$ZodType>(row: S) {
  return wireObject({
    rows: field('list', z.array(row)),
    total: field('count', count),
    limit: field('limit', count),
  });
}

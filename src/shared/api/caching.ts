/**
 * Caches the user's own records for offline use: answers of queries with `cache` are stored encrypted on the device and
 * returned while the server is unreachable. The code for that loads when it is first needed.
 */
import type { BaseQueryApi, BaseQueryFn } from '@reduxjs/toolkit/query';
import { draftOwner, type DraftOwner } from '../storage/draftOwner.ts';
import type { RecordGroup } from '../storage/vault.ts';
import type { AppError } from './appError.ts';
import { baseQuery, type CallArgs, type CallMeta, type CallOptions } from './baseQuery.ts';

/** How the answers of an endpoint are cached (`extraOptions.cache`). `{}` caches the first page of every request. */
type CachePolicy = {
  /**
   * Name, within the call's path, under which an answer is cached; `undefined` for one that is not. Default: one name
   * for each first-page request.
   */
  readonly nameOf?: (request: never) => string | undefined;
  /** For names of which only the newest few are retained. */
  readonly groupOf?: (request: never) => RecordGroup;
  /** For a streaming entry: the call's answer made from the entry's current data, which is cached at intervals. */
  readonly answerOf?: (data: never) => unknown;
};

/** Options of an endpoint's calls. */
type CachedCallOptions = CallOptions & { readonly cache?: CachePolicy };

/** A cached query: its request, user and cache entry. */
export type CachedQuery = {
  readonly args: CallArgs;
  readonly api: BaseQueryApi;
  readonly cache: CachePolicy;
  readonly owner: DraftOwner;
};

/** An answer or a failure, as RTK Query represents them. */
export type Outcome = Awaited<ReturnType<BaseQueryFn<CallArgs, unknown, AppError, CachedCallOptions, CallMeta>>>;

/** A call that takes longer may hang on a lost connection. */
const PATIENCE_MS = 3000;
/** Delay, so that caching never competes with showing the answer. */
const CACHE_AFTER_MS = 1000;
const UNREACHABLE: ReadonlySet<string> = new Set([
  'OFFLINE',
  'NETWORK',
  'TIMEOUT',
  'SERVICE_UNAVAILABLE',
  'OVERLOADED',
]);

const load = () => import('./cachedAnswers.ts');

/**
 * Base query of the API. Errors: as {@link baseQuery}; none if the server is unreachable and a cached answer exists.
 */
export const cachingQuery: BaseQueryFn<CallArgs, unknown, AppError, CachedCallOptions, CallMeta> = async (
  args,
  api,
  options,
) => {
  const cache = options?.cache;
  const owner = draftOwner();
  const running = Promise.resolve(baseQuery(args, api, options ?? {}));
  if (cache === undefined || owner === undefined || api.type !== 'query') return running;
  const query: CachedQuery = { args, api, cache, owner };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const whenLost = new Promise<Outcome>((resolve) => {
    timer = setTimeout(
      () => void load().then((answers) => answers.readWhenLost(query, running, resolve), nothing),
      PATIENCE_MS,
    );
  });
  const outcome = await Promise.race([running, whenLost]);
  clearTimeout(timer);
  if (outcome.error !== undefined) return (UNREACHABLE.has(outcome.error.code) && (await read(query))) || outcome;
  // An answer from the device or the worker is not cached again.
  if (outcome.meta?.fetchedAt !== undefined) return outcome;
  noteCachedSince(api.queryCacheKey, undefined);
  const savedAtMs = Date.now();
  setTimeout(
    () => void load().then((answers) => answers.cacheAnswer(query, outcome.data, savedAtMs), nothing),
    CACHE_AFTER_MS,
  );
  return outcome;
};

const nothing = () => undefined;

function read(query: CachedQuery): Promise<Outcome | undefined> {
  return load().then((answers) => answers.readAnswer(query), nothing);
}

/**
 * Age of entries that are shown from the device's cache, by cache entry. Outside the store, because a changed entry
 * renders again anyway.
 */

const cachedAtMs = new Map<string, number>();

/**
 * Time at which an entry's data came from the server (Unix milliseconds, device clock); `undefined` if it came during
 * this visit.
 */
export function cachedSince(queryCacheKey: string): number | undefined {
  return cachedAtMs.get(queryCacheKey);
}

/** Records that an entry is answered from the device; `undefined` once it comes from the server again. */
export function noteCachedSince(queryCacheKey: string | undefined, savedAtMs: number | undefined): void {
  if (queryCacheKey === undefined) return;
  if (savedAtMs === undefined) cachedAtMs.delete(queryCacheKey);
  else cachedAtMs.set(queryCacheKey, savedAtMs);
}

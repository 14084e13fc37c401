/**
 * Answers of queries cached on the device (`caching.ts`), in wire form, so that the call's codec validates them when
 * they are read.
 */
import * as z from 'zod/mini';
import { draftOwner } from '../storage/draftOwner.ts';
import { cacheRecord, readRecord } from '../storage/vault.ts';
import type { AppDispatch, AppExtra } from '../store/rootState.ts';
import { emptyApi, TAGS } from './emptyApi.ts';
import { noteCachedSince, type CachedQuery, type Outcome } from './caching.ts';

const CHECK_EVERY_MS = 3000;
/** While connecting, this many checks pass before the server counts as unreachable. */
const CHECKS_WHILE_CONNECTING = 3;
/** At least this long, at most twice as long, passes before a failed read is repeated while connected. */
const RETRY_MS = 10_000;

/** Entries whose answers were cached in this visit, by cache key. Streamed ones are cached again later. */
const followed = new Map<string, { readonly query: CachedQuery; readonly cached: unknown }>();

/** Caches an answer received at `savedAtMs` for the user who requested it, if still logged in. */
export async function cacheAnswer(query: CachedQuery, data: unknown, savedAtMs: number): Promise<void> {
  const { args, api, cache, owner } = query;
  const name = nameOf(query);
  if (name === undefined || draftOwner() !== owner) return;
  if (cache.answerOf !== undefined && api.queryCacheKey !== undefined) {
    followed.set(api.queryCacheKey, { query, cached: entryOf(query) });
  }
  const wire = z.safeEncode(args.call.answer, data);
  if (wire.success) await cacheRecord(name, { value: wire.data, savedAtMs }, cache.groupOf?.(args.request as never));
}

/**
 * Cached answer of a query, with its time; `undefined` if there is none, its shape is outdated, or the app has newer
 * data: while connected, events change what is in memory and not the record.
 */
export async function readAnswer(query: CachedQuery): Promise<Outcome | undefined> {
  const { args, api, owner } = query;
  const { realtime } = api.extra as AppExtra;
  if (realtime.getStatus().state === 'connected' && entryOf(query) !== undefined) {
    refetchWhenConnected(realtime, api.dispatch);
    return undefined;
  }
  const name = nameOf(query);
  const record = name === undefined ? undefined : await readRecord(name);
  if (record === undefined || draftOwner() !== owner) return undefined;
  const answer = z.safeDecode(args.call.answer, record.value);
  if (!answer.success) return undefined;
  noteCachedSince(api.queryCacheKey, record.savedAtMs);
  refetchWhenConnected(realtime, api.dispatch);
  return { data: answer.data, meta: { isInline: true, fetchedAt: new Date(record.savedAtMs).toISOString() } };
}

/** Resolves with the cached answer as soon as a running call hangs on a lost connection; never resolves without one. */
export function readWhenLost(query: CachedQuery, running: Promise<unknown>, resolve: (cached: Outcome) => void): void {
  const { realtime } = query.api.extra as AppExtra;
  let checks = 0;
  const check = () => {
    checks += 1;
    const { state } = realtime.getStatus();
    if (state === 'connected' || (state === 'connecting' && checks < CHECKS_WHILE_CONNECTING)) return;
    clearInterval(timer);
    void readAnswer(query).then((cached) => cached && resolve(cached));
  };
  const timer = setInterval(check, CHECK_EVERY_MS);
  check();
  void running.then(() => clearInterval(timer));
}

/**
 * Caches the current data of changed streaming entries, or only of the user's own. Only while connected, because the
 * entries get the current time.
 */
export async function cacheStreamed(entries: 'all' | 'own' = 'all'): Promise<void> {
  for (const [cacheKey, { query, cached }] of followed) {
    if (entries === 'own' && query.args.call.access === 'public') continue;
    const data = entryOf(query);
    if (draftOwner() !== query.owner || data === undefined) followed.delete(cacheKey);
    else if (data !== cached) {
      await cacheAnswer(query, query.cache.answerOf?.(data as never), Date.now());
    }
  }
}

function nameOf({ args: { call, request }, cache }: CachedQuery): string | undefined {
  const own = cache.nameOf === undefined ? firstPageName(request as Page) : cache.nameOf(request as never);
  return own === undefined ? undefined : `${call.path}?${own}`;
}

type Page = Readonly<Record<string, unknown>> & {
  readonly page?: number;
  readonly after?: unknown;
  readonly before?: unknown;
};

function firstPageName(request: Page): string | undefined {
  if ((request.page ?? 1) !== 1 || request.after !== undefined || request.before !== undefined) return undefined;
  const query = Object.entries(request).filter(([, value]) => value !== undefined);
  return JSON.stringify(query.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function entryOf({ api }: CachedQuery): unknown {
  const { queries } = (
    api.getState() as { readonly api: { readonly queries: Record<string, { data?: unknown } | undefined> } }
  ).api;
  return queries[api.queryCacheKey ?? '']?.data;
}

// One for each client, because tests have many.
const waiting = new WeakSet<AppExtra['realtime']>();

/** Once connected, or after a while if it is, refetches what could not be read, or removes it without subscribers. */
function refetchWhenConnected(realtime: AppExtra['realtime'], dispatch: AppDispatch): void {
  if (waiting.has(realtime)) return;
  waiting.add(realtime);
  const refetch = () => {
    waiting.delete(realtime);
    dispatch(emptyApi.util.invalidateTags([...TAGS]));
  };
  if (realtime.getStatus().state === 'connected') return void setTimeout(refetch, RETRY_MS * (1 + Math.random()));
  const stop = realtime.onStatusChange(() => {
    if (realtime.getStatus().state !== 'connected') return;
    stop();
    refetch();
  });
}

/** Schedules the prefetch: while the page is idle, when a worker takes control, and when the language changes. */
import type { ArticleId } from '@halyard/contract/ids';
import { CACHE_PREFIX } from '@halyard/contract/serviceWorker';
import type { Store } from '@reduxjs/toolkit';
import type { Language } from '@halyard/contract/languages';
import { callPublic } from '../../shared/api/baseQuery.ts';
import { readJson, writeJson } from '../../shared/storage/localStore.ts';
import type { AppDispatch, RootState, AppExtra, StartAppListening } from '../../shared/store/rootState.ts';
import { whenIdle } from '../../shared/scheduling/whenIdle.ts';
import { languageChosen, selectLanguage } from '../preferences/languageSlice.ts';
import { articleRequest, noticesRequest, wholeListRequest } from './newsApi.ts';

type Parts = {
  readonly store: Store<RootState> & { readonly dispatch: AppDispatch };
  readonly startListening: StartAppListening;
};

/** Starts with the page. Returns the stop function. */
export function prefetchNews({ store, startListening }: Parts): () => void {
  const { serviceWorker } = navigator;
  if (serviceWorker === undefined) return () => undefined;
  let underWay: { readonly language: Language; readonly controller: AbortController } | undefined;
  let callOff = () => {};

  const fetchNow = async () => {
    const language = selectLanguage(store.getState());
    if (underWay?.language === language) return;
    underWay?.controller.abort();
    const own = { language, controller: new AbortController() };
    underWay = own;
    await store.dispatch(fetchAhead(own.controller.signal));
    if (underWay === own) underWay = undefined;
  };
  const fetchSoon = () => {
    callOff();
    callOff = whenIdle(() => void fetchNow());
  };
  const fetchWhenSeen = () => {
    if (document.visibilityState === 'visible') fetchSoon();
  };

  const stopListening = startListening({ actionCreator: languageChosen, effect: fetchSoon });
  window.addEventListener('online', fetchSoon);
  document.addEventListener('visibilitychange', fetchWhenSeen);
  // On the first visit the worker takes control after the page has loaded.
  serviceWorker.addEventListener('controllerchange', fetchSoon);
  fetchSoon();
  return () => {
    callOff();
    underWay?.controller.abort();
    stopListening();
    window.removeEventListener('online', fetchSoon);
    document.removeEventListener('visibilitychange', fetchWhenSeen);
    serviceWorker.removeEventListener('controllerchange', fetchSoon);
  };
}

// Prefetches what must open offline: the newest notices and all help articles in the app's language. Goes through the
// service worker, which caches it, not through the store, which would hold all of it in memory.

/**
 * No prefetch again for this long; opening a page checks for newer versions anyway. The worker itself checks at most
 * once an hour.
 */
const AGAIN_AFTER_MS = 6 * 3_600_000;
/** When it was last done, by language (milliseconds since 1970). */
const FETCHED_AHEAD_KEY = 'news-fetched-ahead';
/** Parallel calls, few enough that the user's own requests do not wait. */
const LANES = 2;

type Thunk<T> = (dispatch: AppDispatch, getState: () => RootState, extra: AppExtra) => Promise<T>;
type Caller = Parameters<typeof callPublic>[1];
/** `partly`: connection or time ran out; everything is repeated the next time. */
type Ahead = 'done' | 'partly' | 'notNow';

/** Prefetches once, unless it was done recently or the connection should be spared. Never fails. */
export function fetchAhead(signal: AbortSignal): Thunk<Ahead> {
  return async (dispatch, getState, extra) => {
    const language = selectLanguage(getState());
    if (!mayFetch() || (isRecent(language) && (await isCached()))) return 'notNow';
    const caller: Caller = { dispatch, getState, extra, signal };
    const ids = await readLists(language, caller);
    if (ids === undefined || !(await readAll(ids, language, caller))) return 'partly';
    writeJson(FETCHED_AHEAD_KEY, { ...(readJson(FETCHED_AHEAD_KEY) as object | undefined), [language]: Date.now() });
    return 'done';
  };
}

/** The articles to prefetch; `undefined` when the lists cannot be read. */
async function readLists(language: Language, caller: Caller): Promise<readonly ArticleId[] | undefined> {
  const requests = [
    noticesRequest(language, 1),
    wholeListRequest('help', language),
    wholeListRequest('banner', language),
  ];
  const ids: ArticleId[] = [];
  for (const request of requests) {
    const answer = await callPublic(request, caller);
    if ('error' in answer) return undefined;
    // A banner with a link has no text of its own.
    const read = answer.data.rows.filter(({ kind, link }) => kind !== 'banner' || link == null);
    ids.push(...read.map(({ id }) => id));
  }
  return ids;
}

/** Reads a few articles at a time; true when all were read. */
async function readAll(ids: readonly ArticleId[], language: Language, caller: Caller): Promise<boolean> {
  const waiting = [...ids];
  let isWhole = true;
  const work = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const answer = mayFetch() ? await callPublic(articleRequest({ id }, language), caller) : undefined;
      const isThere = answer !== undefined && ('data' in answer || answer.error.code === 'ARTICLE_NOT_FOUND');
      if (isThere) continue;
      isWhole = false;
      waiting.length = 0;
    }
  };
  await Promise.all(Array.from({ length: LANES }, work));
  return isWhole;
}

/** Network Information API, where browsers have it. */
type Connection = { readonly saveData?: boolean; readonly type?: string };

function mayFetch(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: Connection };
  const isMetered = connection?.saveData === true || connection?.type === 'cellular';
  return navigator.onLine && !isMetered && hasWorker();
}

// Without a worker nothing would be cached.
function hasWorker(): boolean {
  return navigator.serviceWorker?.controller != null;
}

/** Worker cache of prefetched articles. */
const AHEAD_CACHE = `${CACHE_PREFIX}-articles-ahead`;

/** Whether the cache still exists: the user may have cleared it. */
async function isCached(): Promise<boolean> {
  return caches.has(AHEAD_CACHE).catch(() => true);
}

function isRecent(language: Language): boolean {
  const at = (readJson(FETCHED_AHEAD_KEY) as Partial<Record<Language, unknown>> | undefined)?.[language];
  const ageMs = typeof at === 'number' ? Date.now() - at : undefined;
  // A clock that was set back makes nothing recent.
  return ageMs !== undefined && ageMs >= 0 && ageMs < AGAIN_AFTER_MS;
}

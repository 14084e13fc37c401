/**
 * Fetches ahead what must open without a connection: the newest notices and all of help in the language of the app. It
 * goes through the worker, which keeps it, and not through the store, which would hold all of it in memory.
 */
import type { ArticleId } from '@halyard/contract/ids';
import type { Language } from '@halyard/contract/languages';
import { CACHE_PREFIX } from '@halyard/contract/serviceWorker';
import { callPublic } from '../../shared/api/baseQuery.ts';
import { readJson, writeJson } from '../../shared/storage/localStore.ts';
import type { AppDispatch, AppExtra, RootState } from '../../shared/store/rootState.ts';
import { selectLanguage } from '../preferences/languageSlice.ts';
import { articleRequest, noticesRequest, wholeListRequest } from './newsRequests.ts';

/**
 * What was fetched is not fetched ahead again for so long; opening a page looks for newer versions all the same. The
 * worker itself asks once an hour at the most.
 */
const AGAIN_AFTER_MS = 6 * 3_600_000;
/** When it was last done, by language, in milliseconds since 1970. */
const FETCHED_AHEAD_KEY = 'news-fetched-ahead';
/** Calls at a time, so that nothing the user asks for has to wait behind them. */
const LANES = 2;

type Thunk<T> = (dispatch: AppDispatch, getState: () => RootState, extra: AppExtra) => Promise<T>;
type Caller = Parameters<typeof callPublic>[1];
/** `partly`: the connection or the time was lacking; the next time it is all done again. */
export type Ahead = 'done' | 'partly' | 'notNow';

/** Fetches once, unless that was done lately or the connection is none to be used for it. Never fails. */
export function fetchAhead(signal: AbortSignal): Thunk<Ahead> {
  return async (dispatch, getState, extra) => {
    const language = selectLanguage(getState());
    if (!mayFetch() || (isRecent(language) && (await isPersisted()))) return 'notNow';
    const caller: Caller = { dispatch, getState, extra, signal };
    const ids = await readLists(language, caller);
    if (ids === undefined || !(await readAll(ids, language, caller))) return 'partly';
    writeJson(FETCHED_AHEAD_KEY, { ...(readJson(FETCHED_AHEAD_KEY) as object | undefined), [language]: Date.now() });
    return 'done';
  };
}

/** The articles to fetch; `undefined` when that can not be learned now. */
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
    // A banner with a link has its text elsewhere.
    const read = answer.data.rows.filter(({ kind, link }) => kind !== 'banner' || link == null);
    ids.push(...read.map(({ id }) => id));
  }
  return ids;
}

/** Reads them a few at a time; whether all came. */
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

/** What browsers tell of a connection, where they do (Network Information API). */
type Connection = { readonly saveData?: boolean; readonly type?: string };

function mayFetch(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: Connection };
  const isMetered = connection?.saveData === true || connection?.type === 'cellular';
  return navigator.onLine && !isMetered && hasWorker();
}

// Without one nothing would be kept.
function hasWorker(): boolean {
  return navigator.serviceWorker?.controller != null;
}

/** Where the worker keeps what is fetched ahead. */
const AHEAD_CACHE = `${CACHE_PREFIX}-articles-ahead`;

/** Whether it is still there: the user may have emptied it. */
async function isPersisted(): Promise<boolean> {
  return caches.has(AHEAD_CACHE).catch(() => true);
}

function isRecent(language: Language): boolean {
  const at = (readJson(FETCHED_AHEAD_KEY) as Partial<Record<Language, unknown>> | undefined)?.[language];
  const ageMs = typeof at === 'number' ? Date.now() - at : undefined;
  // A clock that was set back makes nothing recent.
  return ageMs !== undefined && ageMs >= 0 && ageMs < AGAIN_AFTER_MS;
}

/**
 * Serves notices, banners and help offline. They are POST calls, which browsers do not cache, so the worker stores each
 * under a key of path, body and language, if it carries no token and its answer is `ok`.
 *
 * The request's cache mode selects the strategy:
 * - `no-store` (default of the app's calls): the cached answer, revalidated in the background; windows receive
 *   `news-updated` if the new answer differs;
 * - `reload` (pull to refresh, forced queries): the network; the cached answer only if the network fails;
 * - `force-cache` (`isAhead`: prefetched): the cached answer, unless it is older than an hour. Prefetched articles have
 *   a cache of their own, so that they never evict opened ones.
 *
 * If the server is unreachable and only another language is cached, the worker answers with that one. Cached answers
 * carry the `halyard-fetched-at` header.
 */
import { registerRoute } from 'workbox-routing';
import { LANGUAGES } from '@halyard/contract/languages';
import { FETCHED_AT_HEADER, NEWS_UPDATED, type NewsUpdated } from '@halyard/contract/serviceWorker';
import { boundedCache } from './assets.ts';

declare const self: ServiceWorkerGlobalScope;

const CALL = /^\/api\/(news\/(?:list|detail))$/;
const FORM = 'application/x-www-form-urlencoded';
const CACHED_MS = 90 * 86_400_000;
/** Prefetched articles younger than this are not fetched again. */
const AHEAD_FRESH_MS = 3_600_000;
/** Code of withdrawn articles, which are removed from the cache. */
const GONE = 'ARTICLE_NOT_FOUND';

const opened = boundedCache('halyard-articles', 400);
const ahead = boundedCache('halyard-articles-ahead', 200);

type ArticleCall = {
  readonly request: Request;
  readonly key: string;
  readonly path: string;
  readonly event: ExtendableEvent;
};
type CachedArticle = { readonly response: Response; readonly text: string; readonly fetchedAtMs: number };

/** Whether this handler answers the request. */
export function isArticleCall({ url, method, headers }: Request, origin: string): boolean {
  const target = new URL(url);
  const isForm = headers.get('content-type')?.startsWith(FORM) === true;
  return method === 'POST' && isForm && target.origin === origin && CALL.test(target.pathname);
}

/** Registers the route of these calls. */
export function answerArticles(): void {
  registerRoute(
    ({ request }) => isArticleCall(request, self.location.origin),
    async ({ request, event }) => {
      const path = CALL.exec(new URL(request.url).pathname)?.[1] ?? '';
      return answer({ request, path, event, key: await cacheKeyOf(request.clone(), path) });
    },
    'POST',
  );
}

async function answer(call: ArticleCall): Promise<Response> {
  const isAhead = call.request.cache === 'force-cache';
  const cached = await readCached(call.key);
  if (cached === undefined) return isAhead ? fetchAndCache(call, undefined) : fetchOrTranslated(call);
  if (isAhead && Date.now() - cached.fetchedAtMs < AHEAD_FRESH_MS) return cached.response;
  if (isAhead || call.request.cache === 'reload') return fetchOrCached(call, cached);
  call.event.waitUntil(Promise.allSettled([markOpened(call.key, cached)]).then(() => fetchOrCached(call, cached)));
  return cached.response.clone();
}

/** Fetches from the server; falls back to the cached answer on a network error or a 5xx status. */
async function fetchOrCached(call: ArticleCall, cached: CachedArticle): Promise<Response> {
  try {
    const response = await fetchAndCache(call, cached);
    return response.status >= 500 ? cached.response.clone() : response;
  } catch {
    return cached.response.clone();
  }
}

/** Fetches from the server; falls back to the article in any cached language. */
async function fetchOrTranslated(call: ArticleCall): Promise<Response> {
  const response = await fetchAndCache(call, undefined).catch((error: unknown) => error as Error);
  if (response instanceof Response && response.status < 500) return response;
  for (const language of LANGUAGES) {
    const cached = await readCached(call.key.replace(/([?&]lang=)[^&]*/, `$1${language}`));
    if (cached !== undefined) return cached.response.clone();
  }
  if (response instanceof Response) return response;
  throw response;
}

/** Fetches from the server, caches a good answer, and notifies the windows if it differs from the cached one. */
async function fetchAndCache(call: ArticleCall, cached: CachedArticle | undefined): Promise<Response> {
  const response = await fetch(call.request.clone());
  call.event.waitUntil(update(call, response.clone(), cached));
  return response;
}

async function update(call: ArticleCall, response: Response, cached: CachedArticle | undefined): Promise<void> {
  const text = await response.text();
  const isGood = response.status === 200 && envelopeField(text, 'type') === 'ok';
  const isGone = envelopeField(text, 'code') === GONE;
  if (isGood) await put(call, text);
  if (isGone) await forget(call.key);
  if ((isGood || isGone) && cached !== undefined && cached.text !== text) await notifyOutdated(call);
}

async function put({ request, key }: ArticleCall, text: string): Promise<void> {
  const headers = { 'content-type': 'application/json', [FETCHED_AT_HEADER]: new Date().toISOString() };
  const isAhead = request.cache === 'force-cache';
  const cache = isAhead && (await opened.match(key)) === undefined ? ahead : opened;
  await cache.put(key, new Response(text, { headers }));
  if (cache === opened) await ahead.delete(key);
}

/** Notifies the windows that the articles on screen are outdated. */
async function notifyOutdated({ path, request, event }: ArticleCall): Promise<void> {
  // A page that bypassed the cache already has the new answer.
  const clientId = request.cache === 'reload' && event instanceof FetchEvent ? event.clientId : undefined;
  const message: NewsUpdated = { type: NEWS_UPDATED, path };
  await notifyWindows(message, clientId);
}

async function readCached(key: string): Promise<CachedArticle | undefined> {
  const response = (await opened.match(key)) ?? (await ahead.match(key));
  if (response === undefined) return undefined;
  const fetchedAtMs = Date.parse(response.headers.get(FETCHED_AT_HEADER) ?? '');
  if (!(Date.now() - fetchedAtMs < CACHED_MS)) {
    await forget(key);
    return undefined;
  }
  return { response, fetchedAtMs, text: await response.clone().text() };
}

async function forget(key: string): Promise<void> {
  await Promise.all([opened.delete(key), ahead.delete(key)]);
}

/** Makes the entry the last to be evicted. */
async function markOpened(key: string, { response }: CachedArticle): Promise<void> {
  await opened.put(key, response.clone());
  await ahead.delete(key);
}

/** Cache address of a call: its parameters in a fixed order, including the language. */
async function cacheKeyOf(request: Request, path: string): Promise<string> {
  const form = new URLSearchParams(await request.text());
  if (!form.has('lang')) form.set('lang', request.headers.get('language-mark') ?? '');
  form.sort();
  return `/h5/kept/${path}?${form.toString()}`;
}

/** Field of an answer's envelope. */
function envelopeField(text: string, name: 'type' | 'code'): unknown {
  try {
    const body = JSON.parse(text) as Readonly<Record<string, unknown>> | null;
    return body?.[name];
  } catch {
    return undefined;
  }
}

/** Messages from the worker to the app's windows. */

/** Notifies every window except one. */
async function notifyWindows(message: object, except?: string): Promise<void> {
  for (const client of await self.clients.matchAll({ type: 'window' })) {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the worker's windows are all of its origin, and take no such argument
    if (client.id !== except) client.postMessage(message);
  }
}

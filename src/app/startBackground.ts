/** Background work that no screen waits for; loaded last. */
import { watchLog } from '../domain/transparency/watchLog.ts';
import { prefetchNews } from '../domain/news/prefetchNews.ts';
import { restorePlace } from '../shared/navigation/restorePlace.ts';
import type { CreatedApp } from './createApp.ts';
import { selectLanguage } from '../domain/preferences/languageSlice.ts';
import { selectUser } from '../domain/session/sessionSlice.ts';
import { cacheStreamed } from '../shared/api/cachedAnswers.ts';
import { tidyRecords } from '../shared/storage/vault.ts';
import type { AppParts } from './listeners/appParts.ts';

/** Restores list positions, prefetches news, checks the public log, and caches the user's records on the device. */
export function startBackground(app: CreatedApp): void {
  restorePlace();
  prefetchNews(app);
  watchLog((path) => void app.router.navigate(path));
  startOwnRecords(app);
}

/** Interval for writing streamed data; it is also written when the page is hidden. */
const CACHE_EVERY_MS = 60_000;
/** Delay that lets the visible page load first. */
const PREFETCH_AFTER_MS = 5000;

/**
 * Removes expired records, rewrites streamed ones at intervals, and prefetches records that were never opened. Returns
 * the clean-up.
 */
function startOwnRecords({ store, realtime }: Pick<AppParts, 'store' | 'realtime'>): () => void {
  void tidyRecords();
  const isConnected = () => selectUser(store.getState()) !== undefined && realtime.getStatus().state === 'connected';
  const cacheNow = () => {
    if (isConnected()) void cacheStreamed();
  };
  const cacheWhenHidden = () => {
    if (document.hidden) cacheNow();
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const prefetchSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const state = store.getState();
      const user = selectUser(state);
      if (user === undefined || !isConnected() || document.hidden) return;
      const isSameUser = () => isConnected() && selectUser(store.getState())?.id === user.id;
      const reader = { userId: user.id, language: selectLanguage(state) };
      // Imports the calls of all pages. Anonymous users have no records.
      import('../domain/offline/readAhead.ts').then(
        ({ readAhead }) => readAhead(store.dispatch, reader, isSameUser),
        () => undefined,
      );
    }, PREFETCH_AFTER_MS);
  };
  // Also runs after a login, which reconnects.
  const stopWatching = realtime.onStatusChange(prefetchSoon);
  const interval = setInterval(cacheNow, CACHE_EVERY_MS);
  document.addEventListener('visibilitychange', cacheWhenHidden);
  prefetchSoon();
  return () => {
    stopWatching();
    clearTimeout(timer);
    clearInterval(interval);
    document.removeEventListener('visibilitychange', cacheWhenHidden);
  };
}

/** Background work that no screen waits for; loaded last. */
import { watchLog } from '../domain/transparency/watchLog.ts';
import { prefetchNews } from '../domain/news/prefetchNews.ts';
import { restorePlace } from '../shared/navigation/restorePlace.ts';
import type { CreatedApp } from './createApp.ts';
import { selectLanguage, selectMarked } from '../domain/preferences/languageSlice.ts';
import { selectUser } from '../domain/session/sessionSlice.ts';
import { cacheStreamed } from '../shared/api/cachedAnswers.ts';
import { loadBehind } from '../shared/scheduling/whenIdle.ts';
import { tidyRecords } from '../shared/storage/vault.ts';
import type { AppParts } from './listeners/appParts.ts';

/** Restores list positions, marks the language, prefetches news, checks the public log, and caches own records. */
export function startBackground(app: CreatedApp): void {
  restorePlace();
  markDeviceLanguage(app);
  prefetchNews(app);
  watchLog((path) => void app.router.navigate(path));
  startOwnRecords(app);
}

/** A first visit is in the device's language, which the server has not been asked about. English is its default. */
export function markDeviceLanguage({ store }: Pick<AppParts, 'store'>): void {
  const language = selectLanguage(store.getState());
  if (language === 'en' || selectMarked(store.getState())) return;
  loadBehind(async () => {
    const { markLanguage } = await import('../domain/preferences/preferencesApi.ts');
    await markLanguage(language, store.dispatch);
  });
}

/**
 * Intervals for writing what changed of streamed data: prices change with each tick, a user's orders and balances
 * seldom. All is also written when the page is hidden.
 */
const CACHE_EVERY_MS = 60_000;
const CACHE_OWN_EVERY_MS = 3000;
/** Delay that lets the visible page load first. */
const PREFETCH_AFTER_MS = 5000;

/**
 * Removes expired records, rewrites streamed ones at intervals and when the connection is lost, and prefetches records
 * that were never opened. Returns the clean-up.
 */
export function startOwnRecords({ store, realtime }: Pick<AppParts, 'store' | 'realtime'>): () => void {
  void tidyRecords();
  const isConnected = () => selectUser(store.getState()) !== undefined && realtime.getStatus().state === 'connected';
  const cacheNow = (entries?: 'own') => {
    if (isConnected()) void cacheStreamed(entries);
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
  let wasConnected = isConnected();
  const stopWatching = realtime.onStatusChange(() => {
    // Stores what arrived since the last interval: without the exchange, a reload would show an older list.
    if (wasConnected && !isConnected()) void cacheStreamed();
    wasConnected = isConnected();
    // Also runs after a login, which reconnects.
    prefetchSoon();
  });
  const intervals = [
    setInterval(() => cacheNow(), CACHE_EVERY_MS),
    setInterval(() => cacheNow('own'), CACHE_OWN_EVERY_MS),
  ];
  document.addEventListener('visibilitychange', cacheWhenHidden);
  prefetchSoon();
  return () => {
    stopWatching();
    clearTimeout(timer);
    intervals.forEach(clearInterval);
    document.removeEventListener('visibilitychange', cacheWhenHidden);
  };
}

/**
 * The user's own records on the device, beside the answers that are kept as they come; loaded when the first screen has
 * nothing more to do.
 */
import { selectLanguage } from '../domain/preferences/languageSlice.ts';
import { selectUser } from '../domain/session/sessionSlice.ts';
import { cacheStreamed } from '../shared/api/cachedAnswers.ts';
import { tidyRecords } from '../shared/storage/vault.ts';
import type { AppParts } from './listeners/appParts.ts';

/** Writing what streams is seldom worth the time: it is written once more when the page is hidden. */
const KEEP_EVERY_MS = 60_000;
/** What a page shows comes before what nobody looks at. */
const READ_AHEAD_AFTER_MS = 5000;

/**
 * Removes what is too old, keeps what streams anew now and then, and reads ahead what was never looked at. Gives back
 * the clean-up.
 */
export function startOwnRecords({ store, realtime }: Pick<AppParts, 'store' | 'realtime'>): () => void {
  void tidyRecords();
  const isHeard = () => selectUser(store.getState()) !== undefined && realtime.getStatus().state === 'connected';
  const keep = () => {
    if (isHeard()) void cacheStreamed();
  };
  const keepWhenHidden = () => {
    if (document.hidden) keep();
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const readSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const state = store.getState();
      const user = selectUser(state);
      if (user === undefined || !isHeard() || document.hidden) return;
      const isStillHis = () => isHeard() && selectUser(store.getState())?.id === user.id;
      const reader = { userId: user.id, language: selectLanguage(state) };
      // Knows the calls of all pages; who is not logged in has no records.
      import('../domain/offline/readAhead.ts').then(
        ({ readAhead }) => readAhead(store.dispatch, reader, isStillHis),
        () => undefined,
      );
    }, READ_AHEAD_AFTER_MS);
  };
  // Also after a login, which connects anew.
  const stopWatching = realtime.onStatusChange(readSoon);
  const interval = setInterval(keep, KEEP_EVERY_MS);
  document.addEventListener('visibilitychange', keepWhenHidden);
  readSoon();
  return () => {
    stopWatching();
    clearTimeout(timer);
    clearInterval(interval);
    document.removeEventListener('visibilitychange', keepWhenHidden);
  };
}

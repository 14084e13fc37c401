/** All reactions that cut across features, each a listener of its own. */
import type { AppParts } from './appParts.ts';
import { startErrorListener } from './errorListener.ts';
import { startChoicesListener, startLanguageListener, startThemeListener } from './preferenceListeners.ts';
import {
  startDraftsListener,
  startSessionBeginListener,
  startSessionChangeListener,
  startSessionEndListener,
  startSharedFileListener,
  startSocketLogoutListener,
} from './sessionListener.ts';
import { startTabsListener } from './tabsListener.ts';

const LISTENERS = [
  startSessionEndListener,
  startSessionBeginListener,
  startSessionChangeListener,
  startSocketLogoutListener,
  startDraftsListener,
  startErrorListener,
  startLanguageListener,
  startThemeListener,
  startChoicesListener,
  startTabsListener,
  startSharedFileListener,
];

/** Starts them; gives back the clean-up. */
export function startListeners(parts: AppParts): () => void {
  const stops = LISTENERS.map((start) => start(parts));
  return () => {
    for (const stop of stops) stop();
  };
}

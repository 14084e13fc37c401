/** Creates the app without rendering it, the same for the browser and for tests. */
import { selectLanguage } from '../domain/preferences/languageSlice.ts';
import { startI18n } from '../shared/i18n/i18n.ts';
import { shutIfLocked } from '../shared/app-lock/lockGate.ts';
import type { RealtimeClient } from '../shared/realtime/realtimeTypes.ts';
import { nextTask } from '../shared/scheduling/nextTask.ts';
import { startListeners } from './listeners/startListeners.ts';
import { createLoginRedirect } from './loginRedirect.ts';
import { createAppRouter } from './router.tsx';
import type { PageSource } from './startPages.ts';
import { createAppStore } from './store.ts';

type AppOptions = {
  /** Creates the realtime client; `getToken` returns the current token. */
  readonly createRealtime: (getToken: () => string | undefined) => RealtimeClient;
  readonly pages: PageSource;
};

/** Restores persisted state, starts texts and listeners, creates the router. */
export async function createApp({ createRealtime, pages }: AppOptions) {
  shutIfLocked();
  const realtime = createRealtime(() => parts.store.getState().session.token);
  await nextTask();
  const parts = createAppStore(realtime);
  await parts.whenRestored;
  await nextTask();
  await startI18n(selectLanguage(parts.store.getState()));
  await nextTask();
  const router = createAppRouter(pages);
  const redirectToLogin = createLoginRedirect(router);
  await nextTask();
  const stopListeners = startListeners({ ...parts, realtime, redirectToLogin });
  const close = () => {
    stopListeners();
    parts.stopWatching();
    router.dispose();
    realtime.close();
  };
  return { ...parts, realtime, router, redirectToLogin, close };
}

/** Parts of a created app. */
export type CreatedApp = Awaited<ReturnType<typeof createApp>>;

/** Installing and updating: the parts that run at the start. */
import { loadBehind, whenQuiet } from '../scheduling/whenIdle.ts';
import { pwa, type InstallPromptEvent } from './pwa.ts';

/**
 * Listens for the browser's install offer at once, and keeps a built app current after its first screen. `base` is the
 * path of the app.
 */
export function registerWorker(base: string): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    pwa.installOffered(event as InstallPromptEvent);
  });
  window.addEventListener('appinstalled', pwa.installSettled);
  if (!import.meta.env.PROD) return;
  // The worker fetches the whole app, which would slow the first screen's requests.
  whenQuiet(() =>
    loadBehind(async () => {
      const { stayCurrent } = await import('./stayCurrent.ts');
      void stayCurrent(base);
    }),
  );
}

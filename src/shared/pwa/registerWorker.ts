/** Installing, and being kept current: what the start needs of it. */
import { whenQuiet } from '../scheduling/whenIdle.ts';
import { pwa, type InstallPromptEvent } from './pwa.ts';

/**
 * Hears of the browser's offer to install at once, and keeps a built app current once its first screen stands. `base`
 * is the path of the app.
 */
export function registerWorker(base: string): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    pwa.installOffered(event as InstallPromptEvent);
  });
  window.addEventListener('appinstalled', pwa.installSettled);
  if (!import.meta.env.PROD) return;
  // The worker fetches the whole app, which would take the line from the first screen.
  whenQuiet(() => {
    import('./stayCurrent.ts').then(
      ({ stayCurrent }) => stayCurrent(base),
      () => undefined,
    );
  });
}

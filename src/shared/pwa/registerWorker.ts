/** Installing, and being kept current: what the start needs of it. */
import { pwa, type InstallPromptEvent } from './pwa.ts';

/** Hears of the browser's offer to install, and keeps a built app current. `base` is the path of the app. */
export async function registerWorker(base: string): Promise<void> {
  window.addEventListener('beforeinstallprompt', (event) => {
    pwa.installOffered(event as InstallPromptEvent);
  });
  window.addEventListener('appinstalled', pwa.installSettled);
  if (!import.meta.env.PROD) return;
  const { keepCurrent } = await import('./keepCurrent.ts');
  await keepCurrent(base);
}

/** Registers the service worker and tells the one PWA object what becomes of it. */
import type { Workbox } from 'workbox-window';
import { pwa, type InstallPromptEvent } from './pwa.ts';

// A trader's page stays open for days.
const LOOK_FOR_UPDATE_MS = 3_600_000;

/** Registers the worker where there is one: in a built app that was served securely. `base` is the path of the app. */
export async function registerWorker(base: string): Promise<void> {
  watchInstall();
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const { Workbox: LoadedWorkbox } = await import('workbox-window');
  const workbox = new LoadedWorkbox(`${base}sw.js`, { scope: base });
  watchWorker(workbox);
  try {
    await workbox.register();
  } catch {
    // The app works without its worker; the browser may forbid it (private windows do).
    return;
  }
  const look = () => {
    // Offline, or the server is being replaced: the next look will tell.
    if (document.visibilityState === 'visible') workbox.update().catch(() => undefined);
  };
  document.addEventListener('visibilitychange', look);
  setInterval(look, LOOK_FOR_UPDATE_MS);
}

function watchWorker(workbox: Workbox): void {
  let isLettingIn = false;
  workbox.addEventListener('waiting', () => {
    pwa.updateArrived({
      activateWaiting: () => {
        isLettingIn = true;
        workbox.messageSkipWaiting();
      },
    });
  });
  workbox.addEventListener('installed', ({ isUpdate }) => {
    if (isUpdate !== true) pwa.offlineReady();
  });
  // Another tab may let the new version in; this one then goes on with the old files until its user agrees too.
  workbox.addEventListener('controlling', () => {
    if (isLettingIn) window.location.reload();
  });
}

function watchInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    pwa.installOffered(event as InstallPromptEvent);
  });
  window.addEventListener('appinstalled', pwa.installSettled);
}

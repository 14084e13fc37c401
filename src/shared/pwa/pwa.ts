/** Installing and updating the app: one object that is told by the browser and read by one hook (`usePwa`). */
import { isBusy } from './busy.ts';
import { createListeners } from '../store/listeners.ts';

/** What the user can be offered now. */
export type PwaState = {
  /** A new version waits; only the user lets it in. */
  readonly isUpdateAvailable: boolean;
  readonly canInstall: boolean;
};

/** Chromium's event, which the standard types do not have. */
export type InstallPromptEvent = Event & { readonly prompt: () => Promise<unknown> };

/** The part of the worker's registration that is used here. */
export type WorkerHandle = { readonly activateWaiting: () => void };

/** Makes the object. */
export function createPwa() {
  const { subscribe, tell } = createListeners();
  let state: PwaState = { isUpdateAvailable: false, canInstall: false };
  let worker: WorkerHandle | undefined;
  let installPrompt: InstallPromptEvent | undefined;

  const change = (part: Partial<PwaState>) => {
    state = { ...state, ...part };
    tell();
  };

  return {
    getState: () => state,
    subscribe,
    /** The browser has a new version of the worker, waiting. */
    updateArrived: (handle: WorkerHandle) => {
      worker = handle;
      change({ isUpdateAvailable: true });
    },
    /** The browser offers to install the app. */
    installOffered: (event: InstallPromptEvent) => {
      event.preventDefault();
      installPrompt = event;
      change({ canInstall: true });
    },
    /** The app is installed, or the offer is over. */
    installSettled: () => {
      installPrompt = undefined;
      change({ canInstall: false });
    },
    /** Lets the new version in; the page is then reloaded by it. Not while something is under way. */
    update: () => {
      if (state.isUpdateAvailable && !isBusy()) worker?.activateWaiting();
    },
    /** Shows the browser's own install dialog, which it allows once. */
    install: async () => {
      const event = installPrompt;
      if (event === undefined) return;
      installPrompt = undefined;
      change({ canInstall: false });
      await event.prompt();
    },
  };
}

/** The object of this page. */
export const pwa = createPwa();

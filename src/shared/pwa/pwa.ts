/** Installing and updating the app: one object that the browser's events update and one hook reads (`usePwa`). */
import { isBusy } from './busy.ts';
import { createListeners } from '../store/listeners.ts';
import { useSyncExternalStore } from 'react';

/** Offers to the user. */
export type PwaState = {
  /** A new version is waiting; only the user activates it. */
  readonly isUpdateAvailable: boolean;
  readonly canInstall: boolean;
};

/** Chromium's event, missing from the standard types. */
export type InstallPromptEvent = Event & { readonly prompt: () => Promise<unknown> };

/** The part of the worker's registration that is used here. */
export type WorkerHandle = { readonly activateWaiting: () => void };

/** Creates the object. */
export function createPwa() {
  const { subscribe, notify } = createListeners();
  let state: PwaState = { isUpdateAvailable: false, canInstall: false };
  let worker: WorkerHandle | undefined;
  let installPrompt: InstallPromptEvent | undefined;

  const change = (part: Partial<PwaState>) => {
    state = { ...state, ...part };
    notify();
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
    /** Activates the new version, which reloads the page. Does nothing while an activity is under way. */
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

/** Current offers to install or update, and their actions. */
export function usePwa() {
  const state = useSyncExternalStore(pwa.subscribe, pwa.getState);
  return { ...state, update: pwa.update, install: pwa.install } as const;
}

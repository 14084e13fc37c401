/**
 * What must not be interrupted by an update: a form that is being filled, money on its way, a position whose end is
 * near. While anything is marked no new version is offered or let in, a broken part of the app does not reload it, and
 * a worker that is switched off only offers to.
 *
 * An option within 60 s of its expiry: `useBusyWhile(remainingMs <= 60_000)` in the component that draws the countdown.
 */
import { useEffect, useSyncExternalStore } from 'react';
import { createListeners } from '../store/listeners.ts';

const holders = new Set<symbol>();
const { subscribe, tell } = createListeners();

/** Marks something as under way until the returned function is called. */
export function markBusy(): () => void {
  const holder = Symbol('busy');
  holders.add(holder);
  tell();
  return () => {
    if (holders.delete(holder)) tell();
  };
}

/** Whether anything is under way. */
export function isBusy(): boolean {
  return holders.size > 0;
}

/** The same, for a component that shows something else then. */
export function useIsBusy(): boolean {
  return useSyncExternalStore(subscribe, isBusy);
}

/**
 * Keeps the app from being updated while `isUnderWay`: a dirty form, an order without answer, an option about to
 * expire.
 */
export function useBusyWhile(isUnderWay: boolean): void {
  useEffect(() => (isUnderWay ? markBusy() : undefined), [isUnderWay]);
}

/**
 * Activities that an update must not interrupt: filling in a form, money in transit, a position near its end. While any
 * is marked, no new version is offered or activated, a broken chunk does not reload the app, and a disabled worker only
 * offers a reload.
 *
 * An option within 60 s of its expiry: `useBusyWhile(remainingMs <= 60_000)` in the component that draws the countdown.
 */
import { useEffect, useSyncExternalStore } from 'react';
import { createListeners } from '../store/listeners.ts';

const holders = new Set<symbol>();
const { subscribe, notify } = createListeners();

/** Marks an activity as under way until the returned function is called. */
export function markBusy(): () => void {
  const holder = Symbol('busy');
  holders.add(holder);
  notify();
  return () => {
    if (holders.delete(holder)) notify();
  };
}

/** Whether any activity is under way. */
export function isBusy(): boolean {
  return holders.size > 0;
}

/** The same as a hook. */
export function useIsBusy(): boolean {
  return useSyncExternalStore(subscribe, isBusy);
}

/** Prevents updates while `isUnderWay`: a changed form, an unanswered order, an option about to expire. */
export function useBusyWhile(isUnderWay: boolean): void {
  useEffect(() => (isUnderWay ? markBusy() : undefined), [isUnderWay]);
}

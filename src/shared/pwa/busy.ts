/** What must not be interrupted by an update: a form that is being filled, money on its way. */
import { useEffect } from 'react';

const holders = new Set<symbol>();
const listeners = new Set<() => void>();

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

/** Tells a listener of each change; gives back its clean-up. */
export function subscribeBusy(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Keeps the app from being updated while `isUnderWay`: a dirty form, an order without answer. */
export function useBusyWhile(isUnderWay: boolean): void {
  useEffect(() => (isUnderWay ? markBusy() : undefined), [isUnderWay]);
}

function tell(): void {
  for (const listener of listeners) listener();
}

import { createElement, lazy, useEffect, useSyncExternalStore, type ComponentType } from 'react';
import { loadChunk } from './chunkRecovery.ts';
import { createListeners } from '../store/listeners.ts';

/** Delay before a failed load is repeated. */
export const RETRY_MS = 5000;

const Nothing = () => null;

/** `preload` fetches the code ahead of use. */
type LazyPart<P> = ComponentType<P> & { readonly preload: () => void };

/**
 * Component whose code loads after the page's; suspends until it has loaded. If it fails, the page continues with
 * `Missing` in its place, and loading is repeated every 5 s while the component is mounted.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Missing: ComponentType<P> = Nothing,
): LazyPart<P> {
  const { subscribe, notify } = createListeners();
  const askAgain = () => {
    latest = ask();
    notify();
  };
  const ask = (): ComponentType<P> => {
    // One per attempt: React would reuse the same one for the part already shown, and its timer would not run again.
    const Waiting = (props: P) => {
      useEffect(() => {
        const timer = setTimeout(askAgain, RETRY_MS);
        return () => clearTimeout(timer);
      }, []);
      return <Missing {...props} />;
    };
    return lazy(async () => ({ default: await loadChunk(load).catch((): ComponentType<P> => Waiting) }));
  };
  let latest = ask();
  const Shown = (props: P) =>
    createElement(
      useSyncExternalStore(subscribe, () => latest),
      props,
    );
  // A failed preload is repeated when the component is used.
  return Object.assign(Shown, { preload: () => void load().catch(() => undefined) });
}

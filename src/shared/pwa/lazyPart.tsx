import { createElement, lazy, useEffect, useSyncExternalStore, type ComponentType } from 'react';
import { loadChunk } from './chunkRecovery.ts';
import { createListeners } from '../store/listeners.ts';

/** How long a part that could not be loaded is done without until it is asked for again. */
export const RETRY_MS = 5000;

const Nothing = () => null;

/** `preload` fetches the code before it is wanted. */
type LazyPart<P> = ComponentType<P> & { readonly preload: () => void };

/**
 * A part of a page whose code comes after the page's; suspends until it is there. Where it cannot be loaded the page
 * goes on with `Missing` in its place, and it is asked for again every 5 s for as long as it is wanted.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Missing: ComponentType<P> = Nothing,
): LazyPart<P> {
  const { subscribe, tell } = createListeners();
  const askAgain = () => {
    latest = ask();
    tell();
  };
  const ask = (): ComponentType<P> => {
    // One an attempt: React would take the same one for the part that is shown already, and its time would not run
    // again.
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
  // What fails now is asked for again when it is wanted.
  return Object.assign(Shown, { preload: () => void load().catch(() => undefined) });
}

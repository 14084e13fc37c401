/** The realtime client: rooms over one connection, each an unbroken stream by the sequence rule of the contract. */
import { createLine, type Line, type LineEvents, type LineOptions } from './line.ts';
import type { RealtimeClient } from './realtimeTypes.ts';
import { createSubscriptions } from './subscriptions.ts';
import { watchWake } from './wake.ts';

export type RealtimeClientOptions = LineOptions & {
  /** Replaces the socket and the page's events in tests. */
  readonly openLine?: (options: LineOptions, events: LineEvents) => Line;
  readonly watch?: typeof watchWake;
};

/** Creates the client; it connects at the first subscription. */
export function createRealtimeClient(options: RealtimeClientOptions): RealtimeClient {
  const statusListeners = new Set<() => void>();
  const logoutListeners = new Set<() => void>();
  const notifyAll = (listeners: Set<() => void>) => listeners.forEach((listener) => listener());
  const book = createSubscriptions(() => line);
  const line: Line = (options.openLine ?? createLine)(options, {
    onUp: book.lineIsUp,
    onDown: book.lineIsDown,
    onStatus: () => notifyAll(statusListeners),
    onMessage: book.take,
    onLoggedOut: () => notifyAll(logoutListeners),
  });
  let stopWatching: (() => void) | undefined;

  return {
    subscribe(room, codec, handlers) {
      if (stopWatching === undefined) {
        stopWatching = (options.watch ?? watchWake)((waking) => (waking === 'dead' ? line.renew() : line.wake()));
        line.open();
      }
      return book.add(room, codec, handlers);
    },
    getStatus: () => line.getStatus(),
    onStatusChange: (listener) => listenTo(statusListeners, listener),
    onLoggedOut: (listener) => listenTo(logoutListeners, listener),
    silentMs: () => line.silentMs(),
    renew() {
      if (stopWatching !== undefined) line.renew();
    },
    close() {
      stopWatching?.();
      book.close();
      line.close();
    },
  };
}

function listenTo(listeners: Set<() => void>, listener: () => void): () => void {
  // Wrapped, so that a function registered twice is two listeners.
  const own = () => listener();
  listeners.add(own);
  return () => void listeners.delete(own);
}

/** The realtime client: rooms over one connection, each an unbroken stream by the sequence rule of the contract. */
import { createConnection, type Connection, type ConnectionEvents, type ConnectionOptions } from './connection.ts';
import type { RealtimeClient } from './realtimeTypes.ts';
import { createSubscriptions } from './subscriptions.ts';
import { watchResume } from './resume.ts';

export type RealtimeClientOptions = ConnectionOptions & {
  /** Replaces the socket and the page's events in tests. */
  readonly openConnection?: (options: ConnectionOptions, events: ConnectionEvents) => Connection;
  readonly watch?: typeof watchResume;
};

/** Creates the client; it connects at the first subscription. */
export function createRealtimeClient(options: RealtimeClientOptions): RealtimeClient {
  const statusListeners = new Set<() => void>();
  const logoutListeners = new Set<() => void>();
  const notifyAll = (listeners: Set<() => void>) => listeners.forEach((listener) => listener());
  const rooms = createSubscriptions(() => connection);
  const connection: Connection = (options.openConnection ?? createConnection)(options, {
    onUp: rooms.connected,
    onDown: rooms.disconnected,
    onStatus: () => notifyAll(statusListeners),
    onMessage: rooms.take,
    onLoggedOut: () => notifyAll(logoutListeners),
  });
  let stopWatching: (() => void) | undefined;

  return {
    subscribe(room, codec, handlers) {
      if (stopWatching === undefined) {
        stopWatching = (options.watch ?? watchResume)((kind) =>
          kind === 'dead' ? connection.renew() : connection.reconnectIfSilent(),
        );
        connection.open();
      }
      return rooms.add(room, codec, handlers);
    },
    getStatus: () => connection.getStatus(),
    onStatusChange: (listener) => listenTo(statusListeners, listener),
    onLoggedOut: (listener) => listenTo(logoutListeners, listener),
    silentMs: () => connection.silentMs(),
    renew() {
      if (stopWatching !== undefined) connection.renew();
    },
    close() {
      stopWatching?.();
      rooms.close();
      connection.close();
    },
  };
}

function listenTo(listeners: Set<() => void>, listener: () => void): () => void {
  // Wrapped, so that a function registered twice is two listeners.
  const own = () => listener();
  listeners.add(own);
  return () => void listeners.delete(own);
}

/** Socket of the tests, driven by the test. */
import type {
  ConnectionState,
  ConnectionStatus,
  RealtimeClient,
  RoomHandlers,
} from '../shared/realtime/realtimeTypes.ts';
import type { RoomCodec } from '@halyard/contract/realtime/rooms';

type AnyHandlers = RoomHandlers<RoomCodec>;

/** Creates a connected client without messages. */
export function createFakeRealtime() {
  const readers = new Map<string, Set<AnyHandlers>>();
  const statusListeners = new Set<() => void>();
  const logoutListeners = new Set<() => void>();
  let status: ConnectionStatus = { state: 'connected', sinceMs: 0 };
  let silence: number | undefined = 0;
  let renewals = 0;

  const readersOf = (room: string) => [...(readers.get(room) ?? [])];
  const listenTo = (listeners: Set<() => void>) => (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };

  const client: RealtimeClient = {
    subscribe: (room, _codec, handlers) => {
      const inRoom = readers.get(room) ?? new Set();
      readers.set(room, inRoom.add(handlers));
      return () => void inRoom.delete(handlers);
    },
    getStatus: () => status,
    onStatusChange: listenTo(statusListeners),
    onLoggedOut: listenTo(logoutListeners),
    silentMs: () => silence,
    renew: () => {
      renewals += 1;
    },
    close: () => undefined,
  };

  return {
    client,
    /** Rooms with readers. */
    rooms: () => [...readers].filter(([, inRoom]) => inRoom.size > 0).map(([room]) => room),
    /** Snapshots and messages are decoded, as the real client passes them on. */
    sendSnapshot: (room: string, snapshot: unknown) => {
      for (const reader of readersOf(room)) reader.onSnapshot(snapshot);
    },
    send: (room: string, message: unknown) => {
      for (const reader of readersOf(room)) reader.onMessage(message);
    },
    setState: (state: ConnectionState) => {
      status = { state, sinceMs: Date.now() };
      for (const listener of statusListeners) listener();
    },
    /** Sets the time since the server's last message. */
    setSilence: (forMs: number | undefined) => {
      silence = forMs;
    },
    logOut: () => {
      for (const listener of logoutListeners) listener();
    },
    renewals: () => renewals,
  };
}

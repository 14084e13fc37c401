/**
 * The realtime client before its code is there: the socket is a tenth of the first screen's code, which can be drawn
 * without it.
 */
import type { RealtimeClient, RoomHandlers } from './realtimeTypes.ts';

const TRY_AGAIN_MS = 3000;

/**
 * A client that hands everything on to the real one as soon as `load` has brought it. Until then rooms wait and the
 * connection counts as being made. When `load` fails, it is tried again every 3 s.
 */
export function createLazyRealtime(load: () => Promise<RealtimeClient>): RealtimeClient {
  const status = { state: 'connecting', sinceMs: Date.now() } as const;
  let client: RealtimeClient | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;
  const waiting = new Set<(loaded: RealtimeClient) => void>();

  const start = () => {
    load().then(arrive, () => {
      if (!isClosed) timer = setTimeout(start, TRY_AGAIN_MS);
    });
  };
  const arrive = (loaded: RealtimeClient) => {
    if (isClosed) {
      loaded.close();
      return;
    }
    client = loaded;
    for (const hand of waiting) hand(loaded);
    waiting.clear();
  };
  /** Does it now or when the client is there; what `begin` gives back undoes it. */
  const whenThere = (begin: (loaded: RealtimeClient) => () => void): (() => void) => {
    if (client !== undefined) return begin(client);
    let undo: (() => void) | undefined;
    const hand = (loaded: RealtimeClient) => {
      undo = begin(loaded);
    };
    waiting.add(hand);
    return () => {
      waiting.delete(hand);
      undo?.();
    };
  };
  start();

  return {
    subscribe: (room, codec, handlers: RoomHandlers<typeof codec>) =>
      whenThere((loaded) => loaded.subscribe(room, codec, handlers)),
    getStatus: () => client?.getStatus() ?? status,
    onStatusChange: (listener) => {
      if (client !== undefined) return client.onStatusChange(listener);
      return whenThere((loaded) => {
        const stop = loaded.onStatusChange(listener);
        // The real client's first word is news to who has read ours, and to nobody who listens later.
        if (loaded.getStatus().state !== status.state) listener();
        return stop;
      });
    },
    onLoggedOut: (listener) => whenThere((loaded) => loaded.onLoggedOut(listener)),
    silentMs: () => client?.silentMs(),
    // The token is asked for when the line opens, so before that there is nothing to renew.
    renew: () => client?.renew(),
    close: () => {
      isClosed = true;
      clearTimeout(timer);
      waiting.clear();
      client?.close();
    },
  };
}

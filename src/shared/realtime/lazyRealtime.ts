/**
 * Stand-in for the realtime client until its code has loaded: the socket is a tenth of the first screen's code, which
 * renders without it.
 */
import type { RealtimeClient, RoomHandlers } from './realtimeTypes.ts';

const TRY_AGAIN_MS = 3000;

/**
 * A client that delegates to the real one once `load` has resolved. Until then rooms wait and the state is
 * `connecting`. If `load` fails, it is repeated every 3 s.
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
  /** Runs `begin` now or once the client exists; the returned function undoes it. */
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
        // The real client's first status is a change for listeners that read ours before.
        if (loaded.getStatus().state !== status.state) listener();
        return stop;
      });
    },
    onLoggedOut: (listener) => whenThere((loaded) => loaded.onLoggedOut(listener)),
    silentMs: () => client?.silentMs(),
    // The token is read when the connection opens, so before that there is nothing to renew.
    renew: () => client?.renew(),
    close: () => {
      isClosed = true;
      clearTimeout(timer);
      waiting.clear();
      client?.close();
    },
  };
}

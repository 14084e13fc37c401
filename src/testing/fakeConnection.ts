/** A connection that a test controls: the test sends its events and answers its requests. */
import type { Connection, ConnectionEvents } from '../shared/realtime/connection.ts';

type FakeRequest = { readonly event: string; readonly payload: unknown; readonly answer: (answer: unknown) => void };

/** Creates a connection that is not up yet; pass its `open` to the client as `openLine`. */
export function createFakeConnection() {
  const requests: FakeRequest[] = [];
  const calls: string[] = [];
  let isUp = false;
  let events: ConnectionEvents | undefined;
  const connection: Connection = {
    open: () => void calls.push('open'),
    isUp: () => isUp,
    getStatus: () => ({ state: isUp ? 'connected' : 'connecting', sinceMs: 0 }),
    silentMs: () => 7,
    ask: (event, payload, answer) => void requests.push({ event, payload, answer }),
    reconnectIfSilent: () => void calls.push('wake'),
    renew: () => void calls.push('renew'),
    close: () => void calls.push('close'),
  };
  return {
    requests,
    calls,
    open: (_options: unknown, given: ConnectionEvents) => {
      events = given;
      return connection;
    },
    up() {
      isUp = true;
      events?.onStatus();
      events?.onUp();
    },
    down() {
      isUp = false;
      events?.onStatus();
      events?.onDown();
    },
    send: (room: string, seq: number, data: unknown, epoch = 'a') => events?.onMessage({ room, epoch, seq, data }),
    sendRaw: (raw: unknown) => events?.onMessage(raw),
    logOut: () => events?.onLoggedOut(),
    /** Answers the latest request. */
    answer: (answer: unknown) => requests.at(-1)?.answer(answer),
    requested: () => requests.map(({ event, payload }) => ({ event, payload })),
  };
}

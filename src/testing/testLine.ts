/** A connection that a test controls: the test sends its events and answers its requests. */
import type { Line, LineEvents } from '../shared/realtime/line.ts';

type Asked = { readonly event: string; readonly payload: unknown; readonly answer: (answer: unknown) => void };

/** Creates a connection that is not up yet; pass its `open` to the client as `openLine`. */
export function createTestLine() {
  const asked: Asked[] = [];
  const calls: string[] = [];
  let isUp = false;
  let events: LineEvents | undefined;
  const line: Line = {
    open: () => void calls.push('open'),
    isUp: () => isUp,
    getStatus: () => ({ state: isUp ? 'connected' : 'connecting', sinceMs: 0 }),
    silentMs: () => 7,
    ask: (event, payload, answer) => void asked.push({ event, payload, answer }),
    wake: () => void calls.push('wake'),
    renew: () => void calls.push('renew'),
    close: () => void calls.push('close'),
  };
  return {
    asked,
    calls,
    open: (_options: unknown, given: LineEvents) => {
      events = given;
      return line;
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
    say: (room: string, seq: number, data: unknown, epoch = 'a') => events?.onMessage({ room, epoch, seq, data }),
    sayRaw: (raw: unknown) => events?.onMessage(raw),
    logOut: () => events?.onLoggedOut(),
    /** Answers the latest request. */
    answer: (answer: unknown) => asked.at(-1)?.answer(answer),
    questions: () => asked.map(({ event, payload }) => ({ event, payload })),
  };
}

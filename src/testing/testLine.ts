/** A line that a test holds in its hand: it says what the test says, and keeps what is asked over it. */
import type { Line, LineEvents } from '../shared/realtime/line.ts';

type Asked = { readonly event: string; readonly payload: unknown; readonly answer: (answer: unknown) => void };

/** Makes a line that is not up yet; give its `open` to the client as `openLine`. */
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
    /** Answers the newest question. */
    answer: (answer: unknown) => asked.at(-1)?.answer(answer),
    questions: () => asked.map(({ event, payload }) => ({ event, payload })),
  };
}

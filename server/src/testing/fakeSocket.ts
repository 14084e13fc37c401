/** A socket without a network, for tests of lines to venues under a virtual clock. */
import { EventEmitter } from 'node:events';
import type { WebSocket } from 'ws';

export type FakeSocket = {
  readonly url: string;
  /** Sent messages; protocol pings as `PING`. */
  readonly sent: string[];
  readonly isClosed: () => boolean;
  open(): void;
  /** A message of the other side. */
  say(text: string): void;
  /** The other side ends it. */
  drop(code?: number): void;
  /** The other side refuses to open it. */
  refuse(status: number): void;
};

/** Makes sockets and remembers them in their order. */
export function createFakeSockets(): { readonly sockets: FakeSocket[]; readonly open: (url: string) => WebSocket } {
  const sockets: FakeSocket[] = [];
  const open = (url: string) => {
    const events = new EventEmitter();
    const sent: string[] = [];
    let isClosed = false;
    const close = (code: number) => {
      if (isClosed) return;
      isClosed = true;
      events.emit('close', code);
    };
    sockets.push({
      url,
      sent,
      isClosed: () => isClosed,
      open: () => void events.emit('open'),
      say: (text) => void events.emit('message', Buffer.from(text), false),
      drop: (code = 1006) => close(code),
      refuse: (status) => void events.emit('unexpected-response', {}, { statusCode: status }),
    });
    return Object.assign(events, {
      send: (text: string) => void sent.push(text),
      ping: () => void sent.push('PING'),
      terminate: () => queueMicrotask(() => close(1006)),
    }) as unknown as WebSocket;
  };
  return { sockets, open };
}

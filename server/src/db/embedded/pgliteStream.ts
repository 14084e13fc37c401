/** What the PostgreSQL driver takes for its socket, with PGlite at the other end. */
import { Duplex } from 'node:stream';
import type { PgliteThread } from './pgliteThread.ts';

/**
 * A connection to PGlite. What the driver writes at once, as it does all messages of a statement, is one question to
 * the thread.
 */
export function connectTo(thread: PgliteThread): Duplex {
  const tell = async (messages: readonly Uint8Array[]): Promise<void> => {
    for (const part of await thread.tell(joined(messages))) stream.push(part);
  };
  const stream: Duplex = new Duplex({
    read: () => undefined,
    write: (message: Uint8Array, _encoding, done) => void tell([message]).then(() => done(), done),
    writev: (messages, done) => void tell(messages.map(({ chunk }) => chunk as Uint8Array)).then(() => done(), done),
    final(done) {
      stream.push(null);
      done();
    },
  });
  // What else of a socket the driver uses.
  return Object.assign(stream, {
    connect: () => queueMicrotask(() => stream.emit('connect')),
    setNoDelay: () => undefined,
    ref: () => undefined,
    unref: () => undefined,
  });
}

/** In memory of their own, which can be handed over to another thread. */
function joined(messages: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(messages.reduce((length, message) => length + message.length, 0));
  let end = 0;
  for (const message of messages) {
    whole.set(message, end);
    end += message.length;
  }
  return whole;
}

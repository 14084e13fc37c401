/** Duplex stream that the PostgreSQL driver uses as its socket, with PGlite at the other end. */
import { Duplex } from 'node:stream';
import type { PgliteThread } from './pgliteThread.ts';

/**
 * Opens a connection to PGlite. All messages that the driver writes together, such as those of one statement, are one
 * request to the thread.
 */
export function connectTo(thread: PgliteThread): Duplex {
  const forward = async (messages: readonly Uint8Array[]): Promise<void> => {
    for (const part of await thread.execute(joined(messages))) stream.push(part);
  };
  const stream: Duplex = new Duplex({
    read: () => undefined,
    write: (message: Uint8Array, _encoding, done) => void forward([message]).then(() => done(), done),
    writev: (messages, done) => void forward(messages.map(({ chunk }) => chunk as Uint8Array)).then(() => done(), done),
    final(done) {
      stream.push(null);
      done();
    },
  });
  // Other socket methods that the driver calls.
  return Object.assign(stream, {
    connect: () => queueMicrotask(() => stream.emit('connect')),
    setNoDelay: () => undefined,
    ref: () => undefined,
    unref: () => undefined,
  });
}

/** Copies into a buffer that can be transferred to another thread. */
function joined(messages: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(messages.reduce((length, message) => length + message.length, 0));
  let end = 0;
  for (const message of messages) {
    whole.set(message, end);
    end += message.length;
  }
  return whole;
}

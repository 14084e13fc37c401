/**
 * The receivers of the fan-out benchmark, in their own process: many sockets that take messages as cheaply as they can,
 * so that only the sender is measured. Each reads WebSocket frames by hand, counts the long ones, and answers the pings
 * of Engine.IO.
 * The parent sends {port, path, sockets, hello}; the process answers 'ready' when all are greeted, and after that
 * 'complete' whenever `expect` messages have arrived.
 */
import { connect, type Socket } from 'node:net';

/** Messages of the parent. */
export type ReceiverOrder =
  | {
      readonly kind: 'connect';
      readonly port: number;
      readonly path: string;
      readonly sockets: number;
      readonly hello: readonly string[];
    }
  | { readonly kind: 'expect'; readonly messages: number };

/** Shorter frames are the protocol's own: pings, greetings, acknowledgements of other requests. */
const MESSAGE_BYTES_MIN = 120;
const PING = 0x32;
const EVENT = Buffer.from('42');

let expected = Number.POSITIVE_INFINITY;
let counted = 0;

process.on('message', (order: ReceiverOrder) => {
  if (order.kind === 'connect') void connectAll(order).then(() => process.send?.('ready'));
  else {
    expected = order.messages;
    tellWhenComplete();
  }
});
process.on('disconnect', () => process.exit(0));

async function connectAll(order: Extract<ReceiverOrder, { kind: 'connect' }>): Promise<void> {
  for (let opened = 0; opened < order.sockets; opened += 1) await openSocket(order);
}

/** Resolves when the socket is greeted: each line of `hello` is sent after an answer to the one before. */
function openSocket({ port, path, hello }: Extract<ReceiverOrder, { kind: 'connect' }>): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const left = [...hello];
    let isGreeted = left.length === 0;
    const onFrame = (payload: Buffer) => {
      if (payload.length === 1 && payload[0] === PING) socket.write(maskedFrame('3'));
      else if (isGreeted) counted += payload.length >= MESSAGE_BYTES_MIN ? 1 : 0;
      // Until it subscribes a socket also receives the broadcast for legacy clients, which is no answer.
      else if (!payload.subarray(0, EVENT.length).equals(EVENT)) greet();
    };
    const greet = () => {
      const line = left.shift();
      if (line !== undefined) {
        socket.write(maskedFrame(line));
        return;
      }
      isGreeted = true;
      resolve();
    };
    socket.setNoDelay(true);
    socket.on('error', reject);
    socket.on('connect', () => socket.write(upgradeRequest(path)));
    socket.once('data', (head: Buffer) => {
      readFrames(socket, head.subarray(head.indexOf('\r\n\r\n') + 4), onFrame);
      if (isGreeted) resolve();
    });
  });
}

function readFrames(socket: Socket, first: Buffer, onFrame: (payload: Buffer) => void): void {
  let rest: Buffer = Buffer.alloc(0);
  const take = (chunk: Buffer) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let frame = frameAt(rest); frame !== undefined; frame = frameAt(rest)) {
      onFrame(rest.subarray(frame.start, frame.end));
      rest = rest.subarray(frame.end);
    }
    tellWhenComplete();
  };
  socket.on('data', take);
  take(first);
}

function tellWhenComplete(): void {
  if (counted < expected) return;
  counted -= expected;
  expected = Number.POSITIVE_INFINITY;
  process.send?.('complete');
}

/** Bounds of the payload of the frame that a buffer begins with; undefined when it is not whole. */
function frameAt(buffer: Buffer): { readonly start: number; readonly end: number } | undefined {
  if (buffer.length < 2) return undefined;
  const short = (buffer[1] ?? 0) & 0x7f;
  const start = short < 126 ? 2 : 4;
  if (buffer.length < start) return undefined;
  const end = start + (short < 126 ? short : buffer.readUInt16BE(2));
  return buffer.length < end ? undefined : { start, end };
}

/** Frames of a client are masked; a mask of zeros is one too. */
function maskedFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  return Buffer.concat([Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0]), payload]);
}

function upgradeRequest(path: string): string {
  const key = 'dGhlIHNhbXBsZSBub25jZQ==';
  return `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`;
}

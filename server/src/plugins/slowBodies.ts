/**
 * Time limits of request bodies. The server's own limit must allow a phone on a slow connection to upload a picture;
 * all other requests have a shorter limit here, because a slow form holds a connection that others need.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

type SlowBodiesOptions = {
  /** Milliseconds from the end of the headers to the end of the body. */
  readonly limitMs: number;
  /** Requests for which the server's own limit applies. */
  readonly maySlow: (request: IncomingMessage) => boolean;
  /** Answers a request that took too long; its connection ends afterwards. */
  readonly refuse: (socket: Socket) => void;
};

/** Limits the bodies of all requests to a server, independent of their handlers. */
export function limitSlowBodies(server: Server, { limitMs, maySlow, refuse }: SlowBodiesOptions): void {
  server.on('request', (request: IncomingMessage) => {
    if (!hasBody(request) || maySlow(request)) return;
    const timer = setTimeout(() => {
      if (request.complete) return;
      refuse(request.socket);
      request.socket.destroySoon();
    }, limitMs);
    // `close` is emitted when the body is complete and when the sender disconnects.
    request.once('close', () => clearTimeout(timer));
    request.once('end', () => clearTimeout(timer));
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

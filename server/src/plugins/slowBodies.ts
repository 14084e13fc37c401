/**
 * How long a request may take to come in. The server's own limit must leave a phone on a bad line the time to send a
 * picture, so all the rest is held to a shorter one here: who sends a form drop by drop holds a connection that others
 * need.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

type SlowBodiesOptions = {
  /** Milliseconds from the end of the headers to the end of the body. */
  readonly limitMs: number;
  /** The requests that the server's own limit is for. */
  readonly maySlow: (request: IncomingMessage) => boolean;
  /** Answers for a request that took too long; its connection ends after that. */
  readonly refuse: (socket: Socket) => void;
};

/** Limits the bodies of all requests to a server, whoever answers them. */
export function limitSlowBodies(server: Server, { limitMs, maySlow, refuse }: SlowBodiesOptions): void {
  server.on('request', (request: IncomingMessage) => {
    if (!hasBody(request) || maySlow(request)) return;
    const timer = setTimeout(() => {
      if (request.complete) return;
      refuse(request.socket);
      request.socket.destroySoon();
    }, limitMs);
    // `close` comes when the body is there and when the sender is gone.
    request.once('close', () => clearTimeout(timer));
    request.once('end', () => clearTimeout(timer));
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

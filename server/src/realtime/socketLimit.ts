/** How many sockets one network may hold on this node: each costs memory, and its share of every message. */
import type { IncomingMessage } from 'node:http';
import { createCounts } from '../calls/counts.ts';
import { networkOf } from '../calls/networks.ts';

export type SocketLimit = {
  /** Whether its sender may open another socket. */
  admits(request: IncomingMessage): boolean;
  /** Counts a socket that is open, until what is answered is called. */
  count(request: IncomingMessage): () => void;
};

/** Makes the limit of one server. `addressOf` tells who made a request. */
export function createSocketLimit(max: number, addressOf: (request: IncomingMessage) => string): SocketLimit {
  const counts = createCounts<string>();
  const keyOf = (request: IncomingMessage) => networkOf(addressOf(request));
  return {
    admits: (request) => counts.of(keyOf(request)) < max,
    count(request) {
      const key = keyOf(request);
      counts.change(key, 1);
      return () => counts.change(key, -1);
    },
  };
}

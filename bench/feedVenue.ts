/**
 * A venue in its own process, for the benchmark of the feed: it answers its port, and then each order, when all of its
 * quotes are written.
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { quoteFrame } from '../server/src/testing/fakeVenue.ts';

/** Quotes to send to every client, as fast as they can be written. */
export type VenueOrder = { readonly venue: string; readonly symbol: string; readonly quotes: number };

const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
await once(server, 'listening');
process.send?.((server.address() as AddressInfo).port);

process.on('message', ({ venue, symbol, quotes }: VenueOrder) => {
  for (let count = 0; count < quotes; count += 1) {
    const cents = String(count % 100).padStart(2, '0');
    const frame = quoteFrame(venue, { symbol, bid: `60000.${cents}`, ask: `60001.${cents}` });
    for (const client of server.clients) client.send(frame);
  }
  process.send?.(quotes);
});
process.on('disconnect', () => process.exit(0));

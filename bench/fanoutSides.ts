/**
 * Small messages a second that one process sends: a tick to all members of `trades:BTC/USDT`, through the realtime hub
 * with all that it does to a message (numbering, storing, encoding), beside bare `ws` sending a text of the same length
 * to as many sockets in the same run. The receivers are one more process for each, which counts frames.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import type { MarketId } from '@halyard/contract/ids';
import { decimal } from '@halyard/contract/money';
import { rooms, SOCKET_PATH, SUBSCRIBE } from '@halyard/contract/realtime/rooms';
import { attachRealtime } from '../server/src/realtime/attachRealtime.ts';
import { createMemoryExchange, SYMBOL } from '../server/src/testing/memoryExchange.ts';
import type { ReceiverOrder } from './fanoutReceivers.ts';
import { measure, type Contestant, type Rate } from './measure.ts';

export const SOCKETS = 200;
/** Messages of one run, each sent to every socket. */
const MESSAGES = 50;
const ROUNDS = { rounds: 15, runsPerRound: 10 };
/** As long as the hub's: `42["room",{...}]` with one tick. */
const TEXT_LENGTH = 190;

type Side = Contestant & { close(): Promise<void> };

/** Work of the sender, by side. */
const cpuMicros = new Map<string, { total: number; messages: number }>();

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

function receive(child: ChildProcess, word: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error('the receivers ended')));
    child.once('message', (message) =>
      message === word ? resolve() : reject(new Error(`received ${JSON.stringify(message)}, not ${word}`)),
    );
  });
}

async function startReceivers(order: Extract<ReceiverOrder, { kind: 'connect' }>): Promise<ChildProcess> {
  const child = fork(new URL('fanoutReceivers.ts', import.meta.url), { execArgv: ['--import', 'tsx'] });
  child.send(order);
  await receive(child, 'ready');
  return child;
}

/** Sends all messages of a run, one a turn, and waits until every socket has every one. */
async function sendAll(name: string, child: ChildProcess, send: () => void): Promise<void> {
  const before = process.cpuUsage();
  child.removeAllListeners('exit');
  const complete = receive(child, 'complete');
  child.send({ kind: 'expect', messages: MESSAGES * SOCKETS } satisfies ReceiverOrder);
  for (let message = 0; message < MESSAGES; message += 1) {
    send();
    await new Promise((resolve) => void setImmediate(resolve));
  }
  await complete;
  const { user, system } = process.cpuUsage(before);
  const spent = cpuMicros.get(name) ?? { total: 0, messages: 0 };
  cpuMicros.set(name, { total: spent.total + user + system, messages: spent.messages + MESSAGES * SOCKETS });
}

function closeAll(child: ChildProcess, server: Server): Promise<void> {
  child.disconnect();
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

async function bareSide(): Promise<Side> {
  const server = createServer();
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  const port = await listen(server);
  const child = await startReceivers({ kind: 'connect', port, path: '/', sockets: SOCKETS, hello: [] });
  const text = 'x'.repeat(TEXT_LENGTH);
  return {
    name: 'bare ws',
    units: MESSAGES * SOCKETS,
    run: () => sendAll('bare ws', child, () => sockets.clients.forEach((socket) => socket.send(text))),
    async close() {
      sockets.clients.forEach((socket) => socket.terminate());
      await closeAll(child, server);
    },
  };
}

async function hubSide(): Promise<Side> {
  const server = createServer();
  const exchange = createMemoryExchange();
  const realtime = attachRealtime(server, exchange.sources);
  const port = await listen(server);
  const path = `${SOCKET_PATH}?EIO=4&transport=websocket`;
  const hello = ['40', `420["${SUBSCRIBE}",{"rooms":["${rooms.trades(SYMBOL)}"]}]`];
  const child = await startReceivers({ kind: 'connect', port, path, sockets: SOCKETS, hello });
  let seq = 0;
  const tell = () => {
    seq += 1;
    const tick = { seq, at: '2023-03-01T00:00:00.000Z', price: decimal('28110.26'), quantity: decimal('0.123456') };
    exchange.publish({ type: 'ticks-appended', marketId: 1 as MarketId, symbol: SYMBOL, ticks: [tick] });
  };
  return {
    name: 'realtime hub',
    units: MESSAGES * SOCKETS,
    run: () => sendAll('realtime hub', child, tell),
    async close() {
      await realtime.close();
      await closeAll(child, server);
    },
  };
}

/** Messages a second by bare `ws` and by the hub, and the sender's processor microseconds a message, in that order. */
export async function measureFanout(rounds = ROUNDS): Promise<{ rates: readonly Rate[]; micros: readonly number[] }> {
  const sides = [await bareSide(), await hubSide()];
  try {
    const rates = await measure(sides, rounds);
    const micros = sides.map(({ name }) => {
      const { total, messages } = cpuMicros.get(name) ?? { total: Number.NaN, messages: 1 };
      return total / messages;
    });
    return { rates, micros };
  } finally {
    for (const side of sides) await side.close();
  }
}

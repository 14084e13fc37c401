/**
 * Real sockets against the realtime hub: a listening server, clients of both protocol versions, and readers that follow
 * the sequence rule.
 */
import { createServer } from 'node:http';
import type { AddressInfo, Socket as NetSocket } from 'node:net';
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import { vi } from 'vitest';
import * as z from 'zod/mini';
import {
  RESYNC,
  resyncAnswer,
  ROOM_MESSAGE,
  roomMessageCodec,
  SUBSCRIBE,
  subscribeAnswer,
  type ResyncAnswer,
  type RoomMessage,
  type RoomState,
} from '@halyard/contract/realtime/rooms';
import {
  asked,
  disconnected,
  NEW_READER,
  readAnswer,
  readMessage,
  type Delivery,
  type ReaderStep,
} from '@halyard/contract/realtime/sequence';
import { attachRealtime } from '../realtime/attachRealtime.ts';
import { SETTINGS, type RealtimeSources, type RealtimeSettings } from '../realtime/sources.ts';

/** Fast enough that a test never waits for the clock. */
const QUICK: RealtimeSettings = { ...SETTINGS, legacyEveryMs: 20, tickerEveryMs: 10, depthEveryMs: 0, klineEveryMs: 0 };

export type Harness = {
  readonly url: string;
  connect(options?: Partial<ManagerOptions & SocketOptions>): Promise<Socket>;
  /** Sockets that the server counts as connected. */
  connections(): number;
  /** Cuts every connection, as a network failure does. */
  cut(): void;
  stop(): Promise<void>;
  /** Stops the server, if it runs, and starts another on the same port. */
  restart(): Promise<void>;
  close(): Promise<void>;
};

/** Serves the sources on a free port. */
export async function openRealtime(
  sources: RealtimeSources,
  settings: Partial<RealtimeSettings> = {},
): Promise<Harness> {
  const listen = (onPort: number) => startServer(sources, { ...QUICK, ...settings }, onPort);
  let running = await listen(0);
  const { port } = running;
  const url = `http://127.0.0.1:${port}`;
  const sockets: Socket[] = [];
  return {
    url,
    async connect(options = {}) {
      const socket = io(url, { transports: ['websocket'], forceNew: true, reconnectionDelay: 5, ...options });
      sockets.push(socket);
      await new Promise<void>((resolve, reject) => {
        socket.once('connect', resolve);
        socket.once('connect_error', reject);
      });
      return socket;
    },
    connections: () => running.realtime.connections(),
    cut: () => running.cut(),
    stop: () => running.close(),
    async restart() {
      await running.close();
      running = await listen(port);
    },
    async close() {
      for (const socket of sockets) socket.close();
      await running.close();
    },
  };
}

async function startServer(sources: RealtimeSources, settings: RealtimeSettings, onPort: number) {
  const server = createServer();
  const realtime = attachRealtime(server, sources, settings);
  const connections = new Set<NetSocket>();
  server.on('connection', (connection) => {
    connections.add(connection);
    connection.once('close', () => connections.delete(connection));
  });
  await new Promise<void>((resolve) => void server.listen(onPort, '127.0.0.1', resolve));
  return {
    realtime,
    port: (server.address() as AddressInfo).port,
    cut: () => connections.forEach((connection) => connection.destroy()),
    async close() {
      if (!server.listening) return;
      await realtime.close();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}

/** Resolves as soon as the condition holds; fails when it does not for long. */
export function until(condition: () => boolean): Promise<void> {
  const look = () => {
    if (!condition()) throw new Error(`not yet: ${condition.toString()}`);
  };
  return vi.waitFor(look, { timeout: 20_000, interval: 5 });
}

/** Joins rooms; resolves to the server's answer for each. */
export async function subscribe(socket: Socket, ...rooms: readonly string[]): Promise<readonly RoomState[]> {
  const answer = z.parse(subscribeAnswer, await socket.emitWithAck(SUBSCRIBE, { rooms }));
  if ('error' in answer) throw new Error(answer.error);
  return answer;
}

/** Joins one room, which must succeed. */
export async function subscribeTo(socket: Socket, room: string): Promise<Extract<RoomState, { epoch: string }>> {
  const [state] = await subscribe(socket, room);
  if (state === undefined || 'error' in state) throw new Error(`${room} was refused: ${JSON.stringify(state)}`);
  return state;
}

/** Requests everything after a position. */
export async function resync(socket: Socket, room: string, epoch: string, since: number): Promise<ResyncAnswer> {
  return z.parse(resyncAnswer, await socket.emitWithAck(RESYNC, { room, epoch, since }));
}

/** All messages of the rooms a socket is in, in order of arrival. */
export function recordMessages(socket: Socket): RoomMessage[] {
  const messages: RoomMessage[] = [];
  socket.on(ROOM_MESSAGE, (message) => void messages.push(z.parse(roomMessageCodec, message)));
  return messages;
}

/** Record of a follower. */
export type Follower = {
  readonly deliveries: Delivery[];
  /** Kinds of answers to `resync`, in order. */
  readonly answers: ('messages' | 'snapshot' | 'error')[];
  /** Every position that was read, to look for gaps. */
  readonly positions: { readonly epoch: string; readonly seq: number }[];
};

/** Follows a room by the sequence rule over every loss of the connection. */
export function follow(socket: Socket, room: string, onDelivery: (delivery: Delivery) => void): Follower {
  const follower: Follower = { deliveries: [], answers: [], positions: [] };
  let reader = NEW_READER;
  const take = (step: ReaderStep) => {
    reader = step.reader;
    if (reader.position) follower.positions.push(reader.position);
    for (const delivery of step.deliveries) {
      follower.deliveries.push(delivery);
      onDelivery(delivery);
    }
    if (step.needsAnswer) ask();
  };
  const ask = () => {
    const { position } = reader;
    reader = asked(reader);
    const onAnswer = (answer: ResyncAnswer | RoomState) => {
      follower.answers.push('messages' in answer ? 'messages' : 'snapshot' in answer ? 'snapshot' : 'error');
      take(readAnswer(reader, answer));
    };
    if (position) {
      const request = { room, epoch: position.epoch, since: position.seq };
      socket.emit(RESYNC, request, (raw: unknown) => onAnswer(z.parse(resyncAnswer, raw)));
    } else {
      socket.emit(SUBSCRIBE, { rooms: [room] }, (raw: unknown) => {
        const [state] = z.parse(z.array(z.unknown()), raw);
        onAnswer(z.parse(resyncAnswer, state));
      });
    }
  };
  socket.on('connect', ask);
  socket.on('disconnect', () => {
    reader = disconnected(reader);
  });
  socket.on(ROOM_MESSAGE, (raw) => {
    const message = z.parse(roomMessageCodec, raw);
    if (message.room === room) take(readMessage(reader, message));
  });
  if (socket.connected) ask();
  return follower;
}

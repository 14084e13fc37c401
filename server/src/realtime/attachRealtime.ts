/**
 * The realtime hub: Socket.IO on the site host, for clients of versions 2 and 4 (docs/protocol.md; ADR 3).
 *
 * A consumer that is slower than its subscriptions is disconnected: buffering for it costs memory, and omitting
 * messages would break the sequence. It reconnects automatically and receives a snapshot.
 */
import type { IncomingMessage, Server as HttpServer } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { Server, type Socket } from 'socket.io';
import {
  LOGGED_OUT,
  RESYNC,
  ROOM_MESSAGE,
  ROOMS_MAX,
  SOCKET_PATH,
  SUBSCRIBE,
  UNSUBSCRIBE,
} from '@halyard/contract/realtime/rooms';
import { createCounts } from '../calls/counts.ts';
import { networkOf } from '../calls/networks.ts';
import type { Clock } from '../clock.ts';
import { METRICS } from '../health/metrics.ts';
import { startLegacyBroadcast } from '../legacy-clients/broadcast.ts';
import { createLegacyUsers, type LegacyUsers } from '../legacy-clients/users.ts';
import { createMember, type Member, type MemberContext, type MemberSocket, type Reply } from './member.ts';
import { createRoomRegistry } from './roomRegistry.ts';
import { createSessions } from './sessions.ts';
import { PING_EVERY_MS, SETTINGS, type RealtimeSettings, type RealtimeSources } from './sources.ts';

export type Realtime = {
  /** Number of sockets that are connected now. */
  connections(): number;
  /** Number of open rooms. */
  rooms(): number;
  /**
   * Disconnects all sockets, each at a random time within `withinMs`, and admits no others: clients reconnect by
   * themselves, to another node.
   */
  drain(withinMs: number): Promise<void>;
  /** Disconnects all sockets and stops; the HTTP server is not affected. */
  close(): Promise<void>;
};

/** A connection of the engine below Socket.IO. */
type Connection = { readonly request: IncomingMessage; once(event: 'close', listener: () => void): void };

/** Socket.IO room of sockets without a subscription. */
const LEGACY = 'legacy';
/** The largest legitimate request names 64 rooms in less than 5 KB. */
const REQUEST_BYTES_MAX = 16_384;
const TOKEN_LENGTH_MAX = 256;
const SLOW_CHECK_EVERY_MS = 1000;

const peerOf = ({ socket }: IncomingMessage) => socket.remoteAddress ?? '';

/**
 * Serves sockets on an HTTP server until it is closed. `addressOf` returns the client address of a request, for servers
 * behind a proxy.
 */
export function attachRealtime(
  httpServer: HttpServer,
  sources: RealtimeSources,
  settings: RealtimeSettings = SETTINGS,
  addressOf: (request: IncomingMessage) => string = peerOf,
): Realtime {
  let isDraining = false;
  const io = createServer(httpServer, { ...settings, isDraining: () => isDraining }, addressOf);
  const destroyUpgraded = trackUpgraded(httpServer);
  const registry = createRoomRegistry({
    sources,
    settings,
    send: (key, message) => {
      METRICS.messagesOut.inc(io.sockets.adapter.rooms.get(key)?.size ?? 0);
      io.to(key).emit(ROOM_MESSAGE, message);
    },
  });
  const sessions = createSessions(sources, settings.recheckMs);
  const stopLegacy = startLegacyBroadcast({
    sources,
    everyMs: settings.legacyEveryMs,
    hasListeners: () => (io.sockets.adapter.rooms.get(LEGACY)?.size ?? 0) > 0,
    send: (event, payload) => io.to(LEGACY).emit(event, payload),
  });
  const legacyUsers = createLegacyUsers({
    sources,
    sessions,
    afterMs: settings.legacyEveryMs,
    hasListeners: (key) => io.sockets.adapter.rooms.has(key),
    send: (key, event, payload) => io.to(key).emit(event, payload),
  });
  const slowCheck = setInterval(() => disconnectSlow(io, settings.waitingPacketsMax), SLOW_CHECK_EVERY_MS);
  io.on('connection', (socket) => welcome(socket, { sources, registry, sessions }, legacyUsers));
  return {
    connections: () => io.engine.clientsCount,
    rooms: registry.size,
    async drain(withinMs) {
      isDraining = true;
      // Below Socket.IO, whose own message would make clients wait longer.
      const closing = [...io.sockets.sockets.values()].map(({ conn }) =>
        setTimeout(() => conn.close(), Math.random() * withinMs),
      );
      await pause(closing.length === 0 ? 0 : withinMs);
    },
    async close() {
      clearInterval(slowCheck);
      stopLegacy();
      legacyUsers.close();
      sessions.close();
      registry.close();
      // Close below Socket.IO, whose own close message would prevent clients from reconnecting.
      io.engine.close();
      await destroyUpgraded();
    },
  };
}

function createServer(
  httpServer: HttpServer,
  { pingTimeoutMs, socketsOfNetworkMax, isDraining }: RealtimeSettings & { readonly isDraining: () => boolean },
  addressOf: (request: IncomingMessage) => string,
): Server {
  const limit = createSocketLimit(socketsOfNetworkMax, addressOf);
  const io = new Server(httpServer, {
    path: SOCKET_PATH,
    allowEIO3: true,
    serveClient: false,
    maxHttpBufferSize: REQUEST_BYTES_MAX,
    pingInterval: PING_EVERY_MS,
    pingTimeout: pingTimeoutMs,
    // No cookie is read here, so a page of another site has no more access than any other client.
    cors: { origin: '*' },
    allowRequest: (request, answer) =>
      isDraining() ? answer('restarting', false) : answer('too many connections of one address', limit.admits(request)),
  });
  io.engine.on('connection', (connection: Connection) => {
    connection.once('close', limit.count(connection.request));
  });
  return io;
}

/**
 * A peer that does not answer keeps its connection for half a minute after it was closed, and would delay the HTTP
 * server's close.
 */
function trackUpgraded(httpServer: HttpServer): () => Promise<void> {
  const upgraded = new Set<Duplex>();
  const track = (_request: unknown, connection: Duplex) => {
    upgraded.add(connection);
    connection.once('close', () => upgraded.delete(connection));
  };
  httpServer.on('upgrade', track);
  return async () => {
    httpServer.off('upgrade', track);
    // One turn of the event loop, so that clients receive the close frame.
    await new Promise((resolve) => void setImmediate(resolve));
    for (const connection of upgraded) connection.destroy();
  };
}

function welcome(socket: Socket, context: MemberContext, legacyUsers: LegacyUsers): void {
  const own: MemberSocket = {
    token: tokenOf(socket),
    isConnected: () => socket.connected,
    join: (key) => void socket.join(key),
    leave: (key) => void socket.leave(key),
    sendLoggedOut: () => socket.emit(LOGGED_OUT),
  };
  const member = createMember(own, context);
  void socket.join(LEGACY);
  const leaveLegacyUser = legacyUsers.welcome(own);
  const leaveLegacy = () => {
    void socket.leave(LEGACY);
    leaveLegacyUser();
  };
  limitRequests(socket, context);
  serve(socket, { member, leaveLegacy }, context);
  socket.on('disconnect', () => {
    leaveLegacyUser();
    member.dismiss();
  });
}

/** The token is in the payload of the handshake. It is not accepted in the URL, because it would end up in logs. */
function tokenOf(socket: Socket): string | undefined {
  const token: unknown = socket.handshake.auth['token'];
  return typeof token === 'string' && token !== '' && token.length <= TOKEN_LENGTH_MAX ? token : undefined;
}

function limitRequests(socket: Socket, { sources }: MemberContext): void {
  const gate = createFloodGate(sources.clock);
  socket.use(([event, payload, ack], next) => {
    const verdict = gate(event, payload);
    if (verdict === 'pass') next();
    else if (verdict === 'disconnect') socket.disconnect(true);
    else replyBy(ack)({ error: 'RATE_LIMITED' });
  });
}

/** Requests of one socket are served one after the other, so that leaving a room cannot overtake entering it. */
function serve(
  socket: Socket,
  { member, leaveLegacy }: { readonly member: Member; readonly leaveLegacy: () => void },
  { sources }: MemberContext,
): void {
  let last = Promise.resolve();
  const handle = (event: string, work: (payload: unknown, reply: Reply) => Promise<void>) => {
    socket.on(event, (payload: unknown, ack: unknown) => {
      const reply = replyBy(ack);
      last = last
        .then(() => work(payload, reply))
        .catch((error: unknown) => {
          sources.log.error({ err: error, event }, 'a socket request failed');
          reply({ error: 'INTERNAL' });
        });
    });
  };
  handle(SUBSCRIBE, (payload, reply) => {
    leaveLegacy();
    return member.subscribe(payload, reply);
  });
  handle(UNSUBSCRIBE, member.unsubscribe);
  handle(RESYNC, (payload, reply) => {
    leaveLegacy();
    return member.resync(payload, reply);
  });
}

/** A client that needs no answer sends no function. */
function replyBy(ack: unknown): Reply {
  return typeof ack === 'function' ? (answer) => void ack(answer) : () => undefined;
}

function disconnectSlow(io: Server, waitingPacketsMax: number): void {
  for (const socket of io.sockets.sockets.values()) {
    // The library does not expose its buffer, and offers no other sign of a slow consumer.
    const { writeBuffer } = socket.conn as unknown as { readonly writeBuffer: readonly unknown[] };
    if (writeBuffer.length <= waitingPacketsMax) continue;
    METRICS.slowConsumers.inc();
    socket.conn.close(true);
  }
}

type SocketLimit = {
  /** Whether the sender may open another socket. */
  admits(request: IncomingMessage): boolean;
  /** Counts an open socket, until the returned function is called. */
  count(request: IncomingMessage): () => void;
};

/** Creates the limit of one server. `addressOf` returns the client address of a request. */
function createSocketLimit(max: number, addressOf: (request: IncomingMessage) => string): SocketLimit {
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

// Rate limit of one socket's requests: a token bucket.

/** Enough for a screenful of rooms at once, and for a user who pages through markets. */
const CAPACITY = 128;
const REFILL_A_SECOND = 16;
const RESYNC_WEIGHT = 2;
/** A client that continues after this many refusals is disconnected. */
const REFUSALS_MAX = 64;

export type Verdict = 'pass' | 'refuse' | 'disconnect';

/** Creates the gate of one socket. */
export function createFloodGate(clock: Clock): (event: string, payload: unknown) => Verdict {
  let left = CAPACITY;
  let filledAtMs = clock.nowMs();
  let refusals = 0;
  return (event, payload) => {
    const nowMs = clock.nowMs();
    // A clock that was set back must not empty the bucket.
    const seconds = Math.max(0, nowMs - filledAtMs) / 1000;
    left = Math.min(CAPACITY, left + seconds * REFILL_A_SECOND);
    filledAtMs = nowMs;
    const weight = weightOf(event, payload);
    if (weight <= left) {
      left -= weight;
      return 'pass';
    }
    refusals += 1;
    return refusals > REFUSALS_MAX ? 'disconnect' : 'refuse';
  };
}

/**
 * Every room may need a database read and a snapshot, so the weight of a request is the number of rooms; a request with
 * too many is refused unread.
 */
function weightOf(event: string, payload: unknown): number {
  if (event === RESYNC) return RESYNC_WEIGHT;
  const named = (payload as { rooms?: unknown } | null | undefined)?.rooms;
  return Array.isArray(named) ? Math.min(Math.max(1, named.length), ROOMS_MAX) : 1;
}

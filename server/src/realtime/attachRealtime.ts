/**
 * The realtime hub: Socket.IO on the site host, for clients of the 2.x and the 4.x line (`wire-contract`, section 2;
 * ADR 3).
 *
 * A consumer that is slower than what it subscribed to is cut off: buffering for it costs everybody memory, and leaving
 * messages out would break the sequence. It comes back by itself and gets a snapshot.
 */
import type { IncomingMessage, Server as HttpServer } from 'node:http';
import type { Duplex } from 'node:stream';
import { Server, type Socket } from 'socket.io';
import {
  LOGGED_OUT,
  RESYNC,
  ROOM_MESSAGE,
  SOCKET_PATH,
  SUBSCRIBE,
  UNSUBSCRIBE,
} from '@halyard/contract/realtime/rooms';
import { startLegacyBroadcast } from '../legacy-clients/broadcast.ts';
import { createLegacyUsers, type LegacyUsers } from '../legacy-clients/users.ts';
import { createFloodGate } from './floodGate.ts';
import { createMember, type Member, type MemberContext, type MemberSocket, type Reply } from './member.ts';
import { createRoomRegistry } from './roomRegistry.ts';
import { createSessions } from './sessions.ts';
import { createSocketLimit } from './socketLimit.ts';
import { PING_EVERY_MS, SETTINGS, type RealtimeSources, type RealtimeSettings } from './sources.ts';

export type Realtime = {
  /** How many sockets are connected now. */
  connections(): number;
  /** Cuts all connections off and stops; the HTTP server stays as it is. */
  close(): Promise<void>;
};

/** A connection below Socket.IO, as its engine tells of it. */
type Connection = { readonly request: IncomingMessage; once(event: 'close', listener: () => void): void };

/** Where sockets are that subscribed to nothing. */
const FAMILY = 'family';
/** The largest honest request names 64 rooms in less than 5 KB. */
const REQUEST_BYTES_MAX = 16_384;
const TOKEN_LENGTH_MAX = 256;
const SLOW_CHECK_EVERY_MS = 1000;

const peerOf = ({ socket }: IncomingMessage) => socket.remoteAddress ?? '';

/** Serves sockets on an HTTP server until it is closed. `addressOf` tells who made a request, where proxies are. */
export function attachRealtime(
  httpServer: HttpServer,
  sources: RealtimeSources,
  settings: RealtimeSettings = SETTINGS,
  addressOf: (request: IncomingMessage) => string = peerOf,
): Realtime {
  const io = createServer(httpServer, settings, addressOf);
  const destroyUpgraded = trackUpgraded(httpServer);
  const registry = createRoomRegistry({
    sources,
    settings,
    send: (key, message) => io.to(key).emit(ROOM_MESSAGE, message),
  });
  const sessions = createSessions(sources, settings.recheckMs);
  const stopLegacy = startLegacyBroadcast({
    sources,
    everyMs: settings.legacyEveryMs,
    hasListeners: () => (io.sockets.adapter.rooms.get(FAMILY)?.size ?? 0) > 0,
    send: (event, payload) => io.to(FAMILY).emit(event, payload),
  });
  const legacyUsers = createLegacyUsers({
    sources,
    sessions,
    afterMs: settings.legacyEveryMs,
    hasListeners: (key) => io.sockets.adapter.rooms.has(key),
    send: (key, event, payload) => io.to(key).emit(event, payload),
  });
  const slowCheck = setInterval(() => cutOffSlow(io, settings.waitingPacketsMax), SLOW_CHECK_EVERY_MS);
  io.on('connection', (socket) => welcome(socket, { sources, registry, sessions }, legacyUsers));
  return {
    connections: () => io.engine.clientsCount,
    async close() {
      clearInterval(slowCheck);
      stopLegacy();
      legacyUsers.close();
      sessions.close();
      registry.close();
      // Below Socket.IO, whose goodbye would keep clients from coming back by themselves.
      io.engine.close();
      await destroyUpgraded();
    },
  };
}

function createServer(
  httpServer: HttpServer,
  { pingTimeoutMs, socketsOfNetworkMax }: RealtimeSettings,
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
    // No cookie is read here, so another site's page gets nothing here that it could not get without a browser.
    cors: { origin: '*' },
    allowRequest: (request, answer) => answer('too many connections of one address', limit.admits(request)),
  });
  io.engine.on('connection', (connection: Connection) => {
    connection.once('close', limit.count(connection.request));
  });
  return io;
}

/**
 * A peer that does not answer keeps its connection for half a minute after it was closed, and so the HTTP server from
 * closing.
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
    // One turn, in which those who listen are told goodbye.
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
  void socket.join(FAMILY);
  const leaveLegacyUser = legacyUsers.welcome(own);
  const leaveLegacy = () => {
    void socket.leave(FAMILY);
    leaveLegacyUser();
  };
  holdBackFlood(socket, context);
  serve(socket, { member, leaveLegacy }, context);
  socket.on('disconnect', () => {
    leaveLegacyUser();
    member.dismiss();
  });
}

/**
 * The token travels in the handshake's payload. One in the address would end up in logs, so it is not looked for there.
 */
function tokenOf(socket: Socket): string | undefined {
  const token: unknown = socket.handshake.auth['token'];
  return typeof token === 'string' && token !== '' && token.length <= TOKEN_LENGTH_MAX ? token : undefined;
}

function holdBackFlood(socket: Socket, { sources }: MemberContext): void {
  const gate = createFloodGate(sources.clock);
  socket.use(([event, payload, ack], next) => {
    const verdict = gate(event, payload);
    if (verdict === 'pass') next();
    else if (verdict === 'cut-off') socket.disconnect(true);
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

/** A client that wants no answer sends no function. */
function replyBy(ack: unknown): Reply {
  return typeof ack === 'function' ? (answer) => void ack(answer) : () => undefined;
}

function cutOffSlow(io: Server, waitingPacketsMax: number): void {
  for (const socket of io.sockets.sockets.values()) {
    // The library does not publish its buffer, and offers no other sign of a consumer that cannot follow.
    const { writeBuffer } = socket.conn as unknown as { readonly writeBuffer: readonly unknown[] };
    if (writeBuffer.length > waitingPacketsMax) socket.conn.close(true);
  }
}

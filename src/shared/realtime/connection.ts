/**
 * The socket below the rooms: one connection that reconnects by itself, with growing and randomized delays, and at once
 * when the device resumes. A silent loss is detected within 3 seconds.
 */
import { io, type Socket } from 'socket.io-client';
import { LOGGED_OUT, ROOM_MESSAGE, SOCKET_PATH, SUBSCRIBE } from '@halyard/contract/realtime/rooms';
import type { ConnectionStatus } from './realtimeTypes.ts';
import { noteAnswer } from './reach.ts';

export type ConnectionEvents = {
  onUp(): void;
  onDown(): void;
  onStatus(): void;
  /** A message of a room, undecoded. */
  onMessage(message: unknown): void;
  onLoggedOut(): void;
};

/** One connection to the server. */
export type Connection = {
  open(): void;
  isUp(): boolean;
  getStatus(): ConnectionStatus;
  silentMs(): number | undefined;
  /** Sends a request; `onAnswer` gets `undefined` if no answer came in time. Only while connected. */
  ask(event: string, payload: unknown, onAnswer: (answer: unknown) => void): void;
  /** Reconnects unless a packet arrived just now. */
  reconnectIfSilent(): void;
  /** Reconnects. */
  renew(): void;
  close(): void;
};

export type ConnectionOptions = {
  /** Origin of the server. */
  readonly url: string;
  /** Returns the session's token for each connection attempt. It is sent in the handshake, never in a URL. */
  readonly getToken: () => string | undefined;
};

// Time limit of one connection attempt.
const CONNECT_TIMEOUT_MS = 60_000;
const ANSWER_TIMEOUT_MS = 10_000;
const RETRY_MIN_MS = 500;
const RETRY_MAX_MS = 10_000;
/** Random share of the delays, so that clients that lost one server do not reconnect to the next all at once. */
const RETRY_SCATTER = 0.5;
/** Delay after the server disconnects us. */
const KICKED_RETRY_MS = 5000;
/** The server pings every 2.5 seconds; a connection with a packet within this time is alive. */
const ALIVE_MS = 5000;
/** Devices routinely correct their clocks by this much. */
const CLOCK_ADJUSTED_MS = 1000;

/** Creates a connection that is not open yet. */
export function createConnection(options: ConnectionOptions, events: ConnectionEvents): Connection {
  const socket = createSocket(options);
  const status = createStatus(events.onStatus);
  const packets = listen(socket, () => {
    if (socket.connected) status.set('connected');
  });
  const isLost = () => (packets.silentMs() ?? 0) >= LOST_AFTER_MS;
  let connectTimer: ReturnType<typeof setTimeout> | undefined;
  let stopWatching: (() => void) | undefined;
  const retryLater = () => {
    clearTimeout(connectTimer);
    connectTimer = setTimeout(() => socket.connect(), KICKED_RETRY_MS * (1 + RETRY_SCATTER * Math.random()));
  };
  const renew = () => {
    clearTimeout(connectTimer);
    socket.disconnect();
    rest();
    socket.connect();
  };
  // A lost connection stays `offline` until a packet arrives.
  const rest = () => status.set(isLost() ? 'offline' : restState());

  socket.on('connect', () => {
    status.set('connected');
    events.onUp();
  });
  socket.on('disconnect', (reason) => {
    rest();
    events.onDown();
    // The library does not reconnect after this kind of loss only.
    if (reason === 'io server disconnect') retryLater();
  });
  socket.on('connect_error', () => {
    status.set('offline');
    if (!socket.active) retryLater();
  });
  socket.on(ROOM_MESSAGE, (message: unknown) => events.onMessage(message));
  socket.on(LOGGED_OUT, () => events.onLoggedOut());

  return {
    open() {
      stopWatching ??= watch(socket, packets.silentMs, { onLost: () => status.set('offline'), onDead: renew });
      // In a task of its own: the first subscription happens while the first screen renders, and connecting takes a
      // slow phone as long as a frame.
      connectTimer = setTimeout(() => socket.connect());
    },
    isUp: () => socket.connected,
    getStatus: status.get,
    silentMs: packets.silentMs,
    ask(event, payload, onAnswer) {
      socket.timeout(ANSWER_TIMEOUT_MS).emit(event, payload, (error: Error | null, answer: unknown) => {
        onAnswer(error === null ? answer : undefined);
      });
    },
    reconnectIfSilent() {
      const silentMs = packets.silentMs();
      const isAlive = socket.connected && silentMs !== undefined && silentMs < ALIVE_MS;
      if (!isAlive) renew();
    },
    renew,
    close() {
      clearTimeout(connectTimer);
      stopWatching?.();
      socket.disconnect();
      socket.removeAllListeners();
    },
  };
}

function watch(
  socket: Socket,
  silentMs: WatchedConnection['silentMs'],
  on: Pick<WatchedConnection, 'onLost' | 'onDead'>,
) {
  return watchConnection({
    ...on,
    silentMs,
    isUp: () => socket.connected,
    // Names no room, so it costs the server nothing; any answer proves that the connection is alive.
    probe: () => socket.emit(SUBSCRIBE, { rooms: [] }, () => undefined),
  });
}

function createSocket({ url, getToken }: ConnectionOptions): Socket {
  return io(url, {
    path: SOCKET_PATH,
    // Polling needs every request of a client to reach the same node, so it is only for networks that let no WebSocket
    // through.
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    autoConnect: false,
    forceNew: true,
    timeout: CONNECT_TIMEOUT_MS,
    reconnectionDelay: RETRY_MIN_MS,
    reconnectionDelayMax: RETRY_MAX_MS,
    randomizationFactor: RETRY_SCATTER,
    auth: (give) => {
      const token = getToken();
      give(token === undefined ? {} : { token });
    },
  });
}

function createStatus(onChange: () => void) {
  let status: ConnectionStatus = { state: restState(), sinceMs: Date.now() };
  return {
    get: () => status,
    set(state: ConnectionStatus['state']) {
      if (state === status.state) return;
      status = { state, sinceMs: Date.now() };
      onChange();
    },
  };
}

/** Records when the last packet arrived, pings and answers included. */
function listen(socket: Socket, onPacketArrived: () => void) {
  let lastPacketAtMs: number | undefined;
  const onPacket = () => {
    lastPacketAtMs = Date.now();
    onPacketArrived();
    if (typeof window === 'object') noteAnswer();
  };
  socket.io.on('open', () => {
    onPacket();
    // Every connection has an engine of its own.
    socket.io.engine.on('packet', onPacket);
  });
  socket.on('connect', onPacket);
  return {
    silentMs: () => {
      if (lastPacketAtMs === undefined) return undefined;
      const elapsedMs = Date.now() - lastPacketAtMs;
      // If the clock was set back since, the age is unknown and counts as old.
      return elapsedMs < -CLOCK_ADJUSTED_MS ? Number.POSITIVE_INFINITY : Math.max(0, elapsedMs);
    },
  };
}

/** State of a connection that is neither up nor failed. */
function restState(): 'connecting' | 'offline' {
  // Unknown outside a browser.
  const { navigator } = globalThis as { navigator?: { onLine?: boolean } };
  return navigator?.onLine === false ? 'offline' : 'connecting';
}

/**
 * Detects a connection that died silently: a network that vanished closes nothing. The server pings only every 2.5
 * seconds, so a silent connection is probed in between, and is lost if it does not answer.
 */

/** A connection, as far as the watch needs it. */
type WatchedConnection = {
  readonly isUp: () => boolean;
  /** Milliseconds since the last packet; `undefined` before the first one. */
  readonly silentMs: () => number | undefined;
  /** Sends the server any request, so that it answers. */
  readonly probe: () => void;
  /** No packet arrives. Called again while that lasts. */
  readonly onLost: () => void;
  /** The connection has been silent for so long that only a new one helps. */
  readonly onDead: () => void;
};

const CHECK_EVERY_MS = 200;
/** Silence after which a connection is probed. */
const PROBE_AFTER_MS = 1300;
/** Silence after which a connection is lost: with the interval between two checks, this is reported within 3 s. */
const LOST_AFTER_MS = 2700;
const DEAD_AFTER_MS = 6000;
/** A check this late means that the page was suspended or busy; packets that arrived meanwhile are still unread. */
const LATE_MS = 600;

/** Checks a connection until the returned clean-up is called. */
export function watchConnection(connection: WatchedConnection): () => void {
  let checkedAtMs = Date.now();
  let isProbed = false;
  const check = () => {
    const nowMs = Date.now();
    const isLate = nowMs - checkedAtMs > LATE_MS;
    checkedAtMs = nowMs;
    const silentMs = connection.silentMs();
    if (isLate || silentMs === undefined || isHidden()) return;
    if (silentMs < PROBE_AFTER_MS) {
      isProbed = false;
      return;
    }
    if (!isProbed && connection.isUp()) {
      isProbed = true;
      connection.probe();
    }
    if (silentMs >= LOST_AFTER_MS) connection.onLost();
    if (silentMs >= DEAD_AFTER_MS && connection.isUp()) connection.onDead();
  };
  const timer = setInterval(check, CHECK_EVERY_MS);
  return () => clearInterval(timer);
}

/**
 * A hidden page needs no live data, and probing would drain the battery; when it returns, a silent connection is
 * replaced anyway.
 */
function isHidden(): boolean {
  // Outside a browser there is no page.
  const { document } = globalThis as { document?: { hidden?: boolean } };
  return document?.hidden === true;
}

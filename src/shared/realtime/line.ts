/**
 * The socket below the rooms: one connection that comes back by itself, with growing and scattered delays, and at once when the device wakes.
 */
import { io, type Socket } from 'socket.io-client';
import { LOGGED_OUT, ROOM_MESSAGE, SOCKET_PATH } from '@halyard/contract/realtime/rooms';
import type { ConnectionStatus } from './realtimeTypes.ts';

/** What a line tells of itself. */
export type LineEvents = {
  onUp(): void;
  onDown(): void;
  onStatus(): void;
  /** A message of a room, as it came. */
  onMessage(message: unknown): void;
  onLoggedOut(): void;
};

/** One connection to the exchange. */
export type Line = {
  open(): void;
  isUp(): boolean;
  getStatus(): ConnectionStatus;
  silentMs(): number | undefined;
  /** Asks; `onAnswer` gets `undefined` when no answer came in time. Only while the line is up. */
  ask(event: string, payload: unknown, onAnswer: (answer: unknown) => void): void;
  /** Connects anew unless the server was heard just now. */
  wake(): void;
  /** Connects anew. */
  renew(): void;
  close(): void;
};

export type LineOptions = {
  /** Origin of the exchange. */
  readonly url: string;
  /** The session's token, asked for at every connection. It travels in the handshake, never in an address. */
  readonly getToken: () => string | undefined;
};

// Of the specification (section 7): how long one attempt to connect may take.
const CONNECT_TIMEOUT_MS = 60_000;
const ANSWER_TIMEOUT_MS = 10_000;
const RETRY_MIN_MS = 500;
const RETRY_MAX_MS = 10_000;
/** Delays are scattered by half, so that clients that lost one server do not come back to the next all at once. */
const RETRY_SCATTER = 0.5;
/** A server that cuts us off on purpose wants peace. */
const CUT_OFF_RETRY_MS = 5000;
/** The server pings every 2.5 seconds; a line on which it was heard within this time is alive. */
const ALIVE_MS = 5000;

/** Makes a line that is not open yet. */
export function createLine(options: LineOptions, events: LineEvents): Line {
  const socket = createSocket(options);
  const status = createStatus(events.onStatus);
  const ear = listen(socket);
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  const retryLater = () => {
    clearTimeout(retryTimer);
    retryTimer = setTimeout(() => socket.connect(), CUT_OFF_RETRY_MS * (1 + RETRY_SCATTER * Math.random()));
  };
  const renew = () => {
    clearTimeout(retryTimer);
    socket.disconnect();
    status.set(restState());
    socket.connect();
  };

  socket.on('connect', () => {
    status.set('connected');
    events.onUp();
  });
  socket.on('disconnect', (reason) => {
    status.set(restState());
    events.onDown();
    // Only this loss is not followed by attempts of the library itself.
    if (reason === 'io server disconnect') retryLater();
  });
  socket.on('connect_error', () => {
    status.set('offline');
    if (!socket.active) retryLater();
  });
  socket.on(ROOM_MESSAGE, (message: unknown) => events.onMessage(message));
  socket.on(LOGGED_OUT, () => events.onLoggedOut());

  return {
    open: () => socket.connect(),
    isUp: () => socket.connected,
    getStatus: status.get,
    silentMs: ear.silentMs,
    ask(event, payload, onAnswer) {
      socket.timeout(ANSWER_TIMEOUT_MS).emit(event, payload, (error: Error | null, answer: unknown) => {
        onAnswer(error === null ? answer : undefined);
      });
    },
    wake() {
      const silentMs = ear.silentMs();
      const isAlive = socket.connected && silentMs !== undefined && silentMs < ALIVE_MS;
      if (!isAlive) renew();
    },
    renew,
    close() {
      clearTimeout(retryTimer);
      socket.disconnect();
      socket.removeAllListeners();
    },
  };
}

function createSocket({ url, getToken }: LineOptions): Socket {
  return io(url, {
    path: SOCKET_PATH,
    // Polling needs every request of a client to reach the same node, so it is only for networks that let no WebSocket through.
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

/** Notes when the server was last heard, pings included. */
function listen(socket: Socket) {
  let heardAtMs: number | undefined;
  const hear = () => {
    heardAtMs = Date.now();
  };
  socket.io.on('ping', hear);
  socket.io.on('open', hear);
  socket.on('connect', hear);
  socket.onAny(hear);
  return { silentMs: () => (heardAtMs === undefined ? undefined : Math.max(0, Date.now() - heardAtMs)) };
}

/** What a line is that is not up and has not failed. */
function restState(): 'connecting' | 'offline' {
  // Outside a browser nobody can tell.
  const { navigator } = globalThis as { navigator?: { onLine?: boolean } };
  return navigator?.onLine === false ? 'offline' : 'connecting';
}

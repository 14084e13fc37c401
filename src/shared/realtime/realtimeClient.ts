/** The realtime client: rooms over one connection, each an unbroken stream by the sequence rule of the contract. */
import * as z from 'zod/mini';
import {
  RESYNC,
  resyncAnswer,
  roomMessageCodec,
  ROOMS_MAX,
  SUBSCRIBE,
  subscribeAnswer,
  UNSUBSCRIBE,
  type RoomCodec,
  type RoomState,
  type ResyncAnswer,
  type RoomMessage,
} from '@halyard/contract/realtime/rooms';
import {
  asked,
  withoutPosition,
  disconnected,
  NEW_READER,
  readAnswer,
  readMessage,
  type Delivery,
  type ReaderStep,
  type RoomPosition,
} from '@halyard/contract/realtime/sequence';
import { createConnection, type Connection, type ConnectionEvents, type ConnectionOptions } from './connection.ts';
import type { RealtimeClient, RoomHandlers, MessageOf, RoomStatus, SnapshotOf } from './realtimeTypes.ts';
import { watchResume } from './resume.ts';

export type RealtimeClientOptions = ConnectionOptions & {
  /** Replaces the socket and the page's events in tests. */
  readonly openConnection?: (options: ConnectionOptions, events: ConnectionEvents) => Connection;
  readonly watch?: typeof watchResume;
};

/** Creates the client; it connects at the first subscription. */
export function createRealtimeClient(options: RealtimeClientOptions): RealtimeClient {
  const statusListeners = new Set<() => void>();
  const logoutListeners = new Set<() => void>();
  const notifyAll = (listeners: Set<() => void>) => listeners.forEach((listener) => listener());
  const rooms = createSubscriptions(() => connection);
  const connection: Connection = (options.openConnection ?? createConnection)(options, {
    onUp: rooms.connected,
    onDown: rooms.disconnected,
    onStatus: () => notifyAll(statusListeners),
    onMessage: rooms.take,
    onLoggedOut: () => notifyAll(logoutListeners),
  });
  let stopWatching: (() => void) | undefined;

  return {
    subscribe(room, codec, handlers) {
      if (stopWatching === undefined) {
        stopWatching = (options.watch ?? watchResume)((kind) =>
          kind === 'dead' ? connection.renew() : connection.reconnectIfSilent(),
        );
        connection.open();
      }
      return rooms.add(room, codec, handlers);
    },
    getStatus: () => connection.getStatus(),
    onStatusChange: (listener) => listenTo(statusListeners, listener),
    onLoggedOut: (listener) => listenTo(logoutListeners, listener),
    silentMs: () => connection.silentMs(),
    renew() {
      if (stopWatching !== undefined) connection.renew();
    },
    close() {
      stopWatching?.();
      rooms.close();
      connection.close();
    },
  };
}

function listenTo(listeners: Set<() => void>, listener: () => void): () => void {
  // Wrapped, so that a function registered twice is two listeners.
  const own = () => listener();
  listeners.add(own);
  return () => void listeners.delete(own);
}

// All rooms with readers, and the requests to the server about them.

/** The rooms of one client. */
type Subscriptions = {
  add<C extends RoomCodec>(name: string, codec: C, handlers: RoomHandlers<C>): () => void;
  /** A message of the connection, undecoded. */
  take(raw: unknown): void;
  connected(): void;
  disconnected(): void;
  close(): void;
};

type Asking = Pick<Connection, 'ask' | 'isUp'>;

/** Temporary refusals: the room is requested again later. All others are final for this connection. */
const PASSING = new Set(['RATE_LIMITED', 'SERVICE_UNAVAILABLE', 'INTERNAL', 'TIMEOUT']);
const ASK_AGAIN_MS = 3000;

/** Creates the rooms of a connection, which may be created later. */
function createSubscriptions(getConnection: () => Asking): Subscriptions {
  const readings = new Map<string, RoomReading>();
  const left = new Set<string>();
  const again = createRetry(() => {
    for (const reading of readings.values()) if (isPassing(reading)) reading.want();
    settle();
  });
  const flush = () => {
    const connection = getConnection();
    if (left.size > 0) connection.ask(UNSUBSCRIBE, { rooms: [...left] }, () => undefined);
    left.clear();
    const wanting = [...readings.values()].filter((reading) => reading.isWanting());
    const onAnswered = () => {
      if ([...readings.values()].some(isPassing)) again.start();
    };
    for (const reading of wanting) resync(connection, reading, onAnswered);
    // Those with a position no longer need it: they have just been requested.
    subscribe(
      connection,
      wanting.filter((reading) => reading.isWanting()),
      onAnswered,
    );
  };
  // Combined into one request: a screen subscribes to several rooms at once, and one that remounts leaves and returns.
  const settle = oncePerTurn(() => {
    if (getConnection().isUp()) flush();
  });

  return {
    add<C extends RoomCodec>(name: string, codec: C, handlers: RoomHandlers<C>): () => void {
      // A room has one codec, so an existing state has the same type.
      const reading = (readings.get(name) as RoomReading<C> | undefined) ?? createRoomReading(name, codec, settle);
      readings.set(name, reading);
      left.delete(name);
      const quit = reading.join(handlers);
      settle();
      return () => {
        quit();
        if (reading.isRead() || readings.get(name) !== reading) return;
        readings.delete(name);
        left.add(name);
        settle();
      };
    },
    take(raw) {
      const message = z.safeParse(roomMessageCodec, raw);
      if (message.success) readings.get(message.data.room)?.take(message.data);
    },
    connected() {
      // A new connection is in no room.
      left.clear();
      for (const reading of readings.values()) reading.want();
      flush();
    },
    disconnected() {
      for (const reading of readings.values()) reading.interrupt();
    },
    close() {
      again.stop();
      readings.clear();
    },
  };
}

function subscribe(connection: Asking, readings: readonly RoomReading[], onAnswered: () => void): void {
  for (let start = 0; start < readings.length; start += ROOMS_MAX) {
    const batch = readings.slice(start, start + ROOMS_MAX);
    const answers = new Map(batch.map((reading) => [reading.name, reading.ask()]));
    const names = [...answers.keys()];
    connection.ask(SUBSCRIBE, { rooms: names }, (raw) => {
      for (const state of readStates(raw, names)) answers.get(state.room)?.(state);
      onAnswered();
    });
  }
}

/** Requests the messages missed since the room's position, if it has one. */
function resync(connection: Asking, reading: RoomReading, onAnswered: () => void): void {
  const position = reading.position();
  if (position === undefined) return;
  const answer = reading.ask();
  connection.ask(RESYNC, { room: reading.name, epoch: position.epoch, since: position.seq }, (raw) => {
    const parsed = z.safeParse(resyncAnswer, raw);
    answer(parsed.success ? parsed.data : { error: faultOf(raw) });
    onAnswered();
  });
}

/** The answer to `subscribe`, one state per room: a refusal of the whole is one of each. */
function readStates(raw: unknown, names: readonly string[]): readonly RoomState[] {
  const answer = z.safeParse(subscribeAnswer, raw);
  if (answer.success && !('error' in answer.data)) return answer.data;
  const error = answer.success && 'error' in answer.data ? answer.data.error : faultOf(raw);
  return names.map((room) => ({ room, error }));
}

function faultOf(raw: unknown): string {
  return raw === undefined ? 'TIMEOUT' : 'ANSWER_UNREADABLE';
}

function isPassing(reading: RoomReading): boolean {
  return PASSING.has(reading.refusal() ?? '');
}

function oncePerTurn(work: () => void): () => void {
  let isPlanned = false;
  return () => {
    if (isPlanned) return;
    isPlanned = true;
    queueMicrotask(() => {
      isPlanned = false;
      work();
    });
  };
}

function createRetry(work: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    start() {
      timer ??= setTimeout(
        () => {
          timer = undefined;
          work();
        },
        // Randomized, so that clients refused together do not return together.
        ASK_AGAIN_MS * (1 + Math.random()),
      );
    },
    stop: () => clearTimeout(timer),
  };
}

// State of one room in the app: the sequence rule, the codec, and the listeners.

/** State of one room. */
type RoomReading<C extends RoomCodec = RoomCodec> = {
  readonly name: string;
  /** Adds a reader; the snapshot comes (again) for all. */
  join(handlers: RoomHandlers<C>): () => void;
  isRead(): boolean;
  /** Whether the server has to be asked. */
  isWanting(): boolean;
  /** The server has to be asked (again). */
  want(): void;
  position(): RoomPosition | undefined;
  /** Code of the last refusal, if it is still valid. */
  refusal(): string | undefined;
  /**
   * Records that the server is asked now. The returned function takes the answer, and ignores it if a later request was
   * made meanwhile.
   */
  ask(): (answer: ResyncAnswer | RoomState) => void;
  take(message: RoomMessage): void;
  /** The connection is lost. */
  interrupt(): void;
};

/** Creates the state of a room; `onWant` is called when a message requires asking the server. */
function createRoomReading<C extends RoomCodec>(name: string, codec: C, onWant: () => void): RoomReading<C> {
  const readers = createReaders(codec);
  let reader = NEW_READER;
  let isWanting = true;
  let asks = 0;

  const want = () => {
    isWanting = true;
    onWant();
  };
  const follow = (step: ReaderStep) => {
    reader = step.reader;
    if (step.needsAnswer) want();
    const unread = step.deliveries.find((delivery) => !readers.deliver(delivery));
    if (unread === undefined) return;
    reader = withoutPosition();
    // A snapshot may replace an unreadable message; an unreadable snapshot would only come again.
    if (unread.kind === 'message') want();
    else readers.setStatus({ state: 'refused', code: 'ANSWER_UNREADABLE' });
  };

  return {
    name,
    join(handlers) {
      if (reader.position !== undefined) {
        reader = withoutPosition();
        isWanting = true;
      }
      return readers.join(handlers);
    },
    isRead: readers.isThere,
    isWanting: () => isWanting,
    want: () => {
      isWanting = true;
    },
    position: () => reader.position,
    refusal: readers.refusal,
    ask() {
      isWanting = false;
      reader = asked(reader);
      asks += 1;
      const own = asks;
      return (answer) => {
        if (own !== asks) return;
        if ('error' in answer) readers.setStatus({ state: 'refused', code: answer.error });
        follow(readAnswer(reader, answer));
        if (reader.position !== undefined) readers.setStatus({ state: 'live' });
      };
    },
    take(message) {
      // Neither a position nor a pending request: the room was refused, and messages do not change that.
      if (reader.position === undefined && !reader.isAsking) return;
      follow(readMessage(reader, message));
    },
    interrupt() {
      asks += 1;
      isWanting = true;
      if (reader.position !== undefined) readers.setStatus({ state: 'interrupted' });
      reader = disconnected(reader);
    },
  };
}

/** `hasSnapshot`: a listener that joined during a delivery must not get messages before its snapshot. */
type Listener<C extends RoomCodec> = { readonly handlers: RoomHandlers<C>; hasSnapshot: boolean };

function createReaders<C extends RoomCodec>(codec: C) {
  const listeners = new Set<Listener<C>>();
  let status: RoomStatus = { state: 'joining' };
  const setStatus = (next: RoomStatus) => {
    if (next.state === status.state && next.state !== 'refused') return;
    status = next;
    for (const { handlers } of Array.from(listeners)) handlers.onStatus?.(status);
  };
  return {
    setStatus,
    refusal: () => (status.state === 'refused' ? status.code : undefined),
    isThere: () => listeners.size > 0,
    join(handlers: RoomHandlers<C>): () => void {
      const own: Listener<C> = { handlers, hasSnapshot: false };
      listeners.add(own);
      handlers.onStatus?.(status);
      return () => void listeners.delete(own);
    },
    /** Decodes and delivers; false if the codec cannot read it. */
    deliver({ kind, data }: Delivery): boolean {
      const decoded = z.safeDecode<z.core.$ZodType>(codec[kind], data);
      if (!decoded.success) return false;
      for (const listener of Array.from(listeners)) hand(listener, kind, decoded.data);
      if (kind === 'snapshot') setStatus({ state: 'live' });
      return true;
    },
  };
}

function hand<C extends RoomCodec>(listener: Listener<C>, kind: Delivery['kind'], data: unknown): void {
  if (kind === 'snapshot') {
    listener.hasSnapshot = true;
    listener.handlers.onSnapshot(data as SnapshotOf<C>);
  } else if (listener.hasSnapshot) {
    listener.handlers.onMessage(data as MessageOf<C>);
  }
}

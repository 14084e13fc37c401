/** All rooms with readers, and the requests to the server about them. */
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
} from '@halyard/contract/realtime/rooms';
import type { Connection } from './connection.ts';
import type { RoomHandlers } from './realtimeTypes.ts';
import { createRoomReading, type RoomReading } from './roomReading.ts';

/** The rooms of one client. */
export type Subscriptions = {
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
export function createSubscriptions(getConnection: () => Asking): Subscriptions {
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

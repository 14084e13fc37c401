/**
 * The sequence rule: how the reader of a room turns messages that may be missed, doubled or interrupted by a lost
 * connection into an unbroken stream. Pure, so that the app and the tests of the server follow the same rule.
 */
import { RESYNC_RETAINED, type ResyncAnswer, type RoomMessage, type RoomState } from './rooms.ts';

/** The last message that was read, or the snapshot that replaces all messages before it. */
export type RoomPosition = { readonly epoch: string; readonly seq: number };

/** State of a reader. */
export type RoomReader = {
  /** Undefined until there was a snapshot. */
  readonly position: RoomPosition | undefined;
  /** An answer to `subscribe` or `resync` is on its way; messages wait for it. */
  readonly isAsking: boolean;
  readonly held: readonly RoomMessage[];
};

/** New content for the consumer of the room, in order. */
export type Delivery = { readonly kind: 'snapshot' | 'message'; readonly data: unknown };

/**
 * The reader after an arrival. When `needsAnswer`, the caller emits `resync` (or `subscribe`, when there is no position
 * yet).
 */
export type ReaderStep = {
  readonly reader: RoomReader;
  readonly deliveries: readonly Delivery[];
  readonly needsAnswer: boolean;
};

/** A reader that has not asked yet. */
export const NEW_READER: RoomReader = { position: undefined, isAsking: false, held: [] };

/** The reader after it emitted `subscribe` or `resync`. */
export function asked(reader: RoomReader): RoomReader {
  return { ...reader, isAsking: true };
}

/** The reader after its connection was lost: it keeps its position, and no answer to its request will come. */
export function disconnected(reader: RoomReader): RoomReader {
  return { position: reader.position, isAsking: false, held: [] };
}

/** The reader after content that it could not decode: only a snapshot helps. */
export function withoutPosition(): RoomReader {
  return NEW_READER;
}

/** A message arrived. It is delivered, held until an answer has come, or dropped because it was read before. */
export function readMessage(reader: RoomReader, message: RoomMessage): ReaderStep {
  const { position } = reader;
  if (reader.isAsking || position === undefined) {
    return { reader: hold(reader, message), deliveries: [], needsAnswer: !reader.isAsking };
  }
  const isSameEpoch = message.epoch === position.epoch;
  if (isSameEpoch && message.seq <= position.seq) return { reader, deliveries: [], needsAnswer: false };
  if (!isSameEpoch || message.seq > position.seq + 1) {
    return { reader: hold(reader, message), deliveries: [], needsAnswer: true };
  }
  return {
    reader: { ...reader, position: positionOf(message) },
    deliveries: [{ kind: 'message', data: message.data }],
    needsAnswer: false,
  };
}

/**
 * The answer to `subscribe` or `resync` arrived. A refusal leaves a reader without position; the caller reports the
 * reason.
 */
export function readAnswer(reader: RoomReader, answer: ResyncAnswer | RoomState): ReaderStep {
  if ('error' in answer) return { reader: NEW_READER, deliveries: [], needsAnswer: false };
  if ('messages' in answer) return drain(reader.position, [], [...answer.messages, ...reader.held]);
  const start = { epoch: answer.epoch, seq: answer.seq };
  return drain(start, [{ kind: 'snapshot', data: answer.snapshot }], reader.held);
}

/**
 * Delivers messages that continue the position. Others are dropped: they are older than the answer, or the next message
 * shows the gap again, so that a server with wrong answers is asked once a message and not in a loop.
 */
function drain(
  start: RoomPosition | undefined,
  first: readonly Delivery[],
  messages: readonly RoomMessage[],
): ReaderStep {
  let position = start;
  const deliveries = [...first];
  for (const message of messages) {
    if (position?.epoch !== message.epoch || message.seq !== position.seq + 1) continue;
    position = positionOf(message);
    deliveries.push({ kind: 'message', data: message.data });
  }
  return { reader: { position, isAsking: false, held: [] }, deliveries, needsAnswer: false };
}

function hold(reader: RoomReader, message: RoomMessage): RoomReader {
  // Messages beyond the server's retention cannot be joined up later, so they are not held.
  return { ...reader, held: [...reader.held, message].slice(-RESYNC_RETAINED) };
}

function positionOf(message: RoomMessage): RoomPosition {
  return { epoch: message.epoch, seq: message.seq };
}

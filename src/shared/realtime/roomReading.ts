/** State of one room in the app: the sequence rule, the codec, and the listeners. */
import * as z from 'zod/mini';
import type { ResyncAnswer, RoomCodec, RoomMessage, RoomState } from '@halyard/contract/realtime/rooms';
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
import type { MessageOf, RoomHandlers, RoomStatus, SnapshotOf } from './realtimeTypes.ts';

/** State of one room. */
export type RoomReading<C extends RoomCodec = RoomCodec> = {
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
export function createRoomReading<C extends RoomCodec>(name: string, codec: C, onWant: () => void): RoomReading<C> {
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

/** One room as the app reads it: the sequence rule, the codec, and those who listen. */
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

/** The reading of one room. */
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
  /** The code of the last refusal, if it still stands. */
  refusal(): string | undefined;
  /**
   * Notes that the server is asked now; the function takes the answer, and ignores it when another was asked for
   * meanwhile.
   */
  ask(): (answer: ResyncAnswer | RoomState) => void;
  take(message: RoomMessage): void;
  /** The connection is lost. */
  onDisconnect(): void;
};

/** Makes the reading of a room; `onWant` is called when the server has to be asked because of what arrived. */
export function createRoomReading<C extends RoomCodec>(name: string, codec: C, onWant: () => void): RoomReading<C> {
  const audience = createAudience(codec);
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
    const unread = step.deliveries.find((delivery) => !audience.deliver(delivery));
    if (unread === undefined) return;
    reader = withoutPosition();
    // An unreadable message may be healed by a snapshot; an unreadable snapshot would only come again.
    if (unread.kind === 'message') want();
    else audience.tell({ state: 'refused', code: 'ANSWER_UNREADABLE' });
  };

  return {
    name,
    join(handlers) {
      if (reader.position !== undefined) {
        reader = withoutPosition();
        isWanting = true;
      }
      return audience.join(handlers);
    },
    isRead: audience.isThere,
    isWanting: () => isWanting,
    want: () => {
      isWanting = true;
    },
    position: () => reader.position,
    refusal: audience.refusal,
    ask() {
      isWanting = false;
      reader = asked(reader);
      asks += 1;
      const own = asks;
      return (answer) => {
        if (own !== asks) return;
        if ('error' in answer) audience.tell({ state: 'refused', code: answer.error });
        follow(readAnswer(reader, answer));
        if (reader.position !== undefined) audience.tell({ state: 'live' });
      };
    },
    take(message) {
      // Neither a position nor a question: the room was refused, and its messages do not change that.
      if (reader.position === undefined && !reader.isAsking) return;
      follow(readMessage(reader, message));
    },
    onDisconnect() {
      asks += 1;
      isWanting = true;
      if (reader.position !== undefined) audience.tell({ state: 'interrupted' });
      reader = disconnected(reader);
    },
  };
}

/**
 * `hasSnapshot`: a listener that joined while something was being handed out must not get messages before its snapshot.
 */
type Listener<C extends RoomCodec> = { readonly handlers: RoomHandlers<C>; hasSnapshot: boolean };

function createAudience<C extends RoomCodec>(codec: C) {
  const listeners = new Set<Listener<C>>();
  let status: RoomStatus = { state: 'joining' };
  const tell = (next: RoomStatus) => {
    if (next.state === status.state && next.state !== 'refused') return;
    status = next;
    for (const { handlers } of Array.from(listeners)) handlers.onStatus?.(status);
  };
  return {
    tell,
    refusal: () => (status.state === 'refused' ? status.code : undefined),
    isThere: () => listeners.size > 0,
    join(handlers: RoomHandlers<C>): () => void {
      const own: Listener<C> = { handlers, hasSnapshot: false };
      listeners.add(own);
      handlers.onStatus?.(status);
      return () => void listeners.delete(own);
    },
    /** Decodes and hands out; false when the codec cannot read it. */
    deliver({ kind, data }: Delivery): boolean {
      const decoded = z.safeDecode<z.core.$ZodType>(codec[kind], data);
      if (!decoded.success) return false;
      for (const listener of Array.from(listeners)) hand(listener, kind, decoded.data);
      if (kind === 'snapshot') tell({ state: 'live' });
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

/** What the one realtime client of the app offers. */
import type * as z from 'zod/mini';
import type { RoomCodec } from '@halyard/contract/realtime/rooms';

/** `offline`: the browser says so, or the exchange could not be reached at the last try (tries go on). */
export type ConnectionState = 'connecting' | 'connected' | 'offline';

/**
 * Whether the exchange can be heard, and since when (Unix milliseconds by the device's clock). A new object at every
 * change.
 */
export type ConnectionStatus = { readonly state: ConnectionState; readonly sinceMs: number };

/**
 * Where a room stands. `joining`: nothing is there yet. `live`: every message arrives. `interrupted`: the connection is
 * lost and what is shown may be old. `refused`: the server does not give the room, with its code (or
 * `ANSWER_UNREADABLE`).
 */
export type RoomStatus =
  | { readonly state: 'joining' }
  | { readonly state: 'live' }
  | { readonly state: 'interrupted' }
  | { readonly state: 'refused'; readonly code: string };

/** What stands in a room read by the codec `C`. */
export type SnapshotOf<C extends RoomCodec> = z.output<C['snapshot']>;
/** What a room read by the codec `C` says. */
export type MessageOf<C extends RoomCodec> = z.output<C['message']>;

/**
 * Who reads a room. A snapshot replaces all that was read before; it comes first, and again whenever messages were lost
 * for good.
 */
export type RoomHandlers<C extends RoomCodec> = {
  onSnapshot(snapshot: SnapshotOf<C>): void;
  onMessage(message: MessageOf<C>): void;
  onStatus?(status: RoomStatus): void;
};

/** The one socket of the app. It connects at the first subscription and from then on keeps itself connected. */
export type RealtimeClient = {
  /**
   * Reads a room (`rooms` and `roomCodecs` of the contract) until the returned clean-up is called. Many may read one
   * room: the server is asked once, and a later reader makes the snapshot come again for all. Nothing reaches a handler
   * that the codec did not decode.
   */
  subscribe<C extends RoomCodec>(room: string, codec: C, handlers: RoomHandlers<C>): () => void;
  getStatus(): ConnectionStatus;
  /** Calls back at every change of {@link getStatus}; made for `useSyncExternalStore`. */
  onStatusChange(listener: () => void): () => void;
  /** Calls back when the server says that the token is no longer good. */
  onLoggedOut(listener: () => void): () => void;
  /**
   * Milliseconds since anything was heard from the server, which speaks at least every 2.5 seconds; `undefined` before
   * it first spoke.
   */
  silentMs(): number | undefined;
  /** The token changed: connects anew with what `getToken` now says. Rooms go on where they were. */
  renew(): void;
  close(): void;
};

/** Types of the app's one realtime client. */
import type * as z from 'zod/mini';
import type { RoomCodec } from '@halyard/contract/realtime/rooms';

/** `offline`: the browser reports so, or the last attempt to reach the server failed (attempts continue). */
export type ConnectionState = 'connecting' | 'connected' | 'offline';

/** Whether the server is connected, and since when (Unix milliseconds, device clock). A new object at every change. */
export type ConnectionStatus = { readonly state: ConnectionState; readonly sinceMs: number };

/**
 * Status of a room. `joining`: no data yet. `live`: every message arrives. `interrupted`: the connection is lost and
 * the data may be old. `refused`: the server refuses the room, with its code (or `ANSWER_UNREADABLE`).
 */
export type RoomStatus =
  | { readonly state: 'joining' }
  | { readonly state: 'live' }
  | { readonly state: 'interrupted' }
  | { readonly state: 'refused'; readonly code: string };

/** Snapshot of a room with the codec `C`. */
export type SnapshotOf<C extends RoomCodec> = z.output<C['snapshot']>;
/** Message of a room with the codec `C`. */
export type MessageOf<C extends RoomCodec> = z.output<C['message']>;

/**
 * Handlers of a room's reader. A snapshot replaces all earlier data; it comes first, and again whenever messages were
 * lost for good.
 */
export type RoomHandlers<C extends RoomCodec> = {
  onSnapshot(snapshot: SnapshotOf<C>): void;
  onMessage(message: MessageOf<C>): void;
  onStatus?(status: RoomStatus): void;
};

/** The one socket of the app. It connects at the first subscription and then stays connected. */
export type RealtimeClient = {
  /**
   * Reads a room (`rooms` and `roomCodecs` of the contract) until the returned clean-up is called. Several readers
   * share a room: the server is asked once, and a later reader makes the snapshot come again for all. Handlers only
   * receive decoded data.
   */
  subscribe<C extends RoomCodec>(room: string, codec: C, handlers: RoomHandlers<C>): () => void;
  getStatus(): ConnectionStatus;
  /** Calls back at every change of {@link getStatus}; suits `useSyncExternalStore`. */
  onStatusChange(listener: () => void): () => void;
  /** Calls back when the server reports that the token is no longer valid. */
  onLoggedOut(listener: () => void): () => void;
  /**
   * Milliseconds since the last packet from the server, which sends at least every 2.5 seconds; `undefined` before the
   * first one.
   */
  silentMs(): number | undefined;
  /** The token changed: reconnects with the one that `getToken` now returns. Rooms continue where they were. */
  renew(): void;
  close(): void;
};

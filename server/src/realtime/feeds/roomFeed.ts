/** Source of a room's contents. */
import type { ExchangeEvent } from '../../events/events.ts';
import type { RealtimeSources, RealtimeSettings } from '../sources.ts';

/** Contents of one room while it has members. Everything it returns or publishes is in wire form. */
export type RoomFeed = {
  /** Reads the current state; afterwards every change is published. Events may arrive before it is done. */
  open(): Promise<void>;
  /** State after the last published message. */
  snapshot(): unknown;
  onEvent(event: ExchangeEvent): void;
  close(): void;
};

/** Dependencies of every feed. */
export type FeedContext = {
  readonly sources: RealtimeSources;
  readonly settings: RealtimeSettings;
  /** Sends the next message of the room. */
  readonly publish: (data: unknown) => void;
  /** A read of the database failed and will be repeated. */
  readonly onError: (error: unknown) => void;
};

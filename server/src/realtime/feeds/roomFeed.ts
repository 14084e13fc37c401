/** Where the contents of a room come from. */
import type { ExchangeEvent } from '../../events/events.ts';
import type { RealtimeSources, RealtimeSettings } from '../sources.ts';

/** The contents of one room while somebody is in it. All that leaves is in wire form. */
export type RoomFeed = {
  /** Reads what stands now; afterwards every change is published. Events may come before it is done. */
  open(): Promise<void>;
  /** What stands after the last message that was published. */
  snapshot(): unknown;
  onEvent(event: ExchangeEvent): void;
  close(): void;
};

/** What every feed gets. */
export type FeedContext = {
  readonly sources: RealtimeSources;
  readonly settings: RealtimeSettings;
  /** Sends the next message of the room. */
  readonly publish: (data: unknown) => void;
  /** A look at the truth failed; it is tried again. */
  readonly onError: (error: unknown) => void;
};

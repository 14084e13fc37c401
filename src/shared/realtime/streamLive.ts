/**
 * Keeps a cache entry live: subscribes first, buffers until the entry has data, applies the buffer, then streams, one
 * write per frame.
 */
import type { RoomCodec } from '@halyard/contract/realtime/rooms';
import type { MessageOf, RealtimeClient, RoomStatus, SnapshotOf } from './realtimeTypes.ts';
import { createFrameWriter, type FrameWriter } from '../time/frameWriter.ts';

/** The used part of a cache entry's lifecycle (RTK Query's `onCacheEntryAdded`). */
type EntryLifecycle<Data> = {
  readonly cacheDataLoaded: Promise<unknown>;
  readonly cacheEntryRemoved: Promise<void>;
  readonly getCacheEntry: () => { readonly data?: Data | undefined };
  readonly updateCachedData: (recipe: () => Data) => unknown;
};

/** Mapping of a room to an entry. All functions are pure and return the same data if nothing changes. */
export type LiveRoom<C extends RoomCodec, Data> = {
  readonly room: string;
  readonly codec: C;
  readonly onSnapshot: (data: Data, snapshot: SnapshotOf<C>) => Data;
  readonly onMessage: (data: Data, message: MessageOf<C>) => Data;
  /** For data that includes the status of its room. */
  readonly onStatus?: (data: Data, status: RoomStatus) => Data;
  /** Validates data before it is written; its result is written instead. */
  readonly check?: (data: Data, before: Data) => Data;
  /** Whether only a new snapshot can correct the data. It is then requested, at most every 3 s. */
  readonly needsSnapshot?: (data: Data) => boolean;
  /** Minimum time between two writes; default one frame. */
  readonly paceMs?: number;
};

/** Limits requests to a server that sends bad data. */
const RESTART_EVERY_MS = 3000;

/**
 * Streams a room into a cache entry until the entry is removed. After a gap or a reconnect the snapshot comes again.
 */
export async function streamLive<C extends RoomCodec, Data extends object>(
  realtime: RealtimeClient,
  entry: EntryLifecycle<Data>,
  live: LiveRoom<C, Data>,
): Promise<void> {
  let pending: ((data: Data) => Data)[] = [];
  let hasLoaded = false;
  const writer = createPacedWriter(() => {
    const before = entry.getCacheEntry().data;
    const changes = pending;
    pending = [];
    if (before === undefined) return;
    const changed = changes.reduce<Data>((data, change) => change(data), before);
    const after = live.check?.(changed, before) ?? changed;
    if (after !== before) entry.updateCachedData(() => after);
    if (live.needsSnapshot?.(after) === true) reading.restart();
  }, live.paceMs ?? 0);
  const apply = (change: (data: Data) => Data) => {
    pending.push(change);
    if (hasLoaded) writer.request();
  };
  const reading = createReading(
    () =>
      realtime.subscribe(live.room, live.codec, {
        onSnapshot: (snapshot) => apply((data) => live.onSnapshot(data, snapshot)),
        onMessage: (message) => apply((data) => live.onMessage(data, message)),
        onStatus: (status) => {
          const { onStatus } = live;
          if (onStatus !== undefined) apply((data) => onStatus(data, status));
        },
      }),
    () => {
      const { data } = entry.getCacheEntry();
      return data !== undefined && live.needsSnapshot?.(data) === true;
    },
  );
  // Rejects if the entry is removed before it had data; then there is nothing to stream into.
  hasLoaded = await entry.cacheDataLoaded.then(
    () => true,
    () => false,
  );
  if (hasLoaded && pending.length > 0) writer.request();
  await entry.cacheEntryRemoved;
  reading.stop();
  writer.cancel();
}

/** A subscription that can be restarted: every new reader of a room is given its snapshot. */
function createReading(subscribe: () => () => void, isWanted: () => boolean) {
  let quit = subscribe();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const restart = () => {
    if (timer !== undefined) return;
    quit();
    quit = subscribe();
    timer = setTimeout(() => {
      timer = undefined;
      if (isWanted()) restart();
    }, RESTART_EVERY_MS);
  };
  return {
    restart,
    stop() {
      clearTimeout(timer);
      quit();
    },
  };
}

/**
 * Creates a writer that calls `write` in the next frame, then at most once in `paceMs`; the last change is always
 * written.
 */
function createPacedWriter(write: () => void, paceMs: number): FrameWriter {
  let writtenAtMs: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = createFrameWriter(() => {
    writtenAtMs = Date.now();
    write();
  });
  const waitMs = () => {
    if (writtenAtMs === undefined) return 0;
    // A clock that was set back must not delay a write for longer than the pace.
    return Math.min(writtenAtMs + paceMs - Date.now(), paceMs);
  };
  return {
    request() {
      if (timer !== undefined) return;
      const dueInMs = waitMs();
      if (dueInMs <= 0) {
        frame.request();
        return;
      }
      timer = setTimeout(() => {
        timer = undefined;
        frame.request();
      }, dueInMs);
    },
    cancel() {
      clearTimeout(timer);
      timer = undefined;
      frame.cancel();
    },
  };
}

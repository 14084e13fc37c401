/**
 * Keeps a cache entry live: subscribes first, buffers until the entry has data, applies, then streams, one write a
 * frame.
 */
import type { RoomCodec } from '@halyard/contract/realtime/rooms';
import { createPacedWriter } from './pacedWriter.ts';
import type { MessageOf, RealtimeClient, RoomStatus, SnapshotOf } from './realtimeTypes.ts';

/** What is needed of the lifecycle of a cache entry (RTK Query's `onCacheEntryAdded`). */
type EntryLifecycle<Data> = {
  readonly cacheDataLoaded: Promise<unknown>;
  readonly cacheEntryRemoved: Promise<void>;
  readonly getCacheEntry: () => { readonly data?: Data | undefined };
  readonly updateCachedData: (recipe: () => Data) => unknown;
};

/** How an entry reads a room. All functions are pure and give back the same data when nothing changes. */
export type LiveRoom<C extends RoomCodec, Data> = {
  readonly room: string;
  readonly codec: C;
  readonly onSnapshot: (data: Data, snapshot: SnapshotOf<C>) => Data;
  readonly onMessage: (data: Data, message: MessageOf<C>) => Data;
  /** For data that says where its room stands. */
  readonly onStatus?: (data: Data, status: RoomStatus) => Data;
  /** Looks data over before it is written; what it gives back is written instead. */
  readonly check?: (data: Data, before: Data) => Data;
  /** Whether only a new snapshot can make the data right again. It is then asked for, at most every 3 s. */
  readonly needsSnapshot?: (data: Data) => boolean;
  /** The least time between two writes; a frame unless said otherwise. */
  readonly paceMs?: number;
};

/** Somebody who sends nonsense is not asked in a circle. */
const ANEW_EVERY_MS = 3000;

/** Streams a room into a cache entry until the entry is removed. A gap or a reconnect makes the snapshot come again. */
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
    if (live.needsSnapshot?.(after) === true) reading.startAnew();
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
  // Rejects when the entry is removed before it ever had data; then there is nothing to stream into.
  hasLoaded = await entry.cacheDataLoaded.then(
    () => true,
    () => false,
  );
  if (hasLoaded && pending.length > 0) writer.request();
  await entry.cacheEntryRemoved;
  reading.stop();
  writer.cancel();
}

/** A subscription that can be begun anew: whoever joins a room is given its snapshot. */
function createReading(subscribe: () => () => void, isWanted: () => boolean) {
  let quit = subscribe();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const startAnew = () => {
    if (timer !== undefined) return;
    quit();
    quit = subscribe();
    timer = setTimeout(() => {
      timer = undefined;
      if (isWanted()) startAnew();
    }, ANEW_EVERY_MS);
  };
  return {
    startAnew,
    stop() {
      clearTimeout(timer);
      quit();
    },
  };
}

/** Keeps a cache entry live: subscribes first, buffers until the entry has data, applies, then streams, one write a frame. */
import type { RoomCodec } from '@halyard/contract/realtime/rooms';
import { createFrameWriter } from '../time/frameWriter.ts';
import type { MessageOf, RealtimeClient, SnapshotOf } from './realtimeTypes.ts';

/** What is needed of the lifecycle of a cache entry (RTK Query's `onCacheEntryAdded`). */
type EntryLifecycle<Data> = {
  readonly cacheDataLoaded: Promise<unknown>;
  readonly cacheEntryRemoved: Promise<void>;
  readonly getCacheEntry: () => { readonly data?: Data | undefined };
  readonly updateCachedData: (recipe: () => Data) => unknown;
};

/** How an entry reads a room. Both functions are pure and give back the same data when nothing changes. */
export type LiveRoom<C extends RoomCodec, Data> = {
  readonly room: string;
  readonly codec: C;
  readonly onSnapshot: (data: Data, snapshot: SnapshotOf<C>) => Data;
  readonly onMessage: (data: Data, message: MessageOf<C>) => Data;
};

/** Streams a room into a cache entry until the entry is removed. A gap or a reconnect makes the snapshot come again. */
export async function keepLive<C extends RoomCodec, Data extends object>(
  realtime: RealtimeClient,
  entry: EntryLifecycle<Data>,
  live: LiveRoom<C, Data>,
): Promise<void> {
  let pending: ((data: Data) => Data)[] = [];
  let hasLoaded = false;
  const writer = createFrameWriter(() => {
    const before = entry.getCacheEntry().data;
    const changes = pending;
    pending = [];
    if (before === undefined) return;
    const after = changes.reduce<Data>((data, change) => change(data), before);
    if (after !== before) entry.updateCachedData(() => after);
  });
  const apply = (change: (data: Data) => Data) => {
    pending.push(change);
    if (hasLoaded) writer.request();
  };
  const unsubscribe = realtime.subscribe(live.room, live.codec, {
    onSnapshot: (snapshot) => {
      apply((data) => live.onSnapshot(data, snapshot));
    },
    onMessage: (message) => {
      apply((data) => live.onMessage(data, message));
    },
  });
  // Rejects when the entry is removed before it ever had data; then there is nothing to stream into.
  hasLoaded = await entry.cacheDataLoaded.then(
    () => true,
    () => false,
  );
  if (hasLoaded && pending.length > 0) writer.request();
  await entry.cacheEntryRemoved;
  unsubscribe();
  writer.cancel();
}

// @vitest-environment jsdom Live cache entries: messages that arrive before the data are buffered and applied to it,
// and all messages of one frame are one write.
import { describe, expect, it, vi } from 'vitest';
import { roomCodecs } from '@halyard/contract/realtime/rooms';
import { createFakeRealtime } from '../../testing/fakeRealtime.ts';
import { streamLive } from './streamLive.ts';

type Data = { readonly words: readonly string[] };

// The content of messages does not matter here, so they are words.
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

function setUp() {
  const realtime = createFakeRealtime();
  let data: Data | undefined;
  let load: () => void = () => undefined;
  let fail: () => void = () => undefined;
  let remove: () => void = () => undefined;
  const writes: Data[] = [];
  const entry = {
    cacheDataLoaded: new Promise<void>((resolve, reject) => {
      load = () => {
        data = { words: ['loaded'] };
        resolve();
      };
      fail = () => reject(new Error('removed'));
    }),
    cacheEntryRemoved: new Promise<void>((resolve) => {
      remove = resolve;
    }),
    getCacheEntry: () => ({ data }),
    updateCachedData: (recipe: () => Data) => {
      data = recipe();
      writes.push(data);
    },
  };
  const over = streamLive(realtime.client, entry, {
    room: 'trades:X',
    codec: roomCodecs.trades,
    onSnapshot: (_data, snapshot) => ({ words: [textOf(snapshot)] }),
    onMessage: (before: Data, message) => ({ words: [...before.words, textOf(message)] }),
  });
  const frame = () => vi.advanceTimersByTimeAsync(20);
  return {
    realtime,
    writes,
    load: () => load(),
    fail: () => fail(),
    remove: () => remove(),
    over,
    frame,
    read: () => data,
  };
}

describe('a live entry', () => {
  it('subscribes before it has data, and applies earlier messages in order', async () => {
    vi.useFakeTimers();
    const { realtime, load, frame, read, writes } = setUp();
    expect(realtime.rooms()).toEqual(['trades:X']);
    realtime.sendSnapshot('trades:X', 'snapshot');
    realtime.send('trades:X', 'one');
    await frame();
    expect(writes).toEqual([]);
    load();
    await frame();
    expect(read()).toEqual({ words: ['snapshot', 'one'] });
    vi.useRealTimers();
  });

  it('writes once per frame, for any number of messages', async () => {
    vi.useFakeTimers();
    const { realtime, load, frame, writes } = setUp();
    load();
    await frame();
    for (const word of ['a', 'b', 'c', 'd']) realtime.send('trades:X', word);
    await frame();
    realtime.send('trades:X', 'e');
    await frame();
    expect(writes.map(({ words }) => words.length)).toEqual([5, 6]);
    vi.useRealTimers();
  });

  it('writes while the page is hidden too, without frames', async () => {
    vi.useFakeTimers();
    const { realtime, load, frame, writes } = setUp();
    load();
    await frame();
    realtime.send('trades:X', 'before');
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    document.dispatchEvent(new Event('visibilitychange'));
    realtime.send('trades:X', 'after');
    await vi.advanceTimersByTimeAsync(1000);
    expect(writes.at(-1)?.words).toEqual(['loaded', 'before', 'after']);
    vi.useRealTimers();
  });

  it('leaves the room when it is removed, with data or without', async () => {
    const first = setUp();
    first.load();
    first.remove();
    await first.over;
    expect(first.realtime.rooms()).toEqual([]);
    const second = setUp();
    second.fail();
    second.remove();
    await second.over;
    expect(second.realtime.rooms()).toEqual([]);
  });
});

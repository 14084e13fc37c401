// One reading of a market's candles: in order, without gaps, and nothing lost before the chart listens.
import { describe, expect, it, vi } from 'vitest';
import { listCandles, type Candle } from '@halyard/contract/market/calls';
import { decimal } from '@halyard/contract/money';
import { build } from '@halyard/contract/testing/build';
import { createCandleSession } from './useCandles.ts';
import { windowBefore } from './candlesApi.ts';

const [example] = build(listCandles.answer);
const candle = (openedAtSeconds: number, close = '1'): Candle => ({
  ...(example as Candle),
  openedAtSeconds,
  close: decimal(close),
});

function setUp(load: (from: number, to: number) => Promise<readonly Candle[]> = () => Promise.resolve([])) {
  const loadSpy = vi.fn<typeof load>(load);
  const onBroken = vi.fn<(atSeconds: number) => void>();
  const session = createCandleSession({ stepSeconds: 60, load: loadSpy, onBroken });
  const heard: [number, string][] = [];
  const listen = () => session.listen(({ openedAtSeconds, close }) => void heard.push([openedAtSeconds, close]));
  return { session, load: loadSpy, onBroken, heard, listen };
}

describe('a reading of candles', () => {
  it('keeps the newest state of each candle until there is a listener', () => {
    const { session, heard, listen } = setUp();
    session.begin([candle(60)]);
    session.take(candle(60, '1'), 'snapshot');
    session.take(candle(60, '2'), 'message');
    session.take(candle(120, '3'), 'message');
    const stop = listen();
    expect(heard).toEqual([
      [60, '2'],
      [120, '3'],
    ]);
    session.take(candle(120, '4'), 'message');
    stop();
    session.take(candle(120, '5'), 'message');
    expect(heard.at(-1)).toEqual([120, '4']);
    listen();
    expect(heard.at(-1)).toEqual([120, '5']);
  });

  it('buffers live candles until the history is loaded', () => {
    const { session, heard, listen } = setUp();
    listen();
    session.take(candle(60, '2'), 'snapshot');
    expect(heard).toEqual([]);
    session.begin([candle(60)]);
    expect(heard).toEqual([[60, '2']]);
  });

  it('fills the gap between a slow history and the candles that arrived before it', async () => {
    const { session, load, heard, listen } = setUp(() =>
      Promise.resolve([candle(60, '1.5'), candle(120), candle(180)]),
    );
    listen();
    session.take(candle(240, '2'), 'snapshot');
    session.take(candle(240, '3'), 'message');
    session.begin([candle(0), candle(60)]);
    await vi.waitFor(() => expect(heard).toHaveLength(5));
    expect(load).toHaveBeenCalledExactlyOnceWith(60, 239);
    expect(heard).toEqual([
      [60, '1.5'],
      [120, '1'],
      [180, '1'],
      [240, '2'],
      [240, '3'],
    ]);
  });

  it.each(['snapshot', 'message'] as const)('fills the gap before a %s that skips candles', async (kind) => {
    const { session, load, heard, listen } = setUp(() =>
      Promise.resolve([candle(60, '1.5'), candle(120), candle(180)]),
    );
    listen();
    session.begin([candle(60)]);
    session.take(candle(60), 'snapshot');
    session.take(candle(240, '2'), kind);
    session.take(candle(240, '3'), 'message');
    await vi.waitFor(() => expect(heard).toHaveLength(6));
    expect(load).toHaveBeenCalledExactlyOnceWith(60, 239);
    expect(heard.map(([at]) => at)).toEqual([60, 60, 120, 180, 240, 240]);
    expect(heard[1]).toEqual([60, '1.5']);
  });

  it('fills a second gap that opens while the first is being filled', async () => {
    const { session, load, heard, listen } = setUp((from) => Promise.resolve([candle(from, '9'), candle(from + 60)]));
    listen();
    session.begin([candle(0)]);
    session.take(candle(120), 'snapshot');
    session.take(candle(240), 'snapshot');
    session.take(candle(300), 'message');
    await vi.waitFor(() => expect(heard).toHaveLength(7));
    expect(load.mock.calls).toEqual([
      [0, 119],
      [120, 239],
    ]);
    expect(heard.map(([at]) => at)).toEqual([0, 60, 120, 120, 180, 240, 300]);
  });

  it.each([
    ['the missing candles cannot be had', () => Promise.reject(new Error('offline'))],
    ['more was missed than a call answers', () => Promise.resolve([candle(180)])],
  ])('ends when %s, and passes nothing across the gap', async (_why, load) => {
    const { session, onBroken, heard, listen } = setUp(load);
    listen();
    session.begin([candle(60)]);
    session.take(candle(240), 'snapshot');
    await vi.waitFor(() => expect(onBroken).toHaveBeenCalledExactlyOnceWith(240));
    session.take(candle(300), 'message');
    expect(heard).toEqual([]);
  });

  it('loads nothing when a snapshot repeats the open candle or a message starts the next one', () => {
    const { session, load, heard, listen } = setUp();
    listen();
    session.begin([candle(60)]);
    session.take(candle(60), 'snapshot');
    session.take(candle(60, '2'), 'snapshot');
    session.take(candle(120), 'message');
    expect(load).not.toHaveBeenCalled();
    expect(heard).toHaveLength(3);
  });

  it('starts with the first candle of an empty market', () => {
    const { session, heard, listen } = setUp();
    listen();
    session.take(candle(60), 'snapshot');
    session.begin([]);
    expect(heard).toEqual([[60, '1']]);
  });
});

describe('a window', () => {
  it('holds the requested candles, limited by one call, and starts no earlier than time zero', () => {
    expect(windowBefore('5min', 3000, 4)).toEqual({ fromSeconds: 1800, toSeconds: 3000 });
    expect(windowBefore('1min', 1_000_000, 9999)).toEqual({ fromSeconds: 910_000, toSeconds: 1_000_000 });
    expect(windowBefore('1mon', 1000, 300)).toEqual({ fromSeconds: 0, toSeconds: 1000 });
  });
});

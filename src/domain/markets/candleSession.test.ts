// One reading of a market's candles: in order, without gaps, and nothing lost before the chart listens.
import { describe, expect, it, vi } from 'vitest';
import { listCandles, type Candle } from '@halyard/contract/calls/markets';
import { decimal } from '@halyard/contract/money';
import { build } from '@halyard/contract/testing/build';
import { createCandleSession } from './candleSession.ts';
import { windowBefore } from './candleWindow.ts';

const [example] = build(listCandles.answer);
const candle = (openedAtSeconds: number, close = '1'): Candle => ({
  ...(example as Candle),
  openedAtSeconds,
  close: decimal(close),
});

function setUp(load: (from: number, to: number) => Promise<readonly Candle[]> = () => Promise.resolve([])) {
  const loadSpy = vi.fn<typeof load>(load);
  const session = createCandleSession({ load: loadSpy });
  const heard: [number, string][] = [];
  const listen = () => session.listen(({ openedAtSeconds, close }) => void heard.push([openedAtSeconds, close]));
  return { session, load: loadSpy, heard, listen };
}

describe('a reading of candles', () => {
  it('keeps the newest state of each candle until somebody listens', () => {
    const { session, heard, listen } = setUp();
    session.take(candle(60, '1'), true);
    session.take(candle(60, '2'), false);
    session.take(candle(120, '3'), false);
    const stop = listen();
    expect(heard).toEqual([
      [60, '2'],
      [120, '3'],
    ]);
    session.take(candle(120, '4'), false);
    stop();
    session.take(candle(120, '5'), false);
    expect(heard.at(-1)).toEqual([120, '4']);
    listen();
    expect(heard.at(-1)).toEqual([120, '5']);
  });

  it('fills the gap before a snapshot that comes later than the last candle', async () => {
    const { session, load, heard, listen } = setUp(() =>
      Promise.resolve([candle(60, '1.5'), candle(120), candle(180)]),
    );
    listen();
    session.take(candle(60), true);
    session.take(candle(240, '2'), true);
    session.take(candle(240, '3'), false);
    await vi.waitFor(() => expect(heard).toHaveLength(6));
    expect(load).toHaveBeenCalledExactlyOnceWith(60, 239);
    expect(heard.map(([at]) => at)).toEqual([60, 60, 120, 180, 240, 240]);
    expect(heard[1]).toEqual([60, '1.5']);
  });

  it('goes on without the missing candles when they cannot be had', async () => {
    const { session, heard, listen } = setUp(() => Promise.reject(new Error('offline')));
    listen();
    session.take(candle(60), true);
    session.take(candle(240), true);
    await vi.waitFor(() => expect(heard.map(([at]) => at)).toEqual([60, 240]));
  });

  it('asks for nothing when a snapshot repeats the open candle', () => {
    const { session, load, heard, listen } = setUp();
    listen();
    session.take(candle(60), true);
    session.take(candle(60, '2'), true);
    expect(load).not.toHaveBeenCalled();
    expect(heard).toHaveLength(2);
  });
});

describe('a window', () => {
  it('holds the candles asked for, at most what a call answers, and does not begin before time', () => {
    expect(windowBefore('5min', 3000, 4)).toEqual({ fromSeconds: 1800, toSeconds: 3000 });
    expect(windowBefore('1min', 1_000_000, 9999)).toEqual({ fromSeconds: 910_000, toSeconds: 1_000_000 });
    expect(windowBefore('1mon', 1000, 300)).toEqual({ fromSeconds: 0, toSeconds: 1000 });
  });
});

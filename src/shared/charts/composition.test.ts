// What is proved: figures and places over the picture are those of the candles, in the user's language; candles are drawn where their prices
// say. How: ten candles worked out by hand, drawn on a pen that writes down what it is told.
import { decimal } from '@halyard/contract/money';
import { describe, expect, test } from 'vitest';
import { createCandleSource, type ChartCandle } from './candleSource.ts';
import type { ChartTheme } from './chartTheme.ts';
import { compose, type Input } from './composition.ts';
import { areaTrace, candlesTrace, closesTrace, volumeTrace, type Pen, type Trace } from './scene.ts';

const DAY_MS = 86_400_000;
const theme: ChartTheme = {
  up: 'green',
  down: 'red',
  upWash: '',
  downWash: '',
  line: '',
  label: '',
  averageFast: '',
  averageSlow: '',
  font: '',
  labelPx: 11,
};

const candle = (day: number, open: string, close: string, volume = '1'): ChartCandle => {
  const [low, high] = Number(open) < Number(close) ? [open, close] : [close, open];
  return {
    openedAtMs: day * DAY_MS,
    open: decimal(open),
    close: decimal(close),
    low: decimal(low),
    high: decimal(high),
    volume: decimal(volume),
  };
};

const inputOf = (candles: ChartCandle[], changes: Partial<Input> = {}): Input => {
  const source = createCandleSource();
  source.setCandles(candles);
  return {
    source,
    view: { from: 0, span: 10 },
    size: { width: 400, height: 330 },
    setup: { period: '1day', mode: 'candles', pricePlaces: 2, locale: 'es' },
    theme,
    cursor: undefined,
    ...changes,
  };
};

const TEN = Array.from({ length: 10 }, (_, day) => candle(day, `${1000 + day * 10}`, `${1005 + day * 10}`));

describe('the frame', () => {
  test('shows the newest candle and its averages when nothing is pointed at', () => {
    const frame = compose(inputOf(TEN))?.frame;
    expect(frame?.shown.index).toBe(9);
    expect(frame?.shown.fast).toBe('1065,00');
    expect(frame?.shown.slow).toBe('—');
    expect(frame?.last).toMatchObject({ label: '1095,00', direction: 'up', isInRange: true });
    expect(frame?.cursor).toBeUndefined();
  });

  test('shows the candle that is pointed at, and the price under the finger', () => {
    const whole = compose(inputOf(TEN))?.frame;
    const middle = (whole?.layout.price.top ?? 0) + (whole?.layout.price.height ?? 0) / 2;
    const frame = compose(inputOf(TEN, { cursor: { index: 3, y: middle } }))?.frame;
    expect(frame?.shown.candle).toBe(TEN[3]);
    expect(frame?.cursor).toMatchObject({ index: 3, priceLabel: '1047,50', timeLabel: '4 ene 1970' });
  });

  test('tells from when to when, highest, lowest and change of what is in sight', () => {
    const frame = compose(inputOf(TEN, { view: { from: 2, span: 4 } }))?.frame;
    expect(frame?.summary).toEqual({
      fromMs: 2 * DAY_MS,
      toMs: 5 * DAY_MS,
      high: '1055',
      low: '1020',
      last: '1095',
      changePercent: '3.4314',
    });
  });

  test('has the last price at the edge when it is out of sight', () => {
    const frame = compose(inputOf(TEN, { view: { from: 0, span: 3 } }))?.frame;
    expect(frame?.last).toMatchObject({ y: frame?.layout.price.top, isInRange: false, label: '1095,00' });
  });

  test('is nothing without candles', () => {
    expect(compose(inputOf([]))).toBeUndefined();
  });

  test('does not divide by an opening price of zero', () => {
    expect(compose(inputOf([candle(0, '0', '1')]))?.frame.summary.changePercent).toBeUndefined();
  });

  test('labels the price axis in the user’s language, no finer than its steps, but not behind the last price', () => {
    const labels = compose(inputOf(TEN))?.picture.priceTicks.map(({ label }) => label);
    expect(labels).toEqual(['1000', '1020', '1040', '1060', '1080', '']);
  });
});

describe('the picture', () => {
  const drawn = (trace: Trace) => {
    const calls: [string, ...number[]][] = [];
    const note =
      (name: string) =>
      (...numbers: number[]) =>
        calls.push([name, ...numbers]);
    const pen = { moveTo: note('move'), lineTo: note('line'), rect: note('rect'), closePath: note('close') };
    trace.draw(pen as unknown as Pen);
    return calls;
  };
  // The price pane of 330 px: 8 above, 22 for the times, a fifth for the volumes, 8 between.
  const candles = [candle(0, '100', '200', '10'), candle(1, '200', '100', '5'), candle(2, '150', '150', '0')];
  const input = inputOf(candles, { view: { from: 0, span: 3 } });
  const scene = compose(input)?.picture.scene;
  if (scene === undefined) throw new Error('nothing to draw');
  const { layout } = scene;

  test('has the risen candles in one path and the fallen in another, wicks within bodies', () => {
    const [body, wick, still] = drawn(candlesTrace(scene, 'up'));
    // Eight hundredths of air: 100 stands 8/116 above the bottom, 200 as much below the top.
    const { top, height } = layout.price;
    expect(body?.[2]).toBe(Math.round(top + (8 / 116) * height));
    expect(body?.[4]).toBe(Math.round((100 / 116) * height));
    expect(wick?.[3]).toBe(1);
    expect(still?.[4]).toBe(1);
    expect(drawn(candlesTrace(scene, 'down'))).toHaveLength(2);
  });

  test('has candles side by side in their thirds', () => {
    const third = layout.plotWidth / 3;
    const [first] = drawn(candlesTrace(scene, 'up'));
    const [second] = drawn(candlesTrace(scene, 'down'));
    expect(first?.[1]).toBeGreaterThanOrEqual(0);
    expect((first?.[1] ?? 0) + (first?.[3] ?? 0)).toBeLessThanOrEqual(third);
    expect(second?.[1]).toBeGreaterThanOrEqual(third);
  });

  test('has the largest volume as high as its pane', () => {
    expect(drawn(volumeTrace(scene, 'up'))[0]?.[4]).toBe(layout.volume.height);
    expect(drawn(volumeTrace(scene, 'down'))[0]?.[4]).toBe(Math.round(layout.volume.height / 2));
  });

  test('has a line through the closes and an area under it', () => {
    expect(drawn(closesTrace(scene)).map(([name]) => name)).toEqual(['move', 'line', 'line']);
    expect(drawn(areaTrace(scene)).map(([name]) => name)).toEqual(['move', 'line', 'line', 'line', 'line', 'close']);
  });
});

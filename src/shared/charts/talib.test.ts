// Every indicator equals TA-Lib's to 1e-8. TA-Lib's own C code, compiled to WebAssembly by the package talib-web,
// computes the same candles: three weeks of real minutes, and random ones, including flat stretches, short series, and
// lengths of all kinds.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { fromModelNumber } from '@halyard/contract/money';
import fc from 'fast-check';
import { init } from 'talib-web';
import { beforeAll, describe, expect, test } from 'vitest';
import { createCandleSource, type CandleSource, type ChartCandle } from './candleSource.ts';
import { DEFAULT_CHART_SETTINGS, OVERLAYS, PANES, type IndicatorParams } from './chartSettings.ts';
import { createIndicator } from './indicator.ts';

const PROJECT = join(import.meta.dirname, '../../..');
const DATA = process.env['HALYARD_TEST_DATA'] ?? join(PROJECT, '../shared/data');
/** TA-Lib's numbers for kinds of averages. */
const SIMPLE = 0;
const EXPONENTIAL = 1;

/** TA-Lib's values of a line, and the candle of the first one. */
type Found = { readonly name: string; readonly begin: number; readonly values: readonly number[] };
type Series = { readonly high: number[]; readonly low: number[]; readonly close: number[]; readonly volume: number[] };

const REFERENCES: { [Id in keyof IndicatorParams]: (series: Series, params: IndicatorParams[Id]) => Found[] } = {
  ma: ({ close }, { lengths }) =>
    lengths.flatMap((length) => callTalib('MA', [close], [length, SIMPLE], [`ma${length}`])),
  vol: ({ volume }, { lengths }) =>
    lengths.flatMap((length) => callTalib('MA', [volume], [length, SIMPLE], [`ma${length}`])),
  ema: ({ close }, { lengths }) => lengths.flatMap((length) => callTalib('EMA', [close], [length], [`ema${length}`])),
  rsi: ({ close }, { lengths }) => lengths.flatMap((length) => callTalib('RSI', [close], [length], [`rsi${length}`])),
  boll: ({ close }, { length, deviations }) =>
    callTalib('BBANDS', [close], [length, deviations, deviations, SIMPLE], ['upper', 'middle', 'lower']),
  macd: ({ close }, { fast, slow, signal }) => callTalib('MACD', [close], [fast, slow, signal], ['dif', 'dea', 'bars']),
  kdj: ({ high, low, close }, { length, k, d }) => {
    const options = [length, 2 * k - 1, EXPONENTIAL, 2 * d - 1, EXPONENTIAL];
    const found = callTalib('STOCH', [high, low, close], options, ['k', 'd']);
    const [slowK, slowD] = found.map(({ values }) => values);
    const values = slowK?.map((value, place) => 3 * value - 2 * (slowD?.[place] ?? Number.NaN)) ?? [];
    return [...found, { name: 'j', begin: found[0]?.begin ?? 0, values }];
  },
};

/** The used parts of the compiled library: C functions by name, and their memory. */
type Talib = {
  ccall: (name: string, returns: 'number', types: 'number'[], values: number[]) => number;
  _malloc: (bytes: number) => number;
  _free: (address: number) => void;
  HEAPF64: Float64Array;
  HEAP32: Int32Array;
};
let library: Talib;

/**
 * Calls `TA_<name>` on whole series. The package's own functions pass TA-Lib one address for both output numbers, which
 * breaks BBANDS, and hide the index of the first value.
 */
function callTalib(name: string, inputs: number[][], options: number[], outputs: string[]): Found[] {
  const count = inputs[0]?.length ?? 0;
  const taken: number[] = [];
  const take = (content: readonly number[]) => {
    const address = library._malloc(8 * content.length);
    taken.push(address);
    library.HEAPF64.set(content, address / 8);
    return address;
  };
  const read = inputs.map(take);
  const [beginAt = 0, countAt = 0, ...written] = [[0], [0], ...outputs.map(() => inputs[0] ?? [])].map(take);
  const values = [0, count - 1, ...read, ...options, beginAt, countAt, ...written];
  const code = library.ccall(
    `TA_${name}`,
    'number',
    values.map(() => 'number'),
    values,
  );
  const begin = library.HEAP32[beginAt / 4] ?? 0;
  const length = library.HEAP32[countAt / 4] ?? 0;
  const found = outputs.map((line, place) => {
    const from = (written[place] ?? 0) / 8;
    return { name: line, begin, values: [...library.HEAPF64.subarray(from, from + length)] };
  });
  for (const address of taken) library._free(address);
  if (code !== 0) throw new Error(`TA-Lib's ${name} answered ${code}`);
  return found;
}

/**
 * Largest error of ours: absolute for numbers below 1, relative for greater ones. A missing value counts as infinitely
 * wrong.
 */
function worstError<Id extends keyof IndicatorParams>(source: CandleSource, id: Id, params: IndicatorParams[Id]) {
  const indicator = createIndicator(id, params);
  indicator.sync(source.columns, { kind: 'all' });
  const found = REFERENCES[id](seriesOf(source), params);
  expect(indicator.lines.map(({ name }) => name)).toEqual(found.map(({ name }) => name));
  const errors = found.flatMap(({ begin, values }, line) =>
    values.map((value, place) => {
      const error = Math.abs((indicator.lines[line]?.values[begin + place] ?? Number.NaN) - value);
      return Number.isNaN(error) ? Infinity : error / Math.max(1, Math.abs(value));
    }),
  );
  return errors.reduce((worst, error) => Math.max(worst, error), 0);
}

function seriesOf({ columns: { high, low, close, volume } }: CandleSource): Series {
  return { high: [...high], low: [...low], close: [...close], volume: [...volume] };
}

function sourceOf(candles: readonly ChartCandle[]): CandleSource {
  const source = createCandleSource();
  source.setCandles(candles);
  return source;
}

function realCandles(): ChartCandle[] {
  const text = gunzipSync(readFileSync(`${DATA}/btcusdt-1m-2023-03.csv.gz`)).toString();
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [time = '', ...cells] = line.split(',');
      const [open, high, low, close, volume] = cells.map((cell) => fromModelNumber(Number(cell), 8));
      if (!open || !high || !low || !close || !volume) throw new Error(`not a candle: ${line}`);
      return { openedAtMs: Number(time) * 1000, open, high, low, close, volume };
    });
}

function walked(steps: readonly { move: number; range: number; volume: number }[]): CandleSource {
  let close = 1000;
  const whole = (value: number) => fromModelNumber(value, 0);
  return sourceOf(
    steps.map(({ move, range, volume }, minute) => {
      const open = close;
      close += move;
      const [high, low] = [Math.max(open, close) + range, Math.min(open, close) - range];
      const prices = { open: whole(open), high: whole(high), low: whole(low), close: whole(close) };
      return { openedAtMs: minute * 60_000, ...prices, volume: whole(volume) };
    }),
  );
}

beforeAll(async () => {
  // The package loads its code by URL; Node can fetch a file only as a data URL.
  const code = createRequire(import.meta.url)
    .resolve('talib-web')
    .replace(/[^/]+$/, 'talib.wasm');
  library = await init(`data:application/wasm;base64,${readFileSync(code, 'base64')}`);
});

describe('over three weeks of real minutes', () => {
  const real = sourceOf(realCandles());
  const { params } = DEFAULT_CHART_SETTINGS;
  test.for([...OVERLAYS, ...PANES])('%s is TA-Lib’s', (id) => {
    expect(real.columns.length).toBe(30_240);
    expect(worstError(real, id, params[id])).toBeLessThan(1e-8);
  });

  test('another definition is detected', () => {
    const [found] = REFERENCES.ema(seriesOf(real), { lengths: [26] });
    const indicator = createIndicator('ema', { lengths: [25] });
    indicator.sync(real.columns, { kind: 'all' });
    const last = real.columns.length - 1;
    expect(Math.abs((indicator.lines[0]?.values[last] ?? 0) - (found?.values.at(-1) ?? 0))).toBeGreaterThan(1e-3);
  });
});

describe('over random candles', () => {
  // Many steps are zero: flat stretches.
  const steps = fc.array(
    fc.record({
      move: fc.integer({ min: -9, max: 9 }).map((move) => Math.max(0, Math.abs(move) - 4) * Math.sign(move)),
      range: fc.nat(3),
      volume: fc.nat(50),
    }),
    {
      minLength: 1,
      maxLength: 120,
    },
  );
  const length = fc.integer({ min: 2, max: 40 });
  const lengths = fc.array(length, { minLength: 1, maxLength: 3 }).map((list) => ({ lengths: list }));
  const short = fc.integer({ min: 2, max: 6 });
  const params: { [Id in keyof IndicatorParams]: fc.Arbitrary<IndicatorParams[Id]> } = {
    ma: lengths,
    ema: lengths,
    vol: lengths,
    rsi: lengths,
    // TA-Lib subtracts a mean's square from the mean of squares, which leaves noise of 1e-8 of the price where it was
    // flat; with whole prices and such lengths it is exact.
    boll: fc.record({ length: fc.constantFrom(2, 4, 8, 16, 32), deviations: fc.integer({ min: 1, max: 3 }) }),
    macd: fc.record({ fast: length, slow: length, signal: length }),
    kdj: fc.record({ length, k: short, d: short }),
  };

  test.for([...OVERLAYS, ...PANES])('%s is TA-Lib’s', (id) => {
    fc.assert(
      fc.property(steps, params[id], (walk, drawn) => {
        expect(worstError(walked(walk), id, drawn)).toBeLessThan(1e-8);
      }),
    );
  });
});

import type { Candle } from '@halyard/contract/market/calls';
import type { Decimal } from '@halyard/contract/money';
import { useState } from 'react';

/** The fields of a candle that the chart needs. */
export type ChartCandle = Pick<Candle, 'openedAtMs' | 'open' | 'high' | 'low' | 'close' | 'volume' | 'source'>;

/**
 * One array per column, each with exactly `length` numbers, oldest first. The newest candle changes in place; added
 * candles replace the arrays, so read the columns from their source again after each change.
 */
export type Columns = {
  readonly length: number;
  readonly openedAtMs: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
};

/**
 * Change of a source: everything replaced, older candles prepended, the open candle updated (`appended` 0) or a new one
 * begun (1), or a closed candle corrected late.
 */
export type SourceChange =
  | { kind: 'all' }
  | { kind: 'older'; count: number }
  | { kind: 'live'; appended: 0 | 1 }
  | { kind: 'corrected'; index: number };

type Listener = (change: SourceChange) => void;

/**
 * Candles of a chart. Ticks go straight from the socket to the picture, bypassing the store. Exists before the chart's
 * code has loaded.
 */
export type CandleSource = {
  /** All candles, ascending. */
  readonly candles: readonly ChartCandle[];
  readonly columns: Columns;
  /** Number of changes so far. */
  readonly revision: number;
  /** Time at which cached candles came from the server (Unix milliseconds). */
  readonly asOfMs: number | undefined;
  /** Replaces everything: another market or period. */
  setCandles: (candles: readonly ChartCandle[], asOfMs?: number) => void;
  /** Prepends older candles; overlapping ones are ignored. */
  prepend: (older: readonly ChartCandle[]) => void;
  /** Updates the open candle, or begins a new one. A late update of an older candle corrects that one. */
  applyLive: (candle: ChartCandle) => void;
  /** Returns the unsubscribe function. */
  subscribe: (listener: Listener) => () => void;
};

/** An empty source. */
export function createCandleSource(): CandleSource {
  let candles: ChartCandle[] = [];
  const growing = new GrowingColumns();
  const listeners = new Set<Listener>();
  let revision = 0;
  let asOfMs: number | undefined;
  const notify = (change: SourceChange) => {
    revision += 1;
    listeners.forEach((listener) => listener(change));
  };
  return {
    get candles() {
      return candles;
    },
    get columns() {
      return growing.columns;
    },
    get revision() {
      return revision;
    },
    get asOfMs() {
      return asOfMs;
    },
    setCandles: (all, savedAtMs) => {
      candles = [...all];
      asOfMs = savedAtMs;
      growing.replace(candles);
      notify({ kind: 'all' });
    },
    prepend: (older) => {
      const first = growing.columns.openedAtMs[0] ?? Infinity;
      const added = older.filter((candle) => candle.openedAtMs < first);
      candles = [...added, ...candles];
      growing.prepend(added);
      notify({ kind: 'older', count: added.length });
    },
    applyLive: (candle) => {
      const last = candles.length - 1;
      const index = placeOf(growing.columns.openedAtMs, candle.openedAtMs);
      if (index === undefined) return;
      candles[index] = candle;
      growing.put(index, candle);
      if (index < last) notify({ kind: 'corrected', index });
      else notify({ kind: 'live', appended: index > last ? 1 : 0 });
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * Index of a candle that opened at a moment: its existing place, or the end; `undefined` for one that would fall
 * between others or before all.
 */
function placeOf(openedAtMs: Float64Array, atMs: number): number | undefined {
  const last = openedAtMs.at(-1);
  if (last === undefined || atMs > last) return openedAtMs.length;
  const index = openedAtMs.lastIndexOf(atMs);
  return index < 0 ? undefined : index;
}

type Name = Exclude<keyof Columns, 'length'>;
type Buffers = Readonly<Record<Name, Float64Array>>;

const CAPACITY_MIN = 512;
/** Free room at each end after a rewrite, as a share of the number of candles. */
const ROOM_SHARE = 0.5;

/** Columns that grow at both ends without a rewrite each time. */
class GrowingColumns {
  private buffers = buffersOf(CAPACITY_MIN);
  private capacity = CAPACITY_MIN;
  private start = 0;
  private current = view(this.buffers, 0, 0);

  get columns(): Columns {
    return this.current;
  }

  replace(candles: readonly ChartCandle[]): void {
    this.start = 0;
    this.current = view(this.buffers, 0, 0);
    this.makeRoom(0, candles.length);
    this.write(this.start, candles);
    this.show(this.start, candles.length);
  }

  prepend(candles: readonly ChartCandle[]): void {
    this.makeRoom(candles.length, 0);
    const start = this.start - candles.length;
    this.write(start, candles);
    this.show(start, this.current.length + candles.length);
  }

  /** Writes a candle at its index; the index after the newest appends one. */
  put(index: number, candle: ChartCandle): void {
    const { length } = this.current;
    if (index === length) this.makeRoom(0, 1);
    this.writeOne(this.start + index, candle);
    if (index === length) this.show(this.start, length + 1);
  }

  private write(at: number, candles: readonly ChartCandle[]): void {
    for (const [place, candle] of candles.entries()) this.writeOne(at + place, candle);
  }

  private writeOne(at: number, candle: ChartCandle): void {
    const { buffers } = this;
    buffers.openedAtMs[at] = candle.openedAtMs;
    buffers.open[at] = modelNumber(candle.open);
    buffers.high[at] = modelNumber(candle.high);
    buffers.low[at] = modelNumber(candle.low);
    buffers.close[at] = modelNumber(candle.close);
    buffers.volume[at] = modelNumber(candle.volume);
  }

  private show(start: number, length: number): void {
    this.start = start;
    this.current = view(this.buffers, start, length);
  }

  /** Moves to larger buffers when an end is full. The room grows with the length, so this becomes rare. */
  private makeRoom(before: number, after: number): void {
    const { length } = this.current;
    if (this.start >= before && this.capacity - this.start - length >= after) return;
    const needed = before + length + after;
    const room = Math.max(CAPACITY_MIN / 2, Math.ceil(needed * ROOM_SHARE));
    const grown = buffersOf(needed + 2 * room);
    const start = room + before;
    for (const name of NAMES) grown[name].set(this.current[name], start);
    this.buffers = grown;
    this.capacity = needed + 2 * room;
    this.show(start, length);
  }
}

const NAMES: readonly Name[] = ['openedAtMs', 'open', 'high', 'low', 'close', 'volume'];

function buffersOf(capacity: number): Buffers {
  return eachColumn(() => new Float64Array(capacity));
}

function view(buffers: Buffers, start: number, length: number): Columns {
  return { length, ...eachColumn((name) => buffers[name].subarray(start, start + length)) };
}

function eachColumn(make: (name: Name) => Float64Array): Buffers {
  return {
    openedAtMs: make('openedAtMs'),
    open: make('open'),
    high: make('high'),
    low: make('low'),
    close: make('close'),
    volume: make('volume'),
  };
}

const POINT = 46;
const ZERO = 48;
const NINE = 57;
/**
 * Fifteen digits are exact in a float, and so are the powers of ten that divide them: the quotient is the nearest
 * float.
 */
const LENGTH_MAX = 16;
const POWERS = Array.from({ length: LENGTH_MAX }, (_, power) => 10 ** power);

/**
 * The float nearest to a decimal: equals `Number`, in a third of its time. A chart reads 150,000 of them before its
 * first picture.
 */
export function modelNumber(value: Decimal): number {
  const { length } = value;
  if (length > LENGTH_MAX) return Number(value);
  let digits = 0;
  let places = 0;
  let hasPoint = false;
  for (let at = 0; at < length; at += 1) {
    const code = value.charCodeAt(at);
    if (code >= ZERO && code <= NINE) {
      digits = digits * 10 + (code - ZERO);
      if (hasPoint) places += 1;
    } else if (code === POINT && !hasPoint) hasPoint = true;
    else return Number(value);
  }
  // Sixteen digits without a point exceed a float's precision.
  if (length === LENGTH_MAX && !hasPoint) return Number(value);
  return digits / (POWERS[places] ?? 1);
}

/** A source of candles for the lifetime of the component. */
export function useCandleSource(): CandleSource {
  const [source] = useState(createCandleSource);
  return source;
}

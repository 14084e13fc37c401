import type { Candle } from '@halyard/contract/calls/markets';

/** What the chart needs of a candle. */
export type ChartCandle = Pick<Candle, 'openedAtMs' | 'open' | 'high' | 'low' | 'close' | 'volume'>;

/** Columns of floating-point numbers, for drawing alone. */
export type Columns = {
  readonly openedAtMs: readonly number[];
  readonly open: readonly number[];
  readonly high: readonly number[];
  readonly low: readonly number[];
  readonly close: readonly number[];
  readonly volume: readonly number[];
};

/** What happened to a source: replaced, older candles put before, the open candle moved (`appended` 0) or a new one begun (1). */
export type SourceChange = { kind: 'all' } | { kind: 'older'; count: number } | { kind: 'live'; appended: 0 | 1 };

type Listener = (change: SourceChange) => void;

/** Candles on their way to a chart: ticks go straight from the socket to the picture, past the store. It exists before the chart's code is loaded. */
export type CandleSource = {
  /** All candles, ascending. */
  readonly candles: readonly ChartCandle[];
  readonly columns: Columns;
  /** Replaces everything: another market or period. */
  setCandles: (candles: readonly ChartCandle[]) => void;
  /** Puts older candles before the others; what overlaps is left out. */
  prepend: (older: readonly ChartCandle[]) => void;
  /** The open candle as it now stands, or the first of a new one. A late word about an older candle corrects that one. */
  applyLive: (candle: ChartCandle) => void;
  /** Returns the way to stop listening. */
  subscribe: (listener: Listener) => () => void;
};

type MutableColumns = { [Name in keyof Columns]: number[] };
const NAMES = ['openedAtMs', 'open', 'high', 'low', 'close', 'volume'] as const;

/** An empty source. */
export function createCandleSource(): CandleSource {
  let candles: ChartCandle[] = [];
  let columns = columnsOf([]);
  const listeners = new Set<Listener>();
  const tell = (change: SourceChange) => listeners.forEach((listener) => listener(change));
  const put = (index: number, candle: ChartCandle) => {
    candles[index] = candle;
    for (const name of NAMES) columns[name][index] = Number(candle[name]);
  };
  return {
    get candles() {
      return candles;
    },
    get columns() {
      return columns;
    },
    setCandles: (all) => {
      candles = [...all];
      columns = columnsOf(candles);
      tell({ kind: 'all' });
    },
    prepend: (older) => {
      const first = columns.openedAtMs[0] ?? Infinity;
      const added = older.filter((candle) => candle.openedAtMs < first);
      candles = [...added, ...candles];
      columns = joined(columnsOf(added), columns);
      tell({ kind: 'older', count: added.length });
    },
    applyLive: (candle) => {
      const index = placeOf(columns.openedAtMs, candle.openedAtMs);
      if (index === undefined) return;
      const appended = index === candles.length ? 1 : 0;
      put(index, candle);
      tell({ kind: 'live', appended });
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function columnsOf(candles: readonly ChartCandle[]): MutableColumns {
  const column = (name: (typeof NAMES)[number]) => candles.map((candle) => Number(candle[name]));
  return {
    openedAtMs: column('openedAtMs'),
    open: column('open'),
    high: column('high'),
    low: column('low'),
    close: column('close'),
    volume: column('volume'),
  };
}

function joined(before: MutableColumns, after: MutableColumns): MutableColumns {
  const column = (name: (typeof NAMES)[number]) => [...before[name], ...after[name]];
  return {
    openedAtMs: column('openedAtMs'),
    open: column('open'),
    high: column('high'),
    low: column('low'),
    close: column('close'),
    volume: column('volume'),
  };
}

/** Where a candle that opened at a moment belongs: a known one's place, or the end; undefined for one that would fall between or before. */
function placeOf(openedAtMs: readonly number[], atMs: number): number | undefined {
  const last = openedAtMs.at(-1);
  if (last === undefined || atMs > last) return openedAtMs.length;
  const index = openedAtMs.lastIndexOf(atMs);
  return index < 0 ? undefined : index;
}

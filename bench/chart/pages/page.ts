/** The actions of every page of the benchmark, driven from outside through `window.bench`. */
import type { ChartCandle } from '../../../src/shared/charts/candleSource.ts';
import { frames, FRAMES_AT_REST, FRAMES_OF_TICK, task } from './frames.ts';
import { ticksAfter } from './ticks.ts';

/** An open chart, empty at first. */
export type Chart = {
  /** Shows all candles. They come as the app's codec returns them; converting them for the library is included. */
  show: (candles: readonly ChartCandle[]) => void;
  /** The newest candle with its current values, or the first of a new one. */
  tick: (candle: ChartCandle) => void;
  remove: () => void;
};

/** Puts an empty chart into an element, in the way that its library recommends. */
export type Library = (box: HTMLElement) => Chart;

/** A leak made on purpose, each kind to be detected by another count. */
export type Leak = 'none' | 'chart' | 'listener' | 'canvas';

/** The API that the benchmark calls. */
export type Bench = {
  /** Creates an empty chart and waits until it is at rest. */
  start: () => Promise<void>;
  /** Gives it all candles; marks the beginning, and the end when the page is at rest again. */
  show: () => Promise<void>;
  /**
   * One tick after the other, each drawn before the next; marks where each begins. Without ticks the same runs idle, to
   * be subtracted.
   */
  tick: (count: number, isIdle: boolean) => Promise<void>;
  /** Many ticks a frame, as fast as frames come. */
  rush: (count: number, perFrame: number) => Promise<void>;
  /** Creates a chart with all candles and removes it, repeatedly. */
  cycle: (count: number, leak: Leak) => Promise<void>;
};

declare global {
  interface Window {
    bench: Bench;
  }
}

/** Marks where a stretch of work begins and the one before it ends. */
const BEGIN = 'bench:begin';
/** Enough for a chart to be created and drawn. */
const FRAMES_OF_LIFE = 6;

type Row = readonly [openedAtMs: number, open: string, high: string, low: string, close: string, volume: string];

/** Loads the candles and offers the library to the benchmark. */
export async function offer(library: Library): Promise<void> {
  const rows: Row[] = await (await fetch('candles.json')).json();
  const candles = rows.map(
    ([openedAtMs, open, high, low, close, volume]) => ({ openedAtMs, open, high, low, close, volume }) as ChartCandle,
  );
  const box = document.querySelector<HTMLElement>('#box');
  if (box === null) throw new Error('the page has no #box');
  const ticks = ticksAfter(candles);
  let chart: Chart | undefined;
  // A tick arrives in its own task, as from a socket.
  const nextTick = () => chart?.tick(ticks.next().value);
  const leaked: unknown[] = [];
  markTouches();
  window.bench = {
    start: async () => {
      chart = library(box);
      await frames(FRAMES_AT_REST);
    },
    show: async () => {
      await task();
      performance.mark(BEGIN);
      chart?.show(candles);
      await frames(FRAMES_AT_REST);
      performance.mark(BEGIN);
    },
    tick: async (count, isIdle) => {
      for (let turn = 0; turn < count; turn += 1) {
        await task();
        performance.mark(BEGIN);
        if (!isIdle) nextTick();
        await frames(FRAMES_OF_TICK);
      }
      await task();
      performance.mark(BEGIN);
    },
    rush: async (count, perFrame) => {
      for (let turn = 0; turn < count; turn += 1) {
        nextTick();
        if (turn % perFrame === 0) await frames(1);
      }
      await frames(FRAMES_AT_REST);
      performance.clearMarks();
    },
    cycle: async (count, leak) => {
      for (let turn = 0; turn < count; turn += 1) {
        const place = box.appendChild(document.createElement('div'));
        place.style.height = '100%';
        const one = library(place);
        await frames(FRAMES_OF_LIFE);
        one.show(candles);
        await frames(FRAMES_OF_LIFE);
        if (leak === 'chart') leaked.push(one);
        else one.remove();
        if (leak === 'listener') window.addEventListener('resize', () => leaked.length);
        if (leak === 'canvas') leaked.push(document.createElement('canvas'));
        place.remove();
      }
      await frames(FRAMES_AT_REST);
    },
  };
}

/** Marks every move of the fingers, by the touch that it belongs to: `bench:move:1`, `bench:move:2`. */
function markTouches(): void {
  let touch = 0;
  window.addEventListener('touchstart', () => (touch += 1), { capture: true, passive: true });
  window.addEventListener('touchmove', () => performance.mark(`bench:move:${touch}`), { capture: true, passive: true });
}

/**
 * A bare canvas: the same picture by hand, with no library and no state beyond the candles. What it costs is the least
 * that a chart of this size can cost.
 */
import type { ChartCandle } from '../../../src/shared/charts/candleSource.ts';
import { STYLE } from './style.ts';
import { offer } from './page.ts';

const AXIS_PX = 60;
const TIMES_PX = 22;
const FONT_PX = 11;
const PRICE_LINES = 6;
const CANDLES_PER_TIME = 12;
/** Share of the step that a body takes. */
const BODY = 0.7;
/** Room above and below the prices in sight, as a share of their height. */
const MARGIN = 0.08;

type Bar = { atMs: number; open: number; high: number; low: number; close: number; volume: number };

/** Device pixels. */
type Canvas = { context: CanvasRenderingContext2D; width: number; height: number; scale: number };

/** Whole device pixels of a value; smaller values are lower. */
type Scale = (value: number) => number;

function barOf({ openedAtMs, open, high, low, close, volume }: ChartCandle): Bar {
  return {
    atMs: openedAtMs,
    open: Number(open),
    high: Number(high),
    low: Number(low),
    close: Number(close),
    volume: Number(volume),
  };
}

function canvasIn(box: HTMLElement): { element: HTMLCanvasElement; canvas: Canvas } {
  const element = document.createElement('canvas');
  const scale = devicePixelRatio;
  element.width = Math.round(box.clientWidth * scale);
  element.height = Math.round(box.clientHeight * scale);
  element.style.cssText = 'inline-size: 100%; block-size: 100%; touch-action: none';
  box.append(element);
  const context = element.getContext('2d', { alpha: false });
  if (context === null) throw new Error('the browser has no canvas');
  return { element, canvas: { context, width: element.width, height: element.height, scale } };
}

function scaleOf(lowest: number, highest: number, top: number, bottom: number): Scale {
  const perUnit = (bottom - top) / (highest - lowest || 1);
  return (value) => Math.round(bottom - (value - lowest) * perUnit);
}

/** A round distance of about `PRICE_LINES` lines. */
function stepOf(height: number): number {
  const rough = height / PRICE_LINES;
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10);
}

/** Draws the bars that end `behind` bars before the newest one. */
function draw({ context, width, height, scale }: Canvas, bars: readonly Bar[], behind: number): void {
  const step = STYLE.stepPx * scale;
  const right = width - AXIS_PX * scale;
  const bottom = height - TIMES_PX * scale;
  const top = Math.round(bottom * (1 - STYLE.volumeShare));
  const end = right - 1.5 * step + behind * step;
  const newest = bars.length - 1;
  const first = Math.max(0, Math.floor(newest - end / step));
  const last = Math.min(newest, Math.ceil(newest - (end - right) / step));
  let [lowest, highest, most] = [Infinity, -Infinity, 0];
  for (let place = first; place <= last; place += 1) {
    const bar = bars[place];
    if (bar === undefined) continue;
    [lowest, highest] = [Math.min(lowest, bar.low), Math.max(highest, bar.high)];
    most = Math.max(most, bar.volume);
  }
  const room = (highest - lowest) * MARGIN;
  const y = scaleOf(lowest - room, highest + room, 0, top);
  const yOfVolume = scaleOf(0, most * (1 + MARGIN), top, bottom);
  const xOf = (place: number) => Math.round(end - (newest - place) * step);

  context.fillStyle = STYLE.ground;
  context.fillRect(0, 0, width, height);
  context.font = `${FONT_PX * scale}px sans-serif`;
  context.textBaseline = 'middle';
  drawPriceLines(lowest, highest);
  drawTimes();
  drawBars(true);
  drawBars(false);
  drawLastPrice();

  function drawPriceLines(from: number, to: number): void {
    const distance = stepOf(to - from);
    context.textAlign = 'left';
    for (let price = Math.ceil(from / distance) * distance; price <= to; price += distance) {
      context.fillStyle = STYLE.line;
      context.fillRect(0, y(price), right, 1);
      context.fillStyle = STYLE.text;
      context.fillText(price.toFixed(2), right + 4 * scale, y(price));
    }
  }

  function drawTimes(): void {
    context.textAlign = 'center';
    for (let place = first - (first % CANDLES_PER_TIME) + CANDLES_PER_TIME; place <= last; place += CANDLES_PER_TIME) {
      context.fillStyle = STYLE.line;
      context.fillRect(xOf(place), 0, 1, bottom);
      context.fillStyle = STYLE.text;
      const time = new Date(bars[place]?.atMs ?? 0).toISOString().slice(11, 16);
      context.fillText(time, xOf(place), height - (TIMES_PX / 2) * scale);
    }
  }

  /** One colour after the other. */
  function drawBars(isUp: boolean): void {
    const body = Math.round(step * BODY);
    for (let place = first; place <= last; place += 1) {
      const bar = bars[place];
      if (bar === undefined || bar.close >= bar.open !== isUp) continue;
      const x = xOf(place);
      const [above, below] = isUp ? [y(bar.close), y(bar.open)] : [y(bar.open), y(bar.close)];
      context.fillStyle = isUp ? STYLE.up : STYLE.down;
      context.fillRect(x, y(bar.high), Math.round(scale), y(bar.low) - y(bar.high));
      context.fillRect(x - (body >> 1), above, body, Math.max(1, below - above));
      context.fillStyle = isUp ? STYLE.upWash : STYLE.downWash;
      context.fillRect(x - (body >> 1), yOfVolume(bar.volume), body, bottom - yOfVolume(bar.volume));
    }
  }

  function drawLastPrice(): void {
    const bar = bars[newest];
    if (bar === undefined) return;
    const at = Math.min(top, Math.max(0, y(bar.close)));
    context.fillStyle = bar.close >= bar.open ? STYLE.up : STYLE.down;
    for (let x = 0; x < right; x += 8 * scale) context.fillRect(Math.round(x), at, Math.round(4 * scale), 1);
    context.fillRect(right, at - 9 * scale, width - right, 18 * scale);
    context.fillStyle = STYLE.ground;
    context.textAlign = 'left';
    context.fillText(bar.close.toFixed(2), right + 4 * scale, at);
  }
}

await offer((box) => {
  const { element, canvas } = canvasIn(box);
  let bars: Bar[] = [];
  let behind = 0;
  let from: { x: number; behind: number } | undefined;
  let asked = 0;
  const redraw = () => {
    if (asked !== 0) return;
    asked = requestAnimationFrame(() => {
      asked = 0;
      if (bars.length > 0) draw(canvas, bars, behind);
    });
  };
  element.addEventListener('touchstart', ({ touches: [touch] }) => {
    if (touch !== undefined) from = { x: touch.clientX, behind };
  });
  element.addEventListener('touchmove', ({ touches: [touch] }) => {
    if (touch === undefined || from === undefined) return;
    behind = Math.max(0, from.behind + (touch.clientX - from.x) / STYLE.stepPx);
    redraw();
  });
  return {
    show: (all) => {
      bars = all.map(barOf);
      redraw();
    },
    tick: (candle) => {
      const bar = barOf(candle);
      if (bars.at(-1)?.atMs === bar.atMs) bars[bars.length - 1] = bar;
      else bars.push(bar);
      redraw();
    },
    remove: () => {
      cancelAnimationFrame(asked);
      element.remove();
    },
  };
});

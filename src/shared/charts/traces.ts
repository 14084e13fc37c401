/**
 * Drawings of a scene as traces: each in one colour, straight from the columns. They only use numbers and allocate
 * nothing. Bars are filled one by one: with software rendering, a path of fifty rectangles is slow and fifty filled
 * rectangles cost next to nothing.
 */
import type { MarkSide } from './chartSettings.ts';
import type { IndicatorLine } from './indicator.ts';
import { xOf, placer, yOf, type ValueScale } from './layout.ts';
import type { PaneScene, Scene } from './scene.ts';

type Direction = 'up' | 'down';

/** Maximum width of a candle's body, as a share of the candle's width with its gap. */
const BODY_SHARE = 0.72;
/** Height and half the width of a trade mark. */
const TRADE_PX = 7;

/** Bodies and wicks of rising (or unchanged) candles, or of falling ones. */
export function drawCandles(pen: Pen, scene: Scene, direction: Direction): void {
  const bodyPx = bodyWidth(scene);
  forEachCandle(scene, direction, (x, { top, bottom, high, low }) => {
    const { left, width } = barAt(x, bodyPx, scene);
    pen.fillRect(left, top, width, bottom - top);
    if (x < scene.layout.plotWidth) pen.fillRect(Math.round(x - 0.5), high, 1, low - high);
  });
}

/** Rising candles as outlines, distinguishable from falling ones without colour. */
export function drawHollowCandles(pen: Pen, scene: Scene): void {
  const bodyPx = bodyWidth(scene);
  forEachCandle(scene, 'up', (x, { top, bottom, high, low }) => {
    const { left, width } = barAt(x, bodyPx, scene);
    pen.fillRect(left, top, width, 1);
    pen.fillRect(left, bottom - 1, width, 1);
    pen.fillRect(left, top, 1, bottom - top);
    if (width === bodyPx) pen.fillRect(left + width - 1, top, 1, bottom - top);
    if (x >= scene.layout.plotWidth) return;
    pen.fillRect(Math.round(x - 0.5), high, 1, top - high);
    pen.fillRect(Math.round(x - 0.5), bottom, 1, low - bottom);
  });
}

/** The closes as a line. */
export function drawCloses(pen: Pen, scene: Scene): void {
  drawValues(pen, scene, scene.columns.close, scene.price);
}

/** The area under the closes. */
export function drawArea(pen: Pen, scene: Scene): void {
  const { columns, layout, price, widened } = scene;
  const [start, end] = widened;
  if (end <= start) return;
  const bottom = layout.price.top + layout.price.height;
  const line = lineThrough(scene, columns.close, price);
  pen.moveTo(line(start).x, bottom);
  for (let index = start; index < end; index += 1) {
    const { x, y } = line(index);
    pen.lineTo(x, y);
  }
  pen.lineTo(line(end - 1).x, bottom);
  pen.closePath();
}

/** A line of an indicator. */
export function drawLine(pen: Pen, scene: Scene, line: IndicatorLine | undefined, scale: ValueScale): void {
  if (line !== undefined) drawValues(pen, scene, line.values, scale);
}

/** Volumes of rising (or unchanged) candles, or of falling ones. */
export function drawVolumes(pen: Pen, scene: Scene, { scale }: PaneScene, direction: Direction): void {
  const { volume } = scene.columns;
  const bodyPx = bodyWidth(scene);
  const bottom = scale.top + scale.height;
  const perUnit = scale.height / scale.max;
  forEachVisible(scene, direction, (index, x) => {
    const barPx = Math.max(1, Math.round((volume[index] ?? 0) * perUnit));
    const { left, width } = barAt(x, bodyPx, scene);
    pen.fillRect(left, bottom - barPx, width, barPx);
  });
}

/** Bars above zero, or those below it. */
export function drawBars(pen: Pen, scene: Scene, { indicator, scale }: PaneScene, direction: Direction): void {
  const values = indicator.lines.find(({ name }) => name === 'bars')?.values;
  if (values === undefined) return;
  const { view, layout, visible } = scene;
  const bodyPx = bodyWidth(scene);
  const y = placer(scale);
  const zero = Math.round(y(0));
  for (let index = visible[0]; index < visible[1]; index += 1) {
    const value = values[index] ?? Number.NaN;
    if (direction === 'up' ? !(value >= 0) : !(value < 0)) continue;
    const at = Math.round(y(value));
    const { left, width } = barAt(xOf(index, view, layout), bodyPx, scene);
    pen.fillRect(left, Math.min(at, zero), width, Math.max(1, Math.abs(at - zero)));
  }
}

/** Lines of the price axis, and dividers of the panes. */
export function drawGrid(pen: Pen, { layout, price, priceTicks, panes }: Scene): void {
  const line = (y: number) => pen.fillRect(0, Math.round(y), layout.plotWidth, 1);
  for (const tick of priceTicks) line(yOf(tick, price));
  for (const { band } of panes) line(band.titleTop);
  line(layout.bottom);
}

/** Reference lines of a pane. */
export function drawGuides(pen: Pen, { layout }: Scene, { scale, ticks }: PaneScene): void {
  for (const tick of ticks) across(pen, Math.round(yOf(tick, scale)) + 0.5, layout.plotWidth);
}

/** The last price, across the picture. */
export function drawLast(pen: Pen, { columns, layout, price }: Scene): void {
  const last = columns.close[columns.length - 1] ?? Number.NaN;
  if (last >= price.min && last <= price.max) across(pen, Math.round(yOf(last, price)) + 0.5, layout.plotWidth);
}

/** Moments, down through the price pane. */
export function drawMoments(pen: Pen, scene: Scene): void {
  const { layout, marks } = scene;
  for (const { atMs } of marks.moments ?? []) {
    const x = Math.round(momentX(scene, atMs)) + 0.5;
    if (x < 0 || x > layout.plotWidth) continue;
    pen.moveTo(x, layout.price.top);
    pen.lineTo(x, layout.price.top + layout.price.height);
  }
}

/** Horizontal position of a moment, which may be in the future. */
export function momentX({ columns, layout, view, candleMs }: Scene, atMs: number): number {
  const last = columns.length - 1;
  const afterMs = atMs - (columns.openedAtMs[last] ?? atMs);
  const index = afterMs >= 0 ? last + afterMs / candleMs : (candleAt(columns.openedAtMs, atMs) ?? -Infinity);
  return xOf(index, view, layout);
}

/** Open orders of a side across the picture, where their prices are visible. */
export function drawOrders(pen: Pen, { layout, marks, price }: Scene, side: MarkSide): void {
  for (const order of marks.orders) {
    const value = Number(order.price);
    if (order.side !== side || value < price.min || value > price.max) continue;
    across(pen, Math.round(yOf(value, price)) + 0.5, layout.plotWidth);
  }
}

/** Executions of a side: a buy points up to its price from below, a sell down to it from above. */
export function drawTrades(pen: Pen, scene: Scene, side: MarkSide): void {
  const { columns, layout, marks, price, view, visible } = scene;
  const towards = side === 'sell' ? -1 : 1;
  for (const trade of marks.trades) {
    if (trade.side !== side) continue;
    const index = candleAt(columns.openedAtMs, trade.atMs);
    if (index === undefined || index < visible[0] || index >= visible[1]) continue;
    const [x, y] = [xOf(index, view, layout), yOf(Number(trade.price), price)];
    pen.moveTo(x, y);
    pen.lineTo(x - TRADE_PX, y + towards * TRADE_PX * 1.4);
    pen.lineTo(x + TRADE_PX, y + towards * TRADE_PX * 1.4);
    pen.closePath();
  }
}

/** The crosshair: down through all panes, and across at the pointer. */
export function drawCrosshair(pen: Pen, scene: Scene): void {
  const { layout, view } = scene;
  const point = crosshairOf(scene);
  if (point === undefined) return;
  pen.moveTo(Math.round(xOf(point.index, view, layout)) + 0.5, layout.price.top);
  pen.lineTo(Math.round(xOf(point.index, view, layout)) + 0.5, layout.bottom);
  across(pen, Math.round(point.y) + 0.5, layout.plotWidth);
}

/** Position of the crosshair; after keyboard input, at the close of its candle. */
export function crosshairOf({ columns, cursor, price }: Scene): { index: number; y: number } | undefined {
  if (cursor === undefined || cursor.index >= columns.length) return undefined;
  return { index: cursor.index, y: cursor.y ?? yOf(columns.close[cursor.index] ?? 0, price) };
}

/** The candle that contains a moment; the newest counts as still open. `undefined` before the oldest. */
export function candleAt(openedAtMs: Float64Array, atMs: number): number | undefined {
  let [low, high] = [0, openedAtMs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((openedAtMs[middle] ?? Infinity) <= atMs) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? undefined : low - 1;
}

function across(pen: Pen, y: number, width: number): void {
  pen.moveTo(0, y);
  pen.lineTo(width, y);
}

function drawValues(pen: Pen, scene: Scene, values: Float64Array, scale: ValueScale): void {
  const { widened } = scene;
  const line = lineThrough(scene, values, scale);
  let isDown = false;
  for (let index = widened[0]; index < widened[1]; index += 1) {
    const { x, y } = line(index);
    // The line is interrupted where there is no value, or no logarithm of it.
    if (!Number.isFinite(y)) isDown = false;
    else if (isDown) pen.lineTo(x, y);
    else {
      pen.moveTo(x, y);
      isDown = true;
    }
  }
}

type Point = { x: number; y: number };

/**
 * Points of a line. A value beyond an edge of the plot becomes the point where the line crosses the edge, never a point
 * in another pane.
 */
function lineThrough(scene: Scene, values: Float64Array, scale: ValueScale): (index: number) => Point {
  const { layout, view, stepPx } = scene;
  const place = placer(scale);
  const point = { x: 0, y: 0 };
  const atEdge = (x: number, y: number, edge: number, inner: number): Point => {
    const share = Math.abs(edge - x) / stepPx;
    const crossed = y + (inner - y) * share;
    // Without a previous point inside the pane, the line begins at the edge.
    const known = Number.isFinite(crossed) ? crossed : y;
    point.x = edge;
    point.y = Math.min(scale.top + scale.height, Math.max(scale.top, known));
    return point;
  };
  return (index) => {
    const x = xOf(index, view, layout);
    const y = place(values[index] ?? Number.NaN);
    if (x < 0) return atEdge(x, y, 0, place(values[index + 1] ?? Number.NaN));
    if (x > layout.plotWidth) return atEdge(x, y, layout.plotWidth, place(values[index - 1] ?? Number.NaN));
    point.x = x;
    point.y = y;
    return point;
  };
}

/** A bar around a position, cut off at the end of the plot. */
function barAt(x: number, widthPx: number, { layout }: Scene): { left: number; width: number } {
  const left = Math.round(x - widthPx / 2);
  return { left, width: Math.max(0, Math.min(widthPx, Math.floor(layout.plotWidth) - left)) };
}

function bodyWidth({ stepPx }: Scene): number {
  return Math.max(1, Math.floor(stepPx * BODY_SHARE));
}

type CandlePx = { readonly top: number; readonly bottom: number; readonly high: number; readonly low: number };

/** Pixel positions of the candles of a direction. */
function forEachCandle(scene: Scene, direction: Direction, draw: (x: number, candle: CandlePx) => void): void {
  const { open, close, high, low } = scene.columns;
  const y = placer(scene.price);
  forEachVisible(scene, direction, (index, x) => {
    const opened = y(open[index] ?? 0);
    const closed = y(close[index] ?? 0);
    const top = Math.round(Math.min(opened, closed));
    const highest = Math.round(y(high[index] ?? 0));
    draw(x, {
      top,
      // A candle that opened where it closed is a line, not nothing.
      bottom: top + Math.max(1, Math.round(Math.abs(opened - closed))),
      high: highest,
      low: Math.max(highest + 1, Math.round(y(low[index] ?? 0))),
    });
  });
}

function forEachVisible(scene: Scene, direction: Direction, draw: (index: number, x: number) => void): void {
  const { columns, visible, view, layout } = scene;
  for (let index = visible[0]; index < visible[1]; index += 1) {
    const hasRisen = (columns.close[index] ?? 0) >= (columns.open[index] ?? 0);
    if (hasRisen === (direction === 'up')) draw(index, xOf(index, view, layout));
  }
}

/**
 * The part of a canvas context that traces draw with. The shape's fill and stroke are set; the path collected in it is
 * filled and stroked afterwards.
 */
export type Pen = Pick<CanvasRenderingContext2D, 'moveTo' | 'lineTo' | 'closePath' | 'fillRect'>;

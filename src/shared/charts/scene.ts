/** The picture of the candles in sight, as traces: each a path in one colour, drawn straight from the columns. */
import type { Columns } from './candleSource.ts';
import { xOf, yOf, type Layout } from './layout.ts';
import { movingAverage } from './movingAverage.ts';
import type { PriceRange } from './priceScale.ts';
import type { View } from './viewport.ts';

/** What a trace draws on: the part of a canvas context that paths need. */
export type Pen = Pick<CanvasRenderingContext2D, 'moveTo' | 'lineTo' | 'rect' | 'closePath'>;
export type Trace = { readonly draw: (pen: Pen) => void };

/** All that the traces are drawn from. */
export type Scene = {
  readonly columns: Columns;
  readonly view: View;
  readonly visible: readonly [number, number];
  readonly layout: Layout;
  readonly range: PriceRange;
};

type Direction = 'up' | 'down';

/** Widest body of a candle, as a share of the candle's width with its gap. */
const BODY_SHARE = 0.72;

/** Bodies and wicks of the candles that rose (or stood still), or of those that fell. */
export function candlesTrace(scene: Scene, direction: Direction): Trace {
  const { columns, layout, range } = scene;
  const bodyPx = bodyWidth(layout);
  const draw = (pen: Pen) =>
    forEachVisible(scene, direction, (index, x) => {
      const open = yOf(columns.open[index] ?? 0, range, layout);
      const close = yOf(columns.close[index] ?? 0, range, layout);
      const high = yOf(columns.high[index] ?? 0, range, layout);
      const low = yOf(columns.low[index] ?? 0, range, layout);
      const top = Math.round(Math.min(open, close));
      // A candle that opened where it closed is a line, not nothing.
      const height = Math.max(1, Math.round(Math.abs(open - close)));
      pen.rect(Math.round(x - bodyPx / 2), top, bodyPx, height);
      pen.rect(Math.round(x - 0.5), Math.round(high), 1, Math.max(1, Math.round(low) - Math.round(high)));
    });
  return { draw };
}

/** The volumes of the candles that rose (or stood still), or of those that fell, as high as the largest in sight allows. */
export function volumeTrace(scene: Scene, direction: Direction): Trace {
  const { columns, layout, visible } = scene;
  const largest = Math.max(...columns.volume.slice(...visible));
  const bodyPx = bodyWidth(layout);
  const { top, height } = layout.volume;
  const draw = (pen: Pen) => {
    if (largest <= 0) return;
    forEachVisible(scene, direction, (index, x) => {
      const barPx = Math.max(1, Math.round(((columns.volume[index] ?? 0) / largest) * height));
      pen.rect(Math.round(x - bodyPx / 2), top + height - barPx, bodyPx, barPx);
    });
  };
  return { draw };
}

/** A moving average of the closes. */
export function averageTrace(scene: Scene, length: number): Trace {
  const averages = movingAverage(scene.columns.close, length, widened(scene));
  return lineTrace(scene, averages);
}

/** The closes as a line. */
export function closesTrace(scene: Scene): Trace {
  return lineTrace(scene, scene.columns.close.slice(...widened(scene)));
}

/** The area under the closes. */
export function areaTrace(scene: Scene): Trace {
  const { columns, layout, range, view } = scene;
  const [start, end] = widened(scene);
  const bottom = layout.price.top + layout.price.height;
  const draw = (pen: Pen) => {
    if (end <= start) return;
    pen.moveTo(xOf(start, view, layout), bottom);
    for (let index = start; index < end; index += 1) {
      pen.lineTo(xOf(index, view, layout), yOf(columns.close[index] ?? 0, range, layout));
    }
    pen.lineTo(xOf(end - 1, view, layout), bottom);
    pen.closePath();
  };
  return { draw };
}

function lineTrace(scene: Scene, values: readonly (number | undefined)[]): Trace {
  const { layout, range, view } = scene;
  const [start] = widened(scene);
  const draw = (pen: Pen) => {
    let isDown = false;
    values.forEach((value, place) => {
      if (value === undefined) return;
      const x = xOf(start + place, view, layout);
      const y = yOf(value, range, layout);
      if (isDown) pen.lineTo(x, y);
      else pen.moveTo(x, y);
      isDown = true;
    });
  };
  return { draw };
}

/** One more candle on each side, so that lines reach the edges. */
function widened({ visible: [start, end], columns }: Scene): readonly [number, number] {
  return [Math.max(0, start - 1), Math.min(columns.close.length, end + 1)];
}

function bodyWidth({ stepPx }: Layout): number {
  return Math.max(1, Math.floor(stepPx * BODY_SHARE));
}

function forEachVisible(scene: Scene, direction: Direction, draw: (index: number, x: number) => void): void {
  const { columns, visible, view, layout } = scene;
  for (let index = visible[0]; index < visible[1]; index += 1) {
    const hasRisen = (columns.close[index] ?? 0) >= (columns.open[index] ?? 0);
    if (hasRisen === (direction === 'up')) draw(index, xOf(index, view, layout));
  }
}
